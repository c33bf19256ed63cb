// Breadcrumbs of the path to the visible grid, and navigation buttons.

import { el, fill, refill, svg } from "../../js/dom.js";

/** @typedef {{go(path: number[]): void, zoom(factor: number): void, target(): void}} Steps */

const MOST = 6;
const LEAST = 3;

const ICONS = {
  out: "M5 12h14",
  in: "M5 12h14M12 5v14",
  target: "M12 4v3M12 17v3M4 12h3M17 12h3M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7",
};

/** @param {Steps} steps */
export function crumbs(steps) {
  const list = el("ol", { class: "crumbs" });
  const target = tool("target", "Fly to the lit grid (T)", () => steps.target());
  const out = tool("out", "Zoom out (−)", () => steps.zoom(1 / 2.4));
  const tools = el(
    "div",
    { class: "tools" },
    out,
    tool("in", "Zoom in (+)", () => steps.zoom(2.4)),
    target,
  );
  const words = el("p", { class: "where small" });
  const place = el("nav", { "aria-label": "Place on the board" }, list);
  const node = el(
    "div",
    { class: "nested-bar" },
    el("div", { class: "place" }, place, words),
    tools,
  );
  let shown = "-";
  /** @type {number[]} */
  let at = [];

  /** As many breadcrumbs as fit, always with the first and the last. */
  const draw = () => {
    for (let most = MOST; ; most--) {
      refill(
        list,
        trail(at, most).map((length) =>
          length === null
            ? el("li", { class: "gap" }, "…")
            : crumb(at.slice(0, length), length === at.length, steps),
        ),
      );
      if (most <= LEAST || place.scrollWidth <= place.clientWidth) return;
    }
  };
  new ResizeObserver(draw).observe(place);
  return {
    node,
    /** Shows where the next move may be made. @param {string} text */
    say(text) {
      if (words.textContent !== text) fill(words, text);
    },
    /** @param {number[]} path @param {boolean} lit whether there is a lit grid */
    update(path, lit) {
      target.disabled = !lit;
      if (path.join() === shown) return;
      shown = path.join();
      at = path;
      draw();
    },
  };
}

/**
 * The lengths of the paths to show, without the middle of a long trail.
 * @param {number[]} path
 * @param {number} most
 * @returns {(number | null)[]}
 */
function trail(path, most) {
  const all = Array.from({ length: path.length + 1 }, (_, length) => length);
  return all.length <= most ? all : [0, null, ...all.slice(2 - most)];
}

/** @param {number[]} path @param {boolean} here @param {Steps} steps */
function crumb(path, here, steps) {
  const last = path[path.length - 1];
  const words = last === undefined ? whole() : nine(last);
  const name =
    last === undefined ? "Whole board" : `Grid ${path.map((cell) => cell + 1).join(".")}`;
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: "crumb",
        "aria-label": name,
        "aria-current": here ? "location" : null,
        title: name,
        onclick: () => steps.go(path),
      },
      words,
    ),
  );
}

/** An icon of the whole board. */
const whole = () =>
  svg(
    "svg",
    { viewBox: "0 0 20 20", width: 20, height: 20, class: "stroke", "aria-hidden": "true" },
    svg("path", { d: "M7.3 2.5v15M12.7 2.5v15M2.5 7.3h15M2.5 12.7h15" }),
  );

/**
 * An icon of nine dots; the large one marks a grid's position in its parent.
 * @param {number} cell
 */
function nine(cell) {
  const dots = Array.from({ length: 9 }, (_, i) =>
    svg("circle", {
      cx: 4 + (i % 3) * 6,
      cy: 4 + Math.floor(i / 3) * 6,
      r: i === cell ? 3.2 : 1.3,
      class: i === cell ? "here" : "",
    }),
  );
  return svg(
    "svg",
    { viewBox: "0 0 20 20", width: 20, height: 20, class: "nine", "aria-hidden": "true" },
    dots,
  );
}

/** @param {keyof typeof ICONS} icon @param {string} name @param {() => void} action */
function tool(icon, name, action) {
  const picture = svg(
    "svg",
    { viewBox: "0 0 24 24", width: 20, height: 20, class: "stroke", "aria-hidden": "true" },
    svg("path", { d: ICONS[icon] }),
  );
  return el(
    "button",
    { type: "button", class: "icon", "aria-label": name, title: name, onclick: action },
    picture,
  );
}
