// Values of formats: numbers, bits as strings, or bytes.

import { call } from "./module.js";

/** Numbers with more bits are of type bigint. */
const NUMBER_BITS = 53;

/** @type {Map<string, any> | null} */
let known = null;

/** The description of a format, if it exists. @param {string} id */
export function formatOf(id) {
  known ??= new Map(call("formats", {}).map((/** @type {any} */ format) => [format.id, format]));
  return known.get(id);
}

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex */
export const fromHex = (hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));

const WANTED = {
  integer: "a number, a bigint or text",
  bits: "text of 0 and 1, or a Uint8Array",
  bytes: "a Uint8Array or text",
};

/**
 * A value in the notation of the command line.
 * @param {string} format
 * @param {unknown} value
 */
export function written(format, value) {
  if (typeof value === "string") return value;
  // The call itself rejects an unknown format, with a better message.
  const kind = /** @type {keyof typeof WANTED} */ (formatOf(format)?.kind ?? "bytes");
  if (value instanceof Uint8Array && kind !== "integer")
    return kind === "bits" ? `0x${toHex(value)}` : toHex(value);
  if (typeof value === "bigint" && kind === "integer") return String(value);
  if (typeof value === "number" && kind === "integer") {
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new TypeError(`${value} is beyond the exact numbers: pass it as a bigint or as text`);
    return String(value);
  }
  const type = value === null ? "null" : typeof value;
  throw new TypeError(`a value of ${format} is ${WANTED[kind]}, not ${type}`);
}

/**
 * Converts a value from the notation of the command line to JavaScript.
 * @param {string} format
 * @param {string} text
 */
export function read(format, text) {
  const { kind, max_bits } = formatOf(format);
  if (kind === "bytes") return fromHex(text);
  if (kind === "bits") return text;
  return max_bits !== null && max_bits <= NUMBER_BITS ? Number(text) : BigInt(text);
}
