// The board of tic-tac-toe: nine squares.

import { setProps, fill, svg } from "../../js/dom.js";
import { LINES } from "../../js/boards/nine.js";
import { decodePayload } from "./payload.js";
import { valueText, valueTone } from "../../js/boards/values.js";
import { cross, ring } from "../../js/marks.js";

/** @typedef {import("../../js/boards/index.js").Scene} Scene */

const SIZE = 100;
const NAMES = [
  "top left",
  "top",
  "top right",
  "left",
  "centre",
  "right",
  "bottom left",
  "bottom",
  "bottom right",
];
const WORDS = ["empty", "X", "O"];
const SHAPES = ["", cross(0, 0, SIZE), ring(0, 0, SIZE)];
const KINDS = ["", "x", "o"];

/** @type {[string, string][]} */
export const keys = [
  ["1 – 9", "play a square, row by row"],
  ["arrows, Enter", "move and play"],
];

/**
 * @param {HTMLElement} host
 * @param {import("../../js/boards/index.js").Actions} actions
 * @returns {import("../../js/boards/index.js").Board}
 */
export function create(host, actions) {
  const cells = NAMES.map((_, i) => cell(i, (event) => click(event, i)));
  const lines = svg("g", { class: "ttt-lines", "aria-hidden": "true" });
  const frame = svg("path", {
    class: "ttt-frame",
    d: "M100 6V294M200 6V294M6 100H294M6 200H294",
    "aria-hidden": "true",
  });
  const root = svg(
    "svg",
    { viewBox: "0 0 300 300", class: "ttt", role: "group", "aria-label": "Tic-tac-toe board" },
    cells.map((cell) => cell.node),
    frame,
    lines,
  );
  root.addEventListener("keydown", keydown);
  fill(host, root);

  /** @type {Scene | null} */
  let scene = null;
  /** @type {number[]} */
  let before = [];
  let focus = 4;

  /** @param {number} square */
  function choose(square) {
    if (!scene || scene.still || !scene.labels.includes(square)) return;
    cells[square].show(scene.you === 1 ? 2 : 1, "pending");
    const { labels } = scene;
    scene = { ...scene, labels: [] };
    for (const label of labels) cells[label].offer(false);
    actions.choose([square]);
  }

  /** @param {Event} event @param {number} square */
  function click(event, square) {
    event.preventDefault();
    aim(square);
    choose(square);
  }

  /** @param {number} square */
  function aim(square) {
    focus = square;
    cells.forEach(({ node }, i) => node.setAttribute("tabindex", i === focus ? "0" : "-1"));
  }

  /** @param {KeyboardEvent} event */
  function keydown(event) {
    if (actions.steps && !event.shiftKey) return;
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    if (event.key === "Enter" || event.key === " ") choose(focus);
    else if (dx || dy)
      aim((((focus % 3) + dx + 3) % 3) + 3 * ((Math.floor(focus / 3) + dy + 3) % 3));
    else return;
    cells[focus].node.focus();
    event.preventDefault();
  }

  /** @param {Scene} next */
  function update(next) {
    scene = next;
    const { squares, lines: won } = decodePayload(next.payload);
    squares.forEach((value, i) => {
      cells[i].show(value, before[i] === value || before.length === 0 ? "" : "new");
      cells[i].ghost(next.you === 1 ? 2 : 1);
      cells[i].offer(!next.still && next.labels.includes(i));
      cells[i].last(next.last.includes(i) && value !== 0);
      const entry = next.overlay?.find(({ label }) => label === i);
      cells[i].value(entry);
      const note = entry
        ? `, ${valueText(entry)}`
        : next.last.includes(i) && value
          ? ", last move"
          : "";
      cells[i].name(`${NAMES[i]}: ${WORDS[value]}${note}`);
    });
    before = squares;
    const mode = `${next.still ? "still" : ""} ${next.isNarrowed ? "narrowed" : ""}`;
    setProps(root, { class: `ttt ${next.state} ${mode} turn-${next.turn} you-${next.you}` });
    fill(
      lines,
      won.map((line) => strike(line, next.winner)),
    );
    aim(focus);
  }

  return {
    update,
    key(event) {
      const square = Number(event.key) - 1;
      if (square >= 0 && square < 9) choose(square);
    },
    destroy: () => fill(host),
  };
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A square and its parts. @param {number} index @param {(event: Event) => void} click */
function cell(index, click) {
  const back = svg("rect", { class: "back", x: 5, y: 5, width: 90, height: 90, rx: 8 });
  const ghost = svg("path", { class: "mark ghost" });
  const mark = svg("path", { class: "mark", pathLength: 1 });
  const text = svg("text", { class: "value", x: 50, y: 58, "text-anchor": "middle" });
  const at = `translate(${(index % 3) * SIZE} ${Math.floor(index / 3) * SIZE})`;
  const node = svg(
    "g",
    { class: "cell", role: "button", transform: at, onclick: click, "data-cell": index },
    back,
    ghost,
    mark,
    text,
  );
  return {
    node,
    /** @param {number} value @param {string} how */
    show(value, how) {
      setProps(mark, { d: SHAPES[value], class: `mark ${KINDS[value]} ${how}` });
    },
    /** @param {number} value the mark that a click would make */
    ghost: (value) => setProps(ghost, { d: SHAPES[value], class: `mark ghost ${KINDS[value]}` }),
    /** @param {boolean} yes */
    offer(yes) {
      node.classList.toggle("offer", yes);
      setProps(node, { "aria-disabled": yes ? "false" : "true" });
    },
    /** @param {boolean} yes */
    last: (yes) => node.classList.toggle("last", yes),
    /** @param {import("../../js/boards/index.js").LabelValue | undefined} entry */
    value(entry) {
      fill(text, entry ? valueText(entry) : "");
      setProps(text, { class: `value ${entry ? valueTone(entry.value) : ""}` });
    },
    /** @param {string} words */
    name: (words) => setProps(node, { "aria-label": words }),
  };
}

/** @param {number} line @param {0 | 1 | null} winner */
function strike(line, winner) {
  const [a, , c] = LINES[line].map((cell) => [
    (cell % 3) * SIZE + 50,
    Math.floor(cell / 3) * SIZE + 50,
  ]);
  const [dx, dy] = [Math.sign(c[0] - a[0]) * 34, Math.sign(c[1] - a[1]) * 34];
  return svg("path", {
    class: `strike seat-${winner}`,
    pathLength: 1,
    d: `M${a[0] - dx} ${a[1] - dy}L${c[0] + dx} ${c[1] + dy}`,
  });
}

/** The last move as text. @param {Scene} scene */
export function move(scene) {
  const square = scene.last[0];
  return square === undefined
    ? ""
    : `${WORDS[decodePayload(scene.payload).squares[square]]} ${NAMES[square]}`;
}

/** @param {Scene} scene */
export function describe(scene) {
  const { squares } = decodePayload(scene.payload);
  const taken = squares.flatMap((value, i) => (value ? [`${WORDS[value]} ${NAMES[i]}`] : []));
  return taken.length ? taken.join(", ") : "The board is empty";
}
