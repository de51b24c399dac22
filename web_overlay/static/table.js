// The players' screen: readable from four metres, nothing on it that players may not know.
import { blinds, boardCards, card, h, seatName, secondsLeft, show, sized, staleBanner, stateOf } from "./draw.js";
import { follow } from "./live.js";
import { moneyWriter, said, t } from "./words.js";

const at = (name) => document.getElementById(name);

function turn({ ask, felt: f, clock, left }) {
  if (!ask) return [h("p", { class: "label" }, f.running ? "" : t("wait_hand")), h("p", { class: "big quiet" }, f.running ? said(f.progress) : t(f.paused ? "paused" : f.hand == null ? "no_hand" : "over"))];
  const seat = f.seats.find((one) => one.seat === ask.seat);
  return [h("p", { class: "label" }, t("to_act")), sized(h("p", { class: "big" }), seat ? seatName(seat) : t("seat", { n: ask.seat })),
    clock ? h("p", { id: "clock", class: left <= clock.audible ? "clock last" : "clock", role: "timer" }, t("clock_left", { s: left })) : null];
}

function figures({ ask, felt: f, pot }) {
  const money = moneyWriter(f.money);
  const figure = (label, value) => h("div", {}, h("dt", {}, label), sized(h("dd", {}), value));
  return [figure(t("blinds"), blinds(f)),
    ask ? figure(t("to_call"), ask.to_call ? money(ask.to_call) : "–") : null,
    ask?.may_raise && ask.min_raise_to != null ? figure(t(f.seats.some((one) => one.bet) ? "min_raise" : "min_bet"), money(ask.min_raise_to)) : null,
    pot != null ? figure(t("pot"), money(pot)) : null];
}

const seats = (f) => f.seats.map((seat) => {
  const money = moneyWriter(f.money);
  return h("li", { class: `${seat.state} ${seat.acting ? "acting" : ""} ${seat.won ? "won" : ""}` },
    h("span", { class: "who" }, sized(h("span", {}), seatName(seat)), seat.button ? h("span", { class: "dealer-button", role: "img", "aria-label": t("button") }, "D") : null),
    sized(h("b", {}), money(seat.stack)),
    sized(h("span", { class: "state" }), stateOf(seat, money) || (seat.bet ? t("bet", { amount: money(seat.bet) }) : "\u00a0")),
    seat.cards.some(Boolean) ? h("span", { class: "hole" }, seat.cards.map((name) => card(name, "face_down"))) : null);
});

// A television shows all of it at once: everything gets smaller until it does.
let fitted = "";
function fit(view) {
  const [key, root] = [JSON.stringify([view, innerWidth, innerHeight]), document.documentElement];
  if (key === fitted) return;
  fitted = key;
  root.style.fontSize = "";
  for (let size = parseFloat(getComputedStyle(root).fontSize); innerWidth > 700 && size > 8 && root.scrollHeight > innerHeight;) {
    size *= 0.95;
    root.style.fontSize = `${size}px`;
  }
}

document.title = `Floorman · ${t("table")}`;
document.body.append(
  h("div", { id: "stale", class: "stale-banner", role: "alert", hidden: true }),
  h("main", {},
    h("p", { id: "attention", role: "status", hidden: true }, h("b", {}, `✋ ${t("attention")}`), " ", t("attention_more")),
    h("header", {}, h("div", { id: "turn", "aria-live": "polite" }, h("p", { class: "big quiet" }, t("starting"))), h("dl", { id: "figures" })),
    h("div", { id: "board", class: "board", "aria-label": t("board") }),
    h("ul", { id: "seats", "aria-label": t("stacks") })));

follow("table", {
  onState: ({ view, revision, at: now }) => {
    document.body.dataset.revision = revision;
    at("attention").hidden = !view.attention;
    show(at("turn"), { ask: view.ask, felt: view.felt, clock: view.clock, left: view.clock ? secondsLeft(view.clock, now) : 0 }, turn);
    show(at("figures"), { ask: view.ask, felt: view.felt, pot: view.pot }, figures);
    show(at("board"), view.felt.board, boardCards);
    show(at("seats"), view.felt, seats);
    at("seats").classList.toggle("many", view.felt.seats.length > 7);
    fit({ ...view, clock: Boolean(view.clock) });
  },
  onStale: staleBanner(at("stale")),
});
