// Who is ahead: rank, name, stack, and what was won or lost.
import { h, sized, writer } from "./paint.js";
import { Widget } from "./widget.js";
import { t } from "./words.js";

export default class Leaderboard extends Widget {
  static kind = "fm-leaderboard";

  paint({ rows = [], money: style }) {
    const money = writer(style);
    const signed = (win) => `${win > 0 ? "+" : win < 0 ? "−" : "±"}${money(Math.abs(win))}`;
    return [
      h("span", "label", t("leaderboard")),
      h("ol", "", rows.map((row) => h("li", "",
        h("i", "rank", String(row.rank)), sized("span", "name", row.name || t("seat", { n: row.seat })), h("b", "", money(row.stack)),
        row.win == null ? null : h("span", row.win > 0 ? "win up" : row.win < 0 ? "win down" : "win", signed(row.win))))),
    ];
  }
}
