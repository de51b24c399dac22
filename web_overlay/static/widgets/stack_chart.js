// The stacks of the evening, hand by hand. Drawn here: a chart library would be larger than all widgets together.
import { h, sized, svg, writer } from "./paint.js";
import { Widget } from "./widget.js";
import { t } from "./words.js";

const [WIDE, HIGH] = [400, 150];
const DASHES = ["", "9 4", "2 4", "12 4 2 4"]; // beside the colour: nothing is told by colour alone

// Runs of known stacks as one path; a gap where nobody sat there.
function path(stacks, top) {
  const step = WIDE / Math.max(1, stacks.length - 1);
  const place = (stack, i) => `${(i * step).toFixed(1)} ${(HIGH - (stack / top) * HIGH).toFixed(1)}`;
  return stacks.map((stack, i) => (stack == null ? "" : `${i && stacks[i - 1] != null ? "L" : "M"}${place(stack, i)}`)).join("");
}

const last = (line) => [...line.stacks].reverse().find((stack) => stack != null) ?? 0;

export default class StackChart extends Widget {
  static kind = "fm-stack-chart";

  paint({ hands = [], lines = [], money: style }) {
    const money = writer(style);
    const top = Math.max(1, ...lines.flatMap((line) => line.stacks.map((stack) => stack ?? 0))) * 1.05;
    const drawn = lines.map((line, i) => svg("path", { d: path(line.stacks, top), class: `line c${i % 10}`, "stroke-dasharray": DASHES[Math.floor(i / 3) % 4] }));
    const key = lines.map((line, i) => [line, i]).sort(([a], [b]) => last(b) - last(a)).map(([line, i]) => h("li", "",
      svg("svg", { viewBox: "0 0 26 4", class: `key c${i % 10}` }, svg("path", { d: "M0 2H26", class: `line c${i % 10}`, "stroke-dasharray": DASHES[Math.floor(i / 3) % 4] })),
      sized("span", "name", line.name || t("seat", { n: line.seat })), h("b", "", money(last(line)))));
    return [
      h("span", "label", t("chart")),
      svg("svg", { viewBox: `-3 -3 ${WIDE + 6} ${HIGH + 6}`, class: "plot" }, svg("path", { d: `M0 ${HIGH}H${WIDE}`, class: "ground" }), ...drawn),
      h("div", "axis", h("span", "", t("hands", { n: hands[0] ?? "" })), h("span", "", t("hands", { n: hands[hands.length - 1] ?? "" }))),
      h("ul", "", key),
    ];
  }
}
