// Decodes the default payload: the position drawn as text, and a text for each legal label.

import { Reader } from "../reader.js";

/**
 * @param {Uint8Array} payload
 * @returns {{drawing: string, texts: Map<number, string>}} the texts by label
 * @throws {Error} if the payload ends within a text
 */
export function decodeDrawn(payload) {
  const reader = new Reader(payload);
  const drawing = reader.text(length(reader));
  /** @type {Map<number, string>} */
  const texts = new Map();
  while (!reader.isDone) {
    const label = reader.byte();
    texts.set(label, reader.text(length(reader)));
  }
  return { drawing, texts };
}

/** A LEB128 number: seven bits per byte, low bits first; the highest bit means that more follow. */
function length(/** @type {Reader} */ reader) {
  let value = 0;
  for (let shift = 1; ; shift *= 128) {
    const byte = reader.byte();
    value += (byte & 127) * shift;
    if (byte < 128) return value;
    if (shift > 2 ** 28) throw new Error(`no length begins at byte ${reader.at - 5}`);
  }
}
