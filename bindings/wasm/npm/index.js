// Ennead: games, formats, matches and bots. The types and their descriptions are in index.d.ts.

import { Match, checkText } from "./match.js";
import { call } from "./module.js";
import { read, written } from "./values.js";

export { EnneadError, IllegalMoveError, InputError, InternalError, UsageError } from "./errors.js";
export { Match };

export const games = () => call("games", {}).games;

export const formats = () => call("formats", {});

/** @type {import("./index.d.ts").encode} */
export function encode(format, text, { game, ...options } = {}) {
  checkText(format, "a format");
  checkText(text, "what is encoded");
  return read(format, call("encode", { format, text, game, options }));
}

/** @type {import("./index.d.ts").decode} */
export function decode(format, value) {
  checkText(format, "a format");
  return call("decode", { format, value: written(format, value) });
}

/** @type {import("./index.d.ts").convert} */
export function convert(from, to, value, options = {}) {
  checkText(from, "a format");
  checkText(to, "a format");
  return read(to, call("convert", { from, to, value: written(from, value), options }));
}

/** @type {import("./index.d.ts").inspect} */
export function inspect(format, value) {
  checkText(format, "a format");
  return call("inspect", { format, value: written(format, value) });
}

/** @type {import("./index.d.ts").bestMove} */
export function bestMove(match, { bot, ms, nodes, seed = 1 } = {}) {
  const given = /** @type {Uint8Array | string} */ (match);
  const { record } = match instanceof Match ? match : Match.fromRecord(given);
  for (const [name, number] of Object.entries({ ms, nodes, seed }))
    if (number !== undefined && !(Number.isSafeInteger(number) && number >= 0))
      throw new TypeError(`${name} is a whole number from 0, not ${String(number)}`);
  if (bot !== undefined) checkText(bot, "a bot");
  return call("bestMove", { record: written("record", record), bot, ms, nodes, seed });
}
