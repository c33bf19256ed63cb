// The review: mistakes and missed wins with the better move, and the accuracy of each player.

import { review as reviewOf } from "../api.js";
import { badge } from "../badge.js";
import { el, fill } from "../dom.js";
import { nameOf, seatsOf } from "./scene.js";

/** @typedef {{mark: string, better: string | null}} Mark */

/**
 * @param {string} record
 * @param {import("../api.js").Replay} replay
 * @param {import("./player.js").Player} player
 * @param {(step: number) => string} say formats a move
 * @param {(marks: Map<number, Mark>,
 *   values: Map<number, import("./analysis.js").PositionValue>) => void} onreview receives the
 *   marked moves and the value of each position, by step
 */
export function reviewPanel(record, replay, player, say, onreview) {
  const button = el(
    "button",
    { type: "button", class: "start-review", onclick: () => void start() },
    "Review: find the mistakes",
  );
  const body = el("div", { class: "findings", "aria-live": "polite" }, button);
  let begun = false;

  async function start() {
    if (begun) return;
    begun = true;
    fill(body, el("p", { class: "soft small" }, "Reviewing the match…"));
    try {
      show(await reviewOf(record));
    } catch (error) {
      begun = false;
      fill(body, el("p", { class: "note bad" }, /** @type {Error} */ (error).message), button);
    }
  }

  /** @param {import("../api.js").Review} review */
  function show(review) {
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    /** @type {Map<number, import("./analysis.js").PositionValue>} */
    const values = new Map();
    review.moves.forEach(({ mark, better, advantage, exact }, index) => {
      if (mark) marks.set(index + 1, { mark, better });
      if (advantage !== null) values.set(index + 1, { value: advantage, exact, options: [] });
    });
    fill(body, accuracies(replay, review), findings(marks));
    onreview(marks, values);
  }

  /** @param {Map<number, Mark>} marks */
  function findings(marks) {
    if (!marks.size) return el("p", { class: "soft small" }, "No mistakes found.");
    return el(
      "ul",
      { "aria-label": "Mistakes" },
      [...marks].map(([step, found]) =>
        el(
          "li",
          {},
          el(
            "button",
            { type: "button", onclick: () => player.jump(step - 1) },
            finding(replay, step, found, say),
          ),
        ),
      ),
    );
  }

  return { element: el("section", { class: "review", "aria-label": "Review" }, body), start };
}

/**
 * @param {import("../api.js").Replay} replay
 * @param {number} step
 * @param {Mark} found
 * @param {(step: number) => string} say
 */
function finding(replay, step, { mark, better }, say) {
  const { seat } = replay.steps[step];
  const who = seat === null ? null : badge(seat, seatsOf(replay)[seat]?.name ?? "", 14);
  return [
    el("span", { class: "number numbers" }, `${step}.`),
    who,
    el("span", { class: "text" }, `${say(step)}: ${markText({ mark, better })}`),
  ];
}

/**
 * What was wrong with a move, and what would have been better.
 * @param {Mark} found
 */
export const markText = ({ mark, better }) =>
  better === null ? mark : `${mark}, ${better} was better`;

/**
 * @param {import("../api.js").Replay} replay
 * @param {import("../api.js").Review} review
 */
function accuracies(replay, { accuracy }) {
  const lines = /** @type {(0 | 1)[]} */ ([0, 1]).flatMap((seat) => {
    const percent = accuracy[seat];
    if (percent === null) return [];
    const text = `${nameOf(replay, seat)} ${Math.round(percent)} %`;
    return el("span", { class: `seat-${seat}` }, text);
  });
  return lines.length ? el("p", { class: "accuracy" }, "Accuracy: ", lines) : [];
}
