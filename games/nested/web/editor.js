// The editor of nested grids, for values with few grids.

import { el } from "../../js/dom.js";

/** @typedef {import("../../js/explore/editor.js").Draft} Draft */
/** @typedef {import("../../js/explore/bits.js").Field} Field */
/** @typedef {string | any[]} Tree one of ". X O B ?", or nine trees */

/** The maximum number of grids drawn cell by cell. */
const MOST_GRIDS = 100;
const TOOLS = /** @type {[string, string][]} */ ([
  ["X", "X"],
  ["O", "O"],
  ["B", "both"],
  [".", "blank"],
  ["(", "grid"],
]);
const SIGNS = /** @type {Record<string, string>} */ ({ ".": "", B: "✳", "?": "?" });
const NAMES = /** @type {Record<string, string>} */ ({ ".": "blank", B: "both", "?": "unseen" });

/**
 * @param {Draft} draft
 * @returns {HTMLElement | null}
 */
export function edit(draft) {
  const moves = draft.state.format !== "nested.grid";
  const text = !moves && draft.state.kind === "text" ? draft.state.input.trim() : "";
  const tree = parse(text) ?? parse(draft.json?.grid);
  if (!tree || count(tree) > MOST_GRIDS) return null;
  const press = moves ? pressMove(draft) : pressCell(draft, tree);
  const grid = el(
    "div",
    { class: `nest depth-${depth(tree)}`, role: "group", "aria-label": "Grid" },
    /** @type {Tree[]} */ (tree).map((cell, at) => node(cell, String(at + 1), press)),
  );
  return el(
    "div",
    { class: "stack" },
    moves ? null : tools(draft),
    grid,
    el("p", { class: "small soft" }, help(draft, moves)),
  );
}

/** @param {Draft} draft @param {boolean} moves */
function help({ state }, moves) {
  if (!moves) return "Choose what to place, then press a cell.";
  return state.kind === "text"
    ? "Press a cell to add that move."
    : "A packed position has no history. Start from an example to add moves.";
}

/**
 * @param {Tree} tree
 * @param {string} path
 * @param {((path: string) => void) | null} press
 * @returns {HTMLElement}
 */
function node(tree, path, press) {
  if (Array.isArray(tree))
    return el(
      "div",
      { class: "nest", "data-ref": path },
      tree.map((cell, at) => node(cell, `${path}.${at + 1}`, press)),
    );
  const tone = tree === "X" ? "seat-0" : tree === "O" ? "seat-1" : "";
  return el(
    "button",
    {
      type: "button",
      class: tone,
      "data-ref": path,
      "aria-label": `${path}: ${NAMES[tree] ?? tree}`,
      disabled: press === null || tree === "?",
      onclick: () => press?.(path),
    },
    SIGNS[tree] ?? tree,
  );
}

/** @param {Draft} draft */
function tools({ memory, redraw }) {
  const chosen = memory.get("tool") ?? "X";
  const buttons = TOOLS.map(([sign, name]) =>
    el(
      "label",
      {},
      el("input", {
        type: "radio",
        name: "tool",
        checked: sign === chosen,
        onchange: () => (memory.set("tool", sign), redraw()),
      }),
      el("span", {}, name),
    ),
  );
  return el(
    "fieldset",
    { class: "segments" },
    el("legend", { class: "unseen" }, "What to place"),
    buttons,
  );
}

/** @param {Draft} draft @param {Tree} tree */
function pressCell({ edit, memory }, tree) {
  return (/** @type {string} */ path) => {
    const tool = memory.get("tool") ?? "X";
    edit(write(put(tree, path.split(".").map(Number), tool === "(" ? Array(9).fill(".") : tool)));
  };
}

/** @param {Draft} draft */
function pressMove({ state, edit }) {
  if (state.kind !== "text") return null;
  return (/** @type {string} */ path) =>
    edit(`${state.input.trim()} ${path}`.trim(), state.options);
}

/**
 * @param {Tree} tree
 * @param {number[]} path
 * @param {Tree} what
 * @returns {Tree}
 */
function put(tree, [first, ...rest], what) {
  if (first === undefined) return what;
  return /** @type {Tree[]} */ (tree).map((cell, at) =>
    at === first - 1 ? put(cell, rest, what) : cell,
  );
}

/** @param {Tree} tree @returns {string} */
const write = (tree) =>
  /** @type {Tree[]} */ (tree)
    .map((cell) => (Array.isArray(cell) ? `(${write(cell)})` : cell))
    .join("");

/** @param {Tree} tree @returns {number} */
const count = (tree) =>
  Array.isArray(tree) ? 1 + tree.reduce((sum, cell) => sum + count(cell), 0) : 0;

/** @param {Tree} tree @returns {number} */
const depth = (tree) => (Array.isArray(tree) ? 1 + Math.max(...tree.map(depth)) : 0);

/**
 * Parses the text of a grid.
 * @param {unknown} text
 * @returns {Tree[] | null} null if it is not a tree
 */
export function parse(text) {
  if (typeof text !== "string") return null;
  /** @type {Tree[][]} */
  const stack = [[]];
  for (const char of text) {
    const top = stack[stack.length - 1];
    if (char === "(") stack.push([]);
    else if (char === ")" && top.length === 9 && stack.length > 1) {
      stack.pop();
      stack[stack.length - 1].push(top);
    } else if (".XOB?".includes(char)) top.push(char);
    else return null;
    if (stack[stack.length - 1].length > 9) return null;
  }
  return stack.length === 1 && stack[0].length === 9 ? stack[0] : null;
}

/** @param {Field[]} fields @param {string} format */
export function places(fields, format) {
  const paths = format === "nested.grid" ? gridPaths(fields) : new Map();
  return fields.map(({ name }) => placesOf(name, paths));
}

const CELL = /^grid (\d+) cell (\d)$/;

/**
 * The path of each grid, from the fields that name sub-grids.
 * @param {Field[]} fields
 */
function gridPaths(fields) {
  const paths = new Map([["1", ""]]);
  for (const { name, meaning } of fields) {
    const cell = CELL.exec(name);
    const below = /^sub-grid: grid (\d+)/.exec(meaning);
    if (cell && below) paths.set(below[1], join(paths.get(cell[1]) ?? "", cell[2]));
  }
  return paths;
}

/**
 * @param {string} name of a field
 * @param {Map<string, string>} paths
 */
function placesOf(name, paths) {
  const cell = CELL.exec(name);
  const path = cell && paths.get(cell[1]);
  return cell && typeof path === "string" ? [join(path, cell[2])] : [];
}

/** @param {string} path @param {string} cell */
const join = (path, cell) => (path ? `${path}.${cell}` : cell);
