// The pages around the tables: light or dark, and rules opened in place.

const html = document.documentElement;
html.dataset.theme = localStorage.getItem("wanderstar-theme") ?? "";

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-theme-turn]")) {
    const dark = html.dataset.theme ? html.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    html.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("wanderstar-theme", html.dataset.theme);
  }
});

// The odds page answers as its fields change; without a script its button does.
for (const form of document.querySelectorAll("form[data-live]")) {
  form.addEventListener("change", () => form.requestSubmit());
}
