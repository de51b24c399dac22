// The broadcast overlay: transparent, one page, one stream. It is right with the first snapshot and replays nothing;
// when the stream is cut it fades out, since a frozen picture that looks live is worse than none.
import { follow } from "./live.js";
import { countdown, LAYERS, seats } from "./overlay_feed.js";
import { options } from "./overlay_options.js";
import Blinds from "./widgets/blinds.js";
import Board from "./widgets/board.js";
import Countdown from "./widgets/countdown.js";
import Incident from "./widgets/incident.js";
import Leaderboard from "./widgets/leaderboard.js";
import Lock from "./widgets/lock.js";
import LowerThird from "./widgets/lower_third.js";
import Pot from "./widgets/pot.js";
import Seat from "./widgets/seat.js";
import StackChart from "./widgets/stack_chart.js";
import Ticker from "./widgets/ticker.js";

const WIDGETS = {
  blinds: Blinds, board: Board, countdown: Countdown, incident: Incident, leaderboard: Leaderboard, lock: Lock,
  lower_third: LowerThird, pot: Pot, seat: Seat, stack_chart: StackChart, ticker: Ticker,
};
for (const [name, widget] of Object.entries(WIDGETS)) customElements.define(`floorman-${name.replace("_", "-")}`, widget);

const theme = JSON.parse(document.documentElement.dataset.theme);
const asked = options(location.search, ["seats", "countdown", ...Object.keys(LAYERS)]);
const tall = matchMedia("(max-aspect-ratio: 1/1)");
const main = document.createElement("main");
const rows = Object.assign(document.createElement("div"), { className: "seats" });
const stage = new Map([["seats", rows], ...["countdown", ...Object.keys(LAYERS)].map((name) => [name, new WIDGETS[name]()])]);
const plates = new Map();

// Every layer into the zone where the theme wants it; who is moved goes on as it was.
function place() {
  main.replaceChildren(...Object.entries(theme.zones[tall.matches ? "tall" : "wide"]).map(([zone, names]) => {
    const box = Object.assign(document.createElement("div"), { className: `zone ${zone}` });
    box.append(...names.filter((name) => asked.layers.has(name)).map((name) => stage.get(name)));
    return box;
  }));
}

// *data* on air, or off it where there is none; *skip*: without movement.
function tell(widget, data, skip) {
  if (data == null) return widget.stopAction({ skipAnimation: skip });
  const off = widget.step === undefined;
  widget.updateAction({ data, skipAnimation: skip || off });
  return off ? widget.playAction({ goto: 0, skipAnimation: skip }) : null;
}

function tellSeats(shown, money, skip) {
  for (const [number, plate] of plates) if (!shown.some((seat) => seat.seat === number)) leave(number, plate, skip);
  shown.forEach((seat) => {
    if (!plates.has(seat.seat)) enter(seat, skip, money);
    else tell(plates.get(seat.seat), { ...seat, money }, skip);
  });
  rows.append(...[...plates].sort(([a], [b]) => a - b).map(([, plate]) => plate).filter((plate, i) => rows.children[i] !== plate));
  rows.dataset.count = shown.length;
}

function enter(seat, skip, money) {
  const plate = new Seat();
  plates.set(seat.seat, plate);
  rows.append(plate);
  plate.load({ data: { ...seat, money } }).then(() => plate.playAction({ goto: 0, skipAnimation: skip }));
}

async function leave(number, plate, skip) {
  plates.delete(number);
  await plate.stopAction({ skipAnimation: skip });
  plate.remove();
  plate.dispose();
}

function show({ view, at }, skip) {
  const { big_blind: big, money: house } = view.felt;
  const money = { ...house, currency: asked.currency ? house.currency : "", bb: asked.bb ? big : 0 };
  const waiting = countdown(view, at);
  tell(stage.get("countdown"), waiting, skip);
  for (const [name, feed] of Object.entries(LAYERS)) {
    const data = waiting && name !== "lock" ? null : feed(view, at);
    tell(stage.get(name), data && { ...data, money }, skip);
  }
  tellSeats(waiting ? [] : seats(view, asked), money, skip);
}

asked.dress(document);
tall.addEventListener("change", place);
document.body.append(main);
place();
await Promise.all([...stage.values()].map((one) => one.load?.({ data: {} })));
let fresh = true; // the next snapshot is the first, or the first after a cut: it simply stands there
follow("overlay", {
  onState: (frame) => {
    show(frame, fresh);
    fresh = false;
    document.body.dataset.revision = frame.revision;
  },
  onStale: (stale) => {
    fresh ||= Boolean(stale);
    document.body.classList.toggle("stale", Boolean(stale));
  },
});
