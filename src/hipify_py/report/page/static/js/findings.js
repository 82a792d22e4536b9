// The findings: a filter, the list of what it shows, and the one that is chosen.

const FINDING_ROW = 52;
const EMPTY = {
  text: "",
  rule: "",
  group: "",
  cause: "",
  directory: "",
  guard: "",
  order: "",
  levels: [3, 2, 1],
  isNew: false,
};

const TEXTS = ["text", "rule", "group", "cause", "directory", "guard", "order"];

function findingsView() {
  const state = { filter: { ...EMPTY }, shown: [], chosen: null };
  state.list = createList({
    role: "listbox",
    class: "findings-list",
    label: "Findings",
    height: FINDING_ROW,
    row: (place) => findingRow(finding(state.shown[place])),
    activate: (place, how) => chooseFinding(state, place, how),
  });
  state.controls = controls(state);
  state.detail = el("div", { class: "detail", tabindex: "-1", role: "region", "aria-label": "The finding" });
  state.nothing = el("p", { class: "none", hidden: true }, "No finding matches the filter.");
  state.sum = el("p", { class: "sum", role: "status" });
  const view = el(
    "section",
    { class: "view findings", "aria-labelledby": "findings-title" },
    el("h1", { id: "findings-title", class: "hidden" }, "Findings"),
    el(
      "form",
      { class: "filter", "aria-label": "Filter", on: { submit: (event) => event.preventDefault() } },
      Object.values(state.controls.elements),
      state.sum,
      exports(state),
    ),
    el("div", { class: "columns" }, el("div", { class: "list-side" }, state.nothing, state.list.outer), state.detail),
  );
  return {
    view,
    show: (filter) => applyFilter(state, filter),
    open: (number) => openFinding(state, number),
    search: state.controls.elements.text,
  };
}

// The controls of the filter by name, and all of them in their order.
function controls(state) {
  const change = (name, value) => {
    if (name === "rule") dropCause(state);
    state.filter[name] = value;
    refreshFindings(state);
    history.replaceState(null, "", filterLink(asQuery(state.filter)));
  };
  const shown = {
    text: field("Filter by text", (value) => change("text", value)),
    levels: levelToggles(state, change),
    rule: chooser("Rule", [el("option", { value: "" }, "All rules"), ...ruleOptions()], (value) =>
      change("rule", value),
    ),
    directory: field("Directory or file", (value) => change("directory", value)),
    guard: chooser("Guard", optionsOf(GUARDS), (value) => change("guard", value)),
    order: chooser("Order", optionsOf(ORDERS), (value) => change("order", value)),
    chip: el("span", { class: "chips" }),
    isNew: newToggle(change),
  };
  if (!report.head.progress) shown.isNew.hidden = true;
  return { ...shown, elements: shown };
}

const GUARDS = { "": "Compiled or not", no: "Compiled for AMD", yes: "Not compiled for AMD" };
const ORDERS = { "": "By file", worst: "Worst first" };

function field(label, change) {
  const input = el("input", { type: "search", placeholder: label, "aria-label": label });
  input.addEventListener("input", () => change(input.value));
  return input;
}

function chooser(label, options, change) {
  const select = el("select", { "aria-label": label }, options);
  select.addEventListener("change", () => change(select.value));
  return select;
}

function optionsOf(labels) {
  return Object.entries(labels).map(([value, label]) => el("option", { value }, label));
}

function levelToggles(state, change) {
  const toggles = [3, 2, 1, 0].map((level) => levelToggle(state, level, change));
  return el("fieldset", { class: "levels" }, el("legend", { class: "hidden" }, "Severity"), toggles);
}

function newToggle(change) {
  const box = el("input", { type: "checkbox" });
  box.addEventListener("change", () => change("isNew", box.checked));
  return el("label", { class: "toggle" }, box, "New only");
}

function ruleOptions() {
  const times = new Map();
  for (const rule of report.findings.rule) times.set(rule, (times.get(rule) || 0) + 1);
  const byGroup = new Map();
  for (const [number, many] of times) {
    const id = report.findings.strings[number];
    const group = id.replace(/\d+$/, "");
    byGroup.set(group, [...(byGroup.get(group) || []), [id, many]]);
  }
  return [...byGroup].sort().map(([group, rules]) =>
    el(
      "optgroup",
      { label: groupTitle(group) },
      rules.sort().map(([id, many]) => el("option", { value: id }, `${id} ${ruleOf(id).name} (${format(many)})`)),
    ),
  );
}

function levelToggle(state, level, change) {
  const name = LEVELS[level];
  const times = report.findings.severity.filter((each) => each === level).length;
  const box = el("input", { type: "checkbox", value: level, checked: state.filter.levels.includes(level) });
  box.addEventListener("change", () => {
    const others = state.filter.levels.filter((each) => each !== level);
    change("levels", box.checked ? [...others, level] : others);
  });
  return el(
    "label",
    { class: `toggle s-${name}` },
    box,
    severityMark(name),
    `${name} `,
    el("span", { class: "times" }, format(times)),
  );
}

function asQuery(filter) {
  const query = {};
  for (const name of TEXTS) if (filter[name]) query[name] = filter[name];
  const isUsual = [...filter.levels].sort().join() === "1,2,3";
  if (!isUsual) query.severity = filter.levels.map((level) => LEVELS[level]).join(",");
  if (filter.isNew) query.new = "yes";
  return query;
}

function fromQuery(query) {
  const filter = { ...EMPTY };
  for (const name of TEXTS) filter[name] = query.get(name) || "";
  if (query.has("severity"))
    filter.levels = query
      .get("severity")
      .split(",")
      .map((name) => LEVELS.indexOf(name))
      .filter((level) => level >= 0);
  filter.isNew = query.get("new") === "yes";
  return filter;
}

function applyFilter(state, query) {
  if (!query && state.shown.length) return;
  state.filter = query ? fromQuery(query) : { ...EMPTY };
  if (!query) state.detail.replaceChildren(nothingChosen());
  showControls(state);
  refreshFindings(state);
  if (query) state.detail.replaceChildren(causeDetail(state.filter) || nothingChosen());
}

function showControls(state) {
  const { controls: shown, filter } = state;
  for (const name of ["text", "rule", "directory", "guard", "order"]) shown[name].value = filter[name];
  for (const box of shown.levels.querySelectorAll("input")) box.checked = filter.levels.includes(Number(box.value));
  shown.isNew.querySelector("input").checked = filter.isNew;
}

// What has no control of its own is a chip that can be taken away.
function showChips(state) {
  const said = [];
  if (state.filter.cause) said.push(["cause", `cause: ${causeTitle(state.filter.cause)}`]);
  if (state.filter.group) said.push(["group", `group: ${groupTitle(state.filter.group)}`]);
  const chips = said.map(([name, label]) =>
    button(`${label} ✕`, () => dropChip(state, name), { class: "chip", "aria-label": `Remove the filter ${label}` }),
  );
  state.controls.chip.replaceChildren(...chips);
}

function dropChip(state, name) {
  state.filter[name] = "";
  refreshFindings(state);
  history.replaceState(null, "", filterLink(asQuery(state.filter)));
}

function dropCause(state) {
  state.filter.cause = "";
  state.filter.group = "";
}

function causeOf(id) {
  return report.head.causes.find((cause) => cause.id === id);
}

function causeTitle(id) {
  const cause = causeOf(id);
  const title = cause ? cause.title : id;
  return title.length > 60 ? `${title.slice(0, 59)}…` : title;
}

function refreshFindings(state) {
  state.shown = filtered(state.filter);
  state.sum.textContent = `${format(state.shown.length)} of ${count(report.findings.file.length, "finding")}`;
  showChips(state);
  state.list.outer.scrollTop = 0;
  setLength(state.list, state.shown.length);
  state.nothing.hidden = state.shown.length > 0;
}

function filtered(filter) {
  const tests = testsOf(filter);
  const shown = [];
  for (let number = 0; number < report.findings.file.length; number += 1)
    if (tests.every((test) => test(number))) shown.push(number);
  const { severity } = report.findings;
  return filter.order === "worst" ? shown.sort((a, b) => severity[b] - severity[a] || a - b) : shown;
}

// Cheap tests first; a text is compared once, not for each finding that has it.
function testsOf(filter) {
  const { findings: columns, files } = report;
  const { strings } = columns;
  const tests = [(number) => filter.levels.includes(columns.severity[number])];
  const same = (name, value) => tests.push((number) => strings[columns[name][number]] === value);
  if (filter.rule) same("rule", filter.rule);
  if (filter.cause) same("cause", filter.cause);
  if (filter.group) tests.push((number) => strings[columns.rule[number]].replace(/\d+$/, "") === filter.group);
  if (filter.isNew) tests.push((number) => columns.isNew.has(number));
  if (filter.guard) tests.push((number) => Boolean(columns.guard[number]) === (filter.guard === "yes"));
  if (filter.directory) tests.push(inDirectory(filter.directory, columns, files));
  if (filter.text) tests.push(containing(filter.text.toLowerCase(), columns, files));
  return tests;
}

// A directory with all below it, `dir/*` without what is in directories of it, a file, or a part of a path.
function inDirectory(wanted, columns, files) {
  const isWanted = pathTest(wanted);
  const isIn = files.map(({ path }) => isWanted(path));
  return (number) => isIn[columns.file[number]];
}

function pathTest(wanted) {
  const plain = wanted.replace(/\/$/, "");
  if (wanted === "*" || wanted.endsWith("/*")) return (path) => parentOf(path) === wanted.slice(0, -2);
  if (report.numberOf.has(plain)) return (path) => path === plain;
  if (nodeAt(plain)) return (path) => path.startsWith(`${plain}/`);
  const text = wanted.toLowerCase();
  return (path) => path.toLowerCase().includes(text);
}

function parentOf(path) {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function containing(text, columns, files) {
  const inStrings = columns.strings.map((each) => each.toLowerCase().includes(text));
  const inPaths = files.map(({ path }) => path.toLowerCase().includes(text));
  const names = ["rule", "message", "help", "subject", "guard", "source"];
  return (number) => inPaths[columns.file[number]] || names.some((name) => inStrings[columns[name][number]]);
}

function findingRow(found) {
  return el(
    "div",
    { class: "finding-row" },
    severityMark(found.severity),
    el("span", { class: "message" }, found.message),
    el(
      "span",
      { class: "where" },
      el("span", { class: "rule-id" }, found.rule),
      " ",
      `${found.path}:${found.line}`,
      found.isNew ? el("span", { class: "new" }, "new") : null,
      found.guard ? el("span", { class: "guarded" }, "not compiled for AMD") : null,
    ),
  );
}

function chooseFinding(state, place, how) {
  const found = finding(state.shown[place]);
  if (how === "enter") {
    location.hash = fileLink(found.path, found.line);
    return;
  }
  history.replaceState(null, "", findingLink(found));
  showDetail(state, found);
  if (how === "click" && matchMedia("(max-width: 900px)").matches) state.detail.scrollIntoView();
}

function openFinding(state, number) {
  if (number === undefined) {
    state.detail.replaceChildren(
      el("p", { class: "none" }, "This report has no such finding: it may be fixed, or its line has moved."),
    );
    refreshFindings(state);
    return;
  }
  if (!state.shown.includes(number)) {
    state.filter = { ...EMPTY, levels: [3, 2, 1, 0] };
    showControls(state);
    refreshFindings(state);
  }
  setActive(state.list, state.shown.indexOf(number));
  showDetail(state, finding(number));
}

async function showDetail(state, found) {
  state.chosen = found.number;
  const excerpt = el("div", { class: "excerpt" });
  state.detail.replaceChildren(
    el(
      "p",
      { class: "kind" },
      severityMark(found.severity),
      el("span", { class: "rule-id" }, found.rule),
      ` ${ruleOf(found.rule).name}`,
    ),
    el("h2", {}, inline(found.message)),
    el(
      "p",
      { class: "where" },
      el("a", { href: fileLink(found.path, found.line) }, breakable(found.path), `:${found.line}:${found.column}`),
    ),
    excerpt,
    actions(found),
    ...advice(found),
  );
  state.detail.querySelectorAll("details.rule").forEach((each) => (each.open = true));
  const source = await sourceOf(found.file);
  if (state.chosen === found.number) excerpt.replaceChildren(excerptOf(found, source));
}

const AROUND_FINDING = 4;

function excerptOf(found, source) {
  const lines = source ? source.lines : null;
  const first = lines ? Math.max(0, found.line - 1 - AROUND_FINDING) : found.line - 1;
  const shown = lines ? lines.slice(first, found.line + AROUND_FINDING) : [found.source];
  const tokens = tokenized(shown, found.path);
  const rows = shown.map((line, place) => {
    const isHere = first + place === found.line - 1;
    const marks = isHere ? [findingMark(found, line)] : [];
    return el(
      "div",
      { class: `row ${isHere ? "here" : ""}` },
      el("span", { class: "num" }, `${first + place + 1}`),
      el("code", { class: "text" }, painted(line, tokens[place], marks)),
    );
  });
  return el(
    "div",
    { class: "code excerpt-code", tabindex: "0", role: "region", "aria-label": "The source around it" },
    rows,
  );
}

function causeDetail(filter) {
  const cause = filter.cause ? causeOf(filter.cause) : null;
  if (!cause) return null;
  const names = [
    ...cause.subjects.map(([name, times]) => (times > 1 ? `${name} ${times}` : name)),
    ...(cause.moreSubjects ? [`and ${cause.moreSubjects} more`] : []),
  ];
  return el(
    "div",
    {},
    el(
      "p",
      { class: "kind" },
      severityMark(cause.severity),
      el("span", { class: "rule-id" }, cause.rule),
      " one cause",
    ),
    el("h2", {}, inline(cause.title)),
    el("p", {}, `${count(cause.places, "place")} in ${count(cause.files, "file")}.`),
    cause.help ? el("p", { class: "help" }, el("strong", {}, "What to do: "), inline(cause.help)) : null,
    names.length > 1 ? el("p", {}, el("strong", {}, "Names: "), names.join(", ")) : null,
    cause.generated.length
      ? el(
          "p",
          {},
          el("strong", {}, "Generated by: "),
          cause.generated.map(([name, files]) => `${name} (${count(files, "file")})`).join(", "),
        )
      : null,
    ruleDetails(cause.rule),
  );
}

function nothingChosen() {
  return el("p", { class: "none" }, "Choose a finding. Arrow keys move through the list, Enter opens the file.");
}

function exports(state) {
  return el(
    "p",
    { class: "exports" },
    button("Export CSV", () => download("hipify-findings.csv", "text/csv", csv(state.shown))),
    button(
      "Copy as Markdown",
      () =>
        copy(markdownList(state.shown), `${count(Math.min(state.shown.length, MOST_LISTED), "finding")} as Markdown`),
      { "aria-label": "Copy the list as Markdown" },
    ),
  );
}

const MOST_LISTED = 500;

function markdownList(numbers) {
  const rows = numbers.slice(0, MOST_LISTED).map(finding);
  const lines = rows.map(
    (each) => `- [ ] ${ticked(`${each.path}:${each.line}`)} **${each.rule}** ${escaped(each.message)}`,
  );
  const more = numbers.length - rows.length;
  return visible(`${[...lines, ...(more > 0 ? [`- and ${format(more)} more`] : [])].join("\n")}\n`);
}

function csv(numbers) {
  const head = ["rule", "severity", "path", "line", "column", "message", "help", "subject", "guard"];
  const rows = numbers.map(finding).map((each) => head.map((name) => csvCell(each[name])));
  return `${[head, ...rows].map((row) => row.join(",")).join("\r\n")}\r\n`;
}

// Spreadsheets take what begins with these signs for a formula.
function csvCell(value) {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
