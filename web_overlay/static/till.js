// The bank's book: chips bought and handed back are entered here; nothing is deleted, what was wrong is undone or booked back.
import { state, tell } from "./commands.js";
import { d } from "./desk_words.js";
import { h, seatName } from "./draw.js";
import { unitsOf } from "./entries.js";
import { moneyWriter, t } from "./words.js";

const BOUGHT = ["buy_in", "rebuy", "add_on"];

// Chips that nothing explains; told where it cannot be missed, and without saying whose they are.
export function tillWarning({ till, money }) {
  if (!till?.difference) return null;
  const write = moneyWriter(money);
  return h("b", {}, `△ ${d("till")}: ${d(till.difference > 0 ? "till_many" : "till_few", { amount: write(Math.abs(till.difference)) })}`);
}

const sums = (till, write) => d("till_sums", { bought: write(till.bought), cashed: write(till.cashed), in_play: write(till.in_play), gone: write(till.gone) });

export function book({ till, seats, money }) {
  const seat = h("select", { id: "till-seat", "aria-label": t("seat_pick") }, seats.map((one) => h("option", { value: one.seat }, seatName(one))));
  const amount = h("input", { id: "till-amount", type: "text", inputmode: "decimal", autocomplete: "off", size: 9, placeholder: t("amount"), "aria-label": t("amount") });
  const enter = (event) => {
    const units = unitsOf(amount.value.trim(), money.decimals);
    if (!units) return tell(t("refused", { why: t("value_amount") }), "bad");
    state({ ...event, seat: Number(seat.value), amount: units });
    amount.value = "";
    return undefined;
  };
  const button = (name, event) => h("button", { type: "button", id: `till-${name}`, onclick: () => enter(event) }, d(`till_${name}`));
  return [h("div", { class: "group", role: "group", "aria-label": d("till") }, seat, amount,
    BOUGHT.map((kind) => button(kind, { type: "chips_bought", kind })), button("cash_out", { type: "chips_cashed_out" })),
  till ? accounts(till, seats, moneyWriter(money)) : null];
}

function accounts(till, seats, write) {
  const named = (number) => seatName(seats.find((one) => one.seat === number) ?? { seat: number });
  return [h("table", {}, h("thead", {}, h("tr", {}, ["till_who", "till_bought", "till_cashed"].map((name) => h("th", { scope: "col" }, d(name))))),
    h("tbody", {}, till.accounts.map((one) => h("tr", {}, h("th", { scope: "row" }, named(one.seat)), h("td", { class: "number" }, write(one.bought)), h("td", { class: "number" }, write(one.cashed)))))),
  h("p", { class: "source", id: "till-sums" }, sums(till, write))];
}
