// A table in the browser. The stream brings the whole current state; what is chosen here brings map and composer.

import { close, closing, open, replace } from "./dialog.js";
import { clearDice, face } from "./dice.js";
import { choose, chosen, pressed, redrawn, settled, spending } from "./focus.js";
import { orderOf } from "./forms.js";
import { label, listen } from "./keys.js";
import { dragging, mark, placeAt, stepped } from "./map.js";
import "./named.js";
import { order, post, say } from "./send.js";

const html = document.documentElement;
const now = () => document.getElementById("now").dataset;

// -- the stream

let shown = { version: "", turn: "", asked: "", say: "" };

function changed() {
  const data = now();
  document.title = data.title;
  if (data.asked && data.asked !== shown.asked) {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([180, 80, 180]);
    tab("act");
  }
  const log = document.getElementById("log");
  if (log && data.version !== shown.version && !log.contains(document.activeElement)) log.scrollTop = 0; // newest first
  if (data.say !== shown.say) document.getElementById("spoken").textContent = data.say;
  redrawn(shown);
  shown = { ...data };
  answerClaims(data);
  label();
  tab(document.body.dataset.tab);
}

function connected(yes) {
  document.getElementById("offline").hidden = yes;
}

document.addEventListener("htmx:sse:after:message", () => { connected(true); changed(); });
document.addEventListener("htmx:sse:after:connection", () => connected(true));
document.addEventListener("htmx:sse:error", (event) => {
  if ([401, 403, 404].includes(event.detail?.status)) location.reload(); // the link leads nowhere any more
  connected(false);
});
document.addEventListener("htmx:sse:close", () => connected(false));

// -- parts of the page

function tab(name) {
  document.body.dataset.tab = name;
  for (const button of document.querySelectorAll(".tabs button")) {
    button.setAttribute("aria-pressed", String(button.dataset.tab === name));
  }
}

// One place up or down in a list that is being arranged; its form is told the new order, the ear too.
function shift(button) {
  const item = button.closest("[data-id]");
  const list = item.parentElement;
  const by = Number(button.dataset.shift);
  const other = by < 0 ? item.previousElementSibling : item.nextElementSibling;
  if (!other) return;
  if (by < 0) other.before(item);
  else other.after(item);
  const all = [...list.children];
  list.closest("form").querySelector("input[type=hidden]").value = all.map((one) => one.dataset.id).join(" ");
  button.focus();
  const name = item.querySelector("b").textContent;
  list.closest("form").querySelector("[data-heard]").textContent = `${name}: ${all.indexOf(item) + 1} of ${all.length}`;
}

function theme() {
  const dark = html.dataset.theme ? html.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  html.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("wanderstar-theme", html.dataset.theme);
}

// What the composer's switch says is answered by itself when the engine asks whether to claim.
let claims = {};

function claimed(button) {
  const who = button.dataset.claim;
  const yes = button.dataset.claimed === "true";
  claims = who ? { version: now().version, [`claim_attack:${who}`]: yes, [`claim_avoid:${who}`]: yes } : {};
}

function answerClaims(data) {
  if (!data.open && data.version !== claims.version) claims = {};
  for (const key of now().asked.split(" ")) {
    if (!(key in claims)) continue;
    const answer = { [key]: claims[key] };
    delete claims[key];
    order({ answer });
  }
}

const sending = new WeakMap(); // which order each button and form has given that is not answered yet

// Gives an order, once however often it is pressed until it is answered; whether it was done.
async function give(by, wanted, chosen, seen) {
  const text = JSON.stringify(wanted);
  if (sending.get(by) === text) return false;
  const spent = spending(chosen);
  const closes = closing(by);
  sending.set(by, text);
  by.setAttribute("aria-busy", "true");
  const done = await order(wanted, by, seen);
  if (sending.get(by) === text) sending.delete(by);
  by.removeAttribute("aria-busy");
  if (!done) return false;
  closes();
  spent();
  return true;
}

function act(button, seen) {
  if (button.dataset.sure && !confirm(button.dataset.sure)) return;
  if (!button.hasAttribute("data-answer")) claimed(button);
  give(button, JSON.parse(button.dataset.do), ["to", "at", "sup", "volley"], seen);
}

// A double click is one order: its second half may find another one in the place of the first.
let given = "";

function acts(button, event) {
  const first = event.detail > 1 && button.closest("#focus, #prompts") ? given : "";
  given = button.dataset.do;
  if (!first) pressed(button, act);
  else if (first !== given) say("<p>A double click is one order.</p>", true);
}

const CLICKS = [
  ["[data-do]", acts],
  ["[data-focus]", (el) => pressed(el, (one) => choose(JSON.parse(one.dataset.focus)))],
  ["[data-open]", (el) => pressed(el, (one) => open(one.dataset.open, one))],
  ["[data-rule]", (el) => open(`${el.getAttribute("href")}?part=1`, el)],
  ["[data-face]", face],
  ["[data-clear]", clearDice],
  [".tabs [data-tab]", (el) => { tab(el.dataset.tab); scrollTo(0, 0); }],
  ["[data-shift]", shift],
  ["[data-close]", close],
  ["[data-theme-turn]", theme],
  ["[data-coach-off]", () => { html.dataset.coach = "off"; localStorage.setItem("wanderstar-coach", "off"); }],
  ["[data-coach-on]", () => { delete html.dataset.coach; localStorage.removeItem("wanderstar-coach"); }],
  ["[data-copy]", (el) => navigator.clipboard?.writeText(el.dataset.copy).then(() => say("<p>Copied.</p>", true))],
  ["[data-unfold]", () => {
    const entries = [...document.querySelectorAll("#log details")];
    const folded = entries.some((one) => !one.open);
    for (const one of entries) one.open = folded;
  }],
];

document.addEventListener("click", (event) => {
  for (const [selector, does] of CLICKS) {
    const found = event.target.closest(selector);
    if (found && !found.disabled) {
      event.preventDefault();
      if (!("do" in found.dataset)) given = "";
      does(found, event);
      return;
    }
  }
  const svg = event.target.closest("#map svg");
  if (!svg || justDropped()) return;
  const head = event.target.closest("[data-head]");
  if (head) choose({ target: head.dataset.head });
  else picked(svg, placeAt(svg, event));
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset.order === undefined && form.dataset.post === undefined) return;
  event.preventDefault();
  if (form.dataset.post !== undefined) {
    if (sending.has(form)) return;
    sending.set(form, "");
    await replace(post(form.getAttribute("action"), new FormData(form)));
    sending.delete(form);
    return;
  }
  try {
    const done = await give(form, orderOf(form), form.closest("#focus") ? ["to", "at", "sup"] : []);
    if (done && form.closest("#focus")) form.reset();
  } catch (error) {
    const line = document.createElement("p");
    line.textContent = error.message;
    say(line.outerHTML);
  }
});

document.addEventListener("change", (event) => {
  const field = event.target.closest("[data-focus-field]");
  if (field) choose({ [field.dataset.focusField]: field.value || null });
});

// -- the map

function picked(svg, place) {
  const placing = document.getElementById("map").dataset.placing;
  if (!placing) return;
  mark(svg, place);
  choose({ [placing]: place }, 120);
}

document.addEventListener("keydown", (event) => {
  const map = event.target.closest?.("#map");
  if (!map?.dataset.placing) return;
  const svg = map.querySelector("svg");
  if (event.key === "Enter") settled(() => document.querySelector('#focus [data-key="go"]')?.click());
  const from = chosen(map.dataset.placing) ?? JSON.parse(map.dataset.from ?? "0");
  const place = stepped(event, from);
  if (place === undefined) return;
  event.preventDefault();
  picked(svg, place);
});

const justDropped = dragging(document, (id, place) => choose({ who: id, to: place, placing: "to" }));

// -- once

html.dataset.theme = localStorage.getItem("wanderstar-theme") ?? "";
if (localStorage.getItem("wanderstar-coach")) html.dataset.coach = "off";
listen(settled);
changed();

setInterval(() => {
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const left = Math.max(0, Math.round(Number(clock.dataset.deadline) - Date.now() / 1000));
    clock.textContent = `${left} s`;
  }
}, 500);
