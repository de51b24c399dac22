// The broadcast overlay: transparent, one page, no animation on load, fades out when it would be stale.
import { blinds, boardCards, card, h, seatName, show, sized, stateOf } from "./draw.js";
import { follow } from "./live.js";
import { moneyWriter, t } from "./words.js";

const at = (name) => document.getElementById(name);

const seats = (f) => f.seats.filter((seat) => seat.state === "live" || seat.state === "all_in").map((seat) => {
  const money = moneyWriter(f.money);
  return h("li", { class: seat.acting ? "acting" : seat.won ? "won" : "" },
    h("span", { class: "hole" }, seat.cards.map((name) => card(name, "face_down"))),
    sized(h("span", { class: "who" }), seatName(seat)),
    h("span", { class: "line" }, h("b", {}, money(seat.stack)),
      h("span", { class: "state" }, stateOf(seat, money) || (seat.bet ? t("bet", { amount: money(seat.bet) }) : ""))));
});

function strip({ felt: f, pot }) {
  const money = moneyWriter(f.money);
  return [h("div", {}, h("span", { class: "label" }, t("blinds")), sized(h("b", {}), blinds(f))),
    f.board.length ? h("div", { class: "board" }, boardCards(f.board)) : null,
    pot != null ? h("div", {}, h("span", { class: "label" }, t("pot")), sized(h("b", {}), money(pot))) : null];
}

document.title = `Floorman · ${t("overlay")}`;
document.body.append(h("main", {}, h("ul", { id: "seats" }), h("div", { id: "strip" })));
follow("overlay", {
  onState: ({ view, revision }) => {
    document.body.dataset.revision = revision;
    show(at("seats"), view.felt, seats);
    at("seats").classList.toggle("many", at("seats").children.length > 7);
    show(at("strip"), view, strip);
  },
  onStale: (stale) => document.body.classList.toggle("stale", Boolean(stale)),
});
