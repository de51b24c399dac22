// The host's list: who was let in, a code for the next one, and sending one away.
import { h, show } from "./draw.js";
import { ask, MOMENT, page, w } from "./doors_words.js";
import { languageTool } from "./tools.js";

const ROLES = ["table", "seat", "desk", "overlay", "auditor", "host"];
const at = (name) => document.getElementById(name);
let token = "", ends = 0;

function qr(rows) { // four fields of quiet round it, as readers want
  const dark = rows.flatMap((row, y) => [...row].map((field, x) => (field === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = svg.appendChild(document.createElementNS(svg.namespaceURI, "path"));
  svg.setAttribute("viewBox", `0 0 ${rows.length + 8} ${rows.length + 8}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "QR");
  svg.setAttribute("shape-rendering", "crispEdges");
  path.setAttribute("d", dark.join(""));
  return svg;
}

async function invite(event) {
  event.preventDefault();
  const role = at("role").value;
  const answer = await ask("/api/pairings", token, role === "seat" ? { role, seat: Number(at("seat").value) } : { role });
  at("said").textContent = answer.ok ? "" : answer.why;
  if (!answer.ok) return;
  const { code, address, seconds } = answer.body;
  ends = Date.now() + seconds * 1000;
  at("shown").replaceChildren(qr(answer.body.qr), h("div", {}, h("b", { "aria-label": [...code].join(" ") }, code),
    h("p", {}, w("scan", { address })), h("p", { id: "left", class: "soft", role: "timer" })));
  at("shown").hidden = false;
  tick();
}

async function revoke(button, id) {
  if (!button.classList.toggle("armed")) {
    const answer = await ask(`/api/devices/${id}/revoke`, token, {});
    at("said").textContent = answer.ok ? "" : answer.why;
    return look();
  }
  button.textContent = w("sure");
}

const row = (one) => h("tr", {}, h("td", {}, one.name, one.yourself ? ` (${w("yourself")})` : ""),
  h("td", {}, w(one.role), one.seat ? ` ${one.seat}` : ""), h("td", { class: "soft" }, new Date(one.since).toLocaleString(document.documentElement.lang, MOMENT)),
  h("td", {}, h("button", { type: "button", onclick: ({ target }) => revoke(target, one.id) }, w("revoke"))));

const list = (devices) => devices.length
  ? h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ["device", "role", "since"].map((name) => h("th", { scope: "col" }, w(name))), h("td", {}))),
    h("tbody", {}, devices.map(row))))
  : h("p", { class: "soft" }, w("none"));

async function look() {
  const { ok, body, why } = await ask("/api/devices");
  if (!ok) { at("said").textContent = why; return; }
  ({ token } = body);
  at("alone").hidden = body.network;
  at("net").hidden = !body.network;
  show(at("list"), body.devices, list);
  show(at("seat"), body.seats, (seats) => seats.map((n) => h("option", { value: n }, n)));
  if (!body.open) ends = 0;
}

function tick() {
  const left = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
  if (at("left")) at("left").textContent = left ? w("good_for", { s: left }) : w("over");
}

document.title = `Floorman · ${w("devices")}`;
document.body.append(languageTool(), h("main", {},
  h("h1", {}, w("devices")), h("p", { class: "soft" }, w("devices_more")), h("p", { id: "alone", hidden: true }, w("alone")),
  h("div", { id: "net", hidden: true },
    h("form", { onsubmit: invite }, h("h2", {}, w("invite")),
      h("div", { class: "row" },
        h("label", {}, w("role"), h("select", { id: "role", onchange: () => { at("which").hidden = at("role").value !== "seat"; } }, ROLES.map((name) => h("option", { value: name }, w(name))))),
        h("label", { id: "which", hidden: true }, w("seat"), h("select", { id: "seat" })),
        h("button", { class: "main" }, w("show_code"))),
      h("p", { class: "soft" }, w("plain")), h("div", { id: "shown", hidden: true }))),
  h("p", { id: "said", role: "alert" }), h("div", { id: "list", class: "box" }),
  h("p", {}, h("a", { href: page("/") }, w("to_desk")), " · ", h("a", { href: page("/reads") }, w("to_reads")))));
look();
setInterval(look, 2000);
setInterval(tick, 500);
