// Real dice, typed: each tap on the pad fills a place; when all are full, all are sent at once.

import { order } from "./send.js";

let drawing = 0; // how often the page was drawn anew
const sent = new WeakMap(); // at which drawing a roll's dice went on their way
document.addEventListener("htmx:sse:after:message", () => { drawing += 1; });

function box(element) {
  const roll = element.closest("[data-dice]");
  return { roll, slots: [...roll.querySelectorAll("[data-slot]")] };
}

function show(roll, slots) {
  const typed = slots.map((slot) => slot.dataset.slot).filter(Boolean);
  slots.forEach((slot, i) => slot.classList.toggle("now", i === typed.length));
  const group = roll.querySelector(".typed");
  group.setAttribute("aria-label", `Dice typed so far: ${typed.join(", ") || "none"} of ${slots.length}`);
  return typed.map(Number);
}

function clear(slots) {
  for (const slot of slots) {
    slot.dataset.slot = "";
    slot.replaceChildren();
  }
}

/** One face more. */
export async function face(button) {
  const { roll, slots } = box(button);
  if (sent.has(roll) && sent.get(roll) !== drawing) { // these were for what was asked before
    sent.delete(roll);
    clear(slots);
  }
  const free = slots.find((slot) => !slot.dataset.slot);
  if (!free) return;
  free.dataset.slot = button.dataset.face;
  free.replaceChildren(button.querySelector("svg").cloneNode(true));
  const typed = show(roll, slots);
  if (typed.length === slots.length) {
    const mine = drawing;
    sent.set(roll, mine);
    await order({ answer: { dice: typed } });
    if (sent.get(roll) !== mine) return;
    sent.delete(roll);
    clear(slots);
    show(roll, slots);
  }
}

/** Takes back what was typed. */
export function clearDice(button) {
  const { roll, slots } = box(button);
  clear(slots);
  show(roll, slots);
}
