// Progress: what was fixed and what is new since an earlier report, and the trend over several.

const SHOWN_CHANGES = 200;

function progressView() {
  const { progress } = report.head;
  const view = el(
    "section",
    { class: "view progress", "aria-labelledby": "progress-title" },
    el("h1", { id: "progress-title" }, "Progress"),
  );
  view.append(...(progress ? progressParts(progress) : [howToCompare()]));
  return { view, show: () => {} };
}

function howToCompare() {
  return el(
    "div",
    { class: "card" },
    el("p", {}, "This report was not compared with an earlier one. Keep a report as JSON, and name it in a later run:"),
    el(
      "pre",
      { class: "example" },
      "hipify-py scan src --format json:monday.json\nhipify-py scan src --compare monday.json --format html:report.html",
    ),
    el("p", {}, "Give ", el("code", {}, "--compare"), " several times, the oldest report first, to see the trend."),
  );
}

function progressParts(progress) {
  const fresh = report.findings.file.flatMap((_, number) => (report.findings.isNew.has(number) ? [number] : []));
  return [
    el("p", { class: "lead" }, "Compared with ", el("code", {}, progress.since), "."),
    el(
      "div",
      { class: "numbers" },
      numberCard("Fixed", format(progress.allFixed), null, "findings that are gone"),
      numberCard("New", format(progress.new), null, "findings that were not there"),
      numberCard("Still there", format(progress.same), null, "findings in both"),
    ),
    card("Trend", trend(progress.trend), "wide"),
    card("New", newList(fresh, progress.new)),
    card("Fixed", fixedList(progress)),
  ];
}

function trend(points) {
  const labels = points.map((point) => point.name.split(/[\\/]/).pop());
  const series = ["error", "warning", "info"].map((level) => ({
    label: level,
    class: `l-${level}`,
    values: points.map((point) => point[level]),
  }));
  return el(
    "div",
    {},
    lineChart(labels, series, "Findings by severity in each report; the table has the numbers"),
    severityLegend(),
    trendTable(points),
  );
}

function trendTable(points) {
  const head = ["Report", "Errors", "Warnings", "Info", "Lines that convert", "Kernels ready"];
  const rows = points.map((point) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, point.name),
      ["error", "warning", "info"].map((level) => el("td", { class: "figure" }, format(point[level]))),
      el(
        "td",
        { class: "figure" },
        point.lines.total ? `${point.lines.percent}% of ${format(point.lines.total)}` : "–",
      ),
      el(
        "td",
        { class: "figure" },
        point.kernels.total
          ? `${format(point.kernels.total - point.kernels.left)} of ${format(point.kernels.total)}`
          : "–",
      ),
    ),
  );
  const table = el(
    "table",
    {},
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        head.map((name, place) => el("th", { scope: "col", class: place ? "figure" : null }, name)),
      ),
    ),
    el("tbody", {}, rows),
  );
  return el("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": "Numbers of the trend" }, table);
}

function newList(numbers, all) {
  if (!all) return el("p", { class: "none" }, "Nothing is new.");
  const { severity } = report.findings;
  const rows = numbers
    .sort((a, b) => severity[b] - severity[a] || a - b)
    .slice(0, SHOWN_CHANGES)
    .map(finding)
    .map((each) =>
      el(
        "li",
        {},
        severityMark(each.severity),
        el("a", { href: findingLink(each) }, `${each.path}:${each.line}`),
        ` ${each.rule} `,
        inline(each.message),
      ),
    );
  const more =
    all > rows.length
      ? el("p", {}, el("a", { href: filterLink({ new: "yes" }) }, `All ${format(all)} in the list of findings`))
      : null;
  return el("div", {}, el("ul", { class: "changes" }, rows), more);
}

function fixedList(progress) {
  if (!progress.allFixed) return el("p", { class: "none" }, "Nothing is fixed.");
  const list = el("ul", { class: "changes" });
  const fixed = progress.fixed.sort((a, b) => LEVELS.indexOf(b.severity) - LEVELS.indexOf(a.severity));
  const show = (some) => list.append(...some.map(fixedRow));
  show(fixed.slice(0, SHOWN_CHANGES));
  const rest = fixed.slice(SHOWN_CHANGES);
  const more = rest.length
    ? button(`Show ${format(rest.length)} more`, (event) => (show(rest), event.target.remove()), { class: "more" })
    : null;
  const beyond = progress.allFixed - fixed.length;
  return el(
    "div",
    {},
    list,
    more,
    beyond > 0 ? el("p", {}, `The page holds no more; ${format(beyond)} others are in the JSON format.`) : null,
  );
}

function fixedRow(each) {
  const note = each.read ? "" : " (its file was not read this time)";
  return el(
    "li",
    {},
    severityMark(each.severity),
    el("code", {}, `${each.path}:${each.line}`),
    ` ${each.rule} `,
    inline(each.message),
    note,
  );
}
