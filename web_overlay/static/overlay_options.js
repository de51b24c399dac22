// What the address may ask of the overlay. Every option leaves something out, resizes or rewrites; none shows more:
// delay and card reveal are the server's, and it hears nothing of this.

const within = (words, least, most, otherwise) => {
  const number = Number.parseFloat(words);
  return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : otherwise;
};

export function options(search, known) {
  const asked = new URLSearchParams(search);
  const on = (name, otherwise) => (asked.has(name) ? !["0", "no", "false", ""].includes(asked.get(name)) : otherwise);
  const named = asked.get("layers")?.split(",").map((name) => name.trim()).filter(Boolean);
  const strange = (named ?? []).filter((name) => !known.includes(name));
  const [scale, safe] = [within(asked.get("scale"), 0.5, 1.5, 1), within(asked.get("safe"), 0, 15, 5)];
  const [debug, guide] = [on("debug", false), on("guide", on("debug", false))];
  return {
    layers: new Set(named ? known.filter((name) => named.includes(name) || name === "countdown") : known),
    cards: on("cards", true), figures: on("figures", true), currency: on("currency", true), bb: on("bb", false),
    dress: (page) => dress(page, { scale, safe, debug, guide, strange, known }),
  };
}

function dress(page, { scale, safe, debug, guide, strange, known }) {
  page.documentElement.style.setProperty("--scale", scale);
  page.documentElement.style.setProperty("--safe", safe);
  page.body.classList.toggle("debug", debug);
  const line = (name, words) => page.body.append(Object.assign(page.createElement("div"), { className: name, textContent: words }));
  if (guide) {
    line("guide action", "EBU R 95: action 3.5 %");
    line("guide graphics", "graphics 5 %");
  }
  if (debug && strange.length) line("notes", `layers=${strange.join(",")}: expected some of ${known.join(" ")}`);
}
