// The levels of the evening: how long this one lasts, counted down on every page alike, and a signal when the next begins.
import { countDown, minutes, now } from "./clock.js";
import { blinds, h } from "./draw.js";
import { chime } from "./tools.js";
import { t } from "./words.js";

// The level to come, its blinds, and when; *kind*: the page's own class.
export const nextLevel = ({ next_level: next, money }, kind = "") => (next
  ? h("li", { id: "next-level", class: kind }, `${t("next_level", { n: next.level })}: ${blinds({ ...next, money })} · `, h("b", { id: "until" }))
  : null);

const until = (left) => write(left ? minutes(left) : t("due"));
function write(words) {
  const place = document.getElementById("until");
  if (place) place.textContent = words;
}

let begun = null;

// Call when the facts are drawn. While its clock stands the level has so much time left and no moment at which it ends.
export function countLevel(felt, told = () => {}) {
  const next = felt.next_level;
  countDown("level", next && next.left == null ? next.starts : null, (left) => { until(left); signal(felt, told); });
  if (next?.left != null) write(`${minutes(Math.ceil(next.left / 1e9))} · ${t("stands")}`);
  signal(felt, told);
}

function signal({ level, next_level: next, money }, told) {
  const over = next && next.left == null && next.starts / 1e6 <= now();
  const newest = over ? next.level : level;
  if (begun !== null && newest > begun) {
    chime();
    told(over ? `${t("level", { n: newest })}: ${blinds({ ...next, money })} · ${t("due")}` : t("level", { n: newest }));
  }
  begun = newest ?? begun;
}
