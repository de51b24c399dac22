// The log of who looked at what, the newest first.
import { h, show } from "./draw.js";
import { ask, MOMENT, w } from "./doors_words.js";
import { languageTool } from "./tools.js";

const at = (name) => document.getElementById(name);
const when = (wall) => new Date(wall).toLocaleString(document.documentElement.lang, MOMENT);

const row = (one) => h("tr", {}, h("td", {}, h("time", { datetime: one.wall }, when(one.wall))),
  h("td", {}, one.id === "here" ? w("here") : one.name ?? w("stranger"), one.role ? ` · ${w(one.role)}` : ""), h("td", {}, w(one.did)),
  h("td", {}, one.did === "paired" || one.did === "invited" ? w(one.what) : one.what), h("td", { class: "soft" }, one.address));

const list = (entries) => h("table", {},
  h("thead", {}, h("tr", {}, ["when", "who", "did", "what", "from"].map((name) => h("th", { scope: "col" }, w(name))))),
  h("tbody", {}, entries.map(row)));

async function look() {
  const { ok, body, why } = await ask("/api/reads");
  at("said").textContent = ok ? "" : why;
  if (ok) show(at("list"), body.entries, list);
}

document.title = `Floorman · ${w("reads")}`;
document.body.append(languageTool(), h("main", {}, h("h1", {}, w("reads")), h("p", { class: "soft" }, w("reads_more")), h("p", { id: "said", role: "alert" }),
  h("div", { id: "list", class: "scroll box", tabindex: 0 }), h("p", { class: "soft" }, w("older"))));
look();
setInterval(look, 5000);
