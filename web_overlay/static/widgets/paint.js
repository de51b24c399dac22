// What the broadcast widgets draw with: elements, card tiles, amounts, times. No dependency, so that a widget can be
// taken into any OGraf renderer together with this folder.
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

const PIPS = {
  s: "M50 4C38 26 10 42 10 64c0 14 10 22 20 22 7 0 13-4 16-9-1 9-5 15-11 19h30c-6-4-10-10-11-19 3 5 9 9 16 9 10 0 20-8 20-22C90 42 62 26 50 4Z",
  h: "M50 94C38 74 8 58 8 32 8 17 19 8 30 8c9 0 16 5 20 14 4-9 11-14 20-14 11 0 22 9 22 24 0 26-30 42-42 62Z",
  d: "M50 3 86 50 50 97 14 50Z",
  c: "M50 6a20 20 0 0 0-15 33.500A20.500 20.500 0 1 0 45.500 67C45 80 41 89 34 95h32c-7-6-11-15-11.500-28A20.500 20.500 0 1 0 65 39.500 20 20 0 0 0 50 6Z",
};

// A card as a tile: rank beside suit, four colours and four shapes; null lies face down.
export function tile(card) {
  if (!card) return h("span", "tile back");
  const pip = svg("svg", { viewBox: "0 0 100 100", class: "pip" }, svg("path", { d: PIPS[card[1]] }));
  return h("span", `tile suit-${card[1]}`, h("b", "", card[0] === "T" ? "10" : card[0]), pip);
}

// How an amount of the smallest unit is written: money, plain chips, or in big blinds where *money.bb* says how many
// units one has.
export function writer(money = {}) {
  const { currency = "", decimals = 0, worth = 1, bb = 0 } = money;
  if (bb) {
    const short = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    return (amount) => t("big_blinds", { n: short.format(amount / bb) });
  }
  const style = currency ? { style: "currency", currency } : {};
  const format = new Intl.NumberFormat(language, { ...style, minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return (amount) => format.format((amount * worth) / 10 ** decimals);
}

export const percent = (share) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);

// 272000 ms as 4:32; never below nothing.
export function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(rest).padStart(2, "0")}:${tail}` : `${rest}:${tail}`;
}
