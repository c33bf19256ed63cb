// The record of the match that a value holds.

/** @param {any} answer of the server @returns {string | undefined} its record, where it has one */
export const recordOf = ({ format, value, others }) =>
  format === "record"
    ? value.text
    : others.find((/** @type {any} */ other) => other.format === "record")?.value;
