// The most recently chosen bot level.

export const FORM = "ennead.form";
const DEFAULT = 3;

/** @returns {number} */
export function chosenLevel() {
  try {
    return Number(JSON.parse(localStorage.getItem(FORM) ?? "{}").level) || DEFAULT;
  } catch {
    return DEFAULT;
  }
}
