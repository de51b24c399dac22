// The question before the first hand, who is filmed and what is kept; and that nothing is kept as long as it is open.
import { state } from "./commands.js";
import { d } from "./desk_words.js";
import { h } from "./draw.js";
import { language, said } from "./words.js";

const WHY = { asked: "rec_off_consent", refused: "rec_off_refused" };
const why = ({ consent, unasked }) => WHY[unasked.length ? "asked" : consent] ?? "rec_off_lost";

// Cannot be missed: across the desk, as long as the cameras look and nothing is kept.
export const warning = ({ recording }) => (recording.cameras.length && !recording.on
  ? [h("b", {}, `⊘ ${d("rec_off")}`), " ", h("span", {}, d(why(recording))),
    recording.consent === "refused" ? h("button", { type: "button", id: "consent-again", onclick: () => answer("consent", recording.unasked) }, d("consent_yes")) : null]
  : null);

// A source that worked and does no more: which, why, and that the dealer tells by hand what it would have seen.
export const lostSources = ({ lost, alone }) => (lost.length
  ? [h("b", {}, `✕ ${d("source_lost", { what: lost.map(({ name, why }) => `${name} (${why})`).join(", ") })}`), " ", h("span", {}, d(alone ? "lost_alone" : "lost_some"))]
  : null);

const answer = (what, unasked) => state({ type: "announced", what, by: "desk" }, unasked.join());

export function consent({ recording, felt }) {
  const newcomers = recording.consent === "given" && recording.unasked.length;
  if (recording.consent !== "asked" && !newcomers) return null;
  const names = (seats) => seats.map((one) => one.name ?? d("seat_of", { n: one.seat })).join(", ");
  const fresh = felt.seats.filter((one) => recording.unasked.includes(one.seat));
  return [h("h2", {}, d("consent")),
    h("p", {}, newcomers ? d("consent_new", { seats: names(fresh) }) : d("consent_who", { cameras: recording.cameras.join(", "), seats: names(felt.seats) })),
    h("h3", {}, d("consent_kept")), h("ul", {}, recording.kept.map((line) => h("li", {}, said(line)))),
    h("p", { class: "source" }, d("consent_journal"), " ", h("a", { href: `/help?lang=${language}#law` }, d("consent_help"))),
    h("div", { class: "answers" },
      h("button", { type: "button", class: "accept", id: "consent-yes", onclick: () => answer("consent", recording.unasked) }, d("consent_yes")),
      h("button", { type: "button", id: "consent-no", onclick: () => answer("no_consent", recording.unasked) }, d("consent_no")))];
}
