// The files: a tree with readiness, and the file that is chosen.

const TREE_ROW = 28;

function filesView() {
  const state = { opened: new Set(), shown: [], text: "", current: null, source: null, isWhole: false, line: 0 };
  const search = el("input", {
    type: "search",
    placeholder: "Filter files",
    "aria-label": "Filter files",
    on: { input: () => filterTree(state, search.value) },
  });
  state.list = createList({
    role: "tree",
    class: "tree",
    label: "Files",
    height: TREE_ROW,
    row: (place) => treeRow(state, state.shown[place]),
    activate: (place, how) => activateNode(state, place, how),
    key: (event, place) => onTreeKey(state, event, place),
  });
  state.content = el("div", { class: "file" });
  const aside = el("aside", { class: "side", "aria-label": "Tree of files" }, search, state.list.outer);
  const view = el("section", { class: "view files", "aria-label": "Files" }, aside, state.content);
  openOnly(state);
  refreshTree(state);
  return {
    view,
    show: (path, line) => showFile(state, path, line),
    step: (by, isFinding) => stepIn(state, by, isFinding),
    search,
  };
}

// Where all lies in one directory, what is in it.
function openOnly(state) {
  const [only, ...others] = childrenOf(report.tree);
  if (only && only.directories && !others.length) state.opened.add(chained(only)[0].path);
}

function filterTree(state, text) {
  state.text = text.trim().toLowerCase();
  refreshTree(state);
}

function refreshTree(state) {
  state.shown = [];
  for (const node of childrenOf(report.tree)) pushNode(state, node, 1);
  const active = state.current
    ? state.shown.findIndex(({ node }) => node.path === state.current.path && node.file !== undefined)
    : -1;
  setLength(state.list, state.shown.length, active);
}

// A directory with nothing but another one in it is one row.
function pushNode(state, node, depth) {
  if (state.text && !matches(node, state.text)) return;
  const [joined, label] = chained(node);
  state.shown.push({ node: joined, label, depth });
  if (joined.directories && (state.opened.has(joined.path) || state.text)) {
    for (const each of childrenOf(joined)) pushNode(state, each, depth + 1);
  }
}

function chained(node) {
  let [last, label] = [node, node.name];
  while (last.directories && last.directories.size === 1 && !last.files.length) {
    last = [...last.directories.values()][0];
    label += `/${last.name}`;
  }
  return [last, label];
}

function childrenOf(node) {
  const byName = (a, b) => (a.name < b.name ? -1 : 1);
  return [...[...node.directories.values()].sort(byName), ...[...node.files].sort(byName)];
}

function matches(node, text) {
  if (!node.directories) return node.path.toLowerCase().includes(text);
  return node.path.toLowerCase().includes(text) || childrenOf(node).some((each) => matches(each, text));
}

function treeRow(state, { node, label, depth }) {
  const isFolder = node.directories !== undefined;
  const isOpen = isFolder && (state.opened.has(node.path) || Boolean(state.text));
  const share = percent(node.cuda, node.left);
  const row = el(
    "div",
    {
      class: `node ${isFolder ? "folder" : "leaf"}`,
      "aria-level": depth,
      "aria-expanded": isFolder ? String(isOpen) : null,
      title: node.path,
    },
    el("span", { class: "twist", "aria-hidden": "true" }, isFolder ? (isOpen ? "▾" : "▸") : ""),
    el("span", { class: "name" }, label),
    node.error ? el("span", { class: "tally s-error" }, format(node.error), hidden(" errors")) : null,
    node.warning ? el("span", { class: "tally s-warning" }, format(node.warning), hidden(" warnings")) : null,
    el(
      "span",
      { class: `ready ${readinessClass(share)}` },
      share === null ? "–" : `${share}%`,
      hidden(share === null ? " no CUDA" : " converts"),
    ),
  );
  return styled(row, { "padding-left": `${(depth - 1) * 14 + 6}px` });
}

function activateNode(state, place, how) {
  const { node } = state.shown[place];
  if (node.directories) {
    if (how !== "move") toggleFolder(state, node, place);
  } else if (how !== "move") location.hash = fileLink(node.path);
}

function toggleFolder(state, node, place) {
  if (state.opened.has(node.path)) state.opened.delete(node.path);
  else state.opened.add(node.path);
  refreshTree(state);
  setActive(state.list, place);
}

function onTreeKey(state, event, place) {
  if (place < 0 || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
  const { node, depth } = state.shown[place];
  const isOpen = node.directories && state.opened.has(node.path);
  if (event.key === "ArrowRight" && node.directories && !isOpen) toggleFolder(state, node, place);
  else if (event.key === "ArrowRight" && isOpen) setActive(state.list, Math.min(place + 1, state.shown.length - 1));
  else if (event.key === "ArrowLeft" && isOpen) toggleFolder(state, node, place);
  else if (event.key === "ArrowLeft") {
    const above = state.shown.slice(0, place).findLastIndex((each) => each.depth < depth);
    if (above >= 0) setActive(state.list, above);
  }
  return true;
}

async function showFile(state, path, line) {
  if (path === "") {
    if (!state.current) state.content.replaceChildren(welcome());
    return;
  }
  const file = report.files[report.numberOf.get(path)];
  if (!file) {
    state.current = null;
    state.content.replaceChildren(el("p", { class: "none" }, "The report has no file ", el("code", {}, path)));
    return;
  }
  state.line = line;
  if (state.current !== file) await openFile(state, file);
  if (line && state.source) state.source.goTo(line);
}

function welcome() {
  const worst = report.files
    .filter((file) => report.byFile[file.number].length)
    .sort((a, b) => b.lines_left - a.lines_left || report.byFile[b.number].length - report.byFile[a.number].length);
  const rows = worst
    .slice(0, 20)
    .map((file) =>
      el(
        "li",
        {},
        el("a", { href: fileLink(file.path) }, breakable(file.path)),
        ` ${count(file.lines_left, "line")} left, ${count(report.byFile[file.number].length, "finding")}`,
      ),
    );
  return el(
    "div",
    { class: "welcome" },
    el("h1", {}, "Files"),
    el("p", {}, "Choose a file of the tree, or one of those with most to do:"),
    el("ol", {}, rows),
  );
}

async function openFile(state, file) {
  state.current = file;
  state.unpacked = null;
  revealFile(state, file);
  state.content.replaceChildren(fileHead(state, file), el("p", { class: "none" }, "Unpacking…"));
  const source = await sourceOf(file.number);
  if (state.current !== file) return; // another one was chosen meanwhile
  state.unpacked = source;
  drawFile(state, file, source);
  scrollTo(0, 0);
}

function drawFile(state, file, source) {
  state.source = source ? sourceView(file, source, state.isWhole) : null;
  state.content.replaceChildren(fileHead(state, file), source ? state.source.element : withoutSource(file));
}

function revealFile(state, file) {
  const parts = file.path.split("/");
  for (let length = 1; length < parts.length; length += 1) state.opened.add(parts.slice(0, length).join("/"));
  refreshTree(state);
  if (state.list.active >= 0) reveal(state.list, state.list.active);
}

function fileHead(state, file) {
  const found = report.byFile[file.number];
  const whole = button(state.isWhole ? "Show changes only" : "Show the whole file", () => toggleWhole(state, file));
  const said = [changeOf(state, file), shareText(file.cuda_lines, file.lines_left), count(found.length, "finding")];
  if (file.kernels) said.push(`${format(file.kernels - file.kernels_left)} of ${count(file.kernels, "kernel")} ready`);
  if (file.generator) said.push(`generated by ${file.generator}`);
  return el(
    "header",
    { class: "file-head" },
    el("h1", {}, breakable(file.path)),
    el("p", { class: "said" }, said.join(" · ")),
    el(
      "p",
      { class: "actions" },
      button("Previous", () => stepIn(state, -1), { "aria-label": "Previous change or finding", title: "p" }),
      button("Next", () => stepIn(state, 1), { "aria-label": "Next change or finding", title: "n" }),
      whole,
      el("a", { class: "button", href: filterLink({ directory: file.path }) }, "List its findings"),
    ),
  );
}

// A scan changes nothing, and knows what a conversion would do.
function changeOf(state, file) {
  const isOther = state.unpacked && state.unpacked.hunks.length > 0;
  return file.change || (isOther ? "would be converted" : "not changed");
}

function toggleWhole(state, file) {
  state.isWhole = !state.isWhole;
  drawFile(state, file, state.unpacked);
}

function stepIn(state, by) {
  if (state.source) state.source.step(by, isStop);
}

function withoutSource(file) {
  const found = report.byFile[file.number].map(finding);
  const rows = found.map((each) =>
    el(
      "li",
      {},
      el("a", { href: findingLink(each) }, `line ${each.line}`),
      " ",
      severityMark(each.severity),
      ` ${each.rule} `,
      inline(each.message),
      each.source ? el("pre", { class: "example" }, each.source.trim()) : null,
    ),
  );
  const why =
    found.length || file.change
      ? `The page does not hold this file: ${whyLeftOut()}.`
      : "Nothing was found in this file, and nothing was changed.";
  return el("div", { class: "welcome" }, el("p", {}, why), el("ol", { class: "plain" }, rows));
}

function whyLeftOut() {
  const reasons = Object.entries(report.head.leftOut.sources).map(([why, files]) => `${why} (${count(files, "file")})`);
  return reasons.length ? reasons.join("; ") : "its text was not kept";
}
