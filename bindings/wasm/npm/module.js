// The WebAssembly module: stateless calls with JSON in and JSON out.

import { InternalError, errorOf } from "./errors.js";

const address = new URL("./ennead.wasm", import.meta.url);

/** Reads the module's file: from disk in Node.js, over the network in browsers. */
async function read() {
  if (address.protocol === "file:") {
    // A variable keeps browser bundlers from resolving the import.
    const files = "node:fs/promises";
    return (await import(files)).readFile(address);
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

const compiled = await WebAssembly.compile(await read());
const imports = { ennead: { ennead_now: () => performance.now() } };
/** @type {any} */
let exports = null;

/** @param {Uint8Array} input */
function perform(input) {
  exports ??= new WebAssembly.Instance(compiled, imports).exports;
  const to = exports.ennead_input(input.length) >>> 0;
  new Uint8Array(exports.memory.buffer, to, input.length).set(input);
  const length = exports.ennead_library() >>> 0;
  const from = exports.ennead_output() >>> 0;
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, from, length));
}

/**
 * Performs a call, by its name in `library.rs`.
 * @param {string} name
 * @param {object} given
 */
export function call(name, given) {
  const input = new TextEncoder().encode(JSON.stringify({ call: name, ...given }));
  let output;
  try {
    output = perform(input);
  } catch (error) {
    // A trap leaves the instance in an unknown state: the next call creates a new one.
    exports = null;
    const { message } = /** @type {Error} */ (error);
    throw new InternalError(`this is a fault of Ennead, please report it: ${message}`, {
      cause: error,
    });
  }
  const answer = JSON.parse(output);
  if (answer.failed) throw errorOf(answer.failed);
  return answer.done;
}
