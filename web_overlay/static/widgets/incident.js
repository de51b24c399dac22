// An incident of the hand: what, by which rule, and what was ruled. It names no seat and accuses nobody.
import { fresh, h, sized } from "./paint.js";
import { Widget } from "./widget.js";
import { said, t } from "./words.js";

export default class Incident extends Widget {
  static kind = "fm-incident";

  paint({ title = "", rule = "", citation = "", severity = "I", ruling }) {
    this.setAttribute("data-severity", severity);
    const cited = citation && citation !== "default" ? citation : "";
    const words = said(ruling);
    return [
      h("span", "label", t("incident")), sized("b", "title", said(title)),
      words ? fresh(words, sized("span", "ruling", words)) : sized("span", "rule", [cited, said(rule)].filter(Boolean).join(" · ")),
    ];
  }
}
