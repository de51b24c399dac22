// The table's clock on this page. The server says when something ends; each page counts down by itself, from what it
// knows of the difference between the two clocks, so that all screens show the same second.

const STOOD = 1500; // ms: a table whose clock stood still for so long has fallen behind, and the page goes back with it
let ahead = null; // ms that the table's clock is ahead of the page's; night time is in ns

// The table's clock said *at* (ns). What is heard is always late, never early, so the least late is the truest.
export function heard(at, sure = false) {
  const difference = at / 1e6 - performance.now();
  if (sure || ahead === null || difference > ahead || difference < ahead - STOOD) ahead = difference;
}

// The table's clock now, in ms.
export const now = () => performance.now() + (ahead ?? 0);

export const secondsUntil = (ends) => Math.max(0, Math.ceil((ends / 1e6 - now()) / 1000));

// Calls *draw* with the seconds left until *ends* (ns) now and whenever they change; a null ends it. One for each *name*.
const running = new Map();
export function countDown(name, ends, draw) {
  clearTimeout(running.get(name));
  if (ends == null) return;
  const left = ends / 1e6 - now();
  draw(secondsUntil(ends));
  if (left > 0) running.set(name, setTimeout(() => countDown(name, ends, draw), left % 1000 || 1000));
}

export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
