// The players' screen: readable from four metres, nothing on it that players may not know.
import { countDown } from "./clock.js";
import { blinds, boardCards, card, h, seatName, show, sized, staleBanner, stateOf } from "./draw.js";
import { countLevel, nextLevel } from "./levels.js";
import { follow } from "./live.js";
import { sign } from "./sign.js";
import { countAloud, helpLink, languageLink, soundToggle } from "./tools.js";
import { moneyWriter, said, t } from "./words.js";

const at = (name) => document.getElementById(name);
let clock = null;

function facts(f) {
  const money = moneyWriter(f.money);
  const average = f.average_stack == null ? null
    : h("li", {}, h("span", { "aria-hidden": "true" }, t("average")), h("span", { class: "unseen" }, t("average_more")), ` ${money(f.average_stack)}`);
  return [h("li", {}, f.hand != null ? t("hand", { n: f.hand }) : t("no_hand")),
    f.progress ? h("li", {}, said(f.progress)) : null,
    f.level ? h("li", {}, t("level", { n: f.level })) : null,
    h("li", {}, t(f.players_left === 1 ? "player" : "players", { n: f.players_left })), average,
    nextLevel(f, "next")];
}

function turn({ ask, felt: f }) {
  if (!ask) return [h("p", { class: "label" }, f.running ? "" : t("wait_hand")), sized(h("p", { class: "big quiet" }), f.running ? said(f.progress) : t(f.paused ? "paused" : f.hand == null ? "no_hand" : "over"))];
  const seat = f.seats.find((one) => one.seat === ask.seat);
  return [h("p", { class: "label" }, t("to_act")), sized(h("p", { class: "big" }), seat ? seatName(seat) : t("seat", { n: ask.seat }))];
}

function tick(left) {
  at("clock").className = left <= clock.audible ? "clock last" : "clock";
  at("left").textContent = left;
  countAloud(left, clock.audible);
}

function figures({ ask, felt: f, pot }) {
  const money = moneyWriter(f.money);
  const figure = (name, label, value) => h("div", { class: name }, h("dt", {}, label), sized(h("dd", {}), value));
  return [ask ? figure("to-call", t("to_call"), ask.to_call ? money(ask.to_call) : "–") : null,
    ask?.may_raise && ask.min_raise_to != null ? figure("least", t(f.seats.some((one) => one.bet) ? "min_raise" : "min_bet"), money(ask.min_raise_to)) : null,
    figure("blinds", [t("blinds"), f.ante ? ` · ${t("ante")} ${money(f.ante)}` : ""], blinds({ ...f, ante: 0 })),
    pot != null ? figure("pot", t("pot"), money(pot)) : null];
}

const seats = (f) => f.seats.map((seat) => {
  const money = moneyWriter(f.money);
  const tabled = seat.cards.some(Boolean);
  return h("li", { class: `${seat.state} ${seat.acting ? "acting" : ""} ${seat.won ? "won" : ""} ${tabled ? "tabled" : ""}` },
    h("span", { class: "who" }, sized(h("span", {}), seatName(seat)), seat.button ? h("span", { class: "dealer-button", role: "img", "aria-label": t("button") }, "D") : null),
    sized(h("b", {}), money(seat.stack)),
    sized(h("span", { class: "state" }), stateOf(seat, money) || (seat.bet ? t("bet", { amount: money(seat.bet) }) : "\u00a0")),
    tabled ? h("span", { class: "hole" }, seat.cards.map((name) => card(name, "face_down"))) : null);
});

// A television shows all of it at once: everything gets smaller until it does.
const spills = () => [document.documentElement, at("middle")].some((one) => one.scrollHeight > one.clientHeight + innerHeight / 150);
let fitted = "";
function fit(shown) {
  const [key, root] = [JSON.stringify([shown, innerWidth, innerHeight]), document.documentElement];
  if (key === fitted) return;
  root.style.fontSize = "";
  const whole = parseFloat(getComputedStyle(root).fontSize);
  let size = whole;
  for (; innerWidth > 700 && size > whole / 3 && spills(); size *= 0.97) root.style.fontSize = `${size * 0.97}px`;
  fitted = size > whole / 3 ? key : ""; // what cannot be, as before the style sheet is there, is tried again
}

let view = null;
function draw() {
  if (!view) return;
  const { felt: f } = view;
  at("attention").hidden = !view.attention;
  show(at("facts"), { ...f, seats: null, board: null }, facts);
  show(at("sign"), view.recording, (recording) => recording.cameras.length ? sign(recording) : null);
  show(at("turn"), { ask: view.ask, felt: f }, turn);
  at("clock").hidden = !clock;
  countDown("clock", clock?.ends, tick);
  countLevel(f);
  show(at("figures"), { ask: view.ask, felt: f, pot: view.pot }, figures);
  show(at("board"), f.board, boardCards);
  show(at("seats"), f, seats);
  at("seats").dataset.rows = f.seats.length > 5 ? 2 : 1;
  at("seats").style.setProperty("--columns", f.seats.length > 5 ? Math.ceil(f.seats.length / 2) : f.seats.length);
  fit({ ...view, clock: Boolean(clock) });
}

document.title = `Floorman · ${t("table")}`;
document.body.append(
  h("div", { id: "stale", class: "stale-banner", role: "alert", hidden: true }),
  h("main", {},
    h("div", { class: "top" }, h("h1", { class: "unseen" }, `Floorman · ${t("table")}`), h("ul", { id: "facts", "aria-label": t("table_now") }),
      h("nav", { class: "tools", "aria-label": t("tools") }, h("span", { id: "sign" }), soundToggle(), helpLink(), languageLink())),
    h("p", { id: "attention", role: "status", hidden: true }, h("b", {}, `✋ ${t("attention")}`), " ", t("attention_more")),
    h("div", { id: "now" }, h("div", { id: "turn", "aria-live": "polite" }, h("p", { class: "big quiet" }, t("starting"))),
      h("p", { id: "clock", class: "clock", role: "timer", hidden: true }, h("b", { id: "left" }), " ", h("span", { class: "label" }, t("seconds")))),
    h("div", { id: "middle" }, h("div", { id: "board", class: "board", role: "group", "aria-label": t("board") }), h("dl", { id: "figures" })),
    h("ul", { id: "seats", "aria-label": t("stacks") })));

addEventListener("resize", draw);
new ResizeObserver(draw).observe(document.getElementById("middle"));
follow("table", {
  onState: ({ view: newest, revision }) => {
    [view, clock] = [newest, newest.clock];
    draw();
    document.body.dataset.revision = revision;
  },
  onStale: staleBanner(at("stale")),
});
