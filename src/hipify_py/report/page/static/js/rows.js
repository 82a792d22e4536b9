// A file before and after as rows: {left, right, kind}, with places of lines, or -1 where one side has none.

const MOST_PAIRED = 10000;
const ALIKE = 0.3;
const MOST_TRANSLATED = 200;

function rowsOf({ lines, hunks }) {
  const rows = [];
  const converted = [];
  let left = 0;
  const keep = (end) => {
    while (left < end) {
      converted.push(lines[left]);
      rows.push({ left, right: converted.length - 1, kind: "same" });
      left += 1;
    }
  };
  for (let index = 0; index < hunks.length; index += 1) {
    const [first, taken, added] = hunks[index];
    keep(first);
    if (isTranslation(hunks, index)) {
      left = pushTranslation(rows, converted, lines, hunks, index);
      index += 1;
    } else {
      pushChange(rows, converted, lines.slice(first, first + taken), added, first);
      left = first + taken;
    }
  }
  keep(lines.length);
  return { rows, converted };
}

// Where lines stand below each other, what a translation replaces comes first as a whole.
function stackedRows(rows) {
  const stacked = [];
  for (let place = 0; place < rows.length;) {
    let end = place;
    while (end < rows.length && ["beside", "kept"].includes(rows[end].kind)) end += 1;
    const translation = rows.slice(place, end);
    stacked.push(...translation.filter((row) => row.left >= 0).map((row) => ({ ...row, right: -1, kind: "beside" })));
    stacked.push(...translation.map((row) => ({ ...row, left: -1 })));
    if (end < rows.length) stacked.push(rows[end]);
    place = end + 1;
  }
  return stacked;
}

function pushChange(rows, converted, old, added, first) {
  const start = converted.length;
  converted.push(...added);
  for (const [before, after] of pairs(old, added)) {
    const kind = before < 0 ? "added" : after < 0 ? "removed" : "changed";
    rows.push({ left: before < 0 ? -1 : first + before, right: after < 0 ? -1 : start + after, kind });
  }
}

// `#if … translation, #else`, the original, `#endif`: two insertions around lines that stay.
function isTranslation(hunks, index) {
  const [here, next] = [hunks[index], hunks[index + 1]];
  if (!next || here[1] !== 0 || next[1] !== 0 || next[0] - here[0] > MOST_TRANSLATED) return false;
  const [opening, closing] = [here[2], next[2]];
  return /^\s*#\s*if/.test(opening[0]) && /^\s*#\s*else\s*$/.test(opening.at(-1)) && /^\s*#\s*endif/.test(closing[0]);
}

// The original stands beside its translation, below the `#if`; the copy that builds for NVIDIA keep is below that.
function pushTranslation(rows, converted, lines, hunks, index) {
  const [first, , opening] = hunks[index];
  const [end, , closing] = hunks[index + 1];
  const old = lines.slice(first, end);
  const kinds = [...opening.map(() => "beside"), ...old.map(() => "kept"), ...closing.map(() => "added")];
  const start = converted.length;
  converted.push(...opening, ...old, ...closing);
  kinds.forEach((kind, place) => {
    const left = place >= 1 && place <= old.length ? first + place - 1 : -1;
    rows.push({ left, right: start + place, kind });
  });
  return end;
}

// Which new line stands beside which old one: in order, and those that are alike.
function pairs(old, added) {
  if (old.length === added.length) return old.map((_, place) => [place, place]);
  if (old.length * added.length > MOST_PAIRED) return padded(old.length, added.length);
  const found = [];
  const best = bestScores(old, added);
  let [a, b] = [0, 0];
  while (a < old.length || b < added.length) {
    if (a < old.length && b < added.length && best.pair(a, b)) found.push([a++, b++]);
    else if (b >= added.length || (a < old.length && best.at(a + 1, b) >= best.at(a, b + 1))) found.push([a++, -1]);
    else found.push([-1, b++]);
  }
  return found;
}

function bestScores(old, added) {
  const width = added.length + 1;
  const scores = new Float32Array((old.length + 1) * width);
  const at = (a, b) => scores[a * width + b];
  const [before, after] = [old.map(wordsOf), added.map(wordsOf)];
  const alike = before.map((each) => after.map((other) => likeness(each, other)));
  const paired = (a, b) => (alike[a][b] >= ALIKE ? alike[a][b] + at(a + 1, b + 1) : -1);
  for (let a = old.length - 1; a >= 0; a -= 1) {
    for (let b = added.length - 1; b >= 0; b -= 1)
      scores[a * width + b] = Math.max(at(a + 1, b), at(a, b + 1), paired(a, b));
  }
  return { at, pair: (a, b) => paired(a, b) >= Math.max(at(a + 1, b), at(a, b + 1)) };
}

function padded(old, added) {
  return Array.from({ length: Math.max(old, added) }, (_, place) => [
    place < old ? place : -1,
    place < added ? place : -1,
  ]);
}
