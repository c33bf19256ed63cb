// Cards: number, symbol and letter, so that nothing depends on colour alone.

import { el, svg } from "../../js/dom.js";
import { COLOURS, LETTERS, colourOf, nameOf, numberOf } from "./names.js";

/** The symbol of each colour, in a 24 × 24 box. */
const SHAPES = {
  red:
    "M12 21.5 3.6 13a5.4 5.4 0 0 1 0-7.7 5.5 5.5 0 0 1 7.8 0l.6.6.6-.6a5.5 5.5 0 0 1 7.8 0 " +
    "5.4 5.4 0 0 1 0 7.7Z",
  yellow: "m12 1.8 3.1 6.6 7.2.9-5.3 5 1.4 7.1-6.4-3.5-6.4 3.5L7 14.3l-5.3-5 7.2-.9Z",
  blue: "M12 1.5c3.2 4.8 7 8.6 7 13.200a7 7 0 0 1-14 0C5 10.1 8.8 6.3 12 1.500Z",
  green: "M21.5 2.500C8.5 2 2.5 8.5 4 17.500L1.8 20.900l1.5 1 2.3-3.200C15 20.5 22 15 21.5 2.500Z",
  cyan: "M12 1.5 20.5 12 12 22.5 3.5 12Z",
  grey: "M7 3h10l5 9-5 9H7l-5-9Z",
};

/** @param {number} colour */
export function symbol(colour) {
  const shape = SHAPES[/** @type {keyof typeof SHAPES} */ (COLOURS[colour])] ?? "";
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "symbol", "aria-hidden": "true" },
    svg("path", { d: shape, fill: "currentColor" }),
  );
}

/**
 * The face of a card.
 * @param {number} card
 */
export function face(card) {
  const colour = colourOf(card);
  return el(
    "span",
    {
      class: "clan",
      "data-colour": COLOURS[colour] ?? "none",
      "data-letter": LETTERS[colour] ?? "?",
      role: "img",
      "aria-label": nameOf(card),
      title: nameOf(card),
    },
    el("span", { class: "number", "aria-hidden": "true" }, String(numberOf(card))),
    symbol(colour),
  );
}

/** The back of a card. */
export const back = () => el("span", { class: "clan back" });

/**
 * Draws the value of an option on it. Visual only: the accessible name has the value too.
 * @param {HTMLElement} element
 * @param {{text: string, tone: string} | undefined} value
 */
export function drawValue(element, value) {
  element.dataset.text = value?.text ?? "";
  element.dataset.tone = value?.tone ?? "";
}
