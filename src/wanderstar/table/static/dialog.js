// The card that opens over the page. What was asked for last is what it shows, whichever answer comes last.

import { released } from "./held.js";
import { label } from "./keys.js";
import { say, told, tried, UNANSWERED } from "./send.js";

const dialog = document.getElementById("dialog");
let last = 0;

async function read(asked) {
  const answer = await asked;
  return { status: answer.status, text: await told(answer) };
}

/** Shows what is answered unless another card was asked for meanwhile. */
async function show(asked) {
  const mine = ++last;
  const answer = await asked.catch(() => null);
  await released();
  if (mine !== last) return;
  if (!answer) {
    say(UNANSWERED);
    return;
  }
  if ([401, 403, 404].includes(answer.status)) {
    location.reload(); // the link leads nowhere any more
    return;
  }
  if (answer.status >= 400) {
    say(answer.text);
    return;
  }
  document.getElementById("dialog-body").innerHTML = answer.text;
  label(dialog);
  if (!dialog.open) dialog.showModal();
}

/** Opens what is at one of our addresses. */
export async function open(url, button) {
  button.setAttribute("aria-busy", "true");
  await show(tried(() => read(fetch(url, { credentials: "same-origin" }))));
  button.removeAttribute("aria-busy");
}

/** Shows what is answered to something sent from the card: sent once, since it may have been done all the same. */
export function replace(sent) {
  return show(read(sent));
}

/** Closes it, and lets nothing open it that was asked for before. */
export function close() {
  last += 1;
  dialog.close();
}

/** What to do when an order given now from within an element is done: its card closes if it is still that card. */
export function closing(element) {
  const mine = last;
  const within = element.closest("dialog") && !element.hasAttribute("data-stay");
  return () => { if (within && mine === last && element.isConnected) close(); };
}

dialog?.addEventListener("cancel", () => { last += 1; });
