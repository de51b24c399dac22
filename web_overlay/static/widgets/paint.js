// What the broadcast widgets draw with: elements, card tiles, amounts, times. No dependency, so that a widget can be
// taken into any OGraf renderer together with this folder.
import { amounts } from "./money.js";
import { PIPS } from "./pips.js";
import { language, t } from "./words.js";

export function h(tag, name, ...children) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...children.flat(2).filter((child) => child != null && child !== false && child !== ""));
  return element;
}

// An element that has to be seen coming: it is faded in where no element of that key stood before.
export function fresh(key, element) {
  element.dataset.key = key;
  return element;
}

// A text that may be long: its length, by which the style sheet chooses the size of its letters.
export function sized(tag, name, words) {
  const element = h(tag, name, words);
  element.style.setProperty("--n", Math.max(1, [...words].length));
  return element;
}

export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// A card as a tile: rank beside suit, four colours and four shapes; null lies face down.
export function tile(card) {
  if (!card) return h("span", "tile back");
  const pip = svg("svg", { viewBox: "0 0 100 100", class: "pip" }, svg("path", { d: PIPS[card[1]] }));
  return h("span", `tile suit-${card[1]}`, h("b", "", card[0] === "T" ? "10" : card[0]), pip);
}

// How an amount of the smallest unit is written: money, plain chips, or in big blinds where *money.bb* says how many
// units one has.
export function writer(money = {}) {
  if (!money.bb) return amounts(language, money);
  const short = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (amount) => t("big_blinds", { n: short.format(amount / money.bb) });
}

export const percent = (share) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);

// 272000 ms as 4:32; never below nothing.
export function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(rest).padStart(2, "0")}:${tail}` : `${rest}:${tail}`;
}
