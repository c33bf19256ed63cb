// How the games are played, in a few sentences, and the keys of their boards. Words only: the server has the rules.

import { el } from "./dom.js";

/** @type {Record<string, {how: string[], keys: [string, string][]}>} */
const HELP = {
  ttt: {
    how: ["Take turns. Three of your marks in a line win."],
    keys: [
      ["1 – 9", "play a square, row by row"],
      ["arrows, Enter", "move and play"],
    ],
  },
  nested: {
    how: [
      "Every square holds a smaller board. Win small boards to win their squares; three in a line win the whole.",
      "Where you play inside a small board decides to which board your opponent is sent. The lit one is where to play next; where all are lit, the choice is free.",
    ],
    keys: [
      ["T", "fly to the lit grid"],
      ["1 – 9, Enter", "go into a grid, or play"],
      ["Esc", "go out"],
      ["arrows", "move"],
      ["+ −, wheel, pinch", "zoom"],
      ["0", "the whole board"],
    ],
  },
  schotten: {
    how: [
      "Nine stones lie between you. Lay one card a turn on your side of a stone, three at most, then draw.",
      "Three cards make a formation: colour run, three of a kind, colour, run, or any; the higher sum breaks ties, and then who was complete first.",
      "A stone is yours once nothing the other can still lay beats your formation. Five stones, or three side by side, win.",
    ],
    keys: [
      ["A – F", "pick a card of your hand, from the left"],
      ["0 – 8", "lay it at a stone, or look at the stone"],
      ["arrows, Enter", "move and press"],
      ["Shift + ← →", "move a card within the hand"],
      ["Esc", "put the card back"],
      ["Y, N", "claim a stone, or not"],
      ["P", "pass, when there is nothing to lay"],
    ],
  },
};

/** @param {string} game */
export function help(game) {
  const words = HELP[game];
  if (!words) return null;
  const keys =
    words.keys.length > 0 &&
    el(
      "dl",
      { class: "keys" },
      words.keys.map(([key, what]) => el("div", {}, el("dt", {}, key), el("dd", {}, what))),
    );
  return el(
    "details",
    { class: "help-box card" },
    el("summary", {}, "How to play"),
    el(
      "div",
      { class: "stack" },
      words.how.map((text) => el("p", {}, text)),
      keys,
    ),
  );
}
