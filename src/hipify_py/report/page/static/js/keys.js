// Keys of one letter, which can be turned off: they get in the way of speech input.

const KEYS = [
  ["1 2 3 4", "Overview, Files, Findings, Progress"],
  ["/", "go to the filter"],
  ["n p", "in a file: next, previous change or finding"],
  ["↑ ↓ Home End", "move in the tree, the list and the map"],
  ["← →", "in the tree: close, open a directory"],
  ["Enter", "open what is chosen"],
  ["t", "light, dark, or as the system"],
  ["?", "this help"],
];

function onKey(event) {
  const isTyping = event.target.closest("input, select, textarea, dialog");
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping || remembered("hipify-keys") === "off") return;
  const bindings = {
    "/": () => focusSearch(),
    "?": () => help(),
    t: () => nextTheme(),
    n: () => document.body.dataset.view === "files" && views.files.step(1),
    p: () => document.body.dataset.view === "files" && views.files.step(-1),
  };
  Object.keys(VIEWS).forEach((view, place) => (bindings[place + 1] = () => (location.hash = view)));
  if (!bindings[event.key]) return;
  event.preventDefault();
  bindings[event.key]();
}

function focusSearch() {
  const view = document.body.dataset.view === "files" ? "files" : "findings";
  if (document.body.dataset.view !== view) location.hash = view;
  viewOf(view).search.focus();
}

function help() {
  const box = el("input", { type: "checkbox", checked: remembered("hipify-keys") !== "off" });
  box.addEventListener("change", () => remembered("hipify-keys", box.checked ? "on" : "off"));
  const dialog = el(
    "dialog",
    { class: "help-dialog", "aria-labelledby": "help-title" },
    el("h2", { id: "help-title" }, "Keys"),
    el(
      "dl",
      {},
      KEYS.flatMap(([keys, what]) => [
        el(
          "dt",
          {},
          keys.split(" ").map((key) => el("kbd", {}, key)),
        ),
        el("dd", {}, what),
      ]),
    ),
    el("label", { class: "toggle" }, box, "Keys of one letter"),
    el("form", { method: "dialog" }, el("button", {}, "Close")),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const THEMES = ["system", "light", "dark"];

function nextTheme() {
  const now = document.documentElement.dataset.theme || "system";
  setTheme(THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]);
  say(`Colors: ${document.documentElement.dataset.theme}`);
}

function setTheme(name) {
  const theme = THEMES.includes(name) ? name : "system";
  document.documentElement.dataset.theme = theme;
  remembered("hipify-theme", theme);
  const shown = document.getElementById("theme");
  if (shown) shown.textContent = { system: "◐ System", light: "☀ Light", dark: "☾ Dark" }[theme];
}
