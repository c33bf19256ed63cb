// What a board is. A board draws a scene and says what was chosen; it knows no rules.

/**
 * @typedef {{label: number, worth: number | null, exact: boolean}} Value what a label is worth to the seat to move, from -1 to 1; null if
 *   nobody looked at it
 */

/**
 * @typedef {object} Scene all that a board draws
 * @property {string} game
 * @property {Record<string, any>} setup
 * @property {Uint8Array} feed what to draw, see PROTOCOL.md
 * @property {number[]} last the labels of the last move
 * @property {number[]} labels on offer, ascending; empty if it is not the viewer's turn
 * @property {0 | 1 | null} you the viewer's seat
 * @property {0 | 1 | null} turn
 * @property {"open" | "running" | "finished"} state
 * @property {0 | 1 | null} winner
 * @property {boolean} drawn
 * @property {{name: string, kind: string}[]} seats
 * @property {boolean} still no interaction: a replay, or a position to look at
 * @property {Value[]} [overlay] values of labels
 * @property {number} [ply] how many choices were made: tells a new position from the same one sent again
 */

/**
 * @typedef {object} Actions what a board asks for
 * @property {(labels: number[]) => void} choose sends a choice for the current ply
 * @property {(path: number[], budget: number) => void} look asks for a closer look; the answer comes to `detail`
 * @property {boolean} [steps] the page steps through positions by keys: the board leaves arrows, Home, End and Space to it, and shows each move
 * @property {() => Promise<{stones: {stone: number, text: string, best: any}[]}>} explain why stones may be claimed or not
 * @property {HTMLElement} [beside] a place beside the board, for what one may look up
 */

/**
 * @typedef {object} Board
 * @property {(scene: Scene) => void} update draws
 * @property {(feed: Uint8Array) => void} [detail] the answer to a look
 * @property {(event: KeyboardEvent) => void} [key] a key that was pressed anywhere on the page but in a field
 * @property {() => void} [refused] the last choice was not played
 * @property {() => void} destroy
 */

/**
 * @typedef {object} BoardModule
 * @property {(host: HTMLElement, actions: Actions) => Board} create
 * @property {(scene: Scene) => string} describe the position in words, for screen readers
 * @property {(scene: Scene) => string} [move] the last move in words; empty if there is none to tell
 */

/** @type {Record<string, () => Promise<BoardModule>>} */
const BOARDS = { ttt: () => import("./ttt.js"), nested: () => import("./nested.js"), schotten: () => import("./schotten.js") };

/**
 * The board of a game.
 * @param {string} game
 * @returns {Promise<BoardModule>}
 */
export function load(game) {
  const found = BOARDS[game];
  return found ? found() : Promise.reject(new Error(`This page cannot draw ${game}.`));
}

/** Actions for boards that only show. @type {Actions} */
export const NO_ACTIONS = { choose() {}, look() {}, explain: () => Promise.resolve({ stones: [] }) };

/**
 * A value of an option in a few characters: by the outcome where it is exact, else a signed number.
 * @param {{worth: number | null, exact: boolean}} value
 */
export function worthText({ worth, exact }) {
  if (worth === null) return "–";
  if (exact) return worth > 0 ? "win" : worth < 0 ? "loss" : "draw";
  return (worth > 0 ? "+" : worth < 0 ? "−" : "") + Math.abs(worth).toFixed(2);
}

/** A class for a value: good, even or bad for the seat to move. @param {number | null} value */
export const worthTone = (value) => toneOf(value ?? 0);

/** @param {number} worth */
const toneOf = (worth) => (worth > 0.05 ? "good" : worth < -0.05 ? "bad" : "even");
