// One finding, wherever it is shown: its mark, its advice, its link, and its text for an issue.

const MARKS = { error: "✕", warning: "!", info: "i", translated: "✓" };

function ruleOf(id) {
  return Object.hasOwn(report.head.rules, id) ? report.head.rules[id] : { name: "", sources: [] };
}

function groupTitle(id) {
  return Object.hasOwn(report.head.groups, id) ? report.head.groups[id] : id;
}

// The mark of a severity: a form and a letter, not a color alone.
function severityMark(severity) {
  return el(
    "span",
    { class: `mark s-${severity}`, title: severity },
    el("span", { "aria-hidden": "true" }, MARKS[severity]),
    hidden(severity),
  );
}

function pathPart(path) {
  return path
    .split("/")
    .map((part) => encodeURIComponent(part))
    .join("/");
}

// With the column where the line alone would lead to another finding of the rule.
function findingLink({ number, rule, path, line, column }) {
  const isFirst = findingAt(rule, path, line, 0) === number;
  return `#${rule}/${pathPart(path)}:${line}${isFirst ? "" : `:${column}`}`;
}

function fileLink(path, line) {
  return `#files/${pathPart(path)}${line ? `:${line}` : ""}`;
}

function overviewLink(path) {
  return path ? `#overview/${pathPart(path)}` : "#overview";
}

function filterLink(filter) {
  return `#findings?${new URLSearchParams(filter)}`;
}

function address(link) {
  return location.href.split("#")[0] + link;
}

function breakable(path) {
  return path.split("/").flatMap((part, place) => (place ? ["/", el("wbr"), part] : [part]));
}

// What a finding is about in its first line, as a mark over the colors.
function findingMark(found, line) {
  const start = unitAt(line, found.column);
  const end = found.endLine === found.line ? unitAt(line, found.endColumn) : line.length;
  return [`f-${found.severity}`, start, Math.max(end, start + 1)];
}

// Columns count characters from one, strings of JavaScript units of 16 bits.
function unitAt(line, column) {
  if (!/[\ud800-\udbff]/.test(line)) return column - 1;
  return [...line].slice(0, column - 1).join("").length;
}

// What to do about it, what to write, why it matters.
function advice(found) {
  const parts = [];
  if (found.help) parts.push(el("p", { class: "help" }, el("strong", {}, "What to do: "), inline(found.help)));
  if (found.fix) parts.push(el("p", {}, el("strong", {}, `Fix (${found.fix[0]}): `), el("code", {}, found.fix[1])));
  if (found.guard)
    parts.push(el("p", {}, el("strong", {}, "Not compiled for AMD, because of "), el("code", {}, found.guard)));
  if (found.also.length) parts.push(el("p", {}, el("strong", {}, "Also in lines "), found.also.join(", ")));
  parts.push(ruleDetails(found.rule));
  return parts.filter(Boolean);
}

// Why a rule speaks, and what to write instead; of a rule that nobody knows, nothing.
function ruleDetails(id) {
  const rule = ruleOf(id);
  if (!rule.summary) return null;
  const body = [el("p", {}, el("strong", {}, rule.summary))];
  if (rule.why) body.push(el("p", { class: "sub" }, "Why"), ...paragraphs(rule.why));
  if (rule.remedy) body.push(el("p", { class: "sub" }, "What to do"), ...paragraphs(rule.remedy));
  if (rule.instead) body.push(el("p", { class: "sub" }, "Write instead"), exampleOf(rule.instead));
  if (rule.sources.length)
    body.push(
      el("p", { class: "sub" }, "Sources"),
      el(
        "ul",
        {},
        rule.sources.map((each) => el("li", {}, outside(each))),
      ),
    );
  return el(
    "details",
    { class: "rule" },
    el("summary", {}, `${id} ${rule.name}${rule.instead ? ": why, and what to write instead" : ": why"}`),
    ...body,
  );
}

function exampleOf([code, file, needs]) {
  const lines = code.replace(/\n$/, "").split("\n");
  const tokens = tokenized(lines, file);
  const painting = lines.flatMap((line, place) => [...painted(line, tokens[place], []), "\n"]);
  const block = el(
    "pre",
    { class: "example", tabindex: "0", role: "region", "aria-label": "Write instead" },
    el("code", {}, painting),
  );
  return needs ? el("div", {}, block, el("p", {}, `It needs ${needs}.`)) : block;
}

function paragraphs(text) {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((each) => (/^ {4}/.test(each) ? el("pre", { class: "example" }, each) : el("p", {}, inline(each))));
}

// `code` in the words of rules.
function inline(text) {
  return marked(text).map((part, place) => (place % 2 ? el("code", {}, part) : part));
}

// What stands between marks of code, at odd places; a mark without another one is none.
function marked(text) {
  const parts = text.split("`");
  if (parts.length % 2) return parts;
  const last = parts.pop();
  return [...parts.slice(0, -1), `${parts.at(-1)}\`${last}`];
}

function actions(found) {
  return el(
    "p",
    { class: "actions" },
    el("a", { class: "button", href: fileLink(found.path, found.line) }, "Open the file"),
    button("Copy as Markdown", () => copy(markdown(found), "the finding as Markdown")),
    button("Copy link", () => copy(address(findingLink(found)), "the link")),
  );
}

function markdown(found) {
  const rule = ruleOf(found.rule);
  const lines = [
    `**${found.rule}**${rule.name ? ` (${rule.name})` : ""}, ${found.severity}: ${escaped(found.message)}`,
    "",
    `${ticked(`${found.path}:${found.line}:${found.column}`)}`,
  ];
  if (found.source) lines.push("", fenced(found.source, "cpp"));
  if (found.help) lines.push("", `What to do: ${escaped(found.help)}`);
  if (found.guard) lines.push("", `Not compiled for AMD, because of ${ticked(found.guard)}`);
  if (rule.instead) lines.push("", "Write instead:", "", fenced(rule.instead[0].trimEnd(), "cpp"));
  return visible(`${lines.join("\n")}\n`);
}

function escaped(text) {
  return marked(text)
    .map((part, place) => (place % 2 ? `\`${part}\`` : part.replace(/[\\*_{}[\]<>#|~`]/g, "\\$&")))
    .join("");
}

// A fence longer than any in the text.
function fenced(text, language) {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map((run) => run[0].length + 1)));
  return `${fence}${language}\n${text}\n${fence}`;
}

// Code within a line, whatever is in it: the name of a file may hold the end of one.
function ticked(name) {
  const text = name.replace(/[\t\r\n]/g, visibleSign);
  const fence = "`".repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length)) + 1);
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `\`${text}\``;
}
