// Taking back, calling a misdeal, and where every fact comes from: the desk's ways to put the record right.
import { state } from "./commands.js";
import { d, has } from "./desk_words.js";
import { h, seatName } from "./draw.js";
import { moneyWriter, percent } from "./words.js";

function entryWords({ events, seat, action, amount, kind }, money) {
  const words = kind ? d(`till_${kind}`) : has(`says_${action}`) ? d(`says_${action}`) : d(has(`entry_${events.at(-1)}`) ? `entry_${events.at(-1)}` : "entry_other");
  return [seat != null ? d("seat_of", { n: seat }) : "", words, amount != null ? money(amount) : ""].filter(Boolean).join(" · ");
}

export const undo = (number) => state({ type: "corrected", what: "undo", value: String(number) });

export function undoBar({ by_hand: { undo: last }, felt }) {
  const back = last ? h("button", { type: "button", id: "undo-last", "data-number": last.number, title: d("undo_more", { n: last.steps }), onclick: () => undo(last.number) },
    "↶ ", d("undo_last", { what: entryWords(last, moneyWriter(felt.money)) })) : null;
  const misdeal = felt.running ? h("button", { type: "button", id: "misdeal", class: "quiet", onclick: () => state({ type: "announced", what: "misdeal", by: "dealer" }) }, d("misdeal")) : null;
  return [back, misdeal];
}

const OF_SEAT = { stack: (seat, money) => money(seat.stack), bet: (seat, money) => money(seat.bet), folded: (seat) => d(seat.state === "folded" ? "yes" : "no") };
const OF_TABLE = {
  to_act: ({ ask }) => (ask ? d("seat_of", { n: ask.seat }) : null), button: ({ felt }) => (felt.button == null ? null : d("seat_of", { n: felt.button })),
  small_blind: ({ felt }, money) => money(felt.small_blind), big_blind: ({ felt }, money) => money(felt.big_blind),
  board: ({ felt }) => felt.board.map((card) => card ?? "?").join(" ") || null,
};

function valueOf({ what, seat }, view, money) {
  const one = view.felt.seats.find((other) => other.seat === seat);
  return seat != null ? (one && OF_SEAT[what]?.(one, money)) : OF_TABLE[what]?.(view, money);
}

// One tap: what has two values is turned round at once; for the rest the form opens with what is to be corrected.
function correct({ what, seat }, view) {
  const one = view.felt.seats.find((other) => other.seat === seat);
  if (what === "folded") return state({ type: "corrected", what, seat, value: one.state === "folded" ? "0" : "1" });
  document.querySelector(".by-hand").open = true;
  const [kind, whose, value] = ["correct-what", "correct-seat", "correct-value"].map((id) => document.getElementById(id));
  kind.value = what;
  kind.dispatchEvent(new Event("change"));
  if (seat != null) whose.value = seat;
  (value.hidden ? whose : value).focus();
  return undefined;
}

export function sources(view) {
  const money = moneyWriter(view.felt.money);
  const shown = view.origins.map((fact) => [fact, valueOf(fact, view, money)]).filter(([, value]) => value != null)
    .sort(([one], [other]) => (one.seat ?? 0) - (other.seat ?? 0)); // what is of the table first
  return [h("p", { class: "source" }, d("sources_more")),
    h("table", {}, h("thead", {}, h("tr", {}, ["what", "value_now", "source", "sure_short", "fix"].map((name) => h("th", { scope: "col" }, name === "fix" ? h("span", { class: "unseen" }, d(name)) : d(name))))),
      h("tbody", {}, shown.map(([fact, value]) => row(fact, value, view))))];
}

function row(fact, value, view) {
  const one = view.felt.seats.find((other) => other.seat === fact.seat);
  const name = fact.seat == null ? d(`fact_${fact.what}`) : `${d(`fact_${fact.what}`)} · ${one ? seatName(one) : d("seat_of", { n: fact.seat })}`;
  return h("tr", { "data-fact": fact.what, "data-seat": fact.seat, class: fact.confidence < 0.9 ? "doubt" : "" },
    h("th", { scope: "row" }, name), h("td", {}, value),
    h("td", { class: `origin ${fact.origin}` }, h("i", { "aria-hidden": "true" }, d(`mark_${fact.origin}`)), ` ${d(`from_${fact.origin}`)}`, fact.source && fact.origin === "camera" ? ` ${fact.source}` : ""),
    h("td", { class: "number" }, percent(fact.confidence)),
    h("td", {}, h("button", { type: "button", class: "quiet", "aria-label": `${d("fix")}: ${name}`, onclick: () => correct(fact, view) }, fact.what === "folded" ? d(one?.state === "folded" ? "plays" : "folds") : d("fix"))));
}
