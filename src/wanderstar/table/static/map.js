// Places on the map: the server draws it and writes beside it how its picture came from metres; here the way back.

const SVG_WIDTH = 760;

function along(line, x) {
  const piece = line.find(([, x1]) => x <= x1) ?? line.at(-1);
  const [x0, x1, m0, m1] = piece;
  return m0 + ((Math.max(x, x0) - x0) / (x1 - x0)) * (m1 - m0);
}

function drawnAt(line, metres) {
  const piece = line.find(([, , , m1]) => metres <= m1) ?? line.at(-1);
  const [x0, x1, m0, m1] = piece;
  return x0 + ((metres - m0) / (m1 - m0)) * (x1 - x0);
}

const half = (value) => Math.round(value * 2) / 2;

/** The place under a pointer, to half a metre: a number on a line, a pair on a plane. */
export function placeAt(svg, event) {
  const box = svg.getBoundingClientRect();
  const k = SVG_WIDTH / box.width;
  const x = (event.clientX - box.left) * k;
  const y = (event.clientY - box.top) * k;
  if (svg.dataset.line) return half(along(JSON.parse(svg.dataset.line), x));
  const [west, north, scale] = JSON.parse(svg.dataset.plane);
  return [half(west + x / scale), half(north - y / scale)];
}

/** Puts the mark of a chosen place there at once, before the server has drawn it. */
export function mark(svg, place) {
  const pick = svg.querySelector("[data-pick]");
  if (!pick || place == null) return;
  pick.classList.remove("none");
  if (svg.dataset.line) {
    pick.setAttribute("transform", `translate(${drawnAt(JSON.parse(svg.dataset.line), place)} 0)`);
  } else {
    const [west, north, scale] = JSON.parse(svg.dataset.plane);
    pick.setAttribute("transform", `translate(${(place[0] - west) * scale} ${(north - place[1]) * scale})`);
  }
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The place one step of an arrow key further, five with Shift; undefined for other keys. */
export function stepped(event, place) {
  const step = STEPS[event.key];
  if (!step) return undefined;
  const by = event.shiftKey ? 5 : 1;
  if (Array.isArray(place)) return [place[0] + by * step[0], place[1] + by * step[1]];
  return place + by * (step[0] || step[1]);
}

/** Lets heads be dragged: `dropped(id, place)` when one is let go somewhere else. Says whether a click ends a drag. */
export function dragging(root, dropped) {
  let held = null;
  let justDropped = false;
  root.addEventListener("pointerdown", (event) => {
    const head = event.target.closest?.(".head[data-movable]");
    if (head) held = { head, svg: head.ownerSVGElement, x: event.clientX, y: event.clientY, far: false };
  });
  root.addEventListener("pointermove", (event) => {
    if (!held) return;
    held.far ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > 8;
    if (!held.far) return;
    held.head.classList.add("dragged");
    mark(held.svg, placeAt(held.svg, event));
  });
  root.addEventListener("pointerup", (event) => {
    if (!held) return;
    const { head, svg, far } = held;
    held = null;
    head.classList.remove("dragged");
    if (!far) return;
    justDropped = true;
    setTimeout(() => { justDropped = false; }, 0); // the click of this very pointer comes before
    dropped(head.dataset.head, placeAt(svg, event));
  });
  root.addEventListener("pointercancel", () => { held = null; });
  return () => justDropped;
}
