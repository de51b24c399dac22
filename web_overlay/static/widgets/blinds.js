// Blinds, ante, level, when the next one comes, and the clock that runs against a player.
import { h, minutes, sized, writer } from "./paint.js";
import { Widget } from "./widget.js";
import { t } from "./words.js";

export default class Blinds extends Widget {
  static kind = "fm-blinds";

  paint({ small_blind: small = 0, big_blind: big = 0, ante = 0, level, next, clock_ms: clock, paused, money: style }) {
    const money = writer(style);
    const past = performance.now() - this.told;
    const passed = next?.stands ? 0 : past; // the clock of the levels stands
    if ((next && !next.stands) || clock != null) this.again(1000 - (past % 1000));
    const more = [
      paused ? t("paused") : level != null ? t("level", { n: level }) : "",
      ante ? t("ante", { amount: money(ante) }) : "",
      next && next.in_ms > passed ? t("next_level", { n: next.level, time: minutes(next.in_ms - passed) }) : "",
    ].filter(Boolean);
    return [
      h("span", "label", t("blinds")),
      sized("b", "big", `${money(small)} / ${money(big)}`),
      more.length ? h("div", "parts", more.map((words) => h("span", "", words))) : null,
      clock != null ? h("div", "clock", h("i", "", t("clock")), minutes(clock - past)) : null,
    ];
  }
}
