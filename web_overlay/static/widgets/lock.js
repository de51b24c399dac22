// How far the picture lies behind the table, and whether a hole card lies open here that the table could not see.
import { h, minutes, svg } from "./paint.js";
import { Widget } from "./widget.js";
import { t } from "./words.js";

const SHUT = "M6 11V8a6 6 0 0 1 12 0v3h1a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1Zm2.500 0h7V8a3.500 3.500 0 0 0-7 0Z";
const OPEN = "M6 11V8a6 6 0 0 1 11.600-2.100l-2.200 1.200A3.500 3.500 0 0 0 8.500 8v3H19a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1Z";

export default class Lock extends Widget {
  static kind = "fm-lock";

  paint({ opened = false, delay_ms: delay = 0 }) {
    this.setAttribute("data-opened", String(opened));
    return [
      svg("svg", { viewBox: "0 0 24 24", class: "sign" }, svg("path", { d: opened ? OPEN : SHUT, "fill-rule": "evenodd" })),
      h("span", "", opened ? t("unlocked") : t("locked")), delay ? h("i", "", t("delayed", { time: minutes(delay) })) : null,
    ];
  }
}
