// Addresses: #overview/dir, #files/path:line, #findings?rule=…, #progress, and a finding as #RULE/path:line.

const VIEWS = { overview: "Overview", files: "Files", findings: "Findings", progress: "Progress" };
const views = {};
const pageTitle = document.title;

function parsed(hash) {
  const text = hash.replace(/^#/, "");
  const permalink = text.match(/^([A-Z]+\d+)\/(.+?):(\d+)(?::(\d+))?$/);
  if (permalink)
    return {
      view: "findings",
      rule: permalink[1],
      path: decoded(permalink[2]),
      line: Number(permalink[3]),
      column: Number(permalink[4] || 0),
    };
  const [before, query] = text.split("?", 2);
  const [view, ...rest] = before.split("/");
  const [, path, line] = rest.join("/").match(/^(.*?)(?::(\d+))?$/);
  return {
    view: Object.hasOwn(VIEWS, view) ? view : "overview",
    path: decoded(path),
    line: Number(line || 0),
    query: query === undefined ? null : new URLSearchParams(query),
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function viewOf(name) {
  const makers = { overview: overviewView, files: filesView, findings: findingsView, progress: progressView };
  if (!views[name]) {
    views[name] = makers[name]();
    document.getElementById("main").append(views[name].view);
  }
  return views[name];
}

function route() {
  if (location.hash === "#main") return; // the link past the bar
  const where = parsed(location.hash);
  const shown = viewOf(where.view);
  for (const [name, each] of Object.entries(views)) each.view.hidden = name !== where.view;
  for (const link of document.querySelectorAll("#views a")) {
    if (link.dataset.view === where.view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.dataset.view = where.view;
  document.title = `${VIEWS[where.view]}: ${pageTitle}`;
  if (where.rule) shown.open(findingAt(where.rule, where.path, where.line, where.column));
  else if (where.view === "findings") shown.show(where.query);
  else shown.show(where.path, where.line);
  if (!where.path && where.view !== "findings") scrollTo(0, 0);
}
