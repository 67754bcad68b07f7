// A table in the browser. The stream brings the whole current state; what is chosen here (whom to look at, a target,
// a weapon, a place) is sent along when the focus (map and composer) is fetched, so the server draws everything.

import { clearDice, face } from "./dice.js";
import { orderOf } from "./forms.js";
import { label, listen } from "./keys.js";
import { dragging, mark, placeAt, stepped } from "./map.js";
import { order, post, say, table, told } from "./send.js";

const html = document.documentElement;
const now = () => document.getElementById("now").dataset;
const focusBox = () => document.getElementById("focus");

// -- focus: what is chosen here

let focus = {};
let chosenOn = ""; // whose turn it was: the next turn begins with nothing chosen

function query() {
  const pairs = Object.entries(focus).filter(([, value]) => value !== null && value !== undefined);
  return new URLSearchParams(pairs.map(([key, value]) => [key, typeof value === "object" ? value.join(",") : value]));
}

async function refresh() {
  if (!focusBox()) return;
  try {
    await window.htmx.ajax("GET", `/t/${table}/composer?${query()}`, {
      source: focusBox(), target: "#focus", swap: "innerMorph",
    });
  } catch {
    return; // the stream says when the server is back, and what it then sends brings us here again
  }
  label(focusBox());
  const map = document.getElementById("map");
  const head = map?.querySelector(`[data-head="${document.getElementById("composer")?.dataset.who}"] text.on`);
  if (head && map.scrollWidth > map.clientWidth) {
    map.scrollLeft += head.getBoundingClientRect().x - map.getBoundingClientRect().x - map.clientWidth / 2;
  }
}

const soon = (() => {
  let timer;
  return (wait) => {
    clearTimeout(timer);
    timer = setTimeout(refresh, wait);
  };
})();

function choose(change, wait = 0) {
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
  if (data.turn !== shown.turn && chosenOn !== data.turn) focus = { bands: focus.bands };
  const drawn = document.getElementById("composer")?.dataset.version;
  if (data.version !== shown.version || (drawn && drawn !== data.version)) soon(0);
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

async function open(url) {
  const dialog = document.getElementById("dialog");
  const answer = await fetch(url, { credentials: "same-origin" });
  document.getElementById("dialog-body").innerHTML = await answer.text();
  label(dialog);
  if (!dialog.open) dialog.showModal();
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

async function act(button) {
  if (button.dataset.sure && !confirm(button.dataset.sure)) return;
  if (!button.hasAttribute("data-answer")) claimed(button);
  button.disabled = true;
  const done = await order(JSON.parse(button.dataset.do), button);
  if (button.isConnected) button.disabled = false;
  if (done && button.closest("dialog") && !button.hasAttribute("data-stay")) button.closest("dialog").close();
  if (done) for (const key of ["to", "at", "sup", "volley"]) delete focus[key];
}

const CLICKS = [
  ["[data-do]", act],
  ["[data-focus]", (el) => choose(JSON.parse(el.dataset.focus))],
  ["[data-open]", (el) => open(el.dataset.open)],
  ["[data-rule]", (el) => open(`${el.getAttribute("href")}?part=1`)],
  ["[data-face]", face],
  ["[data-clear]", clearDice],
  [".tabs [data-tab]", (el) => { tab(el.dataset.tab); scrollTo(0, 0); }],
  ["[data-shift]", shift],
  ["[data-close]", (el) => el.closest("dialog").close()],
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
      does(found);
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
    const answer = await post(form.getAttribute("action"), new FormData(form));
    document.getElementById("dialog-body").innerHTML = await told(answer);
    return;
  }
  try {
    if (!(await order(orderOf(form), form))) return;
    form.closest("dialog")?.close();
    if (form.closest("#focus")) {
      for (const key of ["to", "at", "sup"]) delete focus[key];
      form.reset();
    }
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
  if (event.key === "Enter") document.querySelector('#focus [data-key="go"]')?.click();
  const from = focus[map.dataset.placing] ?? JSON.parse(map.dataset.from ?? "0");
  const place = stepped(event, from);
  if (place === undefined) return;
  event.preventDefault();
  picked(svg, place);
});

const justDropped = dragging(document, (id, place) => choose({ who: id, to: place, placing: "to" }));

// -- once

html.dataset.theme = localStorage.getItem("wanderstar-theme") ?? "";
if (localStorage.getItem("wanderstar-coach")) html.dataset.coach = "off";
listen();
changed();

setInterval(() => {
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const left = Math.max(0, Math.round(Number(clock.dataset.deadline) - Date.now() / 1000));
    clock.textContent = `${left} s`;
  }
}, 500);
