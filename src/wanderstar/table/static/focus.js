// What is chosen here: whom to look at, a target, a weapon, a place. It is sent along when the focus (map and composer)
// is fetched, so the server draws everything; until that has come, what is in sight speaks of what was chosen before.

import { released } from "./held.js";
import { label } from "./keys.js";
import { say, table, UNANSWERED } from "./send.js";

const RETRY = 1000; // ms
const PATIENCE = 10_000; // ms that a drawing may take, and that what waits for the next one waits at most

const now = () => document.getElementById("now").dataset;
const box = () => document.getElementById("focus");
const composer = () => document.getElementById("composer");

let focus = {};
let chosenOn = ""; // whose turn it was: the next turn begins with nothing chosen
let drawnFor = null; // the choice that is drawn
let asking = null; // the choice whose drawing is on its way
let again = false; // the table has changed since that was asked for
let timer;
const waiting = [];

function query() {
  const pairs = Object.entries(focus).filter(([, value]) => value !== null && value !== undefined);
  const texts = pairs.map(([key, value]) => [key, typeof value === "object" ? value.join(",") : value]);
  return new URLSearchParams(texts).toString();
}

/** Whether what is in sight was drawn for what is chosen. */
export function asChosen() {
  return !box() || query() === drawnFor;
}

function asSeen() {
  return asChosen() && (!composer() || composer().dataset.version === now().version);
}

/** What is chosen of one kind. */
export function chosen(key) {
  return focus[key];
}

async function fetched(query, signal) {
  try {
    const answer = await fetch(`/t/${table}/composer?${query}`, { credentials: "same-origin", signal });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** One drawing at a time: another choice takes the place of what is on its way, a change of the table comes after it. */
async function refresh() {
  clearTimeout(timer);
  if (!box()) return;
  const wanted = query();
  again = asking?.wanted === wanted;
  if (again) return;
  asking?.stop.abort();
  const mine = { wanted, stop: new AbortController() };
  asking = mine;
  const late = setTimeout(() => mine.stop.abort(), PATIENCE);
  const text = await fetched(wanted, mine.stop.signal);
  clearTimeout(late);
  await released();
  if (asking !== mine) return;
  if (text !== null) {
    await window.htmx.swap({ text, target: box(), sourceElement: box(), swap: "innerMorph" });
    drawnFor = wanted;
    drawn();
  }
  asking = null;
  if (text === null) lost();
  else if (again || !asChosen()) refresh();
  settle();
}

function drawn() {
  label(box());
  const map = document.getElementById("map");
  const head = map?.querySelector(`[data-head="${composer()?.dataset.who}"] text.on`);
  if (head && map.scrollWidth > map.clientWidth) {
    map.scrollLeft += head.getBoundingClientRect().x - map.getBoundingClientRect().x - map.clientWidth / 2;
  }
}

// When the server is away, the stream says when it is back, and what it then sends brings us here again.
function lost() {
  if (document.getElementById("offline").hidden) soon(RETRY);
}

function soon(wait) {
  clearTimeout(timer);
  timer = setTimeout(refresh, wait);
  box()?.setAttribute("aria-busy", String(!asChosen()));
}

/** Chooses something, and has it drawn. */
export function choose(change, wait = 0) {
  if (chosenOn !== now().turn) focus = { bands: focus.bands };
  chosenOn = now().turn;
  if ("who" in change && change.who !== focus.who) focus = { bands: focus.bands };
  if ("target" in change || "weapon" in change) {
    delete focus.at;
    delete focus.volley;
  }
  Object.assign(focus, change);
  soon(wait);
}

/** What is chosen now of these kinds, to be forgotten once the order that it was chosen for is done. */
export function spending(keys) {
  const had = { ...focus };
  return () => {
    const gone = keys.filter((key) => key in focus && focus[key] === had[key]);
    for (const key of gone) delete focus[key];
    if (gone.length) soon(0);
  };
}

/** The page has been drawn anew; `before` is what it showed until now. */
export function redrawn(before) {
  const { turn, version } = now();
  if (turn !== before.turn && chosenOn !== turn) focus = { bands: focus.bands };
  if (version !== before.version || !asSeen()) soon(0);
  settle();
}

// -- what waits for the next drawing

function settle() {
  box()?.setAttribute("aria-busy", String(!asChosen()));
  while (waiting.length && asSeen()) {
    const { does, late } = waiting.shift();
    clearTimeout(late);
    does();
  }
}

/** Does it when everything in sight is as chosen and as the table is: at once, or with the next drawing. */
export function settled(does) {
  if (asSeen()) {
    does();
    return;
  }
  const one = { does };
  one.late = setTimeout(() => {
    waiting.splice(waiting.indexOf(one), 1);
    if (asChosen()) does(); // a version that is behind is told by the server
    else say(UNANSWERED);
  }, PATIENCE);
  waiting.push(one);
}

// What two drawings of one button have in common, whatever was chosen between them.
const CHOSEN = new Set(["who", "target", "targets", "at", "to", "value"]);

/** What a button does, whoever is chosen. */
export function likeness({ dataset, ariaLabel, textContent }) {
  if (dataset.open) return dataset.open.split("?")[0];
  if (dataset.do) return JSON.stringify(JSON.parse(dataset.do), (key, value) => (CHOSEN.has(key) ? undefined : value));
  return dataset.key ?? ariaLabel ?? textContent;
}

/**
 * Presses a button of the composer. When what was chosen before is not drawn yet, it is pressed as it will be drawn:
 * whoever chooses somebody and then acts means the one chosen. `does` gets the button and the version that was seen.
 */
export function pressed(button, does) {
  const kind = ["open", "do", "focus"].find((name) => name in button.dataset);
  const absolute = kind === "focus" && !/"(claim|volley)"/.test(button.dataset.focus);
  if (!kind || absolute || asChosen() || !button.closest("#composer")) {
    does(button);
    return;
  }
  const wanted = likeness(button);
  const seen = composer().dataset.version;
  settled(() => {
    const all = [...document.querySelectorAll(`#composer [data-${kind}]`)];
    const found = all.find((one) => !one.disabled && likeness(one) === wanted);
    if (found) does(found, seen);
    else say("<p>Not done: with what was chosen before, that cannot be done. Look again.</p>");
  });
}
