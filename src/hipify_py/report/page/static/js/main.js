// Start: the bar at once, the rest when the data is unpacked.

function bar() {
  const links = Object.entries(VIEWS).map(([view, label]) => el("a", { href: `#${view}`, "data-view": view }, label));
  document.getElementById("views").append(...links);
  document.getElementById("run").textContent = visible(report.head.paths.join(" "));
  document.getElementById("tools").append(
    button("", nextTheme, { id: "theme", title: "Colors: as the system, light, or dark" }),
    button("Print", () => print(), { class: "print-button" }),
    button("?", help, { title: "Keys", "aria-label": "Keys" }),
  );
  setTheme(remembered("hipify-theme"));
}

// Print is the overview, whatever is on the screen.
function preparePrint() {
  const overview = viewOf("overview");
  const isHidden = overview.view.hidden;
  overview.view.hidden = false;
  overview.show("");
  overview.view.hidden = isHidden;
}

let resizeTimer = 0;

function onResize() {
  clearTimeout(resizeTimer);
  resizeTimer = setTimeout(() => document.body.dataset.view === "overview" && route(), 150);
}

async function start() {
  bar();
  const main = document.getElementById("main");
  if (typeof DecompressionStream === "undefined") {
    main.append(el("p", { class: "none" }, "This browser cannot unpack the report; use one of 2023 or later."));
    return;
  }
  try {
    await unpack();
  } catch (error) {
    main.append(el("p", { class: "none" }, `The report in this page is damaged: ${error}`));
    return;
  }
  addEventListener("hashchange", route);
  addEventListener("keydown", onKey);
  addEventListener("resize", onResize);
  addEventListener("beforeprint", preparePrint);
  route();
  performance.mark("usable");
}

start();
