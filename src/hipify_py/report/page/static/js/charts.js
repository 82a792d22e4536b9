// Bars and lines. Each says its numbers in words, too.

// One bar of parts: [{value, class, label}].
function stackedBar(parts, total = parts.reduce((sum, part) => sum + part.value, 0)) {
  const said = parts.filter((part) => part.value).map((part) => `${format(part.value)} ${part.label}`);
  const bar = el("span", { class: "stack", role: "img", "aria-label": said.join(", ") || "none" });
  for (const { value, class: name } of parts) {
    if (value)
      bar.append(styled(el("span", { class: `part ${name}` }), { width: `${(100 * value) / Math.max(total, 1)}%` }));
  }
  return bar;
}

function bySeverity(counts) {
  return ["error", "warning", "info"].map((level) => ({
    value: counts[level] || 0,
    class: `s-${level}`,
    label: count(counts[level] || 0, level).replace(/^\S+ /, ""),
  }));
}

function readinessBar(total, left) {
  const share = percent(total, left);
  const bar = el("span", { class: "stack", "aria-hidden": "true" });
  if (share !== null)
    bar.append(styled(el("span", { class: `part ${readinessClass(share)}` }), { width: `${share}%` }));
  return bar;
}

const WIDTH = 720;
const HEIGHT = 240;
const EDGE = { left: 52, right: 16, top: 16, bottom: 34 };

// Lines over the reports: series are [{label, class, values}].
function lineChart(labels, series, title) {
  const shown = ticks(Math.max(1, ...series.flatMap((each) => each.values)));
  const most = shown.at(-1);
  const x = (place) => EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * place) / Math.max(1, labels.length - 1);
  const y = (value) => HEIGHT - EDGE.bottom - ((HEIGHT - EDGE.top - EDGE.bottom) * value) / most;
  const chart = svg("svg", { class: "trend", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title });
  for (const value of shown) {
    chart.append(
      svg("line", { class: "grid", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(value), y2: y(value) }),
      svg("text", { class: "tick", x: EDGE.left - 8, y: y(value) + 4, "text-anchor": "end" }, format(value)),
    );
  }
  labels.forEach((label, place) => chart.append(axisLabel(label, x(place), place, labels.length)));
  for (const each of series) {
    const points = each.values.map((value, place) => `${x(place)},${y(value)}`).join(" ");
    chart.append(svg("polyline", { class: `line ${each.class}`, points }));
    each.values.forEach((value, place) =>
      chart.append(svg("circle", { class: `dot ${each.class}`, cx: x(place), cy: y(value), r: 3.5 })),
    );
  }
  return chart;
}

function axisLabel(label, x, place, all) {
  const anchor = place === 0 ? "start" : place === all - 1 ? "end" : "middle";
  const skipped = Math.ceil(all / 8);
  const isShown = place === all - 1 || place % skipped === 0;
  const short = label.length > 22 ? `…${label.slice(-21)}` : label;
  return svg("text", { class: "tick", x, y: HEIGHT - 10, "text-anchor": anchor }, isShown ? short : "");
}

function ticks(most) {
  const step = [1, 2, 5]
    .flatMap((digit) => [0, 1, 2, 3, 4, 5, 6].map((power) => digit * 10 ** power))
    .sort((a, b) => a - b)
    .find((size) => most / size <= 5);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, number) => number * step);
}
