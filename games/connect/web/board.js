// The board of line games: columns to drop discs into with gravity, cells to mark without.

import { valueText, valueTone } from "../../js/boards/values.js";
import { fill, setProps, svg } from "../../js/dom.js";
import { cross, ring } from "../../js/marks.js";
import {
  columnLetter,
  lastCell,
  moveText,
  positionText,
  readPayload,
  restingCell,
  targetName,
} from "./payload.js";

/**
 * @typedef {import("../../js/boards/index.js").Scene} Scene
 * @typedef {import("../../js/boards/index.js").LabelValue} LabelValue
 * @typedef {import("./payload.js").Position} Position
 */

const SIZE = 100;
/** The margin for the names of columns below, and of rows on the left. */
const EDGE = 44;
const LEFT_EDGE = 60;
const RADIUS = 40;
const KINDS = ["", "x", "o"];
const MARKS = ["", cross(0, 0, SIZE), ring(0, 0, SIZE)];
/** Smaller letters that fit on discs. */
const LETTERS = ["", cross(0, 0, SIZE, 0.36), ring(0, 0, SIZE, 0.35)];
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {[string, string][]} */
export const keys = [
  ["1 – 9", "drop a disc into a column, with gravity"],
  ["arrows, Enter", "move and play"],
  ["Home, End", "go to the first or the last of a row"],
];

/**
 * @param {HTMLElement} host
 * @param {import("../../js/boards/index.js").Actions} actions
 * @returns {import("../../js/boards/index.js").Board}
 */
export function create(host, actions) {
  /** @type {Drawing | null} */
  let drawing = null;
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Position | null} */
  let position = null;

  /** @param {number} label */
  function choose(label) {
    if (!scene || !position || !drawing || scene.still || !scene.labels.includes(label)) return;
    drawing.pending(restingCell(position, label), scene.you === 1 ? 2 : 1);
    scene = { ...scene, labels: [] };
    drawing.offer([]);
    actions.choose([label]);
  }

  return {
    update(next) {
      const decoded = readPayload(next.payload);
      const same =
        position &&
        decoded.width === position.width &&
        decoded.height === position.height &&
        decoded.gravity === position.gravity;
      if (!drawing || !same) {
        drawing = new Drawing(decoded, choose, actions.steps ?? false);
        fill(host, drawing.root);
      }
      drawing.update(next, decoded, same ? position : null);
      scene = next;
      position = decoded;
    },
    key(event) {
      const column = Number(event.key) - 1;
      if (position?.gravity && column >= 0 && column < 9) choose(column);
    },
    rejected() {
      if (scene && position && drawing) drawing.update(scene, position, position);
    },
    destroy: () => fill(host),
  };
}

/** The drawn board: cells that show the position, and a clickable target for each label. */
class Drawing {
  /** @param {Position} position @param {(label: number) => void} choose @param {boolean} steps */
  constructor(position, choose, steps) {
    const { width, height, gravity } = position;
    this.choose = choose;
    this.steps = steps;
    this.gravity = gravity;
    /** The number of targets per row and in total. */
    this.across = width;
    this.count = gravity ? width : width * height;
    this.focus = gravity ? width >> 1 : (height >> 1) * width + (width >> 1);
    this.cells = position.cells.map((_, i) => new Cell(i % width, Math.floor(i / width), gravity));
    this.targets = Array.from({ length: this.count }, (_, label) => this.target(label, position));
    const left = gravity ? 0 : LEFT_EDGE;
    this.root = svg(
      "svg",
      {
        viewBox: `${-left} 0 ${width * SIZE + left} ${height * SIZE + EDGE}`,
        class: "connect",
        role: "group",
        "aria-label": gravity
          ? `Board of ${width} columns and ${height} rows`
          : `Board of ${width} by ${height} cells`,
      },
      svg(
        "g",
        { class: "connect-discs", "aria-hidden": "true" },
        gravity && this.cells.map((cell) => cell.node),
      ),
      svg("path", {
        class: gravity ? "connect-panel" : "connect-grid",
        d: gravity ? panel(position) : grid(position),
        "aria-hidden": "true",
      }),
      svg("g", { class: "connect-names", "aria-hidden": "true" }, names(position)),
      svg(
        "g",
        { class: "connect-marks", "aria-hidden": "true" },
        !gravity && this.cells.map((cell) => cell.node),
      ),
      svg(
        "g",
        { class: "connect-notes", "aria-hidden": "true" },
        this.cells.map((cell) => cell.note),
      ),
      this.targets,
    );
    // The content security policy allows no style attributes.
    const ratio = (width * SIZE + left) / (height * SIZE + EDGE);
    this.root.style.setProperty("--ratio", String(ratio));
    this.root.addEventListener("keydown", (event) => this.keydown(event));
  }

  /** A clickable column or cell. @param {number} label @param {Position} position */
  target(label, { width, height, gravity }) {
    const [x, y] = gravity ? [label, 0] : [label % width, Math.floor(label / width)];
    const back = svg("rect", {
      x: x * SIZE,
      y: y * SIZE,
      width: SIZE,
      height: gravity ? height * SIZE : SIZE,
      rx: 8,
    });
    const node = svg("g", { class: "target", role: "button", "data-label": label }, back);
    setProps(node, {
      onclick: (/** @type {Event} */ event) => this.click(event, label),
      onpointerenter: (/** @type {PointerEvent} */ event) =>
        this.aimed(label, event.pointerType !== "touch"),
      onpointerleave: () => this.aimed(label, false),
      onfocus: () => this.aimed(label, node.matches(":focus-visible")),
      onblur: () => this.aimed(label, false),
    });
    return node;
  }

  /** Shows or hides a preview of a choice. @param {number} label @param {boolean} on */
  aimed(label, on) {
    if (this.hinted !== undefined) this.cells[this.hinted].hint(0);
    this.hinted = undefined;
    if (!on || !this.position || !this.labels?.includes(label)) return;
    this.hinted = restingCell(this.position, label);
    this.cells[this.hinted].hint(this.mark ?? 1);
  }

  /** @param {Event} event @param {number} label */
  click(event, label) {
    event.preventDefault();
    this.aim(label);
    this.choose(label);
  }

  /** Moves the single tab stop to a target. @param {number} label */
  aim(label) {
    this.focus = label;
    this.targets.forEach((node, i) => node.setAttribute("tabindex", i === label ? "0" : "-1"));
  }

  /** @param {KeyboardEvent} event */
  keydown(event) {
    if (this.steps && !event.shiftKey) return;
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    const drop = this.gravity && event.key === "ArrowDown";
    if (event.key === "Enter" || event.key === " " || drop) this.choose(this.focus);
    else if (event.key === "Home") this.aim(this.focus - (this.focus % this.across));
    else if (event.key === "End")
      this.aim(this.focus - (this.focus % this.across) + this.across - 1);
    else if (dx || dy) this.aim(this.beside(dx, dy));
    else return;
    this.targets[this.focus].focus();
    event.preventDefault();
  }

  /**
   * The target next to the focused one, wrapping around the edges.
   * @param {number} dx
   * @param {number} dy
   */
  beside(dx, dy) {
    const rows = this.count / this.across;
    const column = ((this.focus % this.across) + dx + this.across) % this.across;
    const row = (Math.floor(this.focus / this.across) + dy + rows) % rows;
    return row * this.across + column;
  }

  /** @param {number} cell @param {number} mark */
  pending(cell, mark) {
    this.aimed(this.focus, false);
    this.cells[cell].show(mark, "pending", this.gravity);
  }

  /** @param {number[]} labels */
  offer(labels) {
    this.labels = labels;
    this.targets.forEach((node, label) => {
      const yes = labels.includes(label);
      node.classList.toggle("offer", yes);
      setProps(node, { "aria-disabled": yes ? "false" : "true" });
    });
  }

  /** @param {Scene} scene @param {Position} position @param {Position | null} before */
  update(scene, position, before) {
    this.position = position;
    this.mark = scene.you === 1 ? 2 : 1;
    const last = lastCell(position, scene.last);
    const over = position.won.includes(true);
    this.cells.forEach((cell, i) => {
      const value = position.cells[i];
      const fresh = before !== null && before.cells[i] === 0 && value !== 0;
      cell.show(value, fresh ? "new" : "", this.gravity);
      cell.node.classList.toggle("last", i === last);
      cell.node.classList.toggle("won", position.won[i]);
      cell.value(undefined);
    });
    for (const entry of scene.overlay ?? [])
      this.cells[restingCell(position, entry.label)].value(entry);
    this.offer(scene.still ? [] : scene.labels);
    this.targets.forEach((node, label) =>
      setProps(node, { "aria-label": targetName(position, label, last) }),
    );
    const mode = `${scene.still ? "still" : ""} ${scene.isNarrowed ? "narrowed" : ""}`;
    const state = `${scene.state} ${mode} ${over ? "decided" : ""}`;
    const kind = this.gravity ? "falling" : "staying";
    setProps(this.root, {
      class: `connect ${kind} ${state} turn-${scene.turn} you-${scene.you}`,
    });
    this.aim(this.focus);
    const aims = matchMedia("(hover: hover)").matches ? ":hover, :focus-visible" : ":focus-visible";
    const held = this.targets.findIndex((node) => node.matches(aims));
    this.aimed(held, held >= 0);
  }
}

/** A cell and its parts. */
class Cell {
  /** @param {number} x @param {number} y @param {boolean} gravity */
  constructor(x, y, gravity) {
    this.row = y;
    this.stone = new Stone(gravity);
    this.ghost = new Stone(gravity);
    const back = svg("rect", {
      class: "back",
      x: 4,
      y: 4,
      width: SIZE - 8,
      height: SIZE - 8,
      rx: 8,
    });
    this.node = svg(
      "g",
      { class: "cell", transform: `translate(${x * SIZE} ${y * SIZE})` },
      back,
      this.ghost.node,
      this.stone.node,
    );
    this.note = svg("text", {
      class: "value",
      x: (x + 0.5) * SIZE,
      y: (y + 0.6) * SIZE,
      "text-anchor": "middle",
    });
  }

  /** @param {number} value @param {string} how @param {boolean} falls */
  show(value, how, falls) {
    this.stone.show(value, how);
    if (falls) this.stone.node.style.setProperty("--rows", String(this.row + 1));
  }

  /** @param {number} value the stone of the previewed choice; 0 for none */
  hint(value) {
    this.ghost.show(value, "ghost");
  }

  /** @param {LabelValue | undefined} entry */
  value(entry) {
    fill(this.note, entry ? valueText(entry) : "");
    setProps(this.note, { class: `value ${entry ? valueTone(entry.value) : ""}` });
  }
}

/** An X or an O: a disc with its letter if stones fall, otherwise a mark. */
class Stone {
  /** @param {boolean} gravity */
  constructor(gravity) {
    this.shapes = gravity ? LETTERS : MARKS;
    this.letter = svg("path", { class: "letter" });
    const disc = gravity && svg("circle", { class: "disc", cx: SIZE / 2, cy: SIZE / 2, r: RADIUS });
    this.node = svg("g", { class: "stone" }, disc, this.letter);
  }

  /** @param {number} value @param {string} how */
  show(value, how) {
    setProps(this.letter, { d: this.shapes[value] });
    setProps(this.node, { class: `stone ${KINDS[value]} ${how}` });
  }
}

/** A panel with a round hole for every cell: discs fall behind it. @param {Position} position */
function panel({ width, height, cells }) {
  const holes = cells.map((_, i) => {
    const [x, y] = [((i % width) + 0.5) * SIZE, (Math.floor(i / width) + 0.5) * SIZE];
    const arc = (/** @type {number} */ dx) => `a${RADIUS} ${RADIUS} 0 1 0 ${dx} 0`;
    return `M${x - RADIUS} ${y}${arc(2 * RADIUS)}${arc(-2 * RADIUS)}`;
  });
  return `M0 0H${width * SIZE}V${height * SIZE}H0Z${holes.join("")}`;
}

/** Lines between cells. @param {Position} position */
function grid({ width, height }) {
  const down = Array.from(
    { length: width - 1 },
    (_, i) => `M${(i + 1) * SIZE} 6V${height * SIZE - 6}`,
  );
  const across = Array.from(
    { length: height - 1 },
    (_, i) => `M6 ${(i + 1) * SIZE}H${width * SIZE - 6}`,
  );
  return [...down, ...across].join("");
}

/**
 * Numbers of columns if stones fall; otherwise letters of columns and numbers of rows.
 * @param {Position} position
 */
function names({ width, height, gravity }) {
  const below = (/** @type {number} */ i) =>
    svg(
      "text",
      { x: (i + 0.5) * SIZE, y: height * SIZE + 33, "text-anchor": "middle" },
      gravity ? i + 1 : columnLetter(i),
    );
  const beside = (/** @type {number} */ i) =>
    svg("text", { x: -14, y: (i + 0.5) * SIZE + 10, "text-anchor": "end" }, height - i);
  const columns = Array.from({ length: width }, (_, i) => below(i));
  return gravity ? columns : [...columns, ...Array.from({ length: height }, (_, i) => beside(i))];
}

/** The last move as text. @param {Scene} scene */
export const move = (scene) => moveText(readPayload(scene.payload), scene.last);

/** The position as text. @param {Scene} scene */
export const describe = (scene) => positionText(readPayload(scene.payload));
