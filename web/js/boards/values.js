// Evaluations of options, as written on boards.

/**
 * A value in a few characters: the outcome if it is exact, otherwise a signed number.
 * @param {{value: number | null, exact: boolean}} evaluation
 */
export function valueText({ value, exact }) {
  if (value === null) return "–";
  if (exact) return value > 0 ? "win" : value < 0 ? "loss" : "draw";
  return (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(2);
}

/**
 * The CSS class of a value: good, even or bad for the seat to move.
 * @param {number | null} value
 */
export function valueTone(value) {
  if (value === null) return "even";
  return value > 0.05 ? "good" : value < -0.05 ? "bad" : "even";
}
