// One player: hole cards, name, stack, what is going on, chances and figures where the server sends them.
import { fresh, h, percent, sized, tile, writer } from "./paint.js";
import { Widget } from "./widget.js";
import { t } from "./words.js";

const line = (seat, money) => {
  if (seat.won > 0) return t("wins", { amount: money(seat.won) });
  if (seat.state === "all_in") return t("all_in");
  if (seat.acting) return seat.to_call > 0 ? t("to_call", { amount: money(seat.to_call) }) : t("acting");
  if (seat.bet > 0) return t("bet", { amount: money(seat.bet) });
  return seat.away ? t("away") : "";
};

const FIGURES = ["vpip", "pfr", "agr", "wtsd"];
const figures = (seat) => FIGURES.filter((name) => seat.figures?.[name] != null)
  .map((name) => h("span", "", h("i", "", name.toUpperCase()), String(seat.figures[name])));

export default class Seat extends Widget {
  static kind = "fm-seat";

  paint(seat) {
    const money = writer(seat.money);
    const told = figures(seat);
    this.setAttribute("data-state", seat.won > 0 ? "won" : seat.acting ? "acting" : seat.state ?? "live");
    const words = line(seat, money);
    return [
      seat.cards?.length ? h("div", "hole", seat.cards.map((card, i) => (card ? fresh(`${i}${card}`, tile(card)) : tile(card)))) : null,
      sized("div", "name", seat.name || t("seat", { n: seat.seat })),
      h("div", "sum", h("b", "stack", money(seat.stack ?? 0)), seat.button ? h("span", "button", "D") : null),
      words ? h("div", "line", fresh(words, h("span", "", words))) : null,
      seat.share != null ? h("div", "equity", h("b", "", percent(seat.share / 1000)), seat.outs ? h("small", "", `${seat.outs} ${t("outs")}`) : null) : null,
      told.length ? h("div", "figures", told) : null,
    ];
  }
}
