// The dealer's desk: the page, its top bar, the felt, the next step and the action; alerts and entries in their files.
import { carrying, citation, incidents, onChange, shownAs } from "./alerts.js";
import { countDown } from "./clock.js";
import { onHello, press, state, tell } from "./commands.js";
import { consent, lostSources, warning } from "./consent.js";
import { d, has } from "./desk_words.js";
import { blinds, felt, h, seatName, show, staleBanner, stepWords } from "./draw.js";
import { byHand, follow as followSeat } from "./entries.js";
import { countLevel, nextLevel } from "./levels.js";
import { follow } from "./live.js";
import { sign } from "./sign.js";
import { acts, finish } from "./steps.js";
import { book, tillWarning } from "./till.js";
import { countAloud, soundToggle } from "./tools.js";
import { sources, undo, undoBar } from "./undo.js";
import { known, language, moneyWriter, said, t } from "./words.js";

const at = (name) => document.getElementById(name);
let view = null;

// --- the top bar ----------------------------------------------------------------------------------------------

const MARKS = { ok: "✓", warn: "!", lost: "✕" };

function lightName(name) {
  const whole = `light_${name.replaceAll(" ", "_")}`;
  if (has(whole)) return d(whole);
  const [kind, ...rest] = name.split(" ");
  return [has(`light_${kind}`) ? d(`light_${kind}`) : kind, ...rest.map((word) => (has(`part_${word}`) ? d(`part_${word}`) : word))].join(" ");
}

const FIGURE = /\d/; // told while all is well too

const lights = (all) => all.map((light) =>
  h("li", { class: `light ${light.state}`, title: `${lightName(light.name)}: ${t(light.state)}, ${said(light.text)}` },
    h("i", { "aria-hidden": "true" }, MARKS[light.state]), h("span", {}, lightName(light.name)),
    h("span", { class: light.state !== "ok" ? "why" : FIGURE.test(said(light.text)) ? "figure" : "unseen" }, said(light.text) || t(light.state))));

// The recorder has a warning of its own.
const gone = (all) => all.filter(({ name, state }) => state === "lost" && name !== "recorder").map((light) => ({ name: lightName(light.name), why: said(light.text) || t("lost") }));

const players = (f) => `${t(f.players_left === 1 ? "player" : "players", { n: f.players_left })}${f.average_stack == null ? "" : ` · ${t("average")} ${moneyWriter(f.money)(f.average_stack)}`}`;

const facts = (f) => [
  h("li", {}, h("b", {}, f.hand != null ? t("hand", { n: f.hand }) : t("no_hand"))),
  f.progress ? h("li", { class: "street" }, said(f.progress)) : null,
  f.paused ? h("li", { class: "street pause" }, t("paused")) : null,
  h("li", {}, `${t("blinds")} `, h("b", {}, blinds(f))),
  f.level ? h("li", {}, t("level", { n: f.level })) : null,
  nextLevel(f),
  h("li", {}, players(f))];

// --- the felt -------------------------------------------------------------------------------------------------

function pots({ felt: f, pot, pots: parts }) {
  const money = moneyWriter(f.money);
  if (!f.running) return h("div", { class: "pot quiet" }, t(f.paused ? "paused" : f.hand == null ? "no_hand" : "over"));
  return h("div", { class: "pot" },
    h("span", { class: "label" }, t("pot")), h("b", { id: "pot" }, money(pot)),
    parts.length > 1 ? h("ul", { class: "parts" }, parts.map((part, i) => part.amount > 0 &&
      h("li", {}, `${i ? t("side_pot", { n: i }) : t("main_pot")} `, h("b", {}, money(part.amount)),
        ` ${t(part.seats.length === 1 ? "pot_for_one" : "pot_for", { seats: [...part.seats].sort((a, b) => a - b).join(", ") })}`))) : null);
}

// --- the right side -------------------------------------------------------------------------------------------

function nextStep(view) {
  const { next_steps: steps, following, felt: f, ask, halting } = view;
  const todo = steps.length ? steps : following.flatMap((one) => one.left);
  const fallback = ask ? t("wait_for", { n: ask.seat }) : f.running ? t("watch") : t("wait_hand");
  const decide = halting.map((title) => t("decide", { what: said(title) }));
  const [first, ...rest] = [...decide, ...todo.map((step) => stepWords(step, f))];
  return [h("h2", {}, t("next_step")), h("p", { class: "now" }, first ?? fallback), decide.length ? null : finish(todo[0], view),
    rest.length && !following.length ? h("ol", { class: "then", start: 2, "aria-label": t("then") }, rest.map((words) => h("li", {}, words))) : null];
}

const halting = ({ incidents: all }) => all.filter((one) => one.state === "open" && one.halts).map((one) => one.title);

function tick(left) {
  const { audible } = view.clock;
  at("clock").className = left <= audible ? "clock last" : "clock";
  at("clock").textContent = t("clock_left", { s: left });
  countAloud(left, audible);
}

function timing({ clock, may_time: may }) {
  if (clock) return [h("p", { id: "clock", class: "clock", role: "timer" }),
    h("button", { id: "cancel-clock", class: "quiet", onclick: () => state({ type: "announced", what: "clock_cancelled", by: "desk" }) }, t("cancel_clock"))];
  return may ? h("button", { id: "call-clock", class: "quiet", onclick: () => press("clock") }, t("call_clock")) : null;
}

function action({ ask, felt: f, by_hand, ...clock }) {
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
    acts({ ask, felt: f, by_hand }),
    ask.open != null ? h("p", { class: "source" }, t("open_question", { n: ask.open })) : null,
    ask.may_raise ? h("p", { class: "source" }, said(ask.rule), " ", citation(ask.citation)) : null,
    timing(clock)];
}

// --- the page -------------------------------------------------------------------------------------------------

function build() {
  const other = language === "de" ? "en" : "de";
  document.title = `Floorman · ${t("desk")}`;
  document.body.append(
    h("div", { id: "stale", class: "stale-banner", role: "alert", hidden: true }),
    h("div", { id: "warning", class: "rec-warning", role: "alert" }),
    h("div", { id: "lost", class: "rec-warning", role: "alert" }),
    h("div", { id: "till-warning", class: "rec-warning doubt", role: "status" }),
    h("header", { class: "top" },
      h("h1", {}, h("i", { class: "mark", "aria-hidden": "true" }), "Floorman", h("span", { class: "unseen" }, ` ${t("desk")}`)),
      h("div", { id: "sign" }),
      h("ul", { id: "facts", class: "facts" }),
      h("ul", { id: "lights", class: "lights", "aria-label": t("lights") }),
      h("nav", {}, soundToggle(),
        h("a", { href: `/table?lang=${language}` }, t("table")), h("a", { href: `/overlay?lang=${language}` }, t("overlay")),
        h("a", { href: `/help?lang=${language}` }, d("help")),
        h("a", { href: `/devices?lang=${language}` }, d("devices")),
        h("a", { href: `?lang=${other}`, lang: other, hreflang: other, "aria-label": `${t("language")}: ${other}` }, other.toUpperCase()))),
    h("main", {},
      h("section", { class: "stage", "aria-label": t("board") },
        h("p", { id: "blocked", class: "blocked", hidden: true }), h("div", { id: "felt" }),
        h("section", { id: "action", class: "panel action", hidden: true }),
        h("details", { class: "by-hand" }, h("summary", {}, t("by_hand")), h("div", { id: "by-hand" })),
        h("details", { class: "by-hand till" }, h("summary", {}, d("till")), h("div", { id: "till" })),
        h("details", { class: "by-hand sources" }, h("summary", {}, d("sources")), h("div", { id: "sources" }))),
      h("aside", {},
        h("section", { id: "consent", class: "panel consent", "aria-live": "polite" }),
        h("section", { id: "next", class: "panel next", "aria-live": "polite" }, h("p", { class: "now" }, t("starting"))),
        h("div", { id: "undo", class: "undo" }),
        h("div", { id: "following", "aria-live": "polite" }),
        h("section", { id: "incidents", class: "panel incidents", "aria-live": "polite" }))),
    h("p", { id: "toast", role: "status" }));
}

function zoneName(zone) {
  const [, seat, kind] = zone.match(/^seat (\d+) (\w+)$/) ?? [];
  return seat ? t(`zone_${kind}`, { n: seat }) : known(`zone_${zone}`) ? t(`zone_${zone}`) : zone;
}

// The level that the desk can begin: its own moment does not matter here.
const coming = ({ next_level: next }) => next && { ...next, starts: null, left: null };

function draw() {
  if (!view) return;
  const { felt: f } = view;
  show(at("facts"), { ...f, seats: null, board: null }, facts);
  countLevel(f, (words) => tell(words, "good"));
  show(at("lights"), view.lights, lights);
  show(at("felt"), { felt: f, pot: view.pot, pots: view.pots }, (all) => felt(all.felt, pots(all)));
  const entering = { by_hand: view.by_hand, pot: view.pot, pots: view.pots };
  show(at("sign"), view.recording, sign);
  show(at("warning"), { recording: view.recording }, warning);
  show(at("lost"), { lost: gone(view.lights), alone: view.by_hand.alone }, lostSources);
  show(at("till-warning"), { till: view.till, money: f.money }, tillWarning);
  show(at("till"), { till: view.till, money: f.money, seats: f.seats.map(({ seat, name }) => ({ seat, name })) }, book);
  show(at("consent"), { recording: view.recording, felt: { seats: f.seats.map(({ seat, name }) => ({ seat, name })) } }, consent);
  show(at("next"), { next_steps: view.next_steps, following: view.following, ask: view.ask, halting: halting(view), felt: f, ...entering }, nextStep);
  show(at("undo"), { by_hand: view.by_hand, felt: { running: f.running, money: f.money } }, undoBar);
  show(at("sources"), { origins: view.origins, felt: f, ask: view.ask }, sources);
  show(at("following"), { following: view.following, felt: { money: f.money } }, carrying);
  show(at("incidents"), { incidents: view.incidents, felt: { money: f.money }, house: view.house, shown: shownAs(), followed: view.following.map((one) => one.incident), unassessed: view.unassessed }, incidents);
  at("action").hidden = !view.ask;
  show(at("action"), { ask: view.ask, clock: view.clock, may_time: view.may_time, by_hand: { alone: view.by_hand.alone, undo: view.by_hand.undo && { number: view.by_hand.undo.number } }, felt: { money: f.money, street: f.street, seats: f.seats.map(({ seat, name, bet, stack }) => ({ seat, name, bet, stack })) } }, action);
  countDown("clock", view.ask ? view.clock?.ends : null, tick);
  at("blocked").hidden = !view.blocked.length;
  at("blocked").textContent = t("blocked", { zones: view.blocked.map(zoneName).join(", ") });
  show(at("by-hand"), { seats: f.seats.map((one) => ({ seat: one.seat, label: seatName(one) })), decimals: f.money.decimals, reports: view.reports, level: coming(f), before: view.by_hand.level_before },
    (all) => byHand({ ...all, acting: view.ask?.seat }));
  followSeat(view.ask?.seat);
}

build();
onChange(draw);
addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input, select") && view?.by_hand.undo) undo(view.by_hand.undo.number);
});
follow("desk", {
  onHello,
  onState: (news) => {
    view = { ...news.view, at: news.at };
    document.body.dataset.revision = news.revision;
    draw();
  },
  onStale: staleBanner(at("stale")),
});
