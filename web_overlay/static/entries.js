// What people enter by hand: actions, who is away, breaks, what no sensor sees, corrections of the record.
import { press, send, state, tell } from "./commands.js";
import { d } from "./desk_words.js";
import { h } from "./draw.js";
import { said, t } from "./words.js";

const button = (words, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, words);
const group = (label, ...parts) => h("div", { class: "group", role: "group", "aria-label": label }, h("span", { class: "label" }, label), parts);
const seatsOf = (seats) => seats.map((one) => h("option", { value: one.seat }, one.label));
const DEALERS = ["new_hand", "shuffle", "cut", "clock", "hand_over"];

export function byHand({ seats, acting, decimals, reports, level, before }) {
  return [
    group(t("for_dealer"), DEALERS.map((name) => button(t(name), () => press(name)))),
    ofSeat(seats, acting, decimals),
    group(t("breaks"), ["break", "dinner", "resume"].map((what) =>
      button(t(what), () => state({ type: "announced", what, by: "desk" }), { id: `hand-${what}` }))),
    level || before ? levels(level, before) : null, cardsByHand(),
    reports.length ? report(seats, reports) : null,
    note(), corrections({ seats, decimals })];
}

// The next level begins by the clock; it can be begun earlier, the one before once more, and the clock can be held.
function levels(next, before) {
  const begins = (words, id, { level, small_blind, big_blind, ante }) =>
    button(d(words, { n: level }), () => state({ type: "level_started", level, small_blind, big_blind, ante }), { id });
  const says = (what) => button(d(what), () => state({ type: "announced", what, by: "desk" }), { id: `hand-${what}` });
  return group(d("levels"),
    next && !next.begun ? begins("level_now", "hand-level_started", next) : null, before ? begins("level_again", "hand-level_again", before) : null,
    says("level_paused"), says("level_resumed"));
}

function ofSeat(seats, acting, decimals) {
  const seat = h("select", { id: "hand-seat" }, seatsOf(seats));
  if (acting != null) seat.value = acting;
  const amount = h("input", { id: "hand-amount", type: "text", inputmode: "decimal", autocomplete: "off", size: 8 });
  const chosen = () => Number(seat.value);
  const act = (name) => button(t(name === "all_in" ? "all_in_press" : name === "bet" ? "bet_to" : name),
    () => (amount.value.trim() && unitsOf(amount.value.trim(), decimals) === null ? tell(t("refused", { why: t("value_amount") }), "bad")
      : press(name, { seat: chosen(), ...sum(name, amount.value, decimals) })));
  const says = (type, more = () => ({})) => button(t(type), () => state({ type, seat: chosen(), ...more() }), { id: `hand-${type}` });
  return h("div", { class: "of-seat" },
    h("div", { class: "group" }, h("label", { for: "hand-seat" }, t("seat_pick")), seat, ["fold", "check", "call", "all_in", "time"].map(act)),
    h("div", { class: "group" }, h("label", { for: "hand-amount" }, t("amount")), amount, act("bet"), act("raise")),
    group(t("presence"), says("seat_absent"), says("seat_returned"), says("seat_left"),
      button(t("seat_open"), () => state({ type: "announced", what: "seat_open", by: "desk", seat: chosen() }), { id: "hand-seat_open" }),
      button(t("clock_by_seat"), () => state({ type: "clock_called", by: String(chosen()) }), { id: "hand-clock_called" })));
}

// What the dealer did out of order, where no camera sees it: the step's own button tells what was done in order.
function cardsByHand() {
  const cards = h("input", { id: "enter-cards", type: "text", maxlength: 20, size: 10, autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: d("cards_hint"), "aria-label": d("cards_hint") });
  const tells = (type, events) => button(d(`enter_${type}`), () => send("/api/manual", { events: events() }), { id: `enter-${type}` });
  const opened = () => {
    const named = cardsIn(cards.value);
    cards.value = "";
    return (named.length ? named : [null]).map((card) => ({ type: "board_card_dealt", face: "up", ...(card ? { card } : {}) }));
  };
  return group(d("enter_table"), tells("card_burned", () => [{ type: "card_burned" }]), tells("bets_collected", () => [{ type: "bets_collected" }]), cards, tells("board_card_dealt", opened));
}

export const cardsIn = (text) => text.split(/[\s,]+/).filter(Boolean).map((card) => card[0].toUpperCase() + card.slice(1).toLowerCase());

// A fault that only a person can see: whose, which, and in words what happened.
function report(seats, reports) {
  const kinds = ["note", "announced"].map((kind) => h("optgroup", { label: t(`report_${kind}`) },
    reports.filter((one) => one.event === kind).map((one) => h("option", { value: `${one.event} ${one.code}` }, said(one.text)))));
  const what = h("select", { id: "report-what", "aria-label": t("report_what") }, h("option", { value: "" }, t("report_pick")), kinds);
  const seat = h("select", { id: "report-seat", "aria-label": t("seat_pick") }, h("option", { value: "" }, t("no_seat")), seatsOf(seats));
  const text = h("input", { id: "report-text", type: "text", maxlength: 200, autocomplete: "off", placeholder: t("report_words"), "aria-label": t("report_words") });
  return h("form", { class: "group", onsubmit: (event) => {
    event.preventDefault();
    const [kind, code] = what.value.split(" ");
    if (!code) return tell(t("report_pick"), "bad");
    const whose = seat.value ? { seat: Number(seat.value) } : {};
    state(kind === "note" ? { type: "note", code, text: text.value.trim(), ...whose } : { type: "announced", what: code, by: "desk", ...whose });
    what.value = seat.value = text.value = "";
  } }, h("label", { for: "report-what" }, t("report")), what, seat, text, h("button", { id: "report-enter" }, t("enter")));
}

function note() {
  const text = h("input", { id: "hand-note", type: "text", maxlength: 200, autocomplete: "off", placeholder: t("note_hint") });
  return h("form", { class: "group", onsubmit: (event) => {
    event.preventDefault();
    if (text.value.trim()) state({ type: "note", code: "note", text: text.value.trim() });
    text.value = "";
  } }, h("label", { for: "hand-note" }, t("note")), text, h("button", {}, t("enter")));
}

// --- corrections ----------------------------------------------------------------------------------------------

// What can be corrected: whether it is of a seat, and what its value is: a seat, an amount, cards, yes or no.
const CORRECTIONS = {
  to_act: [false, "seat"], stack: [true, "amount"], bet: [true, "amount"], folded: [true, "choice"], in_hand: [true, "choice"],
  button: [false, "seat"], small_blind: [false, "amount"], big_blind: [false, "amount"], smallest_chip: [false, "amount"],
  board: [false, "cards"], burns: [false, "cards"], cards: [true, "cards"],
};

function corrections({ seats, decimals }) {
  const what = h("select", { id: "correct-what" }, Object.keys(CORRECTIONS).map((name) => h("option", { value: name }, t(`correct_${name}`))));
  const seat = h("select", { id: "correct-seat", "aria-label": t("seat_pick") }, seatsOf(seats));
  const value = h("input", { id: "correct-value", type: "text", maxlength: 40, autocomplete: "off", size: 14, "aria-label": t("value") });
  const fit = () => {
    const [ofSeat, kind] = CORRECTIONS[what.value];
    seat.hidden = !ofSeat && kind !== "seat";
    value.hidden = kind === "seat";
    value.placeholder = kind === "seat" ? "" : t(`value_${kind}`);
  };
  what.addEventListener("change", fit);
  fit();
  return h("form", { class: "group", onsubmit: (event) => {
    event.preventDefault();
    const [ofSeat, kind] = CORRECTIONS[what.value];
    const typed = corrected(kind, seat.value, value.value, decimals);
    if (typed === null) return tell(t("refused", { why: t(`value_${kind}`) }), "bad");
    const about = ofSeat ? { seat: Number(seat.value) } : {};
    state({ type: "corrected", what: what.value, value: typed, ...about });
    value.value = "";
  } }, h("label", { for: "correct-what" }, t("correct")), what, seat, value, h("button", { id: "correct-enter" }, t("enter")));
}

// The value as the record has it: whole numbers of the smallest unit, seats by number, cards as they are written.
function corrected(kind, seat, typed, decimals) {
  const text = typed.trim();
  if (kind === "seat") return seat;
  if (kind === "choice") return { ja: "1", yes: "1", 1: "1", nein: "0", no: "0", 0: "0" }[text.toLowerCase()] ?? null;
  if (kind === "cards") return text.split(/[\s,]+/).every((card) => /^(\?|[2-9TJQKA][cdhs])$/.test(card)) ? text.replace(/[\s,]+/g, " ") : null;
  const units = unitsOf(text, decimals);
  return units === null ? null : String(units);
}

export function sum(name, typed, decimals) {
  if (name !== "bet" && name !== "raise") return {};
  const units = unitsOf(typed.trim(), decimals);
  return units === null ? {} : { amount: units };
}

// What people type, in the smallest unit: 12,50 and 12.50, and 1.234,50 or 1,234.50 with thousands. Null where it is no
// amount, or finer than the smallest unit.
export function unitsOf(text, decimals) {
  const plain = /^[1-9]\d{0,2}([.,]\d{3})+([.,]\d{1,2})?$/.test(text)
    ? text.replace(/[.,](?=\d{3}(\D|$))/g, "").replace(",", ".")
    : text.replace(",", ".");
  if (!/^(\d+(\.\d*)?|\.\d+)$/.test(plain)) return null;
  const units = Number(plain) * 10 ** decimals;
  return Math.abs(units - Math.round(units)) < 1e-6 ? Math.round(units) : null;
}

// The seat to act is the seat one enters for, unless somebody is entering right now.
export function follow(seat) {
  const select = document.getElementById("hand-seat");
  if (select && seat != null && !document.getElementById("by-hand").contains(document.activeElement)) select.value = seat;
}
