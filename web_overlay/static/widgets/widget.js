// What every widget is: a custom element with the life of an EBU OGraf v1 graphic. *paint* alone differs.
// Only opacity and transform are animated, by the Web Animations API: a strict style policy allows it.

const EASE = { duration: 320, easing: "cubic-bezier(.2, .7, .2, 1)", fill: "none" };
const OK = { statusCode: 200 };

const dressing = new WeakMap();
// The widgets' style sheet, from beside this file: our page links it, another renderer gets it where the widget stands.
function dressed(widget) {
  const root = widget.isConnected ? widget.getRootNode() : document;
  const place = root.head ?? root;
  if (!dressing.has(place) && place.querySelector('link[href$="/widgets.css"]')) return null;
  if (!dressing.has(place)) dressing.set(place, new Promise((done) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: new URL("./widgets.css", import.meta.url).href, onload: done, onerror: done });
    place.append(link);
  }));
  return dressing.get(place);
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Widget extends HTMLElement {
  data = {};
  step; // undefined: not on air; 0: on air. Every widget has one step.
  drawn;
  moving;
  told;
  timer;

  // The elements that show *data*; nothing where there is nothing to say.
  paint() {
    return [];
  }

  async load({ data, renderCharacteristics } = {}) {
    await dressed(this);
    const width = renderCharacteristics?.resolution?.width;
    if (width) this.style.fontSize = `${width / 120}px`;
    this.classList.add("fm", this.constructor.kind, "off");
    this.data = { ...data };
    this.draw(true);
    return OK;
  }

  async updateAction({ data, skipAnimation = false } = {}) {
    this.data = { ...this.data, ...data };
    this.draw(skipAnimation);
    return OK;
  }

  async playAction({ delta = 1, goto: target, skipAnimation = false } = {}) {
    const step = target ?? (this.step ?? -1) + delta;
    if (step > 0 || step < 0) return { ...(await this.stopAction({ skipAnimation })), currentStep: undefined };
    if (this.step !== step) {
      this.step = step;
      this.classList.remove("off");
      await this.move(skipAnimation, [{ opacity: 0, transform: "translateY(.8em)" }, { opacity: 1, transform: "none" }]);
    }
    return { ...OK, currentStep: step };
  }

  async stopAction({ skipAnimation = false } = {}) {
    if (this.step === undefined) return OK;
    this.step = undefined;
    await this.move(skipAnimation, [{ opacity: 1 }, { opacity: 0 }]);
    if (this.step === undefined) this.classList.add("off");
    return OK;
  }

  async customAction({ id } = {}) {
    return { statusCode: 400, statusMessage: `no action ${id}: this graphic has none` };
  }

  async dispose() {
    clearTimeout(this.timer);
    this.moving?.cancel();
    this.replaceChildren();
    this.step = this.drawn = undefined;
    return OK;
  }

  draw(skipAnimation) {
    const key = JSON.stringify(this.data);
    if (key === this.drawn) return;
    const first = this.drawn === undefined;
    this.drawn = key;
    this.told = performance.now(); // from then on a widget that counts down counts
    this.redraw(skipAnimation || first);
  }

  redraw(skipAnimation) {
    const before = new Set([...this.querySelectorAll("[data-key]")].map((one) => one.dataset.key));
    this.replaceChildren(...[this.paint(this.data)].flat(2).filter(Boolean));
    if (skipAnimation || calm() || this.step === undefined) return;
    for (const one of this.querySelectorAll("[data-key]"))
      if (!before.has(one.dataset.key)) one.animate([{ opacity: 0, transform: "translateY(-.4em) scale(.94)" }, {}], EASE);
  }

  // Draw again in *ms*, for what changes with time alone.
  again(ms, skipAnimation = true) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.redraw(skipAnimation), ms);
  }

  // The newest movement wins: what still moved is where it was going.
  async move(skip, frames) {
    this.moving?.cancel();
    if (skip || calm()) return;
    this.moving = this.animate(frames, EASE);
    await this.moving.finished.catch(() => {});
  }
}
