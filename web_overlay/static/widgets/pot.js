// The pot, and main and side pots where there are several.
import { h, sized, writer } from "./paint.js";
import { Widget } from "./widget.js";
import { t } from "./words.js";

const named = (i, count) => (i === 0 ? t("main_pot") : count > 2 ? t("side_pot_n", { n: i }) : t("side_pot"));

export default class Pot extends Widget {
  static kind = "fm-pot";

  paint({ amount = 0, pots = [], money: style }) {
    const money = writer(style);
    const parts = pots.length > 1 ? pots.map((pot, i) => pot.amount > 0 && h("span", "", h("i", "", named(i, pots.length)), money(pot.amount))) : [];
    return [h("span", "label", t("pot")), sized("b", "big", money(amount)), parts.length ? h("div", "parts", parts) : null];
  }
}
