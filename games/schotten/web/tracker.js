// The card tracker: which cards have been seen, six colours by nine numbers.

import { el } from "../../js/dom.js";
import { symbol } from "./card.js";
import { cardsOnTable } from "./payload.js";
import { COLOURS, LETTERS } from "./names.js";

/** @typedef {import("./payload.js").Table} Table */

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const SIGNS = { table: "●", hand: "○", none: "" };

export function createTracker() {
  /** @type {Map<number, HTMLElement>} */
  const cells = new Map();
  const body = el("tbody", {}, ...COLOURS.map((colour, at) => createRow(colour, at, cells)));
  const head = el(
    "tr",
    {},
    el("td", {}),
    ...NUMBERS.map((number) => el("th", { scope: "col" }, String(number))),
  );
  const count = el("span", { class: "count" });
  const own = el("span", { class: "own" });
  const element = el(
    "details",
    { class: "tracker" },
    el("summary", {}, "Cards seen ", count),
    el(
      "table",
      {},
      el("caption", { class: "unseen" }, "Cards seen, by colour and number"),
      el("thead", {}, head),
      body,
    ),
    el("p", { class: "key" }, "● on the table", own),
  );
  return {
    element,
    /**
     * @param {Table} table
     * @param {string} whose the name of the shown hand
     */
    update(table, whose) {
      const laid = new Set(cardsOnTable(table));
      const held = new Set(table.hand);
      const words = { table: "on the table", hand: `in ${whose}`, none: "not seen" };
      own.textContent = ` ○ ${words.hand}`;
      for (const [card, cell] of cells) {
        const state = laid.has(card) ? "table" : held.has(card) ? "hand" : "none";
        mark(cell, state, words[state]);
      }
      count.textContent = `${laid.size} of 54`;
      element.classList.toggle("no-hand", table.hand === null);
    },
  };
}

/**
 * @param {string} colour
 * @param {number} at
 * @param {Map<number, HTMLElement>} cells
 */
function createRow(colour, at, cells) {
  const row = el(
    "tr",
    { "data-colour": colour },
    el(
      "th",
      { scope: "row" },
      symbol(at),
      el("span", {}, LETTERS[at]),
      el("span", { class: "unseen" }, colour),
    ),
  );
  for (const number of NUMBERS) {
    const cell = el("td", {});
    cells.set((at + 1) * 16 + number, cell);
    row.append(cell);
  }
  return row;
}

/**
 * @param {HTMLElement} cell
 * @param {keyof typeof SIGNS} state
 * @param {string} words
 */
function mark(cell, state, words) {
  if (cell.dataset.state === state && cell.lastChild?.textContent === words) return;
  cell.dataset.state = state;
  cell.replaceChildren(
    el("span", { "aria-hidden": "true" }, SIGNS[state]),
    el("span", { class: "unseen" }, words),
  );
}
