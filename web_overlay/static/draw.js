// What all pages draw: elements, cards, seats round a felt.
import { PIPS } from "./widgets/pips.js";
import { known, moneyWriter, said, t } from "./words.js";

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(3).filter((child) => child != null && child !== false && child !== ""));
  return element;
}

// Draw *element*'s children again only when what they show has changed: focus and screen readers stay at peace.
const shown = new WeakMap();
export function show(element, value, build) {
  const key = JSON.stringify(value);
  if (shown.get(element) === key) return;
  shown.set(element, key);
  const putBack = kept(element);
  element.replaceChildren(...[build(value)].flat(3).filter((child) => child != null && child !== false));
  putBack();
}

// What a person was doing in *element* while it is drawn again: what was typed and chosen, and where the focus was.
function kept(element) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const caret = focused?.selectionStart ?? null;
  const typed = [...element.querySelectorAll("input[id], select[id]")].map((field) => [field.id, field.value]);
  return () => {
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      const offers = field?.tagName !== "SELECT" || [...field.options].some((option) => option.value === value);
      if (field && offers && field.value !== value) {
        field.value = value;
        field.dispatchEvent(new Event("change"));
      }
    }
    const again = focused?.id ? document.getElementById(focused.id) : null;
    again?.focus({ preventScroll: true });
    if (again && caret !== null) again.setSelectionRange(caret, caret);
  };
}

// A text that may be long: its length, by which the style sheet chooses the size of its letters.
export function sized(element, words) {
  element.style.setProperty("--n", Math.max(1, [...words].length));
  element.append(words);
  return element;
}

export function pip(suit) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("class", "pip");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PIPS[suit]);
  svg.append(path);
  return svg;
}

export function cardName(card) {
  const rank = "TJQKA".includes(card[0]) ? t(card[0]) : card[0];
  return t("card_name", { rank, suit: t(card[1]) });
}

export function card(name, hidden = "not_read") {
  if (!name) return h("span", { class: `card ${hidden}`, role: "img", "aria-label": t(hidden) }, hidden === "not_read" ? "?" : "");
  const rank = name[0] === "T" ? "10" : name[0];
  return h("span", { class: `card suit-${name[1]}`, role: "img", "aria-label": cardName(name) },
    h("b", { "aria-hidden": "true" }, rank), pip(name[1]));
}

export const boardCards = (board) =>
  Array.from({ length: Math.max(5, board.length) }, (_, i) =>
    i < board.length ? card(board[i]) : h("span", { class: "card place", "aria-hidden": "true" }));

export const seatName = (seat) => (seat.name ? `${seat.seat} · ${seat.name}` : t("seat", { n: seat.seat }));

export function stateOf(seat, money) {
  if (seat.won > 0) return t("wins", { amount: money(seat.won) });
  if (seat.state === "folded" || seat.state === "all_in" || seat.state === "out") return t(seat.state);
  if (seat.acting) return t("acting");
  if (seat.declared) return t("declared", { what: known(`says_${seat.declared}`) ? t(`says_${seat.declared}`) : seat.declared.replaceAll("_", " ") });
  return seat.away ? t("away") : "";
}

// Clockwise from the dealer, who sits at the lower edge: seat 1 is at the dealer's left.
function placeOf(index, count, reach) {
  const angle = ((index + 1) / (count + 1)) * 2 * Math.PI;
  const bend = (value) => Math.sign(value) * Math.abs(value) ** 0.8; // an oblong table, not a circle
  return [50 - reach * 50 * bend(Math.sin(angle)), 50 + reach * 50 * bend(Math.cos(angle))];
}

function put(element, [x, y]) {
  element.style.left = `${x}%`;
  element.style.top = `${y}%`;
  return element;
}

function plate(seat, money) {
  const state = stateOf(seat, money);
  const live = seat.state === "live" || seat.state === "all_in";
  return h("div", { class: `seat ${seat.state} ${seat.acting ? "acting" : ""} ${seat.won ? "won" : ""}`, "data-seat": seat.seat },
    live && seat.cards.length
      ? h("div", { class: seat.cards.some(Boolean) ? "hole shown" : "hole" }, seat.cards.map((name) => card(name, "face_down")))
      : null,
    h("div", { class: "plate" },
      sized(h("span", { class: "who" }), seatName(seat)),
      h("span", { class: "stack" }, money(seat.stack)),
      seat.bet ? h("span", { class: "staked" }, t("bet", { amount: money(seat.bet) })) : null,
      state ? h("span", { class: "state" }, seat.acting ? h("i", { class: "arrow", "aria-hidden": "true" }, "▶") : null, state) : null),
    seat.button ? h("span", { class: "dealer-button", role: "img", "aria-label": t("button") }, "D") : null);
}

function bet(seat, money) {
  return sized(h("div", { class: "bet", "aria-label": t("bet", { amount: money(seat.bet) }) },
    h("i", { class: "chip", "aria-hidden": "true" })), money(seat.bet));
}

export function felt(view, middle) {
  const money = moneyWriter(view.money);
  const many = view.seats.length > 7;
  const around = view.seats.map((seat, i) => put(plate(seat, money), placeOf(i, view.seats.length, many ? 0.88 : 0.86)));
  const bets = view.seats.map((seat, i) => seat.bet > 0 && put(bet(seat, money), placeOf(i, view.seats.length, many ? 0.525 : view.seats.length < 4 ? 0.445 : 0.46)));
  return h("div", { class: `felt${many ? " many" : ""}${view.seats.length > 9 ? " crowd" : ""}` },
    h("div", { class: "rail", "aria-hidden": "true" }),
    h("div", { class: "middle" }, middle,
      h("div", { class: "board", "data-cards": view.board.map((name) => name ?? "?").join(" ") }, boardCards(view.board))),
    bets, around, put(h("div", { class: "dealer" }, t("dealer")), [50, 94]));
}

export function blinds(view) {
  const money = moneyWriter(view.money);
  const ante = view.ante ? ` · ${t("ante")} ${money(view.ante)}` : "";
  return `${money(view.small_blind)} / ${money(view.big_blind)}${ante}`;
}

const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const sign = (name) => (/^[2-9TJQKA][cdhs]$/.test(name) ? `${name[0] === "T" ? "10" : name[0]}${SIGNS[name[1]]}\ufe0e` : name);

// Cards named in a finding, as people write them.
export const signed = (words) => words.replace(/(?<![\p{L}\d])([2-9TJQKA])([cdhs])(?![\p{L}\d])/gu, sign);

export function stepWords(step, view) {
  const words = step.card ? said(step.text).replaceAll(step.card, sign(step.card)) : said(step.text);
  const extra = step.seat != null && !words.includes(String(step.seat)) ? ` · ${t("seat", { n: step.seat })}` : "";
  const sum = step.amount != null && !/\d[.,]\d/.test(words) ? ` · ${moneyWriter(view.money)(step.amount)}` : "";
  return words + extra + sum;
}

export function staleBanner(element) {
  return (stale, seconds) => {
    document.body.classList.toggle("stale", Boolean(stale));
    element.hidden = !stale;
    if (stale) show(element, [stale, seconds], () => [
      h("b", {}, `⚠ ${t(stale)}`), " ", h("span", { "aria-hidden": "true" }, t("stale_more", { s: seconds }))]);
  };
}
