// Where a device says its code: typed, or brought by the QR code behind the # of the address, which no server logs.
import { h } from "./draw.js";
import { ask, page, w } from "./doors_words.js";
import { languageTool } from "./tools.js";

const at = (name) => document.getElementById(name);

async function pair(code) {
  at("said").textContent = w("pairing");
  const answer = await ask("/api/pair", null, { code, name: at("name").value.trim() });
  if (answer.ok) return location.replace(page(answer.body.home));
  at("said").textContent = answer.why;
}

document.title = `Floorman · ${w("pair")}`;
document.body.append(languageTool(), h("main", { class: "narrow" },
  h("h1", {}, w("pair")), h("p", { class: "soft" }, w("pair_more")),
  h("form", { onsubmit: (event) => { event.preventDefault(); pair(at("code").value.replace(/\s/g, "")); } },
    h("label", {}, w("code"), h("input", { id: "code", inputmode: "numeric", autocomplete: "one-time-code", required: true, maxlength: 64 })),
    h("label", {}, w("name"), h("input", { id: "name", maxlength: 40, autocomplete: "off", placeholder: w("name_hint") })),
    h("button", { class: "main" }, w("go")),
    h("p", { id: "said", role: "alert" }))));

const brought = decodeURIComponent(location.hash.slice(1));
if (brought) history.replaceState(null, "", location.pathname + location.search);
const me = await ask("/api/me");
if (me.body.home) location.replace(page(me.body.home));
else if (brought) {
  at("code").value = brought;
  pair(brought);
}
