// A file before and after, side by side, with findings in the margin. Blocks of rows become elements when they come
// into sight, so that a file of 50,000 lines opens at once.

const CONTEXT = 4;
const BLOCK = 60;
const LINE = 20;
const FOLDED_FROM = 10;
// In one line; some program wrote those that have more.
const MOST_NOTES = 30;

// `{element, goTo(line), step(direction, kind)}` for a file.
function sourceView(file, source, isWhole) {
  const model = modelOf(file, source);
  const items = folded(model, isWhole);
  const element = el("div", { class: `code ${model.hasChanges ? "pair" : "alone"}` });
  const blocks = [];
  for (let start = 0; start < items.length; start += BLOCK)
    blocks.push(blockOf(model, items.slice(start, start + BLOCK)));
  element.append(columnTitles(model), ...blocks.map((block) => block.element));
  watch(blocks);
  return {
    element,
    goTo: (line) => goToLine(model, blocks, line),
    step: (by, isStop) => step(model, blocks, by, isStop),
  };
}

function modelOf(file, source) {
  const { rows, converted } = rowsOf(source);
  const isNarrow = matchMedia("(max-width: 900px)").matches;
  const notes = new Map();
  for (const number of report.byFile[file.number]) {
    const found = finding(number);
    if (!notes.has(found.line)) notes.set(found.line, []);
    notes.get(found.line).push(found);
  }
  return {
    file,
    rows: isNarrow ? stackedRows(rows) : rows,
    notes,
    lines: source.lines,
    converted,
    hasChanges: source.hunks.length > 0,
    leftTokens: tokenized(source.lines, file.path),
    rightTokens: tokenized(converted, file.path),
  };
}

function columnTitles(model) {
  const lines = el(
    "div",
    { class: "lines titles" },
    el("span", {}, "Original"),
    model.hasChanges ? el("span", {}, "Converted") : null,
  );
  return el("div", { class: "block head" }, lines, el("div", { class: "margin" }, model.notes.size ? "Findings" : ""));
}

// Rows, and {from, to} in place of those that are far from anything to look at.
function folded(model, isWhole) {
  const { rows } = model;
  if (isWhole) return rows;
  const isNear = nearness(model);
  const items = [];
  for (let place = 0; place < rows.length;) {
    let end = place;
    while (end < rows.length && !isNear[end]) end += 1;
    if (end - place >= FOLDED_FROM) items.push({ fold: rows.slice(place, end) });
    else items.push(...rows.slice(place, end));
    if (end < rows.length) items.push(rows[end]);
    place = end + 1;
  }
  return items;
}

function nearness(model) {
  const isNear = new Uint8Array(model.rows.length);
  model.rows.forEach((row, place) => {
    if (!isStop(model, row)) return;
    isNear.fill(1, Math.max(0, place - CONTEXT), place + CONTEXT + 1);
  });
  return isNear;
}

function isStop(model, row) {
  return row.kind !== "same" || model.notes.has(row.left + 1);
}

function blockOf(model, items) {
  const element = el(
    "div",
    { class: "block" },
    styled(el("div", { class: "waiting" }), { height: `${items.length * LINE}px` }),
  );
  return { model, items, element, isFilled: false };
}

function watch(blocks) {
  const byElement = new Map(blocks.map((block) => [block.element, block]));
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        observer.unobserve(entry.target);
        fill(byElement.get(entry.target));
      }
    },
    { rootMargin: "1200px 0px" },
  );
  for (const block of blocks) observer.observe(block.element);
}

function fill(block) {
  if (block.isFilled) return;
  block.isFilled = true;
  const lines = el("div", { class: "lines" });
  const margin = el("div", { class: "margin" });
  block.items.forEach((item) => appendItem(block.model, item, lines, margin));
  block.element.replaceChildren(lines, margin);
  arrange(block.element);
  new ResizeObserver(() => arrange(block.element)).observe(margin);
}

function appendItem(model, item, lines, margin) {
  if (item.fold) {
    lines.append(foldButton(model, item.fold));
    return;
  }
  const row = rowElement(model, item);
  lines.append(row);
  const found = notesOf(model, item);
  const notes = found.slice(0, MOST_NOTES).map(noteElement);
  if (found.length > MOST_NOTES) notes.push(moreNotes(model, found.length - MOST_NOTES));
  for (const note of notes) note.row = row;
  margin.append(...notes);
}

function notesOf(model, row) {
  return (row.left >= 0 && model.notes.get(row.left + 1)) || [];
}

function moreNotes(model, number) {
  const link = el(
    "a",
    { href: filterLink({ directory: model.file.path }) },
    `${count(number, "more finding")} in this line`,
  );
  return el("p", { class: "note s-info" }, link);
}

function foldButton(model, rows) {
  return button(
    `${count(rows.length, "unchanged line")} ⋯`,
    (event) => event.target.replaceWith(...rows.map((row) => rowElement(model, row))),
    { class: "fold" },
  );
}

function rowElement(model, row) {
  const element = el("div", { class: `row ${row.kind}`, "data-line": row.left + 1 });
  const marks = changeMarks(model, row);
  element.append(...cell(model, row.left, "left", marks.left));
  if (model.hasChanges) element.append(...cell(model, row.right, "right", marks.right));
  return element;
}

function cell(model, place, side, marks) {
  if (place < 0) return [el("span", { class: `num ${side}` }), el("code", { class: `text void ${side}` })];
  const [lines, tokens] = side === "left" ? [model.lines, model.leftTokens] : [model.converted, model.rightTokens];
  const number =
    side === "left"
      ? el(
          "a",
          {
            class: "num left",
            href: fileLink(model.file.path, place + 1),
            tabindex: "-1",
            "aria-label": `line ${place + 1}`,
          },
          `${place + 1}`,
        )
      : el("span", { class: "num right" }, `${place + 1}`);
  return [number, el("code", { class: `text ${side}` }, painted(lines[place], tokens[place], marks))];
}

// Changed words on both sides, and on the left what findings are about.
function changeMarks(model, row) {
  const marks = { left: [], right: [] };
  if (row.kind === "changed") {
    const [old, now] = wordChanges(model.lines[row.left], model.converted[row.right]);
    marks.left = old.map((range) => ["w-old", ...range]);
    marks.right = now.map((range) => ["w-new", ...range]);
  }
  const found = notesOf(model, row).slice(0, MOST_NOTES);
  marks.left.push(...found.map((each) => findingMark(each, model.lines[row.left])));
  return marks;
}

function noteElement(found) {
  const summary = el(
    "summary",
    {},
    severityMark(found.severity),
    el("span", { class: "rule-id" }, found.rule),
    " ",
    inline(found.message),
  );
  const note = el("details", { class: `note s-${found.severity}`, "data-finding": found.number }, summary);
  note.addEventListener("toggle", () => {
    if (note.open && note.childElementCount === 1) note.append(...advice(found), noteActions(found));
    const block = note.closest(".block");
    if (block) arrange(block);
  });
  return note;
}

function noteActions(found) {
  return el(
    "p",
    { class: "actions" },
    el("a", { class: "button", href: findingLink(found) }, "Show in the list"),
    button("Copy as Markdown", () => copy(markdown(found), "the finding as Markdown")),
  );
}

// Each note beside its line, or below the note before it; where the margin is no column, below the line.
function arrange(block) {
  const notes = [...block.querySelectorAll(".note")];
  if (!notes.length) return;
  const isColumn = getComputedStyle(block).getPropertyValue("--margin").trim() === "column";
  const margin = block.querySelector(".margin");
  let bottom = 0;
  for (const note of notes) {
    if (isColumn && note.parentElement !== margin) margin.append(note);
    if (!isColumn && note.previousElementSibling !== note.row && note.parentElement === margin)
      lastOf(note.row).after(note);
    const top = isColumn ? Math.max(note.row.offsetTop, bottom) : 0;
    styled(note, { top: isColumn ? `${top}px` : "auto" });
    bottom = top + note.offsetHeight + 4;
  }
  styled(block, { "min-height": isColumn ? `${bottom}px` : "0" });
}

// The row, or the last of the notes below it.
function lastOf(row) {
  let last = row;
  while (last.nextElementSibling && last.nextElementSibling.classList.contains("note")) last = last.nextElementSibling;
  return last;
}

function goToLine(model, blocks, line) {
  for (const block of blocks) {
    const place = block.items.findIndex((item) =>
      item.fold ? item.fold.some((row) => row.left === line - 1) : item.left === line - 1,
    );
    if (place < 0) continue;
    fill(block);
    if (block.items[place].fold) openFold(block, line);
    const row = block.element.querySelector(`.row[data-line="${line}"]`);
    if (row) showRow(row);
    return;
  }
}

function openFold(block, line) {
  const folds = [...block.element.querySelectorAll(".fold")];
  folds.forEach((fold) => fold.click());
  arrange(block.element);
  return line;
}

function showRow(row) {
  document.querySelectorAll(".row.here").forEach((each) => each.classList.remove("here"));
  row.classList.add("here");
  row.scrollIntoView({ block: "center" });
  requestAnimationFrame(() => row.scrollIntoView({ block: "center" })); // blocks above have their real height now
}

// To the next row with a change or a finding: the first of each group of neighbors.
function step(model, blocks, by, wanted) {
  const stops = stopsOf(model, wanted);
  const here = document.querySelector(".row.here");
  const line = here ? Number(here.dataset.line) : 0;
  const next = by > 0 ? stops.find((each) => each > line) : stops.findLast((each) => each < line);
  if (next === undefined) say(by > 0 ? "No more below" : "No more above");
  else goToLine(model, blocks, next);
}

// Groups by a line of the original: their first, or the one behind what is only added.
function stopsOf({ rows, ...model }, wanted) {
  const stops = [];
  let isInside = false;
  let isWaiting = false;
  for (const row of rows) {
    const isWanted = wanted(model, row);
    isWaiting ||= isWanted && !isInside;
    isInside = isWanted;
    if (!isWaiting || row.left < 0) continue;
    stops.push(row.left + 1);
    isWaiting = false;
  }
  if (isWaiting) stops.push((rows.findLast((row) => row.left >= 0)?.left ?? 0) + 1);
  return stops;
}
