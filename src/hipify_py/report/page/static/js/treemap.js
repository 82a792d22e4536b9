// The tree as a map: a tile's area is its lines of CUDA, its color the worst that is found there.

const HEADER = 20;
const SMALLEST_FOLDER = 5200;
const SMALLEST_TILE = 24;
const MOST_TILES = 700;

// Tiles for all below a node: {x, y, width, height, node, label, isFrame}. Of directories that have nothing but one
// other in them the last one is shown.
function tilesOf(node, width, height) {
  const tiles = [];
  place(node, { x: 0, y: 0, width, height }, tiles);
  return tiles;
}

function place(node, box, tiles) {
  const children = [...node.directories.values(), ...node.files].filter((each) => each.cuda > 0);
  children.sort((a, b) => b.cuda - a.cuda || (a.name < b.name ? -1 : 1));
  for (const { item: each, ...area } of squarified(children, box)) {
    const isFolder = each.directories !== undefined;
    const item = isFolder ? single(each) : each;
    const label = item.path.slice(node.path ? node.path.length + 1 : 0);
    const isOpen = isFolder && area.width * area.height > SMALLEST_FOLDER && area.width > 56 && area.height > 44;
    if (isOpen && tiles.length < MOST_TILES) {
      tiles.push({ ...area, node: item, label, isFrame: true });
      place(item, inside(area), tiles);
    } else if (area.width * area.height >= SMALLEST_TILE) tiles.push({ ...area, node: item, label, isFrame: false });
  }
}

function inside({ x, y, width, height }) {
  return { x: x + 3, y: y + HEADER, width: width - 6, height: height - HEADER - 3 };
}

// Rows of rectangles that are as square as they can be (Bruls, Huizing, van Wijk).
function squarified(items, box) {
  const total = items.reduce((sum, item) => sum + item.cuda, 0);
  if (!total || box.width <= 0 || box.height <= 0) return [];
  const scale = (box.width * box.height) / total;
  const placed = [];
  let rest = box;
  for (let index = 0; index < items.length;) {
    const side = Math.min(rest.width, rest.height);
    const row = bestRow(items, index, scale, side);
    rest = layRow(row, scale, rest, placed);
    index += row.length;
  }
  return placed;
}

function bestRow(items, start, scale, side) {
  let sum = 0;
  let worst = Infinity;
  let end = start;
  const largest = items[start].cuda * scale;
  while (end < items.length) {
    const area = items[end].cuda * scale;
    const next = sum + area;
    const ratio = Math.max((side * side * largest) / (next * next), (next * next) / (side * side * area));
    if (ratio > worst) break;
    [sum, worst] = [next, ratio];
    end += 1;
  }
  return items.slice(start, Math.max(end, start + 1));
}

function layRow(row, scale, box, placed) {
  const area = row.reduce((sum, item) => sum + item.cuda * scale, 0);
  const isWide = box.width >= box.height;
  const thickness = area / (isWide ? box.height : box.width);
  let offset = isWide ? box.y : box.x;
  for (const item of row) {
    const length = (item.cuda * scale) / thickness;
    placed.push(
      isWide
        ? { item, x: box.x, y: offset, width: thickness, height: length }
        : { item, x: offset, y: box.y, width: length, height: thickness },
    );
    offset += length;
  }
  return isWide
    ? { x: box.x + thickness, y: box.y, width: box.width - thickness, height: box.height }
    : { x: box.x, y: box.y + thickness, width: box.width, height: box.height - thickness };
}

// The map as links in one stop of the tab key; arrows go to the nearest tile in their direction.
function treemap(node, width, height) {
  const tiles = tilesOf(node, width, height);
  const map = el("div", {
    class: "treemap",
    role: "group",
    "aria-label": `Map of ${node.path || "all files"}; arrow keys move between tiles`,
  });
  styled(map, { height: `${height}px` });
  const links = tiles.map((tile) => tileLink(tile, width, height));
  if (links.length) links[0].tabIndex = 0;
  map.append(...links);
  map.addEventListener("keydown", (event) => moveInMap(event, tiles, links));
  return map;
}

function tileLink({ x, y, width, height, node, label, isFrame }, wholeWidth, wholeHeight) {
  const share = percent(node.cuda, node.left);
  const isFolder = node.directories !== undefined;
  const found = `${count(node.error, "error")}, ${count(node.warning, "warning")}`;
  const said = `${node.path}: ${shareText(node.cuda, node.left)} of CUDA, ${found}`;
  const link = el("a", {
    class: `tile ${isFrame ? "frame" : worstClass(node, share)}`,
    href: isFolder ? overviewLink(node.path) : fileLink(node.path),
    title: said,
    "aria-label": said,
    tabindex: "-1",
  });
  if (width > 34 && height > 15) link.append(el("span", { class: "name" }, label));
  if (width > 44 && height > 32 && !isFrame) link.append(el("span", { class: "share" }, `${share}%`));
  const across = (value) => `${(100 * value) / wholeWidth}%`;
  const down = (value) => `${(100 * value) / wholeHeight}%`;
  return styled(link, { left: across(x), top: down(y), width: across(width), height: down(height) });
}

function worstClass(node, share) {
  if (node.error) return "r-0";
  return node.warning ? "r-2" : readinessClass(share);
}

function moveInMap(event, tiles, links) {
  const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const direction = directions[event.key];
  const here = links.indexOf(document.activeElement);
  if (!direction || here < 0) return;
  event.preventDefault();
  const next = nearest(tiles, here, direction);
  if (next < 0) return;
  links[here].tabIndex = -1;
  links[next].tabIndex = 0;
  links[next].focus();
}

function nearest(tiles, here, [dx, dy]) {
  const center = (tile) => [tile.x + tile.width / 2, tile.y + (tile.isFrame ? HEADER / 2 : tile.height / 2)];
  const [fromX, fromY] = center(tiles[here]);
  let [best, found] = [Infinity, -1];
  tiles.forEach((tile, place) => {
    const [x, y] = center(tile);
    const ahead = (x - fromX) * dx + (y - fromY) * dy;
    const aside = Math.abs((x - fromX) * dy) + Math.abs((y - fromY) * dx);
    if (place !== here && ahead > 1 && ahead + 2 * aside < best) [best, found] = [ahead + 2 * aside, place];
  });
  return found;
}
