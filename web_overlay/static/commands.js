// What people send: rulings, entries and presses; the answer is told in the reader's language.
import { said, t } from "./words.js";

const place = { token: "" };
export const onHello = (hello) => { place.token = hello.token; };

// A tap made twice within TWICE ms is one tap: it has the same key, and the table hears it once.
const TWICE = 800;
const last = { told: "", key: "", at: 0 };
function keyOf(told) {
  const now = performance.now();
  if (told !== last.told || now - last.at > TWICE) Object.assign(last, { told, key: newKey() });
  last.at = now;
  return last.key;
}

export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

const FIRST = { "too late": "taken", "told already": "told_already", "turn over": "turn_taken" }; // somebody else was

// *of*: what the page asked, so that the same answer to another question is no second tap.
export async function send(path, body, of = "") {
  const headers = { "Content-Type": "application/json", "X-Floorman-Token": place.token };
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers, body: JSON.stringify({ key: keyOf(path + JSON.stringify(body) + of), ...body }) });
  } catch {
    return tell(t("failed"), "bad");
  }
  if (answer.ok) return tell(t("sent"), "good");
  const why = await answer.json().catch(() => ({}));
  if (answer.status === 409 && why.error in FIRST) return tell(t(FIRST[why.error]), "bad");
  return tell(t("refused", { why: said(why.said) || answer.status }), "bad");
}

export const state = (event, of) => send("/api/manual", { event }, of);
export const press = (name, more = {}) => send("/api/press", { press: name, ...more });
export const rule = (incident, verdict, more = {}) => send("/api/rulings", { incident, verdict, by: "desk", ...more });

let fading;
export function tell(words, kind) {
  const toast = document.getElementById("toast");
  toast.textContent = words;
  toast.className = kind;
  clearTimeout(fading);
  fading = setTimeout(() => { toast.textContent = ""; toast.className = ""; }, 5000);
}
