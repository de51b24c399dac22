// The dealer's desk.
import { blinds, card, felt, h, seatName, secondsLeft, show, staleBanner, stepWords } from "./draw.js";
import { follow } from "./live.js";
import { known, language, moneyWriter, percent, said, t } from "./words.js";

const at = (name) => document.getElementById(name);
const place = { token: "" };
let view = null;
let choosing = null; // the incident whose other rulings are laid out

// --- commands -------------------------------------------------------------------------------------------------

const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

async function send(path, body) {
  const headers = { "Content-Type": "application/json", "X-Floorman-Token": place.token };
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers, body: JSON.stringify({ key: newKey(), ...body }) });
  } catch {
    return tell(t("failed"), "bad");
  }
  if (answer.ok) return tell(t("sent"), "good");
  const why = await answer.json().catch(() => ({}));
  if (answer.status === 409 && why.error === "too late") return tell(t("taken"), "bad");
  return tell(t("refused", { why: why.expected ?? answer.status }), "bad");
}

let fading;
function tell(words, kind) {
  const toast = at("toast");
  toast.textContent = words;
  toast.className = kind;
  clearTimeout(fading);
  fading = setTimeout(() => { toast.textContent = ""; toast.className = ""; }, 5000);
}

const rule = (incident, verdict, more = {}) => {
  choosing = null;
  send("/api/rulings", { incident, verdict, by: "desk", ...more });
};

// --- the top bar ----------------------------------------------------------------------------------------------

const MARKS = { ok: "✓", warn: "!", lost: "✕" };

function lightName(name) {
  const [kind, ...rest] = name.split(" ");
  const word = kind === "board" ? t("board_light") : known(kind) ? t(kind) : kind;
  return [word, ...rest].join(" ");
}

const lights = (all) => all.map((light) =>
  h("li", { class: `light ${light.state}`, title: `${lightName(light.name)}: ${t(light.state)}, ${said(light.text)}` },
    h("i", { "aria-hidden": "true" }, MARKS[light.state]), h("span", {}, lightName(light.name)),
    h("span", { class: light.state === "ok" ? "unseen" : "why" }, said(light.text) || t(light.state))));

const facts = (f) => [
  h("li", {}, h("b", {}, f.hand != null ? t("hand", { n: f.hand }) : t("no_hand"))),
  f.street && f.running ? h("li", { class: "street" }, t(f.street)) : null,
  h("li", {}, `${t("blinds")} `, h("b", {}, blinds(f))),
  f.level != null ? h("li", {}, t("level", { n: f.level })) : null];

// --- the felt -------------------------------------------------------------------------------------------------

function pots({ felt: f, pot, pots: parts }) {
  const money = moneyWriter(f.money);
  if (!f.running) return h("div", { class: "pot quiet" }, t(f.hand == null ? "no_hand" : "over"));
  return h("div", { class: "pot" },
    h("span", { class: "label" }, t("pot")), h("b", { id: "pot" }, money(pot)),
    parts.length > 1 ? h("ul", { class: "parts" }, parts.map((part, i) =>
      h("li", {}, `${i ? t("side_pot", { n: i }) : t("main_pot")} `, h("b", {}, money(part.amount)),
        ` ${t("pot_for", { seats: part.seats.join(", ") })}`))) : null);
}

// --- the right side -------------------------------------------------------------------------------------------

function nextStep({ next_steps: steps, following, felt: f, ask, halting }) {
  const todo = steps.length ? steps : following.flatMap((one) => one.left);
  const fallback = ask ? t("wait_for", { n: ask.seat }) : f.running ? t("watch") : t("wait_hand");
  const decide = halting.map((title) => t("decide", { what: said(title) }));
  const [first, ...rest] = [...decide, ...todo.map((step) => stepWords(step, f))];
  return [h("h2", {}, t("next_step")), h("p", { class: "now" }, first ?? fallback),
    rest.length && !following.length ? h("ol", { class: "then", start: 2, "aria-label": t("then") }, rest.map((words) => h("li", {}, words))) : null];
}

const halting = ({ incidents: all }) => all.filter((one) => one.state === "open" && one.halts).map((one) => one.title);

let spoken = 0;
function countAloud(left, audible) {
  if (left === spoken) return;
  spoken = left;
  if (left < 1 || left > audible || !globalThis.speechSynthesis) return;
  const word = new SpeechSynthesisUtterance(String(left));
  word.lang = language;
  speechSynthesis.speak(word);
}

function timing({ clock, may_time: may, left }) {
  if (clock) return h("p", { id: "clock", class: left <= clock.audible ? "clock last" : "clock", role: "timer" }, t("clock_left", { s: left }));
  return may ? h("button", { id: "call-clock", class: "quiet", onclick: () => send("/api/press", { press: "clock" }) }, t("call_clock")) : null;
}

function action({ ask, felt: f, ...clock }) {
  if (!ask) return null;
  const money = moneyWriter(f.money);
  const seat = f.seats.find((one) => one.seat === ask.seat);
  const least = f.seats.some((one) => one.bet) ? "min_raise" : "min_bet";
  return [h("dl", {},
      h("div", {}, h("dt", {}, t("to_act")), h("dd", { class: "actor" }, seat ? seatName(seat) : t("seat", { n: ask.seat }))),
      h("div", {}, h("dt", {}, t("to_call")), h("dd", { id: "to-call" }, ask.to_call ? money(ask.to_call) : t("nothing"))),
      ask.may_raise && ask.min_raise_to != null
        ? h("div", {}, h("dt", {}, t(least)), h("dd", { id: "min-raise" }, money(ask.min_raise_to)))
        : h("div", {}, h("dt", {}, t(least)), h("dd", { class: "none" }, t("no_raise"))),
      ask.may_raise && ask.max_raise_to != null
        ? h("div", {}, h("dt", {}, t("max_raise")), h("dd", { id: "max-raise" }, money(ask.max_raise_to)))
        : null),
    ask.may_raise ? h("p", { class: "source" }, said(ask.rule), " ", citation(ask.citation)) : null,
    timing(clock)];
}

const citation = (clause) => clause === "default"
  ? h("span", { class: "cite ours", title: t("default_more") }, t("default"))
  : h("span", { class: "cite" }, clause);

const carrying = ({ following, felt: f }) => following.map((one) =>
  h("section", { class: "panel following", "data-incident": one.incident },
    h("h2", {}, t("following"), h("span", { class: "count" }, t("left", { n: one.left.length }))),
    h("p", {}, said(one.text)),
    h("ol", { "aria-label": t("left_steps") }, one.left.map((step) => h("li", {}, stepWords(step, f)))),
    h("button", { class: "quiet", onclick: () => rule(one.incident, "undo") }, t("undo"))));

// --- incidents ------------------------------------------------------------------------------------------------

const ICONS = { S: "▲", W: "◆", I: "●" };

function incidents({ incidents: all, felt: f, house, followed, unassessed }) {
  const open = all.filter((one) => one.state === "open");
  const done = all.filter((one) => one.state !== "open").reverse();
  // While a remedy is being carried out not all is in order.
  const quiet = open.length || followed.length ? null : h("p", { class: "calm" }, h("i", { "aria-hidden": "true" }, "✓"),
    h("span", {}, h("b", {}, t("calm")), h("br"), t("calm_more")));
  return [h("h2", {}, t("incidents"), open.length ? h("span", { class: "count" }, String(open.length)) : null,
    h("span", { class: "house", title: house.edition }, house.title)),
    quiet, open.map((one) => alert(one, f)), done.map((one) => closed(one, followed.includes(one.number))),
    unassessed.length ? h("p", { class: "sure unassessed" }, t("unassessed", { what: unassessed.map(said).join(", ") })) : null];
}

const headline = (one) => [
  h("span", { class: `severity ${one.severity}` }, h("i", { "aria-hidden": "true" }, ICONS[one.severity]), t(one.severity)),
  h("h3", {}, said(one.title), one.seat != null ? h("small", {}, t("seat", { n: one.seat })) : null)];

function alert(one, f) {
  return h("article", { class: `alert ${one.severity}`, "data-incident": one.number, "aria-label": said(one.title) },
    h("header", {}, headline(one), one.halts ? h("span", { class: "halts" }, t("halts")) : null),
    h("dl", { class: "evidence" }, ["measured", "required"].map((what) =>
      said(one[what]) ? h("div", {}, h("dt", {}, t(what)), h("dd", {}, said(one[what]))) : null)),
    h("p", { class: "law" }, citation(one.citation), " ", said(one.rule)),
    one.proposal
      ? h("div", { class: "proposal" }, h("span", { class: "label" }, t("proposal")), h("p", {}, said(one.proposal.text)),
        one.proposal.steps.length > 1 ? h("ol", {}, one.proposal.steps.map((step) => h("li", {}, stepWords(step, f)))) : null)
      : h("p", { class: "proposal none" }, t("no_proposal")),
    choosing === one.number ? others(one) : answers(one),
    h("p", { class: "sure" }, `#${one.number} · ${t("sure", { p: percent(one.confidence) })}`));
}

const answers = (one) => h("div", { class: "answers" },
  one.proposal ? h("button", { class: "accept", onclick: () => rule(one.number, "accept") }, t("accept")) : null,
  h("button", { class: "dismiss", onclick: () => rule(one.number, "dismiss") }, t("dismiss")),
  h("button", { class: "other", onclick: () => { choosing = one.number; draw(); } }, t("other")));

function others(one) {
  const words = h("input", { type: "text", maxlength: 200, id: `words-${one.number}`, autocomplete: "off" });
  return h("form", { class: "others", onsubmit: (event) => {
    event.preventDefault();
    if (words.value.trim()) rule(one.number, "other", { choice: words.value.trim() });
  } },
  h("h4", {}, t("choose")),
  one.options.filter((option) => option.name !== one.proposal?.name).map((option) => offered(one, option)),
  one.others.length ? h("details", {}, h("summary", {}, t("more_rulings")), one.others.map((option) => offered(one, option))) : null,
  h("label", { for: `words-${one.number}` }, t("words")),
  h("div", { class: "line" }, words, h("button", { class: "accept" }, t("enter"))),
  h("button", { type: "button", class: "quiet", onclick: () => { choosing = null; draw(); } }, t("cancel")));
}

const offered = (one, option) =>
  h("button", { type: "button", "data-remedy": option.name, onclick: () => rule(one.number, "other", { remedy: option.name }) }, said(option.text));

function closed(one, followed) {
  const remedy = [one.proposal, ...one.options, ...one.others].find((option) => option && option.name === one.ruling);
  const outcome = one.state === "ruled" && (remedy || one.ruling) ? `${t("ruled")}: ${remedy ? said(remedy.text) : one.ruling === "floor" ? t("floor") : one.ruling}` : t(one.state);
  return h("article", { class: `closed ${one.state}`, "data-incident": one.number, "aria-label": said(one.title) },
    h("div", {}, h("h3", {}, said(one.title), one.seat != null ? h("small", {}, t("seat", { n: one.seat })) : null),
      h("p", {}, citation(one.citation), " ", outcome)),
    one.undoable && !followed ? h("button", { class: "quiet", onclick: () => rule(one.number, "undo") }, t("undo")) : null);
}

// --- by hand --------------------------------------------------------------------------------------------------

const DEALERS = ["new_hand", "shuffle", "cut", "clock", "hand_over"];

function byHand({ seats, acting, money, decimals }) {
  const seat = h("select", { id: "hand-seat" }, seats.map((one) => h("option", { value: one.seat, selected: one.seat === acting }, one.label)));
  const amount = h("input", { id: "hand-amount", type: "text", inputmode: "decimal", autocomplete: "off", size: 8 });
  const note = h("input", { id: "hand-note", type: "text", maxlength: 200, autocomplete: "off", placeholder: t("note_hint") });
  const press = (name) => () => send("/api/press", { press: name, seat: Number(seat.value), ...sum(name, amount.value, decimals) });
  return [
    h("div", { class: "group" }, h("span", { class: "label" }, t("for_dealer")),
      DEALERS.map((name) => h("button", { onclick: () => send("/api/press", { press: name }) }, t(name)))),
    h("div", { class: "group" }, h("label", { for: "hand-seat" }, t("seat_pick")), seat,
      ["fold", "check", "call", "all_in", "time"].map((name) => h("button", { onclick: press(name) }, t(name === "all_in" ? "all_in_press" : name))),
      h("label", { for: "hand-amount" }, t("amount")), amount,
      h("button", { onclick: press("bet") }, t("bet_to")), h("button", { onclick: press("raise") }, t("raise"))),
    h("form", { class: "group", onsubmit: (event) => {
      event.preventDefault();
      if (note.value.trim()) send("/api/manual", { event: { type: "note", code: "note", text: note.value.trim() } });
      note.value = "";
    } }, h("label", { for: "hand-note" }, t("note")), note, h("button", {}, t("enter"))),
    corrections({ seats, decimals })];
}

// --- corrections ----------------------------------------------------------------------------------------------

// What can be corrected: whether it is of a seat, and what its value is: a seat, an amount, cards, yes or no.
const CORRECTIONS = {
  to_act: [false, "seat"], stack: [true, "amount"], bet: [true, "amount"], folded: [true, "choice"], in_hand: [true, "choice"],
  button: [false, "seat"], small_blind: [false, "amount"], big_blind: [false, "amount"], smallest_chip: [false, "amount"],
  board: [false, "cards"], burns: [false, "cards"], cards: [true, "cards"],
};

function corrections({ seats, decimals }) {
  const what = h("select", { id: "correct-what" }, Object.keys(CORRECTIONS).map((name) => h("option", { value: name }, t(`correct_${name}`))));
  const seat = h("select", { id: "correct-seat" }, seats.map((one) => h("option", { value: one.seat }, one.label)));
  const value = h("input", { id: "correct-value", type: "text", maxlength: 40, autocomplete: "off", size: 14 });
  const fit = () => {
    const [ofSeat, kind] = CORRECTIONS[what.value];
    seat.disabled = !ofSeat && kind !== "seat";
    value.hidden = kind === "seat";
    value.placeholder = kind === "seat" ? "" : t(`value_${kind}`);
  };
  what.addEventListener("change", fit);
  fit();
  return h("form", { class: "group", onsubmit: (event) => {
    event.preventDefault();
    const [ofSeat, kind] = CORRECTIONS[what.value];
    const said = corrected(kind, seat.value, value.value, decimals);
    if (said === null) return tell(t("refused", { why: t(`value_${kind}`) }), "bad");
    const about = ofSeat ? { seat: Number(seat.value) } : {};
    send("/api/manual", { event: { type: "corrected", what: what.value, value: said, ...about } });
    value.value = "";
  } }, h("label", { for: "correct-what" }, t("correct")), what, seat, value, h("button", { id: "correct-enter" }, t("enter")));
}

// The value as the record has it: whole numbers of the smallest unit, seats by number, cards as they are written.
function corrected(kind, seat, typed, decimals) {
  const text = typed.trim();
  if (kind === "seat") return seat;
  if (kind === "choice") return { ja: "1", yes: "1", 1: "1", nein: "0", no: "0", 0: "0" }[text.toLowerCase()] ?? null;
  if (kind === "cards") return text.split(/[\s,]+/).every((card) => /^(\?|[2-9TJQKA][cdhs])$/.test(card)) ? text.replace(/[\s,]+/g, " ") : null;
  const number = Number(text.replace(",", "."));
  return text && Number.isFinite(number) && number >= 0 ? String(Math.round(number * 10 ** decimals)) : null;
}

function sum(name, typed, decimals) {
  if (name !== "bet" && name !== "raise") return {};
  const value = Number(typed.trim().replace(",", "."));
  return typed.trim() && Number.isFinite(value) ? { amount: Math.round(value * 10 ** decimals) } : {};
}

// --- the page -------------------------------------------------------------------------------------------------

function build() {
  const other = language === "de" ? "en" : "de";
  document.title = `Floorman · ${t("desk")}`;
  document.body.append(
    h("div", { id: "stale", class: "stale-banner", role: "alert", hidden: true }),
    h("header", { class: "top" },
      h("h1", {}, h("i", { class: "mark", "aria-hidden": "true" }), "Floorman", h("span", { class: "unseen" }, ` ${t("desk")}`)),
      h("ul", { id: "facts", class: "facts" }),
      h("ul", { id: "lights", class: "lights", "aria-label": t("lights") }),
      h("nav", {},
        h("a", { href: `/table?lang=${language}` }, t("table")), h("a", { href: `/overlay?lang=${language}` }, t("overlay")),
        h("a", { href: `?lang=${other}`, lang: other, hreflang: other, "aria-label": `${t("language")}: ${other}` }, other.toUpperCase()))),
    h("main", {},
      h("section", { class: "stage", "aria-label": t("board") },
        h("p", { id: "blocked", class: "blocked", hidden: true }), h("div", { id: "felt" }),
        h("section", { id: "action", class: "panel action", hidden: true }),
        h("details", { class: "by-hand" }, h("summary", {}, t("by_hand")), h("div", { id: "by-hand" }))),
      h("aside", {},
        h("section", { id: "next", class: "panel next", "aria-live": "polite" }, h("p", { class: "now" }, t("starting"))),
        h("div", { id: "following", "aria-live": "polite" }),
        h("section", { id: "incidents", class: "panel incidents", "aria-live": "polite" }))),
    h("p", { id: "toast", role: "status" }));
}

function zoneName(zone) {
  const [, seat, kind] = zone.match(/^seat (\d+) (\w+)$/) ?? [];
  return seat ? t(`zone_${kind}`, { n: seat }) : known(`zone_${zone}`) ? t(`zone_${zone}`) : zone;
}

function draw() {
  if (!view) return;
  const { felt: f } = view;
  show(at("facts"), { ...f, seats: null, board: null }, facts);
  show(at("lights"), view.lights, lights);
  show(at("felt"), { felt: f, pot: view.pot, pots: view.pots }, (all) => felt(all.felt, pots(all)));
  show(at("next"), { next_steps: view.next_steps, following: view.following, ask: view.ask, halting: halting(view), felt: { running: f.running, money: f.money } }, nextStep);
  show(at("following"), { following: view.following, felt: { money: f.money } }, carrying);
  show(at("incidents"), { incidents: view.incidents, felt: { money: f.money }, house: view.house, choosing, followed: view.following.map((one) => one.incident), unassessed: view.unassessed }, incidents);
  at("action").hidden = !view.ask;
  const left = view.clock ? secondsLeft(view.clock, view.at) : 0;
  if (view.clock) countAloud(left, view.clock.audible);
  show(at("action"), { ask: view.ask, clock: view.clock, may_time: view.may_time, left, felt: { money: f.money, seats: f.seats.map(({ seat, name }) => ({ seat, name })) } }, action);
  at("blocked").hidden = !view.blocked.length;
  at("blocked").textContent = t("blocked", { zones: view.blocked.map(zoneName).join(", ") });
  show(at("by-hand"), { seats: f.seats.map((one) => ({ seat: one.seat, label: seatName(one) })), acting: view.ask?.seat, decimals: f.money.decimals }, byHand);
}

build();
follow("desk", {
  onHello: (hello) => { place.token = hello.token; },
  onState: (state) => {
    view = { ...state.view, at: state.at };
    document.body.dataset.revision = state.revision;
    draw();
  },
  onStale: staleBanner(at("stale")),
});
