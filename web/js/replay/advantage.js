// The advantage plot: one bar per position, up for the first seat and down for the second. Clicking
// a bar jumps to its position.

import { setProps, el, fill, svg } from "../dom.js";
import { advantage } from "./moves.js";
import { markText } from "./review.js";
import { nameOf } from "./scene.js";

const WIDTH = 600;
const HALF = 50;

/**
 * @param {import("../api.js").Replay} replay
 * @param {import("./player.js").Player} player
 */
export function advantagePlot(replay, player) {
  const pitch = WIDTH / player.length;
  const bars = replay.steps.map((_, step) =>
    svg("rect", { x: step * pitch + pitch * 0.08, width: pitch * 0.84, y: HALF, height: 0 }),
  );
  const flags = svg("g", { class: "flags" });
  const cursor = svg("rect", { class: "cursor", y: 0, width: pitch, height: 2 * HALF });
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${2 * HALF}`, preserveAspectRatio: "none", role: "img" },
    cursor,
    svg("path", { class: "half", d: `M0 ${HALF / 2}H${WIDTH}M0 ${HALF * 1.5}H${WIDTH}` }),
    bars,
    svg("path", { class: "zero", d: `M0 ${HALF}H${WIDTH}` }),
    flags,
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    player.jump(Math.floor(((event.clientX - box.left) / box.width) * player.length));
  });
  const now = el("p", { class: "now small" });
  /** @type {Map<number, import("./analysis.js").PositionValue>} */
  let known = new Map();

  const draw = () => {
    setProps(cursor, { x: player.at * pitch });
    const value = known.get(player.at);
    fill(
      now,
      value ? `Here: ${advantage(replay, value)}${value.exact ? "" : ", an estimate"}` : "",
    );
  };
  player.listen(draw);
  draw();

  return {
    element: el(
      "figure",
      { class: "plot" },
      el(
        "figcaption",
        {},
        el("span", { class: "seat-0" }, `▲ ${nameOf(replay, 0)}`),
        el("span", { class: "seat-1" }, `▼ ${nameOf(replay, 1)}`),
        now,
      ),
      picture,
    ),
    /**
     * Flags the moves marked by a review, each on the side of the player who made it.
     * @param {Map<number, import("./review.js").Mark>} marks
     */
    marks(marks) {
      fill(
        flags,
        [...marks].map(([step, found]) => {
          const y = replay.steps[step].seat === 0 ? 2 * HALF - 9 : 1;
          const flag = svg("rect", { x: step * pitch, y, width: pitch, height: 8 });
          flag.append(svg("title", {}, `Move ${step}: ${markText(found)}`));
          return flag;
        }),
      );
    },
    /** @param {Map<number, import("./analysis.js").PositionValue>} values */
    values(values) {
      known = values;
      bars.forEach((bar, step) => drawBar(bar, values.get(step)?.value));
      const evaluated = `${values.size} of ${player.length} positions`;
      setProps(picture, {
        "aria-label": `Advantage after each move, as in the list; ${evaluated} are evaluated.`,
      });
      draw();
    },
  };
}

/**
 * @param {SVGElement} bar
 * @param {number | null | undefined} value
 */
function drawBar(bar, value) {
  if (value === undefined || value === null) return;
  const height = Math.max(1.2, Math.abs(value) * HALF);
  setProps(bar, {
    y: value > 0 ? HALF - height : value < 0 ? HALF : HALF - 0.6,
    height,
    class: value > 0 ? "bar-0" : value < 0 ? "bar-1" : "bar-even",
  });
}
