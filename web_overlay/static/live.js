// One live stream per page: full snapshots, newest wins; says when the display is stale and comes back by itself.
import { heard } from "./clock.js";

const WAITS = [300, 600, 1000, 2000, 3000, 5000];

// Where a device that may look no more goes: to the page where it is let in again. What is on air stays clean.
async function leave(audience) {
  if (audience === "overlay") return;
  const me = await fetch("/api/me").then((answer) => answer.ok && answer.json()).catch(() => null);
  if (me && me.home === null) location.replace(`/pair?lang=${document.documentElement.lang}`);
}

export function follow(audience, { onHello = () => {}, onState, onStale }) {
  let source, watchdog, patience = 10000, failures = 0, fresh = Date.now(), heardAt = fresh, stale = "stale";
  let boot, newest = -1; // a page never goes back to an older state, unless the program itself began anew

  const alive = () => {
    heardAt = Date.now();
    clearTimeout(watchdog);
    watchdog = setTimeout(broken, patience);
  };
  const tell = (now) => { // "stale": the line is cut; "still": the table behind it has stopped; "": all is well
    stale = now;
    onStale(stale, Math.round((Date.now() - fresh) / 1000));
  };
  const open = () => {
    source = new EventSource(`/events/${audience}`);
    source.addEventListener("hello", ({ data }) => {
      const hello = JSON.parse(data);
      patience = hello.heartbeat * 3500;
      if (hello.boot !== boot) [boot, newest] = [hello.boot, -1];
      if (hello.now != null) heard(hello.now, true);
      onHello(hello);
      alive();
    });
    source.addEventListener("state", ({ data }) => {
      alive();
      const news = JSON.parse(data);
      if (news.revision < newest) return;
      [newest, failures, fresh] = [news.revision, 0, Date.now()];
      heard(news.at);
      onState(news);
      if (stale) tell("");
    });
    source.addEventListener("beat", alive);
    source.addEventListener("still", () => { alive(); tell("still"); });
    source.addEventListener("bye", () => { source.close(); setTimeout(open, 100); });
    source.onerror = broken;
  };
  const broken = () => {
    clearTimeout(watchdog);
    heardAt = Infinity; // the next stream says hello first
    source.close();
    tell("stale");
    leave(audience);
    const wait = WAITS[Math.min(failures++, WAITS.length - 1)];
    setTimeout(open, wait * (0.8 + 0.4 * Math.random()));
  };
  // A machine that slept stops its timers, and its dead line says nothing: the wall clock tells how long it was.
  const awake = () => Date.now() - heardAt > patience ? broken() : stale && tell(stale);
  setInterval(awake, 1000);
  addEventListener("visibilitychange", awake);
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  open();
}
