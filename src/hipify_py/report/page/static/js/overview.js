// The overview: what converts and what is left, on one page that can be printed.

const SHOWN_CAUSES = 12;
const SHOWN_DIRECTORIES = 12;

function overviewView() {
  const view = el("section", { class: "view overview", "aria-labelledby": "overview-title" });
  const map = el("div", { class: "map" });
  view.append(
    el("h1", { id: "overview-title" }, title()),
    el("p", { class: "lead" }, lead()),
    ...notices(),
    numbers(),
    card("Where the work is", map, "wide"),
    el("div", { class: "stacked" }, card("What to do next", nextSteps()), card("Findings by group", groupBars())),
    card("What holds the port back", causesList()),
    directoriesCard(),
  );
  return { view, show: (path) => showMap(map, path) };
}

function title() {
  const said = report.head.command === "scan" ? "What a port takes" : "Port to HIP";
  const what = subject(report.head.paths);
  return what ? `${what}: ${said[0].toLowerCase()}${said.slice(1)}` : said;
}

// What a report is about; a directory that is only called `.` has no name.
function subject(paths) {
  if (paths.length !== 1) return paths.length ? count(paths.length, "path") : "Standard input";
  const last = paths[0].replace(/\/+$/, "").split("/").pop();
  return /^\.{0,2}$/.test(last) ? "" : last;
}

function lead() {
  const { head } = report;
  const { summary } = head;
  const done = head.command === "scan" ? "scanned" : head.dry ? "would convert" : "converted";
  const changed = done === "scanned" ? "" : `${format(summary.changed)} of `;
  const gpus = head.archs.length ? ` and ${head.archs.join(", ")}` : "";
  return `hipify-py ${head.version} ${done} ${changed}${count(summary.files, "file")} for ROCm ${head.rocm}${gpus}.`;
}

// What somebody has to know before the numbers.
function notices() {
  const { head } = report;
  const said = [];
  if (head.interrupted) said.push("The run was interrupted: the numbers are those of a part of the files.");
  for (const each of head.ported)
    said.push(`Left unchanged: ${count(each.files, "file")}, as ${each.reason}.`);
  if (head.leftOut.findings)
    said.push(
      `The page would be too large with all findings: ${format(head.leftOut.findings)} of the least severe are left out. The JSON format has all of them.`,
    );
  const sources = Object.entries(head.leftOut.sources);
  if (sources.length)
    said.push(
      `Without their source, though with their findings: ${sources.map(([why, files]) => `${count(files, "file")}, as ${why}`).join("; ")}.`,
    );
  const list = said.map((text) => el("p", { class: "notice" }, text));
  if (head.problems.length) list.push(problems());
  return list;
}

function problems() {
  const { head } = report;
  const rows = head.problems.map((each) => el("li", {}, el("code", {}, each.path), `: ${each.reason}`));
  const more = head.summary.failed - rows.length;
  if (more > 0) rows.push(el("li", {}, `and ${format(more)} more`));
  return el(
    "details",
    { class: "notice bad" },
    el("summary", {}, `${count(head.summary.failed, "file")} could not be processed`),
    el("ul", {}, rows),
  );
}

function card(heading, content, kind = "") {
  return el("section", { class: `card ${kind}` }, el("h2", {}, heading), content);
}

function numbers() {
  const { total, summary } = report.head;
  const kernels = [
    { value: total.kernels.total - total.kernels.left, class: "r-4", label: "ready" },
    { value: total.kernels.left, class: "r-0", label: "need manual work" },
  ];
  return el(
    "div",
    { class: "numbers" },
    numberCard(
      "Lines of CUDA that convert",
      shareOf(total.lines),
      readinessBar(total.lines.total, total.lines.left),
      `${format(total.lines.left)} of ${format(total.lines.total)} lines have an error or lack their HIP library`,
    ),
    numberCard(
      "CUDA names that convert",
      shareOf(total.names),
      readinessBar(total.names.total, total.names.left),
      `${format(total.names.left)} of ${format(total.names.total)} uses are not converted or lack their HIP library`,
    ),
    numberCard(
      "Kernels ready",
      total.kernels.total ? format(kernels[0].value) : "none",
      stackedBar(kernels),
      kernelText(total.kernels),
    ),
    numberCard(
      "Errors and warnings",
      format(summary.findings.error + summary.findings.warning),
      stackedBar(bySeverity(summary.findings)),
      severityText(summary.findings),
    ),
    ptxCard(),
  );
}

function numberCard(label, number, picture, text) {
  return el(
    "div",
    { class: "number" },
    el("p", { class: "label" }, label),
    el("p", { class: "value" }, number),
    picture,
    el("p", { class: "said" }, text),
  );
}

function shareOf(share) {
  return share.total ? `${share.percent}%` : "–";
}

function kernelText(kernels) {
  return kernels.total
    ? `${format(kernels.left)} of ${format(kernels.total)} have an error in them and need manual work`
    : "no kernel was found";
}

function severityText(findings) {
  const others = findings.translated ? `, ${count(findings.translated, "note")} on translated PTX` : "";
  return `${count(findings.error, "error")}, ${count(findings.warning, "warning")}, ${format(findings.info)} info${others}`;
}

function ptxCard() {
  const sums = {};
  for (const file of report.files)
    for (const [kind, times] of Object.entries(file.ptx)) sums[kind] = (sums[kind] || 0) + times;
  const kinds = { exact: "r-4", equivalent: "r-3", approximate: "r-2", manual: "r-0" };
  const parts = Object.entries(kinds).map(([kind, name]) => ({ value: sums[kind] || 0, class: name, label: kind }));
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  if (!total) return null;
  const done = total - (sums.manual || 0);
  const text = parts
    .filter((part) => part.value)
    .map((part) => `${format(part.value)} ${part.label}`)
    .join(", ");
  return numberCard("PTX statements translated", `${format(done)} of ${format(total)}`, stackedBar(parts), text);
}

function nextSteps() {
  const { next } = report.head;
  if (!next.length) return el("p", { class: "none" }, "Nothing is left to do.");
  return el(
    "ol",
    { class: "steps" },
    next.map((step) => el("li", {}, stepLink(step))),
  );
}

// A step that names its rule leads to its findings.
function stepLink(step) {
  const [, said, rule] = step.match(/^(.*), see `hipify-py explain (\w+)`$/) || [];
  if (!rule) return inline(step);
  return [said, " (", el("a", { href: filterLink({ rule }), "aria-label": `show findings of ${rule}` }, rule), ")"];
}

function causesList() {
  const found = report.head.causes.filter((cause) => cause.severity !== "info");
  if (!found.length) return el("p", { class: "none" }, "No errors and no warnings.");
  const most = Math.max(...found.map((cause) => cause.places));
  const list = el("ol", { class: "causes" });
  const show = (causes) => list.append(...causes.map((cause) => el("li", {}, causeRow(cause, most))));
  show(found.slice(0, SHOWN_CAUSES));
  const rest = found.slice(SHOWN_CAUSES);
  const more = rest.length
    ? button(`Show ${count(rest.length, "more cause")}`, (event) => (show(rest), event.target.remove()), {
        class: "more",
      })
    : null;
  return el("div", {}, list, more);
}

function causeRow(cause, most) {
  const names =
    cause.subjects.length > 1
      ? `${cause.subjects
          .slice(0, 4)
          .map(([name]) => name)
          .join(", ")}${cause.subjects.length + cause.moreSubjects > 4 ? ", …" : ""}`
      : "";
  return [
    el(
      "a",
      { class: "cause", href: filterLink({ cause: cause.id }) },
      severityMark(cause.severity),
      el("span", { class: "what" }, inline(cause.title)),
      el("span", { class: "places" }, `${count(cause.places, "place")}, ${count(cause.files, "file")}`),
    ),
    styled(el("span", { class: `measure s-${cause.severity}`, "aria-hidden": "true" }), {
      width: `${Math.max(1, (100 * cause.places) / most)}%`,
    }),
    cause.help ? el("p", { class: "help" }, inline(cause.help)) : null,
    names ? el("p", { class: "names" }, names) : null,
  ];
}

function groupBars() {
  const { groups } = report.head.summary;
  if (!groups.length) return el("p", { class: "none" }, "No findings.");
  const most = Math.max(...groups.map((group) => group.error + group.warning + group.info));
  const sorted = [...groups].sort((a, b) => b.error + b.warning - a.error - a.warning || b.info - a.info);
  const rows = sorted.map((group) =>
    el(
      "li",
      {},
      el(
        "a",
        { href: filterLink({ group: group.group }) },
        el("span", { class: "name" }, group.title, el("span", { class: "id" }, group.group)),
        stackedBar(bySeverity(group), most),
        el("span", { class: "sum" }, format(group.error + group.warning + group.info)),
      ),
    ),
  );
  return el("div", {}, el("ul", { class: "bars" }, rows), severityLegend());
}

function severityLegend() {
  return el(
    "p",
    { class: "legend" },
    ["error", "warning", "info"].map((level) => swatch(`s-${level}`, level)),
  );
}

function swatch(name, label) {
  return el("span", { class: "entry" }, el("span", { class: `swatch ${name}`, "aria-hidden": "true" }), label);
}

function directoriesCard() {
  const found = directoriesOf(report.tree).filter((node) => node.cuda || node.error || node.warning);
  return found.length
    ? card("Directories with most to do, each without those in it", directoryTable(found), "wide")
    : "";
}

function directoryTable(found) {
  found.sort((a, b) => b.left - a.left || b.error - a.error || b.warning - a.warning || (a.path < b.path ? -1 : 1));
  const head = ["Directory", "Lines that convert", "Kernels ready", "Errors", "Warnings"];
  const table = el(
    "table",
    { class: "directories" },
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        head.map((name, place) => el("th", { scope: "col", class: place > 1 ? "figure" : null }, name)),
      ),
    ),
  );
  const body = el("tbody");
  const show = (nodes) => body.append(...nodes.map(directoryRow));
  show(found.slice(0, SHOWN_DIRECTORIES));
  const rest = found.slice(SHOWN_DIRECTORIES);
  const more = rest.length
    ? button(`Show ${format(rest.length)} more`, (event) => (show(rest), event.target.remove()), { class: "more" })
    : null;
  table.append(body);
  return el("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": "Directories" }, table, more);
}

// Each directory that has files, with the sums of its own files.
function directoriesOf(node) {
  const own = { path: node.path, cuda: 0, left: 0, kernels: 0, kernelsLeft: 0, error: 0, warning: 0 };
  for (const file of node.files) add(own, file);
  const below = [...node.directories.values()].flatMap(directoriesOf);
  return node.files.length ? [own, ...below] : below;
}

function directoryRow(node) {
  const number = (value) => el("td", { class: "figure" }, value ? format(value) : "–");
  return el(
    "tr",
    {},
    el(
      "th",
      { scope: "row" },
      el("a", { href: filterLink({ directory: node.path ? `${node.path}/*` : "*" }) }, breakable(node.path || ".")),
    ),
    el("td", { class: "share" }, readinessBar(node.cuda, node.left), el("span", {}, shareText(node.cuda, node.left))),
    el(
      "td",
      { class: "figure" },
      node.kernels ? `${format(node.kernels - node.kernelsLeft)} of ${format(node.kernels)}` : "–",
    ),
    number(node.error),
    number(node.warning),
  );
}

function showMap(place, path) {
  const node = nodeAt(path) || report.tree;
  const opened = single(node);
  const width = place.clientWidth || 1000;
  const height = Math.round(Math.max(260, Math.min(460, width * 0.42)));
  const content = opened.cuda ? treemap(opened, width, height) : el("p", { class: "none" }, "No lines of CUDA.");
  place.replaceChildren(...(opened.cuda ? [crumbs(opened, node), content, mapLegend()] : [content]));
}

// A directory that has nothing but another one is that one.
function single(node) {
  const withCuda = [...node.directories.values()].filter((each) => each.cuda);
  return withCuda.length === 1 && !node.files.some((file) => file.cuda) ? single(withCuda[0]) : node;
}

// Directories above the one asked for are links; those below it have nothing else in them.
function crumbs(node, asked) {
  const parts = node.path ? node.path.split("/") : [];
  const depth = asked.path ? asked.path.split("/").length : 0;
  const links = parts.map((part, place) => {
    const path = parts.slice(0, place + 1).join("/");
    return el("li", {}, place + 1 < depth ? el("a", { href: overviewLink(path) }, part) : el("span", {}, part));
  });
  const root = el("li", {}, depth ? el("a", { href: overviewLink("") }, "all files") : el("span", {}, "all files"));
  return el("nav", { class: "crumbs", "aria-label": "Directory of the map" }, el("ol", {}, root, links));
}

function mapLegend() {
  const said = [
    ["r-0", "errors"],
    ["r-2", "warnings"],
    ["r-4", "neither"],
  ];
  return el(
    "p",
    { class: "legend" },
    "Area: lines of CUDA. Percent: how many of them convert. Color: the worst findings: ",
    said.map(([name, text]) => swatch(name, text)),
  );
}
