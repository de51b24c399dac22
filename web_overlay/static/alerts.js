// Incidents: the card of an open one, what became of the others, and the ruling that is being carried out.
import { rule } from "./commands.js";
import { d } from "./desk_words.js";
import { h, signed, stepWords } from "./draw.js";
import { percent, said, t } from "./words.js";

const ICONS = { S: "▲", W: "◆", I: "●" };
const page = { choosing: null, later: new Set(), redraw: () => {} };
export const shownAs = () => [page.choosing, [...page.later]];
export const onChange = (redraw) => { page.redraw = redraw; };

const choose = (number) => () => {
  page.choosing = number;
  page.redraw();
  document.querySelector(".others button, .others input")?.focus(); // for the keyboard: into what has opened
};
const putOff = (number, off) => () => { page.later[off ? "add" : "delete"](number); page.choosing = null; page.redraw(); };
const ruleOn = (incident, verdict, more) => () => { page.choosing = null; rule(incident, verdict, more); };

export const citation = (clause) => clause === "default"
  ? h("span", { class: "cite ours", title: t("default_more") }, t("default"))
  : h("span", { class: "cite" }, clause);

export function incidents({ incidents: all, felt: f, house, followed, unassessed }) {
  const open = all.filter((one) => one.state === "open");
  const done = all.filter((one) => one.state !== "open").reverse();
  const [later, now] = [open.filter((one) => page.later.has(one.number)), open.filter((one) => !page.later.has(one.number))];
  // While a remedy is being carried out not all is in order.
  const quiet = open.length || followed.length ? null : h("p", { class: "calm" }, h("i", { "aria-hidden": "true" }, "✓"),
    h("span", {}, h("b", {}, t("calm")), h("br"), t("calm_more")));
  return [h("h2", {}, t("incidents"), open.length ? h("span", { class: "count" }, String(open.length)) : null,
    h("span", { class: "house", title: house.edition }, house.title)),
    quiet, now.map((one) => alert(one, f)), later.map(waiting), done.map((one) => closed(one, followed.includes(one.number))),
    unassessed.length ? h("p", { class: "sure unassessed" }, t("unassessed", { what: unassessed.map(said).join(", ") })) : null];
}

const title = (one) => h("h3", {}, said(one.title), one.seat != null ? h("small", {}, t("seat", { n: one.seat })) : null);

function alert(one, f) {
  return h("article", { class: `alert ${one.severity}`, "data-incident": one.number, "aria-label": said(one.title) },
    h("header", {}, h("span", { class: `severity ${one.severity}` }, h("i", { "aria-hidden": "true" }, ICONS[one.severity]), t(one.severity)),
      title(one), one.halts ? h("span", { class: "halts" }, t("halts")) : null),
    h("dl", { class: "evidence" }, ["measured", "required"].map((what) =>
      said(one[what]) ? h("div", {}, h("dt", {}, t(what)), h("dd", {}, signed(said(one[what])))) : null)),
    picture(one),
    h("p", { class: "law" }, citation(one.citation), " ", said(one.rule)),
    one.proposal ? proposal(one.proposal, f) : toDecide(one, f),
    page.choosing === one.number ? others(one, f) : answers(one),
    one.until ? h("p", { class: "until" }, h("i", { "aria-hidden": "true" }, "⏱"), ` ${d("until", { until: said(one.until) })}`) : null,
    h("p", { class: "sure" }, `#${one.number} · ${t("sure", { p: percent(one.confidence) })}`));
}

// A still only where no hole card can be on it; else only that there is one.
function picture(one) {
  if (one.picture == null) return null;
  return one.picture
    ? h("figure", { class: "evidence-picture" }, h("img", { src: `/api/evidence/${one.number}`, alt: d("picture"), loading: "lazy" }))
    : h("p", { class: "source held" }, "▣ ", d("picture_held"));
}

const steps = (remedy, f) => remedy.steps.length ? h("ol", {}, remedy.steps.map((step) => h("li", {}, stepWords(step, f)))) : null;

const proposal = (remedy, f) =>
  h("div", { class: "proposal" }, h("span", { class: "label" }, t("proposal")), h("p", {}, said(remedy.text)), steps(remedy, f));

// Where the house leaves it to the floor, what it may choose lies open, and nothing is chosen for it.
const toDecide = (one, f) => one.options.length
  ? h("div", { class: "proposal none", role: "group", "aria-label": t("floor_decides") },
    h("span", { class: "label" }, t("floor_decides")), one.options.map((option) => offered(one, option, f)))
  : h("p", { class: "proposal none" }, t("no_proposal"));

const answers = (one) => h("div", { class: "answers" },
  one.proposal ? h("button", { class: "accept", id: `accept-${one.number}`, onclick: ruleOn(one.number, "accept") }, t("accept")) : null,
  h("button", { class: "other", id: `other-${one.number}`, onclick: choose(one.number) }, t("other")),
  h("button", { class: "dismiss", id: `dismiss-${one.number}`, onclick: ruleOn(one.number, "dismiss") }, t("dismiss")),
  h("button", { class: "later quiet", id: `later-${one.number}`, onclick: putOff(one.number, true) }, t("later")));

function others(one, f) {
  const words = h("input", { type: "text", maxlength: 200, id: `words-${one.number}`, autocomplete: "off" });
  const named = one.proposal ? one.options.filter((option) => option.name !== one.proposal.name) : [];
  return h("form", { class: "others", onsubmit: (event) => {
    event.preventDefault();
    if (words.value.trim()) ruleOn(one.number, "other", { choice: words.value.trim() })();
  } },
  h("h4", {}, t("choose")),
  named.map((option) => offered(one, option, f)),
  one.others.length ? h("span", { class: "label" }, t("more_rulings")) : null, one.others.map((option) => offered(one, option, f)),
  h("label", { for: `words-${one.number}` }, t("words")),
  h("div", { class: "line" }, words, h("button", { class: "accept" }, t("enter"))),
  h("button", { type: "button", class: "quiet", id: `cancel-${one.number}`, onclick: choose(null) }, t("cancel")));
}

const offered = (one, option, f) =>
  h("button", { type: "button", class: "choice", id: `choose-${one.number}-${option.name}`, "data-remedy": option.name,
    onclick: ruleOn(one.number, "other", { remedy: option.name }) },
  said(option.text), option.steps.length ? h("small", {}, option.steps.map((step) => stepWords(step, f)).join(" → ")) : null);

const waiting = (one) => h("article", { class: `closed put-off ${one.severity}`, "data-incident": one.number, "aria-label": said(one.title) },
  h("div", {}, title(one), h("p", {}, t("put_off"))),
  h("button", { id: `reopen-${one.number}`, onclick: putOff(one.number, false) }, t("reopen")));

function closed(one, followed) {
  const remedy = [one.proposal, ...one.options, ...one.others].find((option) => option && option.name === one.ruling);
  const ruling = remedy ? said(remedy.text) : one.ruling === "floor" ? t("floor") : one.ruling;
  const outcome = one.state === "ruled" && ruling ? `${t("ruled")}: ${ruling}` : t(one.state);
  return h("article", { class: `closed ${one.state}`, "data-incident": one.number, "aria-label": said(one.title) },
    h("div", {}, title(one), h("p", {}, citation(one.citation), " ", outcome)),
    one.undoable && !followed ? h("button", { class: "quiet", id: `undo-${one.number}`, onclick: ruleOn(one.number, "undo") }, t("undo")) : null);
}

// The remedy step by step: what is done is ticked, what is next stands out, what has to wait says for what.
export const carrying = ({ following, felt: f }) => following.map((one) => {
  const next = one.left.findIndex((step) => !step.waits);
  return h("section", { class: "panel following", "data-incident": one.incident },
    h("h2", {}, t("following"), h("span", { class: "count" }, t("done_of", { n: one.done.length, all: one.done.length + one.left.length }))),
    h("p", {}, said(one.text)),
    h("ol", { "aria-label": t("left_steps") },
      one.done.map((step) => h("li", { class: "done" }, h("i", { role: "img", "aria-label": t("step_done") }, "✓"), h("span", {}, stepWords(step, f)))),
      one.left.map((step, i) => h("li", i === next ? { class: "now", "aria-current": "step" } : {},
        h("i", { "aria-hidden": "true" }, String(one.done.length + i + 1)),
        h("span", {}, stepWords(step, f), step.waits ? h("small", {}, said(step.waits)) : null)))),
    h("button", { class: "quiet", id: `take-back-${one.incident}`, onclick: ruleOn(one.incident, "undo") }, t("undo")));
});
