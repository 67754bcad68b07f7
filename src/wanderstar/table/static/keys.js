// Keys. Each presses the first button in sight that carries its action; which key it is can be changed under Help.

export const ACTIONS = {
  end_turn: "n", down: "j", up: "k", attack: "a", aim: "m", reaction: "r", delay: "d", undo: "u", claim: "e", help: "?",
  suppress: "s", reload: "l", charge: "h", ready: "y", first_aid: "f", grapple: "g", break_free: "b", go: "v",
  take_cover: "c", leave_cover: "x", drop_prone: "p", rise: "p", draw: "w", stow: "o",
};
const STORE = "wanderstar-keys";

function chosen() {
  try {
    return { ...ACTIONS, ...JSON.parse(localStorage.getItem(STORE) ?? "{}") };
  } catch {
    return { ...ACTIONS };
  }
}

/** Another key for an action; an empty one gives back the usual. */
export function rebind(action, key) {
  const kept = chosen();
  kept[action] = key || ACTIONS[action];
  localStorage.setItem(STORE, JSON.stringify(kept));
  label();
}

/** Writes the keys in force where pages show them. */
export function label(root = document) {
  const keys = chosen();
  for (const kbd of root.querySelectorAll("kbd[data-kbd]")) kbd.textContent = keys[kbd.dataset.kbd];
  for (const input of root.querySelectorAll("input[data-bind]")) input.value = keys[input.dataset.bind];
}

let settled = (does) => does(); // does something when the composer shows what is chosen and how the table is

const inSight = (selector) => [...document.querySelectorAll(selector)].find((one) => !one.disabled && one.offsetParent);

/** Presses the first in sight; of the composer as it is drawn next, when that is on its way. */
function press(selector) {
  const button = inSight(selector);
  if (button && !button.closest("#composer")) {
    button.click();
    return true;
  }
  let pressed = null;
  settled(() => {
    pressed = inSight(selector);
    pressed?.click();
  });
  return Boolean(button ?? pressed);
}

function move(by) {
  settled(() => {
    const picks = [...document.querySelectorAll("#focus [data-target]")].filter((one) => !one.disabled);
    if (!picks.length) return;
    const at = picks.findIndex((one) => one.getAttribute("aria-pressed") === "true");
    const next = picks[(at + by + picks.length) % picks.length];
    next.focus();
    next.click();
  });
  return true;
}

function typing(event) {
  return Boolean(event.target.closest?.("input, textarea, select"));
}

/** One key. True when it did something. */
function pressed(event) {
  if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) {
    return press(event.shiftKey ? "#redo" : "#undo");
  }
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return false;
  const keys = chosen();
  const actions = Object.keys(keys).filter((name) => keys[name] === event.key);
  return actions.some((action) => {
    if (action === "down" || action === "up") return move(action === "down" ? 1 : -1);
    return press(["undo", "help"].includes(action) ? `#${action}` : `[data-key="${action}"]`);
  });
}

/** Listens; `whenSettled` does something once everything in sight is as chosen and as the table is. */
export function listen(whenSettled) {
  settled = whenSettled;
  document.addEventListener("keydown", (event) => {
    if (!typing(event) && pressed(event)) event.preventDefault();
  });
  document.addEventListener("change", (event) => {
    const action = event.target.dataset?.bind;
    if (action) rebind(action, event.target.value.trim().slice(0, 1));
  });
  label();
}
