// The daily puzzles, one per game that has puzzles, with the streak of days.

import { el } from "../dom.js";
import { numberOf, solvedOf, streakOn, today } from "../puzzle/solved.js";
import { puzzlePath } from "../site.js";
import { gameIcon } from "./icon.js";

/** @param {import("../api.js").Game[]} games */
export function daily(games) {
  const day = today();
  const links = games.flatMap((game) => (game.puzzles ? [link(game, game.puzzles, day)] : []));
  return (
    links.length > 0 && [
      el("h2", { id: "daily" }, "Today's puzzles"),
      el("ul", { "aria-labelledby": "daily" }, links),
    ]
  );
}

/** @param {import("../api.js").Game} game @param {number} count @param {number} day */
function link(game, count, day) {
  const kept = solvedOf(game.id);
  const done = kept.solved.includes(numberOf(day, count));
  const streak = streakOn(kept, day);
  return el(
    "li",
    {},
    el(
      "a",
      { href: puzzlePath(game.id), class: done ? "done" : "", title: game.title },
      gameIcon(game),
      el("span", { class: "daily-title" }, game.title),
      done && el("span", { class: "tick" }, "✓", el("span", { class: "unseen" }, " solved")),
      streak > 1 && el("span", { class: "soft small" }, `${streak} days`),
    ),
  );
}
