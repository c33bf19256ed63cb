// The record of the match that a value holds.

/** @param {any} answer of the server @returns {string | undefined} its record, where it has one */
export const recordOf = ({ format, value, others }) =>
  format === "record"
    ? value.text
    : others.find((/** @type {any} */ other) => other.format === "record")?.value;

/** Whether a format is one that every game has. @param {string} format */
export const isRecord = (format) => format === "record" || format === "record.model";

/**
 * The format of a record as a link has it: its first two bits are 01 in `record`, which begins with
 * 4 to 7 in hexadecimal. So may the base64url of a `record.model`, whose letters are others.
 * @param {string} record
 */
export const formatOfRecord = (record) =>
  /^((0x)?[4-7][\da-fA-F]*$|[Q-Za-f])/.test(record) ? "record" : "record.model";
