// The scene before a delayed broadcast has its first picture.
import { h, minutes } from "./paint.js";
import { Widget } from "./widget.js";
import { said, t } from "./words.js";

export default class Countdown extends Widget {
  static kind = "fm-countdown";

  paint({ in_ms: left = 0, title, line }) {
    const past = performance.now() - this.told;
    this.again(1000 - (past % 1000));
    return [
      said(title) ? h("b", "title", said(title)) : null, said(line) ? h("span", "words", said(line)) : null,
      h("span", "label", t("starting")), h("b", "left", minutes(left - past)),
    ];
  }
}
