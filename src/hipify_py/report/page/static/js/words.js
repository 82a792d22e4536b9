// Which words of a line are not those of another one.

// What comparing all words of two lines may take: it is their product.
const MOST_COMPARED = 40000;

// [ranges of the old line, ranges of the new line], each [start, end].
function wordChanges(before, after) {
  const [old, now] = [split(before), split(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head].text === now[head].text) head += 1;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old.at(-1 - tail).text === now.at(-1 - tail).text) tail += 1;
  const middles = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  const kept = common(...middles);
  return [rangesWithout(middles[0], kept.old), rangesWithout(middles[1], kept.now)];
}

function split(line) {
  return [...line.slice(0, COLORED).matchAll(/\w+|\s+|[^\w\s]/g)].map((match) => ({
    text: match[0],
    start: match.index,
  }));
}

// The longest sequence of words that both have: as sets of places.
function common(old, now) {
  const kept = { old: new Set(), now: new Set() };
  if (!old.length || !now.length || old.length * now.length > MOST_COMPARED) return kept;
  const lengths = lengthsOf(old, now);
  for (let a = 0, b = 0; a < old.length && b < now.length;) {
    if (old[a].text === now[b].text) {
      kept.old.add(a++);
      kept.now.add(b++);
    } else if (lengths[a + 1][b] >= lengths[a][b + 1]) a += 1;
    else b += 1;
  }
  return kept;
}

function lengthsOf(old, now) {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let a = old.length - 1; a >= 0; a -= 1) {
    for (let b = now.length - 1; b >= 0; b -= 1) {
      const isSame = old[a].text === now[b].text;
      lengths[a][b] = isSame ? lengths[a + 1][b + 1] + 1 : Math.max(lengths[a + 1][b], lengths[a][b + 1]);
    }
  }
  return lengths;
}

// Neighbors become one range; blanks alone are none.
function rangesWithout(tokens, kept) {
  const ranges = [];
  tokens.forEach((token, place) => {
    if (kept.has(place)) return;
    const last = ranges.at(-1);
    const end = token.start + token.text.length;
    if (last && last[1] === token.start) last[1] = end;
    else if (token.text.trim()) ranges.push([token.start, end]);
  });
  return ranges;
}

function wordsOf(line) {
  return new Set(line.slice(0, COLORED).match(/\w+/g));
}

function likeness(old, now) {
  const shared = [...old].filter((word) => now.has(word)).length;
  return shared / Math.max(1, Math.max(old.size, now.size));
}
