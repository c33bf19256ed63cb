// The editor of a game: draws a value so that it can be changed, and maps fields and bits to places
// in the drawing.

import { game } from "../api.js";
import { loadStyle } from "../boards/index.js";
import { siteUrl } from "../site.js";

/** @typedef {import("./bits.js").Field} Field */

/**
 * @typedef {object} Draft the value being edited
 * @property {import("./state.js").State} state
 * @property {any} json the value decoded by the server; null if it rejected the input
 * @property {(text: string, options?: Record<string, string>) => void} edit replaces the input
 * @property {Map<string, string>} memory the selections made in the drawing
 * @property {() => void} redraw
 */

/**
 * @typedef {object} EditorModule
 * @property {(draft: Draft) => HTMLElement | null} edit null for a value it cannot draw
 * @property {(fields: Field[], format: string) => string[][]} [places] the places of each field
 * @property {(field: Field, format: string, bit: number) => string | null} [bitPlace] the place of
 *   one bit, if every place has its own
 */

/** For games without an editor. @type {EditorModule} */
const NONE = { edit: () => null };

/**
 * @param {string | null} id of a game
 * @returns {Promise<EditorModule>}
 */
export async function loadEditor(id) {
  const { editor, style } = id === null ? { editor: null, style: null } : await game(id);
  if (!editor) return NONE;
  const [module] = await Promise.all([import(siteUrl(editor)), loadStyle(style)]);
  return module;
}
