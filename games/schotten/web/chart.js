// The formations as cards, strongest first, for the help.

import { el } from "../../js/dom.js";
import { face } from "./card.js";
import { COLOURS } from "./names.js";

/** @type {[string, string[]][]} */
const FORMATIONS = [
  ["Colour run", ["red 4", "red 5", "red 6"]],
  ["Three of a kind", ["red 7", "blue 7", "grey 7"]],
  ["Colour", ["green 2", "green 5", "green 9"]],
  ["Run", ["red 4", "blue 5", "cyan 6"]],
  ["Sum", ["red 1", "blue 5", "grey 9"]],
];

/** A card's byte. @param {string} name such as "red 4" */
function card(name) {
  const [colour, number] = name.split(" ");
  return ((COLOURS.indexOf(colour) + 1) << 4) | Number(number);
}

export function chart() {
  return el(
    "ol",
    { class: "schotten-chart", "aria-label": "Formations, strongest first" },
    FORMATIONS.map(([name, cards]) =>
      el(
        "li",
        {},
        el("span", { class: "name" }, name),
        el(
          "span",
          { class: "cards" },
          cards.map((one) => face(card(one))),
        ),
      ),
    ),
  );
}
