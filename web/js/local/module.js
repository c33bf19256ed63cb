// The WebAssembly module: bytes in, effects out.

/** The operations, by their numbers in `bindings/wasm/src/module.rs`. */
export const REQUEST = 0;
export const FRAME = 1;
export const CLOSE = 2;
export const RESTORE = 3;
export const THINK = 4;
export const TICK = 5;
export const BOOK = 6;

/**
 * @typedef {object} Effects
 * @property {{status: number, json: string} | null} answer
 * @property {Uint8Array<ArrayBuffer>[]} matches to store
 * @property {{connection: number, bytes: ArrayBuffer}[]} frames to deliver
 * @property {number | null} wake milliseconds until the next call for a bot or a clock
 */

export class Module {
  /** @param {WebAssembly.Module} compiled */
  constructor(compiled) {
    const imports = { ennead: { ennead_now: () => performance.now() } };
    /** @type {any} */
    this.exports = new WebAssembly.Instance(compiled, imports).exports;
    this.write(crypto.getRandomValues(new Uint8Array(32)));
    this.exports.ennead_start();
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    const at = this.exports.ennead_input(bytes.length) >>> 0;
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /**
   * Performs an operation. A trap throws, after which the module must not be used again.
   * @param {number} operation
   * @param {number} number
   * @param {Uint8Array} bytes
   */
  call(operation, number = 0, bytes = new Uint8Array()) {
    this.write(bytes);
    const length = this.exports.ennead_call(operation, number, Date.now()) >>> 0;
    const at = this.exports.ennead_output() >>> 0;
    return readEffects(new Uint8Array(this.exports.memory.buffer, at, length).slice());
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Effects} */
function readEffects(bytes) {
  /** @type {Effects} */
  const effects = { answer: null, matches: [], frames: [], wake: null };
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length;) {
    const number = view.getUint32(at + 1, true);
    const end = at + 9 + view.getUint32(at + 5, true);
    const body = bytes.slice(at + 9, end);
    const kind = bytes[at];
    if (kind === 0) effects.answer = { status: number, json: new TextDecoder().decode(body) };
    else if (kind === 1) effects.matches.push(body);
    else if (kind === 2) effects.frames.push({ connection: number, bytes: body.buffer });
    else effects.wake = number;
    at = end;
  }
  return effects;
}
