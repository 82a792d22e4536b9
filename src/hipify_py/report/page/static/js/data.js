// The report: `head` is read at once, files and findings when they are unpacked, sources when they are looked at.

const LEVELS = ["translated", "info", "warning", "error"];

const report = {
  head: readJson("head"),
  files: [],
  findings: null,
  tree: null,
  sources: null,
  byFile: [],
  numberOf: new Map(),
};

function readJson(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

async function inflate(base64) {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

async function unpack() {
  const data = await inflate(readJson("data"));
  report.findings = data.findings;
  report.findings.isNew = new Set(data.findings.isNew);
  report.files = filesOf(data.files);
  report.byFile = report.files.map(() => []);
  report.findings.file.forEach((file, number) => report.byFile[file].push(number));
  report.tree = treeOf(report.files);
}

function filesOf(columns) {
  const measures = ["lines", "cuda_lines", "lines_left", "names", "names_left", "kernels", "kernels_left", "change"];
  return columns.path.map((path, number) => {
    const file = { number, path, generator: columns.generator[number] || "", ptx: columns.ptx[number] || {} };
    for (const name of measures) file[name] = columns[name][number];
    report.numberOf.set(path, number);
    return file;
  });
}

// One finding, with its texts.
function finding(number) {
  const columns = report.findings;
  const text = (name) => columns.strings[columns[name][number]];
  return {
    number,
    file: columns.file[number],
    path: report.files[columns.file[number]].path,
    line: columns.line[number],
    column: columns.column[number],
    endLine: columns.endLine[number],
    endColumn: columns.endColumn[number],
    level: columns.severity[number],
    severity: LEVELS[columns.severity[number]],
    rule: text("rule"),
    cause: text("cause"),
    message: text("message"),
    help: text("help"),
    subject: text("subject"),
    guard: text("guard"),
    source: text("source"),
    fix: columns.fix[number] || null,
    also: columns.also[number] || [],
    isNew: columns.isNew.has(number),
  };
}

function findingAt(rule, path, line, column) {
  const file = report.numberOf.get(path);
  const columns = report.findings;
  const isIt = (number) =>
    columns.line[number] === line &&
    columns.strings[columns.rule[number]] === rule &&
    (!column || columns.column[number] === column);
  return file === undefined ? undefined : report.byFile[file].find(isIt);
}

// `{lines, hunks}` of a file, or null where the page does not have it.
async function sourceOf(file) {
  report.sources = report.sources || readJson("sources");
  const packed = report.sources[file];
  if (packed === undefined) return null;
  const [joined, hunks] = await inflate(packed);
  return { lines: joined.split("\n"), hunks };
}

// Directories with the sums of all that lies in them.
function treeOf(files) {
  const root = directory("", "");
  files.forEach((file) => {
    const parts = file.path.split("/");
    const name = parts.pop();
    let node = root;
    const above = [root];
    for (const part of parts) above.push((node = child(node, part)));
    const leaf = { name, path: file.path, file: file.number, ...sums(file) };
    node.files.push(leaf);
    for (const each of above) add(each, leaf);
  });
  return root;
}

function directory(name, path) {
  return {
    name,
    path,
    directories: new Map(),
    files: [],
    cuda: 0,
    left: 0,
    kernels: 0,
    kernelsLeft: 0,
    error: 0,
    warning: 0,
  };
}

function child(node, part) {
  if (!node.directories.has(part))
    node.directories.set(part, directory(part, node.path ? `${node.path}/${part}` : part));
  return node.directories.get(part);
}

function sums(file) {
  const levels = report.byFile[file.number].map((number) => report.findings.severity[number]);
  return {
    cuda: file.cuda_lines,
    left: file.lines_left,
    kernels: file.kernels,
    kernelsLeft: file.kernels_left,
    error: levels.filter((level) => level === 3).length,
    warning: levels.filter((level) => level === 2).length,
  };
}

function add(node, leaf) {
  for (const name of ["cuda", "left", "kernels", "kernelsLeft", "error", "warning"]) node[name] += leaf[name];
}

function nodeAt(path) {
  let node = report.tree;
  for (const part of path ? path.split("/") : []) {
    node = node && node.directories.get(part);
  }
  return node || null;
}

// What converts, of a hundred; neither 0 nor 100 by rounding alone, as in all formats. Null without any CUDA.
function percent(total, left) {
  if (!total) return null;
  if (left <= 0) return 100;
  if (left >= total) return 0;
  return Math.min(Math.max(Math.round((1000 * (total - left)) / total) / 10, 0.1), 99.9);
}

function readinessClass(share) {
  if (share === null) return "r-none";
  if (share === 100) return "r-4";
  return share >= 90 ? "r-3" : share >= 60 ? "r-2" : share >= 30 ? "r-1" : "r-0";
}

function shareText(total, left) {
  const share = percent(total, left);
  return share === null ? "no CUDA" : `${share}% of ${count(total, "line")}`;
}
