// News in one line, one after the other. Which one is told by the time of day: a reload changes nothing.
import { fresh, h, sized } from "./paint.js";
import { Widget } from "./widget.js";
import { said } from "./words.js";

export default class Ticker extends Widget {
  static kind = "fm-ticker";

  paint({ items = [], seconds = 8 }) {
    if (!items.length) return [];
    const span = seconds * 1000;
    const now = Date.now();
    if (items.length > 1) this.again(span - (now % span) + 20, false);
    const words = said(items[Math.floor(now / span) % items.length]);
    return fresh(words, h("div", "news", sized("span", "", words)));
  }
}
