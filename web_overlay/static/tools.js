// What every page offers beside its own: help, the other language, and sound, which is off until somebody wants it.
import { h } from "./draw.js";
import { language, t } from "./words.js";

const OTHER = { de: "en", en: "de" };
const NAMES = { de: "Deutsch", en: "English" };

// This page in the other language; whatever else its address says stays.
export function languageLink() {
  const [there, other] = [new URL(location.href), OTHER[language]];
  there.searchParams.set("lang", other);
  return h("a", { id: "language", class: "tool", href: there.pathname + there.search, lang: other, hreflang: other }, NAMES[other]);
}

// For a page that has no tools but this.
export const languageTool = () => h("nav", { class: "tools", "aria-label": t("tools") }, languageLink());

export const helpLink = () => h("a", { id: "help", class: "tool", href: `/help?lang=${language}` }, t("help"));

// A button that says in words whether something is on.
export function toggle(id, label, change, on = false) {
  const button = h("button", { id, class: "tool", type: "button", onclick: () => { on = !on; draw(); change(on); } });
  const draw = () => {
    button.textContent = `${t(label)}: ${t(on ? "on" : "off")}`;
    button.dataset.on = on;
  };
  draw();
  return button;
}

// A browser makes no sound before somebody touched the page; so nobody is startled either.
let audio = null;
export const soundToggle = () => toggle("sound", "sound", (on) => {
  if (on) audio = new AudioContext();
  else { audio.close(); audio = null; speechSynthesis?.cancel(); }
  if (on) chime();
});

function tone(pitch, start, length) {
  const [source, loudness] = [audio.createOscillator(), audio.createGain()];
  const begins = audio.currentTime + start;
  source.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.25, begins);
  loudness.gain.exponentialRampToValueAtTime(0.001, begins + length);
  source.connect(loudness).connect(audio.destination);
  source.start(begins);
  source.stop(begins + length);
}

export function chime() {
  if (!audio) return;
  tone(660, 0, 0.25);
  tone(880, 0.18, 0.4);
  navigator.vibrate?.(200);
}

// Speaks the last seconds of a clock, as many as the house counts aloud, each once.
let spoken = null;
export function countAloud(left, audible) {
  if (left === spoken) return;
  spoken = left;
  if (!audio || left < 1 || left > audible || document.body.classList.contains("stale") || !globalThis.speechSynthesis) return;
  const word = new SpeechSynthesisUtterance(String(left));
  word.lang = language;
  speechSynthesis.speak(word);
}
