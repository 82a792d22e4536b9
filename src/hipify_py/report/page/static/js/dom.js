// Elements. All text becomes text nodes: nothing that a report says is ever read as markup.

// What cannot be seen, turns the direction of text or hides a part of it, but for tabs and ends of lines.
const UNSEEN =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const SVG = "http://www.w3.org/2000/svg";

// `el("a", {class: "x", href: "#y", on: {click: f}}, "text", child)`
function el(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, shown(name, value));
  }
  const given = children.flat().filter((child) => child !== null && child !== undefined && child !== "");
  element.append(...given.map((child) => (typeof child === "string" ? visible(child) : child)));
  return element;
}

// Text as people see all of it.
function visible(text) {
  return text.replace(UNSEEN, visibleSign);
}

function visibleSign(sign) {
  return `\\u{${sign.codePointAt(0).toString(16)}}`;
}

function shown(name, value) {
  return name === "title" || name === "aria-label" ? visible(String(value)) : value;
}

// A style that depends on data. The policy of the page forbids style attributes, not this.
function styled(element, styles) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
  return element;
}

function button(label, click, attributes = {}) {
  return el("button", { type: "button", on: { click }, ...attributes }, label);
}

// A link to another site; only rules, which are the program's own, have any.
function outside(address) {
  const isWeb = /^https?:\/\//.test(address);
  return isWeb
    ? el("a", { href: address, rel: "noopener noreferrer", target: "_blank" }, address)
    : el("span", {}, address);
}

function hidden(text) {
  return el("span", { class: "hidden" }, text);
}

function count(number, noun) {
  return `${format(number)} ${noun}${number === 1 || noun === "info" ? "" : "s"}`;
}

function format(number) {
  return number.toLocaleString("en-US");
}

let toastTimer = 0;

function say(text) {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.classList.remove("shown"), 2500);
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text); // a page from disk has no clipboard in some browsers
  }
  say(`Copied ${what}`);
}

function copyBySelection(text) {
  const area = el("textarea", { class: "hidden", "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// The settings of a page that lies on a disk may not be kept; then they last as long as it is open.
function remembered(key, value) {
  try {
    if (value === undefined) return localStorage.getItem(key);
    localStorage.setItem(key, value);
  } catch {
    return null;
  }
  return value;
}
