// Links bits, fields and places in the drawing: hovering over one highlights all of them.
//
// Elements with data-field belong to a field; elements with data-ref are places in the drawing, or
// bits that represent one place.

/**
 * Fields by place, and places by field.
 * @typedef {{fields: Map<string, number[]>, refs: Map<number, string[]>}} Links
 */

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
    if (element instanceof HTMLElement)
      for (const one of partners(root, element, links)) one.classList.add("lit");
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
  const places = refs.flatMap((one) => [
    ...root.querySelectorAll(`[data-ref="${CSS.escape(one)}"]`),
  ]);
  const rows = fields.flatMap((one) => [
    ...root.querySelectorAll(
      field === undefined || ref === undefined
        ? `[data-field="${one}"]`
        : `tr[data-field="${one}"]`,
    ),
  ]);
  return [...places, ...rows, element];
}

/**
 * @param {string[][]} places of each field, in the order of the fields
 * @returns {Links}
 */
export function linksOf(places) {
  /** @type {Map<string, number[]>} */
  const fields = new Map();
  places.forEach((names, field) => {
    for (const name of names) fields.set(name, [...(fields.get(name) ?? []), field]);
  });
  return { fields, refs: new Map(places.entries()) };
}
