// Hover and focus: a bit, its field's row and its place in the drawing light up together.
//
// Elements with data-field belong to a field; elements with data-ref are places (or bits that stand for one place).

/** @typedef {{fields: Map<string, number[]>, refs: Map<number, string[]>}} Links fields by place, places by field */

/** @param {HTMLElement} root */
export function createLinks(root) {
  /** @type {Links} */
  let links = { fields: new Map(), refs: new Map() };
  /** @type {Element | null} */
  let held = null;

  /** @param {Element | null} element */
  const light = (element) => {
    if (element === held) return;
    held = element;
    for (const lit of root.querySelectorAll(".lit")) lit.classList.remove("lit");
    if (element instanceof HTMLElement) for (const one of partners(root, element, links)) one.classList.add("lit");
  };
  const find = (/** @type {EventTarget | null} */ target) =>
    target instanceof Element ? target.closest("[data-field], [data-ref]") : null;
  root.addEventListener("pointerover", (event) => light(find(event.target)));
  root.addEventListener("pointerleave", () => light(null));
  root.addEventListener("focusin", (event) => light(find(event.target)));
  root.addEventListener("focusout", () => light(null));

  return {
    /** @param {Links} next */
    set(next) {
      const again = held && root.contains(held) ? held : null;
      light(null);
      links = next;
      light(again);
    },
  };
}

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} element
 * @param {Links} links
 */
function partners(root, element, links) {
  const { field, ref } = element.dataset;
  const fields = field === undefined ? (links.fields.get(ref ?? "") ?? []) : [Number(field)];
  const refs = ref === undefined ? (links.refs.get(Number(field)) ?? []) : [ref];
  const places = refs.flatMap((one) => [...root.querySelectorAll(`[data-ref="${CSS.escape(one)}"]`)]);
  const rows = fields.flatMap((one) => [
    ...root.querySelectorAll(field === undefined || ref === undefined ? `[data-field="${one}"]` : `tr[data-field="${one}"]`),
  ]);
  return [...places, ...rows, element];
}

/**
 * @param {{name: string, length: number, meaning: string}[]} fields
 * @param {string} format
 * @returns {Links}
 */
export function linksOf(fields, format) {
  const refs = new Map(fields.map((field, at) => [at, refsOf(field, format)]));
  const nested = format === "nested.grid" ? gridPaths(fields) : null;
  if (nested) fields.forEach((field, at) => refs.set(at, nestedRef(field.name, nested)));
  /** @type {Map<string, number[]>} */
  const back = new Map();
  for (const [at, places] of refs) for (const place of places) back.set(place, [...(back.get(place) ?? []), at]);
  return { fields: back, refs };
}

/**
 * The places that a field names.
 * @param {{name: string, meaning: string}} field
 * @param {string} format
 */
function refsOf({ name, meaning }, format) {
  if (format.startsWith("schotten")) return [name];
  if (!format.startsWith("ttt")) return [];
  // Document 004 counts its squares from the bottom left.
  const low = format === "ttt.bit" && /^s([0-8])$/.exec(name);
  if (low) return [square((2 - Math.floor(Number(low[1]) / 3)) * 3 + (Number(low[1]) % 3))];
  const named = /\bsquares? ([1-9](?: [1-9])*)/.exec(meaning);
  return named ? named[1].split(" ").map((digit) => square(Number(digit) - 1)) : [];
}

/** @param {number} index */
export const square = (index) => `square ${index + 1}`;

/**
 * The place that one bit of a field stands for, where every square has its bit.
 * @param {{name: string, length: number}} field
 * @param {string} format
 * @param {number} bit
 */
export function bitRef(field, format, bit) {
  return format === "ttt.3t" && field.length === 9 ? square(bit) : null;
}

/**
 * The path of each grid of a nested.grid, from the fields that name sub-grids.
 * @param {{name: string, meaning: string}[]} fields
 */
function gridPaths(fields) {
  const paths = new Map([["1", ""]]);
  for (const { name, meaning } of fields) {
    const cell = /^grid (\d+) cell (\d)$/.exec(name);
    const below = /^sub-grid: grid (\d+)/.exec(meaning);
    if (cell && below) paths.set(below[1], join(paths.get(cell[1]) ?? "", cell[2]));
  }
  return paths;
}

/**
 * @param {string} name
 * @param {Map<string, string>} paths
 */
function nestedRef(name, paths) {
  const cell = /^grid (\d+) cell (\d)$/.exec(name);
  const path = cell && paths.get(cell[1]);
  return cell && typeof path === "string" ? [join(path, cell[2])] : [];
}

/** @param {string} path @param {string} cell */
const join = (path, cell) => (path ? `${path}.${cell}` : cell);
