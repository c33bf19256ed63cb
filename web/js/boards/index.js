// The board interface, and how the page loads a board. A board draws a scene and reports choices;
// it contains no rules.

import { el } from "../dom.js";
import { siteUrl } from "../site.js";

/**
 * @typedef {{label: number, value: number | null, exact: boolean}} LabelValue the value of a label
 *   for the seat to move, from -1 to 1; null if it was not searched
 */

/**
 * @typedef {object} Scene everything that a board draws
 * @property {string} game
 * @property {Record<string, any>} setup
 * @property {Uint8Array} payload the board payload, see PROTOCOL.md
 * @property {number[]} last the labels of the last move
 * @property {number[]} labels legal labels, ascending; empty if it is not the viewer's turn
 * @property {boolean} [isNarrowed] a hint has left only these labels: the board marks them
 * @property {0 | 1 | null} you the viewer's seat
 * @property {0 | 1 | null} turn
 * @property {"open" | "running" | "finished"} state
 * @property {0 | 1 | null} winner
 * @property {boolean} drawn
 * @property {{name: string, kind: string}[]} seats
 * @property {boolean} still no interaction: a replay, or a static position
 * @property {LabelValue[]} [overlay] values of labels
 * @property {number} [ply] number of choices made: tells a new position from a repeated one
 * @property {0 | 1} [near] in a replay, the seat shown below
 * @property {number[]} [picked] the items picked so far, if a puzzle asks for a set of them
 * @property {Uint8Array} [other] in a replay, the payload of the seat shown above
 */

/**
 * @typedef {object} Actions the requests of a board
 * @property {(labels: number[]) => void} choose sends a choice for the current ply
 * @property {(item: number) => void} [pick] picks or unpicks an item of a puzzle's question
 * @property {(path: number[], budget: number) => void} requestDetail requests a part of the board;
 *   the answer arrives at `detail`
 * @property {boolean} [steps] the page steps through positions by keys: the board leaves arrows,
 *   Home, End and Space to it, and shows each move
 * @property {() => Promise<any>} explain the game's own explanation of the position
 * @property {HTMLElement} [beside] a place beside the board, for reference material
 */

/**
 * @typedef {object} Board
 * @property {(scene: Scene) => void} update draws
 * @property {(payload: Uint8Array) => void} [detail] the answer to a request for detail
 * @property {(text: string) => void} [lastMove] the text of the last move, once it is known
 * @property {(lines: string[]) => void} [moves] the moves so far, as written in the log
 * @property {(event: KeyboardEvent) => void} [key] a key pressed anywhere on the page except in a
 *   field
 * @property {() => void} [rejected] the last choice was not played
 * @property {() => void} destroy
 */

/**
 * @typedef {object} BoardModule
 * @property {(host: HTMLElement, actions: Actions) => Board} create
 * @property {(scene: Scene) => string} describe the position as text, for screen readers
 * @property {(scene: Scene) => string} [move] the last move as text; empty if it is unknown
 * @property {(scene: Scene, text: string) => string} [moveText] the last move as written in lists,
 *   given its notation
 * @property {(scene: Scene, labels: number[]) => string} [hintText] the text of a suggested move,
 *   if its notation means nothing to people
 * @property {[string, string][]} [keys] the keys of the board and their meanings
 * @property {() => HTMLElement} [chart] a visual reference for the help
 */

const GENERIC_STYLE = "/css/generic.css";

/**
 * The board of a game, or the generic one if it brings none.
 * @param {import("../api.js").Game} game
 * @returns {Promise<BoardModule>}
 */
export async function loadBoard({ board, style }) {
  const module = board ? import(siteUrl(board)) : import("./generic.js");
  await loadStyle(board ? style : GENERIC_STYLE);
  return module;
}

/** @type {Map<string, Promise<void>>} by address */
const styles = new Map();

/**
 * Adds a style sheet to the page once. A sheet that fails to load leaves a plain but usable page.
 * @param {string | null} path
 * @returns {Promise<void>} resolves once the sheet applies, so that nothing shifts afterwards
 */
export function loadStyle(path) {
  if (!path) return Promise.resolve();
  const known = styles.get(path);
  if (known) return known;
  const link = el("link", { rel: "stylesheet", href: siteUrl(path) });
  const loaded = new Promise((/** @type {(value: void) => void} */ resolve) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      styles.delete(path);
      link.remove();
      resolve();
    });
  });
  styles.set(path, loaded);
  document.head.append(link);
  return loaded;
}

/** Actions for static boards. @type {Actions} */
export const NO_ACTIONS = {
  choose() {},
  requestDetail() {},
  explain: () => Promise.reject(new Error("nothing to explain")),
};
