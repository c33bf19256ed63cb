// Small helpers for HTML and SVG elements.

import { pageAddress } from "./site.js";

/** @typedef {string | number | Node | null | undefined | false} Child */

/**
 * Creates an HTML element. A function becomes a listener ("onclick"), `true` an empty attribute;
 * `false`, `null` and `undefined` are omitted.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  setProps(node, props);
  node.append(...nodes(children));
  return node;
}

/**
 * Creates an SVG element, by the same rules.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setProps(node, props);
  node.append(...nodes(children));
  return node;
}

/**
 * Sets attributes and listeners of an existing element, by the rules of {@link el}.
 * @param {Element} node
 * @param {Record<string, any>} props
 */
export function setProps(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name.replace(/^on/, ""), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value === false || value === null || value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, name === "href" ? linkTo(String(value)) : String(value));
  }
}

/** The target of a link; links to pages start with a slash. @param {string} href */
const linkTo = (href) => (href.startsWith("/") ? pageAddress(href) : href);

/**
 * Replaces the content of an element.
 * @param {Element} node
 * @param {...(Child | Child[])} children
 */
export function fill(node, ...children) {
  node.replaceChildren(...nodes(children));
}

/** Attributes that identify an element when its parent is redrawn, in order of preference. */
const NAMES = ["data-ref", "data-field", "data-format", "aria-label"];

/**
 * Replaces the content of an element and restores the focus.
 * @param {Element} node
 * @param {...(Child | Child[])} children
 */
export function refill(node, ...children) {
  const held = document.activeElement;
  const name =
    held && node.contains(held) ? NAMES.find((name) => held.hasAttribute(name)) : undefined;
  const like =
    name && held ? `${held.tagName}[${name}="${CSS.escape(held.getAttribute(name) ?? "")}"]` : "";
  const place = like ? [...node.querySelectorAll(like)].indexOf(/** @type {Element} */ (held)) : -1;
  fill(node, ...children);
  const again = like ? node.querySelectorAll(like)[place] : null;
  if (again instanceof HTMLElement || again instanceof SVGElement)
    again.focus({ preventScroll: true });
}

/** @param {(Child | Child[])[]} children @returns {(string | Node)[]} */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) =>
      typeof child === "number" ? String(child) : /** @type {string | Node} */ (child),
    );
}

/** Whether the viewer prefers reduced motion. */
export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Shows a short message at the edge of the page and announces it to screen readers.
 * @param {string} text
 * @param {"note" | "error"} [tone]
 */
export function toast(text, tone = "note") {
  const host = document.getElementById("toasts");
  if (!host) return;
  const node = el("div", { class: `toast ${tone}` }, text);
  host.append(node);
  while (host.children.length > 3) host.firstElementChild?.remove();
  setTimeout(() => node.remove(), tone === "error" ? 7000 : 4000);
}

/** Removes what lies over the page: messages and dialogs. */
export function clearOverlays() {
  document.getElementById("toasts")?.replaceChildren();
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.close();
    dialog.remove();
  }
}
