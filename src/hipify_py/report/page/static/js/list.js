// A list of any length: of its rows only those in sight are elements. `role` is listbox or tree; the arrows move.

const AROUND = 8;

// `options`: {role, label, height, row(place) → element, activate(place), key(event, place) → handled}
function createList(options) {
  const inner = el("div", { class: "rows", role: "none" });
  const isTree = options.role === "tree";
  const outer = el(
    "div",
    { class: `list ${options.class || ""}`, role: options.role, tabindex: "0", "aria-label": options.label },
    inner,
  );
  const list = {
    outer,
    inner,
    options,
    itemRole: isTree ? "treeitem" : "option",
    length: 0,
    active: -1,
    shown: new Map(),
  };
  list.prefix = `${options.class || options.role}-row-`;
  outer.addEventListener("scroll", () => requestAnimationFrame(() => draw(list)), { passive: true });
  outer.addEventListener("keydown", (event) => onListKey(list, event));
  new ResizeObserver(() => draw(list)).observe(outer);
  return list;
}

function setLength(list, length, active = -1) {
  list.length = length;
  list.active = Math.min(active, length - 1);
  styled(list.inner, { height: `${length * list.options.height}px` });
  clearRows(list);
  draw(list);
}

function clearRows(list) {
  for (const row of list.shown.values()) row.remove();
  list.shown.clear();
}

function draw(list) {
  const { height } = list.options;
  const first = Math.max(0, Math.floor(list.outer.scrollTop / height) - AROUND);
  const last = Math.min(list.length, Math.ceil((list.outer.scrollTop + list.outer.clientHeight) / height) + AROUND);
  for (const [place, row] of list.shown) {
    if ((place < first || place >= last) && place !== list.active) {
      row.remove();
      list.shown.delete(place);
    }
  }
  for (let place = first; place < last; place += 1) if (!list.shown.has(place)) addRow(list, place);
  if (list.active >= 0 && !list.shown.has(list.active)) addRow(list, list.active);
  announce(list);
}

function addRow(list, place) {
  const row = list.options.row(place);
  row.id = `${list.prefix}${place}`;
  row.setAttribute("role", list.itemRole);
  if (list.itemRole === "option") {
    row.setAttribute("aria-posinset", place + 1);
    row.setAttribute("aria-setsize", list.length);
  }
  row.setAttribute("aria-selected", place === list.active);
  styled(row, { top: `${place * list.options.height}px`, height: `${list.options.height}px` });
  row.addEventListener("click", () => choose(list, place));
  list.shown.set(place, row);
  list.inner.append(row);
}

function announce(list) {
  const isShown = list.active >= 0 && list.shown.has(list.active);
  if (isShown) list.outer.setAttribute("aria-activedescendant", `${list.prefix}${list.active}`);
  else list.outer.removeAttribute("aria-activedescendant");
}

function choose(list, place) {
  setActive(list, place);
  list.options.activate(place, "click");
}

function setActive(list, place) {
  const before = list.shown.get(list.active);
  if (before) before.setAttribute("aria-selected", "false");
  list.active = place;
  reveal(list, place);
  draw(list);
  const now = list.shown.get(place);
  if (now) now.setAttribute("aria-selected", "true");
}

function reveal(list, place) {
  const { outer, options } = list;
  const [top, bottom] = [place * options.height, (place + 1) * options.height];
  if (top < outer.scrollTop) outer.scrollTop = Math.max(0, top - options.height);
  else if (bottom > outer.scrollTop + outer.clientHeight)
    outer.scrollTop = bottom - outer.clientHeight + options.height;
}

function onListKey(list, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !list.length) return;
  if (list.options.key && list.options.key(event, list.active)) {
    event.preventDefault();
    return;
  }
  const place = targetOf(list, event.key);
  if (place !== null) {
    event.preventDefault();
    setActive(list, Math.max(0, Math.min(list.length - 1, place)));
    list.options.activate(list.active, "move");
  } else if ((event.key === "Enter" || event.key === " ") && list.active >= 0) {
    event.preventDefault();
    list.options.activate(list.active, "enter");
  }
}

function targetOf(list, key) {
  const page = Math.max(1, Math.floor(list.outer.clientHeight / list.options.height) - 1);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
  if (key in steps) return list.active < 0 ? 0 : list.active + steps[key];
  return key === "Home" ? 0 : key === "End" ? list.length - 1 : null;
}
