// Winning chances: the stream's own small message moves the bar; cards and the start page load figures when asked.

import { released } from "./held.js";

const place = () => document.getElementById("forecast");

// Those of an older state are shown until the newer ones come, but paler.
function aged() {
  const shown = place()?.querySelector(".fc");
  const version = document.getElementById("now")?.dataset.version;
  shown?.classList.toggle("old", shown.dataset.of !== version);
}

// The same number of parts: they move to their new places; else all is drawn anew.
function put(into, html) {
  const made = document.createElement("template");
  made.innerHTML = html; // only ever made by the server, which escapes names
  const before = into.querySelectorAll(".fc-bar rect");
  const after = made.content.querySelectorAll(".fc-bar rect");
  if (!before.length || before.length !== after.length) {
    into.replaceChildren(made.content);
    return;
  }
  before.forEach((part, i) => {
    for (const name of ["class", "x", "width"]) part.setAttribute(name, after[i].getAttribute(name));
  });
  const bar = into.querySelector(".fc-bar");
  bar.setAttribute("aria-label", made.content.querySelector(".fc-bar").getAttribute("aria-label"));
  into.querySelector(".fc").dataset.of = made.content.querySelector(".fc").dataset.of;
  into.querySelector(".fc-words").replaceWith(made.content.querySelector(".fc-words"));
}

let last = "";

document.getElementById("live")?.addEventListener("forecast", (event) => {
  last = event.detail.data;
  if (place()) put(place(), last);
  aged();
});
document.addEventListener("htmx:sse:after:message", () => {
  const into = place();
  if (into && last && !into.firstElementChild) put(into, last); // it has only just been allowed
  aged();
});

// What is told only when asked: `data-load` says where it is.
async function load(into) {
  const from = into.dataset.load;
  into.removeAttribute("data-load");
  into.setAttribute("aria-busy", "true");
  const answer = await fetch(from, { credentials: "same-origin" }).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  await released();
  if (text === null) into.textContent = "The figures could not be had.";
  else into.innerHTML = text;
  into.removeAttribute("aria-busy");
}

const card = document.getElementById("dialog-body");
if (card) {
  new MutationObserver(() => {
    for (const one of card.querySelectorAll("[data-load]")) load(one);
  }).observe(card, { childList: true });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-forecast]");
  if (!button) return;
  const into = document.createElement("div");
  into.className = "fc-asked";
  into.dataset.load = button.dataset.forecast;
  into.textContent = "Being worked out…";
  button.replaceWith(into);
  load(into);
});
