// The recording sign: for everybody in the room, whether pictures of the table are kept.
import { d } from "./desk_words.js";
import { h } from "./draw.js";

// For everybody in the room: whether pictures of the table are kept. Told by shape and words, not by colour alone.
export function sign(recording) {
  if (!recording.cameras.length) return h("span", { class: "rec none" }, h("i", { "aria-hidden": "true" }, "○"), d("rec_none"));
  return recording.on
    ? h("span", { class: "rec on" }, h("i", { "aria-hidden": "true" }, "●"), d("rec_on"))
    : h("span", { class: "rec off" }, h("i", { "aria-hidden": "true" }, "⊘"), d("rec_off"));
}
