// Converts text with ANSI colours (SGR sequences) to plain text and to styled runs.

/**
 * @typedef {{text: string, classes: string[], color: string | null, background: string | null}} Run
 *   colours outside the sixteen of terminals are CSS colours, the sixteen are classes
 */

// eslint-disable-next-line no-control-regex
const ESCAPE = /\x1b\[([0-9;:]*)([A-Za-z])/g;

/** The text without any escape sequence. @param {string} text */
export const plainText = (text) => text.replace(ESCAPE, "");

/** @param {string} text @returns {Run[]} */
export function styledRuns(text) {
  /** @type {Run[]} */
  const runs = [];
  const style = new Style();
  let from = 0;
  const push = (/** @type {number} */ to) => {
    if (to > from) runs.push({ text: text.slice(from, to), ...style.snapshot() });
  };
  for (const match of text.matchAll(ESCAPE)) {
    push(match.index);
    from = match.index + match[0].length;
    if (match[2] === "m") style.apply(match[1].split(/[;:]/).map(Number));
  }
  push(text.length);
  return runs;
}

/** Effects by the code that sets them. */
const EFFECTS = new Map([
  [1, "bold"],
  [2, "dim"],
  [3, "italic"],
  [4, "underline"],
  [7, "inverse"],
]);
/** The effects that a code resets. */
const ENDS = new Map([
  [22, ["bold", "dim"]],
  [23, ["italic"]],
  [24, ["underline"]],
  [27, ["inverse"]],
]);

/** The state of a terminal's pen. */
class Style {
  /** @type {Set<string>} */
  effects = new Set();
  /** A number from 0 to 15, or a CSS colour. @type {number | string | null} */
  foreground = null;
  /** @type {number | string | null} */
  background = null;

  reset() {
    this.effects.clear();
    this.foreground = null;
    this.background = null;
  }

  /** @param {number[]} codes */
  apply(codes) {
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at];
      const effect = EFFECTS.get(code);
      if (code === 0) this.reset();
      else if (effect) this.effects.add(effect);
      else if (ENDS.has(code)) ENDS.get(code)?.forEach((name) => this.effects.delete(name));
      else if (code === 38 || code === 48) at += this.extended(code, codes.slice(at + 1));
      else this.basic(code);
    }
  }

  /** One of the sixteen colours, or none. @param {number} code */
  basic(code) {
    const tens = Math.floor(code / 10);
    const color = code % 10 > 7 ? null : (code % 10) + (tens >= 9 ? 8 : 0);
    if (tens === 3 || tens === 9) this.foreground = color;
    else if (tens === 4 || tens === 10) this.background = color;
  }

  /**
   * Parses `5;n` or `2;r;g;b`.
   * @param {number} code
   * @param {number[]} rest
   * @returns {number} the number of values consumed
   */
  extended(code, [kind, ...values]) {
    const color = kind === 5 ? palette(values[0] ?? 0) : `rgb(${values.slice(0, 3).join(" ")})`;
    if (code === 38) this.foreground = color;
    else this.background = color;
    return kind === 5 ? 2 : 4;
  }

  snapshot() {
    const { foreground, background } = this;
    const classes = [...this.effects];
    if (typeof foreground === "number") classes.push(`fg-${foreground}`);
    if (typeof background === "number") classes.push(`bg-${background}`);
    return {
      classes,
      color: typeof foreground === "string" ? foreground : null,
      background: typeof background === "string" ? background : null,
    };
  }
}

/**
 * A colour of the 256-colour palette: sixteen basic ones, a 6 × 6 × 6 cube, and greys.
 * @param {number} index
 */
function palette(index) {
  if (index < 16) return index;
  if (index >= 232)
    return `rgb(${Array(3)
      .fill(8 + 10 * (index - 232))
      .join(" ")})`;
  const cube = index - 16;
  const parts = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return `rgb(${parts.map((part) => (part ? 55 + 40 * part : 0)).join(" ")})`;
}
