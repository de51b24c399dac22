// A step said to be done with one tap: the events that show it. Where nobody watches the table, chips are told too.
import { send, tell } from "./commands.js";
import { d } from "./desk_words.js";
import { h, seatName } from "./draw.js";
import { cardsIn, sum, unitsOf } from "./entries.js";
import { amounts } from "./widgets/money.js";
import { language, moneyWriter, t } from "./words.js";

// What cameras may miss anyway; everything else is told by hand only where no camera and no board would tell it too.
const UNSEEN = new Set(["button_placed", "deck_shuffled", "deck_cut", "stub_shuffled", "cards_scrambled"]);
const CARD = /^[2-9TJQKA][cdhs]$/;

const chips = (seat, amount) => ({ type: "chips_moved_in", seat, amount });
const dealt = (step, { by_hand: hand, felt }) => (felt.street === "deal" && hand.deal.length ? hand.deal : [step.seat]).map((seat) => ({ type: "hole_card_dealt", seat }));
const returned = (step, { felt }) => (step.amount != null ? [{ type: "chips_taken_back", seat: step.seat, amount: step.amount }]
  : felt.seats.filter((one) => one.bet).map((one) => ({ type: "chips_taken_back", seat: one.seat, amount: one.bet })));
const faces = (step, typed) => {
  const named = cardsIn(typed("cards"));
  if (named.some((card) => !CARD.test(card)) || named.length > step.cards) return null;
  return Array.from({ length: step.cards }, (_, i) => named[i] ?? null);
};
const opened = (step, _, typed) => faces(step, typed)?.map((card) => ({ type: "board_card_dealt", face: "up", ...(card ? { card } : {}) }));
const pushed = (step, { felt }, typed) => {
  const amount = step.amount ?? unitsOf(typed("amount"), felt.money.decimals);
  const seat = step.seat ?? Number(typed("seat"));
  return amount == null || !seat ? null : [{ type: "pot_pushed", seat, amount }];
};
const moved = (step) => (step.moves && step.moves[0] !== step.moves[1]
  ? [{ type: "card_moved", from: step.moves[0], to: step.moves[1], ...(CARD.test(step.card ?? "") ? { card: step.card } : {}) }] : null);

const TOLD = {
  hole_card_dealt: dealt, chips_taken_back: returned, board_card_dealt: opened, pot_pushed: pushed, card_moved: moved,
  chips_moved_in: (step) => (step.amount == null ? null : [...(step.post ? [{ type: "declared", seat: step.seat, action: step.post }] : []), chips(step.seat, step.amount)]),
  card_burned: () => [{ type: "card_burned" }], bets_collected: () => [{ type: "bets_collected" }],
  deck_shuffled: () => [{ type: "deck_shuffled" }], deck_cut: () => [{ type: "deck_cut" }], stub_shuffled: () => [{ type: "stub_shuffled", face: "down" }],
  cards_scrambled: (_, { felt }) => [{ type: "cards_scrambled", place: "board", count: felt.board.length }],
  hand_mucked: (step) => [{ type: "hand_mucked", seat: step.seat, by: "dealer" }],
  hand_tabled: (step, _, typed) => faces(step, typed) && [{ type: "hand_tabled", seat: step.seat, cards: faces(step, typed) }],
  card_exposed: (step) => [{ type: "card_exposed", by: "dealer", ...(CARD.test(step.card ?? "") ? { card: step.card } : {}) }],
  button_placed: (step) => [{ type: "button_placed", seat: step.seat }],
};

// What answers a step says what the page showed: of two who tell the same step, only the first counts.
const tapped = ({ by_hand: hand }, told, path = "/api/manual") => send(path, { ...told, after: hand.undo?.number ?? 0 });
const needsSeat = (step, view) => step.event === "hand_started" && view.by_hand.button == null && view.by_hand.alone;

function done(step, view, typed) {
  if (needsSeat(step, view) && !typed("seat")) return tell(t("refused", { why: t("value_seat") }), "bad");
  if (step.event === "hand_ended") return tapped(view, { events: [], press: "hand_over" });
  if (step.event === "hand_started") {
    const button = needsSeat(step, view) ? Number(typed("seat")) : view.by_hand.button;
    return tapped(view, { events: view.by_hand.alone && button ? [{ type: "button_placed", seat: button }] : [], press: "new_hand" });
  }
  const events = TOLD[step.event]?.(step, view, typed);
  return events?.length ? tapped(view, { events }) : tell(t("refused", { why: missing(step, typed) }), "bad");
}

const missing = (step, typed) => (step.cards ? t("value_cards") : step.event === "pot_pushed" && step.seat == null && !typed("seat") ? d("winner") : t("value_amount"));

// Which pot is pushed next: side pots before the main pot (TDA 16). None where there is but one.
function nextPot(pots) {
  const at = pots.findLastIndex((one) => one.amount > 0);
  return pots.length < 2 || at < 0 ? null : { ...pots[at], name: at ? t("side_pot", { n: at }) : t("main_pot") };
}

// Nobody is chosen beforehand: who wins is the dealer's to say.
function whoWins(seats, due) {
  const may = due ? seats.filter((one) => due.seats.includes(one.seat)) : seats;
  return h("select", { id: `step-winner-${due?.name}-${due?.amount}`, name: "seat", "aria-label": d("winner") },
    h("option", { value: "" }, due ? `${d("winner")}: ${due.name}` : d("winner")),
    may.map((one) => h("option", { value: one.seat }, seatName(one))));
}

// What the tags of the cards tell, where a board reads them: told again by hand it would be there twice.
const TAGS = new Set(["hole_card_dealt", "card_burned", "board_card_dealt", "hand_mucked", "hand_tabled", "card_moved", "card_exposed"]);
const untold = ({ alone, tags }, event) => alone && !(tags && TAGS.has(event));

const mayTell = (step, view) => (step.event in TOLD && !(step.event === "chips_moved_in" && step.amount == null) && !(step.event === "card_moved" && moved(step) === null)
  || step.event === "hand_started" || step.event === "hand_ended") && (untold(view.by_hand, step.event) || UNSEEN.has(step.event));

// The button below the next step, with what may be named beside it.
export function finish(step, view) {
  if (!step || !mayTell(step, view)) return null;
  const { felt, pot, pots } = view;
  const seats = felt.seats.filter((one) => step.event === "hand_started" || one.state === "live" || one.state === "all_in");
  const award = step.event === "pot_pushed" && step.amount == null;
  const part = award ? nextPot(pots) : null;
  const due = part?.amount ?? pot;
  const dealing = step.event === "hole_card_dealt" && felt.street === "deal";
  return h("form", { class: "finish", onsubmit: (event) => {
    event.preventDefault();
    done(step, view, (name) => event.target.elements[name]?.value.trim() ?? "");
  } },
    step.event === "pot_pushed" && step.seat == null ? whoWins(seats, part)
      // Nobody is preset: one tap too quick would name who holds the button.
      : needsSeat(step, view) ? h("select", { id: "step-seat", name: "seat", "aria-label": d("button_at") }, h("option", { value: "" }, `${d("button_at")} …`), seats.map((one) => h("option", { value: one.seat }, seatName(one)))) : null,
    award ? h("input", { id: `step-amount-${due}`, name: "amount", type: "text", inputmode: "decimal", size: 9, autocomplete: "off", "aria-label": d("all_pot"), value: plainAmount(due, felt.money) }) : null,
    step.cards ? h("input", { id: `step-cards-${felt.board.length}-${step.seat}`, name: "cards", type: "text", maxlength: 20, size: 12, autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: d(step.event === "hand_tabled" ? "shown_hint" : "cards_hint"), "aria-label": d(step.event === "hand_tabled" ? "shown_hint" : "cards_hint") }) : null,
    h("button", { class: "accept", id: "step-done", "data-step": step.event }, `✓ ${d(dealing ? "done_deal" : "done")}`));
}

// As the reader writes it, without thousands: it is there to be typed over.
const plainAmount = (amount, { decimals }) => amounts(language, { decimals, grouped: false })(amount);

// The buttons of the seat to act. Chips go with the words where no camera and no board sees them.
export function acts(view) {
  const { ask, felt, by_hand: hand } = view;
  const seat = felt.seats.find((one) => one.seat === ask.seat);
  if (!seat || felt.street === "deal") return null;
  const money = moneyWriter(felt.money);
  const decimals = felt.money.decimals;
  const say = (action, add, amount) => {
    if (!hand.alone) return tapped(view, { press: action, seat: seat.seat, ...(amount == null ? {} : { amount }) }, "/api/press");
    const words = { type: "declared", seat: seat.seat, action, ...(amount == null ? {} : { amount }) };
    return tapped(view, { events: add > 0 ? [words, chips(seat.seat, Math.min(add, seat.stack))] : [words] });
  };
  const raise = felt.seats.some((one) => one.bet) ? "raise" : "bet";
  const amount = h("input", { id: `act-amount-${seat.seat}-${ask.min_raise_to}`, class: "act-amount", type: "text", inputmode: "decimal", size: 7, autocomplete: "off", "aria-label": d("act_amount"), value: ask.min_raise_to == null ? "" : plainAmount(ask.min_raise_to, felt.money) });
  const up = () => {
    const { amount: total } = sum(raise, amount.value, decimals);
    return total > seat.bet ? say(raise, total - seat.bet, total) : tell(t("refused", { why: t("value_amount") }), "bad");
  };
  const act = (name, words, onclick) => h("button", { type: "button", id: `act-${name}`, onclick }, words);
  return h("div", { class: "acts", role: "group", "aria-label": seatName(seat) },
    act("fold", t("fold"), () => say("fold", 0)),
    ask.to_call ? act("call", `${t("call")} ${money(Math.min(ask.to_call, seat.stack))}`, () => say("call", ask.to_call)) : act("check", t("check"), () => say("check", 0)),
    ask.may_raise ? h("form", { class: "line", onsubmit: (event) => { event.preventDefault(); up(); } }, amount, h("button", { id: "act-raise" }, t(raise === "bet" ? "bet_to" : "raise"))) : null,
    act("all_in", `${t("all_in_press")} ${money(seat.stack)}`, () => say("all_in", seat.stack)));
}
