// A seat's own buttons, for a phone or a keyboard: each tap says what the same button of a board would say.
import { onHello, send, tell } from "./commands.js";
import { h, seatName, show, staleBanner, stateOf } from "./draw.js";
import { amountOf, sum } from "./entries.js";
import { follow } from "./live.js";
import { moneyWriter, t } from "./words.js";

const at = (name) => document.getElementById(name);
const number = Number(document.body.dataset.seat);
const KEYS = { f: "fold", k: "check", c: "call", b: "bet", r: "raise", a: "all_in" };
const WORDS = { all_in: "all_in_press", bet: "bet_to" };
const SURE = 3000; // ms in which an all-in must be tapped a second time
let decimals = 0;

const amount = h("input", { id: "amount", type: "text", inputmode: "decimal", autocomplete: "off" });
const keys = Object.fromEntries(Object.values(KEYS).map((name) => [name, button(name)]));

function button(name) {
  return h("button", { type: "button", class: name, onclick: () => (name === "all_in" ? twice(name) : press(name)) }, t(WORDS[name] ?? name));
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
  if (typed && amountOf(typed) === null) return tell(t("refused", { why: t("value_amount") }), "bad");
  send(`/api/seat/${number}/press`, { press: name, ...sum(name, typed, decimals) });
  amount.value = "";
}

function turn({ ask, felt: f }) {
  const money = moneyWriter(f.money);
  const me = f.seats.find((one) => one.seat === number);
  at("turn").className = ask?.seat === number ? "mine" : "";
  const other = f.seats.find((one) => one.seat === ask?.seat);
  const head = ask?.seat === number ? t("your_turn") : other ? `${t("to_act")}: ${seatName(other)}` : t(f.running ? "watch" : "wait_hand");
  return [h("b", {}, head),
    ask?.seat === number ? h("span", {}, `${t("to_call")}: ${ask.to_call ? money(ask.to_call) : t("nothing")}`) : null,
    ask?.seat === number && ask.may_raise && ask.min_raise_to != null
      ? h("span", {}, `${t(f.seats.some((one) => one.bet) ? "min_raise" : "min_bet")}: ${money(ask.min_raise_to)}`) : null,
    h("span", {}, [`${t("stack")} ${money(me.stack)}`, me.bet ? t("bet", { amount: money(me.bet) }) : "", stateOf(me, money)].filter(Boolean).join(" · "))];
}

document.title = `Floorman · ${t("seat", { n: number })}`;
document.body.append(
  h("div", { id: "stale", class: "stale-banner", role: "alert", hidden: true }),
  h("main", {},
    h("h1", { id: "name" }, t("seat", { n: number })),
    h("p", { id: "attention", role: "status", hidden: true }, h("b", {}, t("attention")), " ", t("attention_more")),
    h("div", { id: "turn", "aria-live": "polite" }, t("starting")),
    h("p", { id: "toast", role: "status" }),
    h("div", { id: "keys" }, keys.fold, keys.check, keys.call,
      h("label", { class: "wide", for: "amount" }, t("amount"), amount), keys.bet, keys.raise, keys.all_in)));

addEventListener("keydown", (event) => {
  const name = KEYS[event.key.toLowerCase()];
  if (!name || event.target === amount || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  keys[name].click();
});

follow(`seat/${number}`, {
  onHello,
  onState: ({ view, revision }) => {
    document.body.dataset.revision = revision;
    decimals = view.felt.money.decimals;
    at("name").textContent = seatName(view.felt.seats.find((one) => one.seat === number));
    at("attention").hidden = !view.attention;
    show(at("turn"), { ask: view.ask, felt: view.felt }, turn);
  },
  onStale: staleBanner(at("stale")),
});
