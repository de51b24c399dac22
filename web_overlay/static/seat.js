// A seat's own buttons, for a phone or a keyboard: each tap says what the same button of a board would say.
import { countDown } from "./clock.js";
import { newKey, onHello, send, tell } from "./commands.js";
import { boardCards, h, seatName, show, staleBanner, stateOf } from "./draw.js";
import { sum, unitsOf } from "./entries.js";
import { follow } from "./live.js";
import { chime, countAloud, helpLink, languageLink, soundToggle, toggle } from "./tools.js";
import { moneyWriter, t } from "./words.js";

const at = (name) => document.getElementById(name);
const number = Number(document.body.dataset.seat);
const KEYS = { f: "fold", k: "check", c: "call", b: "bet", r: "raise", a: "all_in" };
const WORDS = { all_in: "all_in_press", bet: "bet_to" };
const SURE = 3000; // ms in which an all-in must be tapped a second time
const page = newKey(); // two pages of a seat are told apart
let [decimals, mine, listens, clock] = [0, false, true, null];

const amount = h("input", { id: "amount", type: "text", inputmode: "decimal", autocomplete: "off" });
const keys = Object.fromEntries(Object.entries(KEYS).map(([key, name]) => [name, button(key, name)]));

function button(key, name) {
  return h("button", { type: "button", class: name, "data-key": key.toUpperCase(), "aria-keyshortcuts": key.toUpperCase(),
    onclick: () => (name === "all_in" ? twice(name) : press(name)) }, t(WORDS[name] ?? name));
}

let disarming;
function twice(name) {
  const armed = keys[name].classList.toggle("armed");
  clearTimeout(disarming);
  keys[name].textContent = t(armed ? "all_in_sure" : WORDS[name]);
  if (armed) disarming = setTimeout(() => keys[name].classList.contains("armed") && calm(name), SURE);
  else press(name);
}

function calm(name) {
  keys[name].classList.remove("armed");
  keys[name].textContent = t(WORDS[name]);
}

function press(name) {
  const typed = amount.value.trim();
  if (typed && unitsOf(typed, decimals) === null) return tell(t("refused", { why: t("value_amount") }), "bad");
  send(`/api/seat/${number}/press`, { press: name, turn: mine ? page : "", ...sum(name, typed, decimals) });
  amount.value = "";
}

function turn({ ask, felt: f }) {
  const money = moneyWriter(f.money);
  const me = f.seats.find((one) => one.seat === number);
  const other = f.seats.find((one) => one.seat === ask?.seat);
  const head = ask?.seat === number ? t("your_turn") : other ? `${t("to_act")}: ${seatName(other)}` : t(f.running ? "watch" : "wait_hand");
  return [h("b", {}, ask?.seat === number ? h("span", { class: "arrow", "aria-hidden": "true" }, "▶") : null, head),
    ask?.seat === number ? h("span", {}, `${t("to_call")}: ${ask.to_call ? money(ask.to_call) : t("nothing")}`) : null,
    ask?.seat === number && ask.may_raise && ask.min_raise_to != null
      ? h("span", {}, `${t(f.seats.some((one) => one.bet) ? "min_raise" : "min_bet")}: ${money(ask.min_raise_to)}`) : null,
    h("span", {}, me ? [`${t("stack")} ${money(me.stack)}`, me.bet ? t("bet", { amount: money(me.bet) }) : "", stateOf(me, money)].filter(Boolean).join(" · ") : t("no_player"))];
}

// The sound comes when one's turn begins, not when time is nearly up; the tab says it too.
function heed(ask) {
  const turned = ask?.seat === number;
  if (turned && !mine) chime();
  mine = turned;
  at("turn").className = mine ? "mine" : "";
  document.title = `${mine ? `▶ ${t("your_turn")} · ` : ""}${t("seat", { n: number })} · Floorman`;
}

function tick(left) {
  at("clock").className = left <= clock.audible ? "clock last" : "clock";
  at("left").textContent = left;
  if (clock.seat === number) countAloud(left, clock.audible);
}

document.title = `${t("seat", { n: number })} · Floorman`;
document.body.append(
  h("div", { id: "stale", class: "stale-banner", role: "alert", hidden: true }),
  h("main", {},
    h("div", { class: "top" }, h("h1", { id: "name" }, t("seat", { n: number })),
      h("nav", { class: "tools", "aria-label": t("tools") }, toggle("listens", "keys", (on) => { listens = on; }, listens), soundToggle(), helpLink(), languageLink())),
    h("p", { id: "attention", role: "status", hidden: true }, h("b", {}, `✋ ${t("attention")}`), " ", t("attention_more")),
    h("div", { id: "turn", "aria-live": "polite" }, t("starting")),
    h("p", { id: "clock", class: "clock", role: "timer", hidden: true }, h("b", { id: "left" }), " ", t("seconds")),
    h("div", { id: "board", class: "board", role: "group", "aria-label": t("board") }),
    h("p", { id: "toast", role: "status" }),
    h("div", { id: "keys" }, keys.fold, keys.check, keys.call,
      h("label", { class: "wide", for: "amount" }, t("amount"), amount), keys.bet, keys.raise, keys.all_in)));

// Single keys can be switched off, for who speaks to the machine or rests a hand on it.
addEventListener("keydown", (event) => {
  const name = listens && KEYS[event.key.toLowerCase()];
  if (!name || event.target === amount || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  keys[name].click();
});

follow(`seat/${number}`, {
  onHello,
  onState: ({ view, revision }) => {
    decimals = view.felt.money.decimals;
    clock = view.clock;
    at("name").textContent = seatName(view.felt.seats.find((one) => one.seat === number) ?? { seat: number });
    at("attention").hidden = !view.attention;
    show(at("turn"), { ask: view.ask, felt: view.felt }, turn);
    show(at("board"), view.felt.board, boardCards);
    heed(view.ask);
    at("clock").hidden = !clock;
    countDown("clock", clock?.ends, tick);
    document.body.dataset.revision = revision;
  },
  onStale: staleBanner(at("stale")),
});
