// What a page says to the server, and what it shows of the answer.

import { released } from "./held.js";

const csrf = document.querySelector('meta[name="csrf"]')?.content ?? "";
export const table = document.body.dataset.table ?? "";

/** A name for a request: sent twice, it is done once. */
export function requestId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Shows a line where everybody sees and hears it, but never over what is being pressed; an empty one takes it away. */
export async function say(html, fine = false, wait = fine ? 4000 : 9000) {
  const place = document.getElementById("said");
  if (!place) return;
  await released();
  place.innerHTML = html; // only ever made by the server, which escapes names
  place.classList.toggle("fine", fine);
  clearTimeout(say.timer);
  if (html) say.timer = setTimeout(() => say(""), wait);
}

export const UNANSWERED = "<p>The server does not answer. Nothing was lost; try again.</p>";

/** Asks again when nobody answers, three times in all; then it fails as the last of them did. */
export async function tried(ask) {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 3) throw error;
      await new Promise((go) => setTimeout(go, 300 * tries));
    }
  }
}

/** Posts to one of our own addresses. */
export function post(url, body) {
  const json = !(body instanceof FormData);
  const headers = { "X-CSRF-Token": csrf, ...(json && { "Content-Type": "application/json" }) };
  return fetch(url, { method: "POST", headers, body: json ? JSON.stringify(body) : body, credentials: "same-origin" });
}

/** What an answer says, as HTML: the server's own, or the text of a refusal in JSON. */
export async function told(answer) {
  const text = await answer.text();
  if (!answer.headers.get("content-type")?.includes("json")) return text;
  const line = document.createElement("p");
  const { refusal, detail } = JSON.parse(text);
  line.textContent = refusal?.text ?? detail ?? "That did not work.";
  return line.outerHTML;
}

/**
 * Sends an order with the version that was seen where it was given: the composer may be a moment behind the page.
 * True when it was done; else the refusal is shown.
 */
export async function order(wanted, where = null, seen = undefined) {
  const drawn = where?.closest("[data-version]") ?? document.getElementById("now");
  const version = seen ?? drawn?.dataset.version ?? null;
  const body = { request: requestId(), version, ...wanted };
  try {
    const answer = await tried(() => post(`/t/${table}/do`, body)); // the same request id each time: done at most once
    say(answer.status === 204 ? "" : await told(answer), answer.ok, 9000);
    return answer.ok;
  } catch {
    say(UNANSWERED);
    return false;
  }
}
