// Examples for every format, supplied by the games.

/** @typedef {import("../api.js").Example} Example */
/** @typedef {(format: string) => Example[]} ExamplesOf at least one for each format */

/**
 * @param {import("../api.js").Game[]} list
 * @returns {ExamplesOf}
 */
export function examplesIn(list) {
  const all = list.flatMap(({ id, examples }) => examples.map((example) => withGame(example, id)));
  return (format) => {
    const found = all.filter((example) => example.format === format);
    if (format === "record.model") found.push(...all.flatMap(asModel));
    return found.length ? found : [{ format, name: "zero", value: "0" }];
  };
}

/**
 * The text form of a record does not name its game.
 * @param {Example} example
 * @param {string} game
 */
function withGame(example, game) {
  if (example.format !== "record" || example.text === undefined) return example;
  return { ...example, options: { game, ...example.options } };
}

/**
 * A record and a record with a model hold the same matches, so the moves of one are an example of
 * both.
 * @param {Example} example
 */
function asModel(example) {
  if (example.format !== "record" || example.text === undefined) return [];
  return [{ ...example, format: "record.model" }];
}
