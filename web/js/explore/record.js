// The record of the match held by a value.

/** @param {any} answer of the server @returns {string | undefined} its record, where it has one */
export const recordOf = ({ format, value, others }) =>
  format === "record"
    ? value.text
    : others.find((/** @type {any} */ other) => other.format === "record")?.value;

/** Whether a format is shared by all games. @param {string} format */
export const isRecord = (format) => format === "record" || format === "record.model";

/**
 * The format of a record in a link. The first two bits of a `record` are 01, so its hexadecimal
 * starts with 4 to 7. The base64url of a `record.model` may too, but contains other characters.
 * @param {string} record
 */
export const formatOfRecord = (record) =>
  /^((0x)?[4-7][\da-fA-F]*$|[Q-Za-f])/.test(record) ? "record" : "record.model";
