// The bits of a value: a strip of bits, and a table of their fields.

import { el } from "../dom.js";

/** @typedef {{name: string, start: number, length: number, meaning: string}} Field */
/**
 * @typedef {(field: Field, bit: number) => string | null} BitPlace the place of a bit in the
 *   drawing
 */

/** The maximum length of a field shown bit by bit; longer ones are shown in hexadecimal. */
const MOST_BITS = 512;
/** The number of fields shown at a time, and the approximate number of bits. */
const PAGE = 240;
const PAGE_BITS = 4096;
const TONES = 8;

/**
 * @param {string} bin
 * @param {Field[]} fields
 * @param {BitPlace} place
 * @param {boolean} down whether bits are counted from the lowest, as in a number
 * @returns {HTMLElement}
 */
export function bitStrip(bin, fields, place, down) {
  const start = bin.length > 64 ? `${bin.slice(0, 64)}…` : bin;
  const strip = el("div", {
    class: "strip mono",
    role: "img",
    tabindex: 0,
    "aria-label": `${bin.length} bits: ${start}. The table names their fields.`,
  });
  const table = el("tbody", {});
  const more = el("button", { type: "button", class: "quiet" });
  let shown = 0;

  const grow = () => {
    const next = fields.slice(shown, shown + pageLength(fields, shown));
    strip.append(...next.map((field, at) => segment(bin, field, place, shown + at)));
    table.append(...next.map((field, at) => row(bin, field, shown + at, down)));
    shown += next.length;
    more.hidden = shown === fields.length;
    more.textContent = `Show ${pageLength(fields, shown)} more of ${fields.length} fields`;
  };
  more.addEventListener("click", grow);
  grow();
  if (!fields.length) strip.append(el("span", { class: "soft" }, "There are no bits."));
  const head = el(
    "tr",
    {},
    ["Bits", "Field", "Content", "Meaning"].map((name) => el("th", { scope: "col" }, name)),
  );
  return el(
    "div",
    { class: "stack" },
    strip,
    el(
      "div",
      { class: "scroll fields", tabindex: 0, role: "region", "aria-label": "Fields" },
      el("table", {}, el("thead", {}, head), table),
    ),
    more,
  );
}

/** The number of fields on the next page. @param {Field[]} fields @param {number} shown */
function pageLength(fields, shown) {
  let bits = 0;
  const page = fields.slice(shown, shown + PAGE);
  const full = page.findIndex(
    ({ length }) => (bits += length <= MOST_BITS ? length : 0) > PAGE_BITS,
  );
  return full < 0 ? page.length : Math.max(1, full);
}

/** @param {number} at */
const tone = (at) => `tone-${at % TONES}`;

/**
 * @param {string} bin
 * @param {Field} field
 * @param {BitPlace} placeOf
 * @param {number} at
 */
function segment(bin, field, placeOf, at) {
  const bits = bin.slice(field.start, field.start + field.length);
  const title = `${field.name}: ${field.meaning}`;
  if (field.length > MOST_BITS)
    return el("span", { class: `segment ${tone(at)}`, "data-field": at, title }, content(bits));
  const cells = [...bits].map((bit, place) =>
    el(
      "span",
      {
        class: "bit",
        "data-field": at,
        "data-ref": placeOf(field, place),
        "data-byte": (field.start + place) % 8 === 0 ? "" : null,
      },
      bit,
    ),
  );
  return el(
    "span",
    { class: `segment ${tone(at)}`, title },
    el("span", { class: "tag-name" }, field.name),
    cells,
  );
}

/**
 * @param {string} bin
 * @param {Field} field
 * @param {number} at
 * @param {boolean} down
 */
function row(bin, { name, start, length, meaning }, at, down) {
  const bits = bin.slice(start, start + length);
  const [first, last] = [start, start + length - 1].map((bit) =>
    down ? bin.length - 1 - bit : bit,
  );
  const range = length === 0 ? "–" : length === 1 ? String(first) : `${first}–${last}`;
  return el(
    "tr",
    { "data-field": at, tabindex: 0 },
    el("td", { class: "numbers soft" }, range),
    el("td", {}, el("span", { class: `swatch ${tone(at)}` }), name),
    el("td", { class: "mono content" }, content(bits)),
    el("td", {}, meaning),
  );
}

/**
 * Short fields bit by bit, long ones in hexadecimal.
 * @param {string} bits
 */
function content(bits) {
  if (bits.length <= 32 && bits.length % 8 !== 0) return bits;
  if (bits.length === 8) return parseInt(bits, 2).toString(16).padStart(2, "0");
  return (bits.match(/.{1,4}/g) ?? [])
    .map((four) => parseInt(four.padEnd(4, "0"), 2).toString(16))
    .join("");
}
