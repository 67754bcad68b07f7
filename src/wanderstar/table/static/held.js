// What is being pressed stays as it is: a drawing that comes while a finger is down waits until its click is through.
// Else the click would be lost with the button it began on, or go to what has taken the button's place.

const PRESSED = "button, a, summary, label, [data-head], #map";
const TAP = 350; // ms from a finger's lifting to its click, at most
const LONGEST = 10_000; // ms; a press whose end is never told holds nothing up for longer

let down = false;
let timer;
const waiting = [];

function free() {
  down = false;
  for (const go of waiting.splice(0)) go();
}

function freeIn(wait) {
  clearTimeout(timer);
  timer = setTimeout(free, wait);
}

function hold(event) {
  if (event.button > 0 || !event.target.closest?.(PRESSED)) return; // a menu takes the end of the other buttons' presses
  down = true;
  freeIn(LONGEST);
}

/** Resolves as soon as nothing is being pressed. */
export function released() {
  return down ? new Promise((go) => waiting.push(go)) : Promise.resolve();
}

const early = { capture: true };
document.addEventListener("pointerdown", hold, early);
document.addEventListener("pointerup", (event) => { if (down) freeIn(event.pointerType === "touch" ? TAP : 0); }, early);
document.addEventListener("click", () => { if (down) freeIn(0); }, early);
document.addEventListener("pointercancel", () => { if (down) freeIn(0); }, early);
document.addEventListener("keydown", (event) => { if (event.key === " ") hold(event); }, early);
document.addEventListener("keyup", () => { if (down) freeIn(0); }, early);
window.addEventListener("blur", () => { if (down) freeIn(0); });
document.addEventListener("htmx:sse:before:message", (event) => event.detail.waitUntil(released()));
