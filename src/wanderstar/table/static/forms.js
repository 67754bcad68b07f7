// A form as an order: each field's name is a path ("command.to"), its data-as says what kind of value it is.

const READ = {
  text: (text) => text,
  number: (text) => Number(text),
  json: (text) => JSON.parse(text),
  list: (text) => text.split(/[\s,]+/).filter(Boolean),
  place: (text) => {
    const found = text.split(/[\s,;]+/).filter(Boolean).map(Number);
    if (found.some(Number.isNaN)) throw new Error(`“${text}” is no place`);
    return found.length === 2 ? found : found[0];
  },
};

function value(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.value === "") return field.hasAttribute("data-null") ? null : undefined;
  const kind = field.dataset.as ?? (field.type === "number" ? "number" : "text");
  return READ[kind](field.value);
}

function put(object, path, found) {
  const last = path.at(-1);
  let at = object;
  path.slice(0, -1).forEach((name, i) => {
    at[name] ??= /^\d+$/.test(path[i + 1]) ? [] : {};
    at = at[name];
  });
  at[last] = found;
}

/** The order that a form's fields make, upon what its data-order already says. */
export function orderOf(form) {
  const wanted = JSON.parse(form.dataset.order ?? "{}");
  for (const field of form.elements) {
    if (!field.name || field.disabled || (field.type === "radio" && !field.checked)) continue;
    const found = value(field);
    if (found !== undefined) put(wanted, field.name.split("."), found);
  }
  return wanted;
}
