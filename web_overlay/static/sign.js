// The recording sign, and the question that comes before it: who is filmed, what is kept, for how long.
import { state } from "./commands.js";
import { d } from "./desk_words.js";
import { h } from "./draw.js";
import { language, said } from "./words.js";

// For everybody in the room: whether pictures of the table are kept. Told by shape and words, not by colour alone.
export function sign(recording) {
  if (!recording.cameras.length) return h("span", { class: "rec none" }, h("i", { "aria-hidden": "true" }, "○"), d("rec_none"));
  return recording.on
    ? h("span", { class: "rec on" }, h("i", { "aria-hidden": "true" }, "●"), d("rec_on"))
    : h("span", { class: "rec off" }, h("i", { "aria-hidden": "true" }, "⊘"), d("rec_off"));
}

const WHY = { asked: "rec_off_consent", refused: "rec_off_refused" };

// Cannot be missed: across the desk, as long as the cameras look and nothing is kept.
export const warning = ({ recording }) => (recording.cameras.length && !recording.on
  ? [h("b", {}, `⊘ ${d("rec_off")}`), " ", h("span", {}, d(WHY[recording.consent] ?? "rec_off_lost")),
    recording.consent === "refused" ? h("button", { type: "button", id: "consent-again", onclick: () => answer("consent") }, d("consent_yes")) : null]
  : null);

const answer = (what) => state({ type: "announced", what, by: "desk" });

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
      h("button", { type: "button", class: "accept", id: "consent-yes", onclick: () => answer("consent") }, d("consent_yes")),
      h("button", { type: "button", id: "consent-no", onclick: () => answer("no_consent") }, d("consent_no")))];
}
