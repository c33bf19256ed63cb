// The state of the page in the hash of its address: #f=FORMAT&v=VALUE or &t=TEXT, and options with
// a dot before their names.

/**
 * @typedef {object} State
 * @property {string} format
 * @property {"value" | "text"} kind whether the input is a value, or text to encode
 * @property {string} input
 * @property {Record<string, string>} options of the encoder
 */

/** The maximum length of input in the address. */
const LONGEST = 16000;

/**
 * @param {string} hash
 * @returns {State | null} null if it names no format
 */
export function readState(hash) {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const format = params.get("f");
  if (!format) return null;
  const text = params.get("t");
  const options = [...params]
    .filter(([name]) => name.startsWith("."))
    .map(([name, value]) => [name.slice(1), value]);
  return {
    format,
    kind: text === null ? "value" : "text",
    input: text ?? params.get("v") ?? "",
    options: Object.fromEntries(options),
  };
}

/**
 * @param {State} state
 * @returns {string} with its #
 */
export function writeState({ format, kind, input, options }) {
  const params = new URLSearchParams({ f: format });
  if (input.length <= LONGEST) params.set(kind === "text" ? "t" : "v", input);
  for (const [name, value] of Object.entries(options)) params.set(`.${name}`, value);
  return `#${params}`;
}
