// The list of moves, with the value of each position once it is known.

import { badge } from "../badge.js";
import { valueTone } from "../boards/values.js";
import { el, fill } from "../dom.js";
import { markText } from "./review.js";
import { nameOf, seatsOf } from "./scene.js";

/**
 * @param {import("../api.js").Replay} replay
 * @param {import("./player.js").Player} player
 * @param {(step: number) => string} say formats a move
 */
export function moves(replay, player, say) {
  const seats = seatsOf(replay);
  const chips = replay.steps.map(() => el("span", { class: "chip numbers" }));
  const notes = replay.steps.map(() => el("span", { class: "fault", hidden: true }));
  const buttons = replay.steps.map(({ seat }, step) => {
    const who =
      seat === null
        ? null
        : [
            badge(seat, seats[seat]?.name ?? "", 14),
            el("span", { class: "unseen" }, `${nameOf(replay, seat)}: `),
          ];
    const number = el("span", { class: "number numbers" }, step === 0 ? "" : `${step}.`);
    return el(
      "button",
      { type: "button", onclick: () => player.jump(step) },
      number,
      who ?? [],
      el("span", { class: "text" }, step === 0 ? "Start" : say(step)),
      notes[step],
      chips[step],
    );
  });
  const list = el(
    "ol",
    { class: "moves", "aria-label": "Moves" },
    buttons.map((button) => el("li", {}, button)),
  );
  let current = -1;

  const draw = () => {
    if (current === player.at) return;
    buttons[current]?.removeAttribute("aria-current");
    current = player.at;
    buttons[current].setAttribute("aria-current", "step");
    keepInSight(list, buttons[current]);
  };
  player.listen(draw);
  draw();

  return {
    element: list,
    /** @param {Map<number, import("./review.js").Mark>} marks the moves that a review marks */
    marks(marks) {
      notes.forEach((note, step) => {
        const found = marks.get(step);
        note.hidden = !found;
        if (found) fill(note, markText(found));
      });
    },
    /** @param {Map<number, import("./analysis.js").PositionValue>} known */
    values(known) {
      chips.forEach((chip, step) => {
        const value = known.get(step);
        fill(
          chip,
          value
            ? [
                el("span", { "aria-hidden": "true" }, arrow(value)),
                el("span", { class: "unseen" }, advantage(replay, value)),
              ]
            : "",
        );
        chip.dataset.tone = value ? valueTone(value.value) : "";
      });
    },
  };
}

/**
 * Who is ahead, as a symbol that matches the plot.
 * @param {import("./analysis.js").PositionValue} value
 */
function arrow({ value, exact }) {
  if (value === null) return "?";
  if (Math.abs(value) < 0.005) return exact ? "draw" : "even";
  return `${value > 0 ? "▲" : "▼"} ${exact ? "wins" : Math.abs(value).toFixed(2)}`;
}

/**
 * Who is ahead, as text.
 * @param {import("../api.js").Replay} replay
 * @param {import("./analysis.js").PositionValue} value
 */
export function advantage(replay, { value, exact }) {
  if (value === null) return "unknown";
  if (Math.abs(value) < 0.005) return exact ? "draw" : "even";
  const name = nameOf(replay, value > 0 ? 0 : 1);
  return exact ? `${name} wins` : `${name} +${Math.abs(value).toFixed(2)}`;
}

/**
 * Scrolls the list, but never the page.
 * @param {HTMLElement} list
 * @param {HTMLElement} item
 */
function keepInSight(list, item) {
  const top = item.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + item.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top + item.offsetHeight - list.clientHeight;
}
