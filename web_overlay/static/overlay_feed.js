// From the overlay's view, at night time *now*, to what each layer's widget is given; null where it has nothing to show.
// Amounts and cards can only become fewer here: the page never knows more than the server sent.

const ms = (ns) => ns / 1e6;

// Between two hands there is room for standings; while cards are out the middle and the sides stay free.
const resting = ({ felt }) => !felt.running;

export const LAYERS = {
  board: ({ felt }) => (felt.board.length ? { cards: felt.board } : null),
  pot: ({ pot, pots = [] }) => (pot ? { amount: pot, pots } : null),
  blinds: ({ felt, clock }, now) => ({
    small_blind: felt.small_blind, big_blind: felt.big_blind, ante: felt.ante, level: felt.level, paused: felt.paused,
    next: felt.next_level && { level: felt.next_level.level, in_ms: ms(felt.next_level.left ?? felt.next_level.starts - now), stands: felt.next_level.left != null },
    clock_ms: clock ? ms(clock.ends - now) : null, // the delay is in it already,
  }),
  ticker: ({ ticker }) => (ticker?.length ? { items: ticker } : null),
  lower_third: (view) => (view.lower_third && resting(view) ? view.lower_third : null),
  leaderboard: (view) => (view.leaders?.length && resting(view) ? { rows: view.leaders } : null),
  stack_chart: (view) => (view.history?.hands.length > 1 && resting(view) ? view.history : null),
  incident: ({ banner }) => banner ?? null,
  lock: ({ delay }) => (delay ? { opened: delay.opened, delay_ms: ms(delay.delay) } : null),
};

// The scene before the first picture of a delayed broadcast, at night time *now*; null once there is one.
export function countdown({ delay, lower_third: third }, now) {
  return delay?.starts == null ? null : { in_ms: ms(delay.starts - now), title: third?.title, line: third?.line };
}

// What the seats that are in the hand show, by seat. *asked.cards*: hole cards and what derives from them.
export function seats({ felt, equity, figures, ask }, asked) {
  const shares = new Map((asked.cards && equity?.seats.map((one) => [one.seat, one])) || []);
  const told = new Map(figures?.seats.map((one) => [one.seat, one]) ?? []);
  return felt.seats.filter(({ state }) => state === "live" || state === "all_in").map((seat) => ({
    ...seat, cards: asked.cards ? seat.cards : seat.cards.map(() => null),
    share: shares.get(seat.seat)?.share, outs: shares.get(seat.seat)?.outs?.length,
    to_call: ask?.seat === seat.seat ? ask.to_call : 0,
    figures: asked.figures ? told.get(seat.seat) : undefined,
  }));
}
