// A title with a line under it.
import { sized } from "./paint.js";
import { Widget } from "./widget.js";
import { said } from "./words.js";

export default class LowerThird extends Widget {
  static kind = "fm-lower-third";

  paint({ title = "", line = "" }) {
    return [sized("b", "title", said(title)), said(line) ? sized("span", "words", said(line)) : null];
  }
}
