// Every button has a name of its own, made of where it stands and of what it does. Drawing anew tells elements apart by
// their ids: without one it would make any button out of any other, under the finger and under the keyboard's focus.

import { likeness } from "./focus.js";

function named(root) {
  const times = new Map();
  for (const button of root.querySelectorAll("button:not([id]), summary.btn:not([id])")) {
    const { focus, key } = button.dataset;
    const place = button.parentElement?.closest("[id]")?.id ?? "";
    const name = `${place}:${focus && !key ? focus : likeness(button)}`.replace(/\s+/g, "_");
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    button.id = before ? `${name}:${before}` : name;
  }
}

document.addEventListener("htmx:before:swap", (event) => {
  for (const { fragment } of event.detail.tasks) named(fragment);
});

named(document.getElementById("live"));
