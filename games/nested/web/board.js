// The board of nested tic-tac-toe: a zoomable map. It requests details as the camera approaches.

import { setProps, el, fill, svg } from "../../js/dom.js";
import { decodePayload } from "./payload.js";
import { crumbs } from "./crumbs.js";
import { Flight } from "./flight.js";
import { Guide, whereTo } from "./guide.js";
import { decidedAt, inside, insideText, playedIn } from "./inside.js";
import { openAwaited, pressKey } from "./keyboard.js";
import { FINE, ghost, over, placeOf, square, under } from "./highlights.js";
import { FINER, MARGIN, level, sketch, strength } from "./paint.js";
import { pointers } from "./pointer.js";
import { BLANK, KnownGrids, isGrid } from "./grids.js";
import {
  RATIO,
  boxOf,
  cellAt,
  cellBox,
  clamp,
  fit,
  focusOf,
  settle,
  startsWith,
  subBox,
  zoom,
} from "./space.js";

/**
 * @typedef {import("../../js/boards/index.js").Scene} Scene
 * @typedef {import("./space.js").Camera} Camera
 * @typedef {import("./space.js").Box} Box
 */

/**
 * @param {HTMLElement} host
 * @param {import("../../js/boards/index.js").Actions} actions
 * @returns {import("../../js/boards/index.js").Board}
 */
export const create = (host, actions) => new NestedBoard(host, actions);

/** @type {[string, string][]} */
export const keys = [
  ["T", "fly to the lit grid"],
  ["1 – 9, Enter", "open a grid, or play"],
  ["Esc", "leave the grid"],
  ["arrows", "move"],
  ["+ −, wheel, pinch", "zoom"],
  ["Enter, tap", "on a won grid: look into it"],
  ["0", "the whole board"],
];

/** The minimum size of a cell that can be played by touch, in pixels. */
const COARSE = 26;
const WORDS = [
  "empty",
  "O",
  "X",
  "both",
  "open grid",
  "open grid, owned by O",
  "open grid, owned by X",
];
const HELP =
  "Nested board. Arrow keys move, Enter opens a grid or plays, Escape leaves it, " +
  "T flies to the lit grid.";
const HELP_STEPS =
  "Nested board. Shift and arrow keys move, Enter opens a grid, Escape leaves it, " +
  "T flies to the lit grid.";

class NestedBoard {
  under = svg("g");
  layers = svg("g");
  over = svg("g");
  inner = svg("g");
  hover = svg("g");
  mark = svg("g", { class: "cursor" });
  world = svg("g", {}, this.under, this.layers, this.over, this.inner, this.hover, this.mark);
  picture = svg("svg", { class: "nested", "aria-hidden": "true" }, this.world);
  window = el("div", { class: "nested-window", tabindex: 0, role: "application" }, this.picture);
  live = el("div", { class: "unseen", "aria-live": "polite" });
  bar = crumbs({
    go: (path) => this.visit(path),
    zoom: (factor) => this.push(factor),
    target: () => this.toTarget(),
  });

  /** @param {HTMLElement} host @param {import("../../js/boards/index.js").Actions} actions */
  constructor(host, actions) {
    this.actions = actions;
    this.host = host;
    this.grids = new KnownGrids(actions.requestDetail);
    this.depth = 1;
    this.view = 600;
    /** @type {number[]} */
    this.target = [];
    /** @type {number[]} */
    this.lines = [];
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Camera} */
    this.camera = fit([], this.view);
    /** The camera for which the layers were painted. @type {Camera} */
    this.painted = this.camera;
    /** The cell under the keyboard cursor. @type {number[]} */
    this.cursor = [4];
    /** @type {{path: number[], box: Box} | null} */
    this.pointed = null;
    this.fresh = true;
    this.usesKeys = false;
    /** The cells of all moves. @type {import("./inside.js").Played[]} */
    this.played = [];
    /** The decided grid that is open for viewing. @type {number[] | null} */
    this.looked = null;
    /** The decided grid under the mouse. @type {number[] | null} */
    this.peeked = null;
    /** A cell selected by a key before its grid was known. @type {number[] | null} */
    this.awaited = null;
    /** Whether the cell that was announced last was not loaded yet. */
    this.isVague = false;
    this.due = 0;
    this.steps = actions.steps ?? false;
    this.guide = new Guide(this, this.steps);
    this.window.setAttribute("aria-label", this.steps ? HELP_STEPS : HELP);
    fill(host, this.bar.node, this.window, this.live);
    this.listen();
    this.flight = new Flight(
      () => this.camera,
      (camera) => this.moveTo(camera),
    );
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(this.window);
  }

  listen() {
    this.window.addEventListener("keydown", (event) => this.pressed(event));
    this.window.addEventListener("pointerdown", () => this.useKeys(false));
    this.window.addEventListener("focus", () =>
      this.useKeys(this.window.matches(":focus-visible")),
    );
    this.window.addEventListener("blur", () => this.showCursor());
    pointers(this.window, {
      click: (x, y, coarse) => this.click(x, y, coarse),
      hover: (x, y, coarse) => this.point(x, y, coarse),
      leave: () => this.point(-1, -1, false),
      drag: (dx, dy) => this.drag(dx, dy),
      pinch: (factor, x, y) => this.pinch(factor, x, y),
      wheel: (amount, x, y) => this.wheel(amount, x, y),
    });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    this.useKeys(true);
    pressKey(this, event);
  }

  /** Shows the cursor only while the keyboard is in use. @param {boolean} uses */
  useKeys(uses) {
    this.usesKeys = uses;
    this.showCursor();
  }

  resize() {
    const view = this.window.clientWidth;
    if (!view || view === this.view) return;
    const k = view / this.view;
    this.view = view;
    this.flight.stop();
    const { base, x, y, size } = this.camera;
    this.moveTo({ base, x: x * k, y: y * k, size: size * k }, true);
  }

  /** @param {Scene} scene */
  update(scene) {
    const decoded = this.grids.state(scene.payload);
    const before = this.scene;
    this.scene = scene;
    this.target = decoded.target;
    this.lines = decoded.lines;
    if (decoded.depth !== this.depth || this.fresh) this.begin(decoded.depth);
    this.pointed = null;
    this.awaited = null;
    fill(this.hover);
    setProps(this.picture, { class: `nested ${scene.state} turn-${scene.turn}` });
    this.paint();
    this.crumbs();
    this.showCursor();
    this.bar.say(whereTo(scene, this.target, this.depth));
    this.guide.update(before);
  }

  /** @param {number} depth */
  begin(depth) {
    this.fresh = false;
    this.depth = depth;
    this.view = this.window.clientWidth || this.view;
    this.camera = fit([], this.view);
    this.cursor = [4];
    this.bar.node.hidden = depth === 1;
  }

  /** @param {Uint8Array} payload */
  detail(payload) {
    this.grids.take(payload);
    this.schedule();
    this.guide.detail();
    openAwaited(this);
    if (this.isVague && this.grids.value(this.cursor) !== undefined) this.say();
  }

  /** Schedules one repaint in the next animation frame for all changes until then. */
  schedule() {
    this.due ||= requestAnimationFrame(() => this.paint());
  }

  paint() {
    cancelAnimationFrame(this.due);
    this.due = 0;
    const { camera, view, depth, scene } = this;
    if (!scene) return;
    this.painted = camera;
    const { levels, wanted } = sketch(camera, view, depth, this.grids);
    fill(
      this.layers,
      [...levels].map(([at, ink]) => svg("g", { "data-level": at }, level(ink, this.sizeAt(at)))),
    );
    const picture = {
      camera,
      view,
      depth,
      scene,
      target: this.target,
      lines: this.lines,
      grids: this.grids,
    };
    fill(this.under, under(picture));
    fill(this.over, over(picture));
    this.showInside();
    this.place();
    this.showCursor();
    this.point(-1, -1, false);
    this.grids.ask(wanted);
  }

  // Decided grids.

  /** @param {string[]} lines */
  moves(lines) {
    this.played = playedIn(lines);
    this.showInside();
  }

  /** Shows the cells of the decided grid that is open for viewing, pointed at, or zoomed into. */
  showInside() {
    const focus = focusOf(this.camera, this.view, this.depth);
    const around = () => decidedAt(this.grids, this.depth, focus);
    const grid = this.peeked ?? this.looked ?? around();
    const known = grid !== null && this.played.some(({ path }) => startsWith(path, grid));
    fill(
      this.inner,
      known && inside(this.painted, this.view, grid, this.grids.value(grid) ?? 0, this.played),
    );
  }

  /**
   * Opens a decided grid for viewing, or closes it.
   * @param {number[]} path
   * @returns {boolean} whether there is one
   */
  look(path) {
    const grid = decidedAt(this.grids, this.depth, path);
    if (!grid) return false;
    const isShown = this.looked?.join() === grid.join();
    this.looked = isShown ? null : grid;
    this.peeked = null;
    this.showInside();
    const text = isShown ? "" : `, ${insideText(grid, this.played)}`;
    const name = grid.map((cell) => cell + 1).join(".");
    fill(this.live, `${name}: ${WORDS[this.grids.value(grid) ?? 0]}${text}`);
    // Cells of cells are too small to see from here.
    if (!isShown && this.depth - grid.length > 1) this.visit(grid);
    return true;
  }

  /** The size of the grids of a level on the screen. @param {number} level */
  sizeAt(level) {
    return this.camera.size * RATIO ** (level - this.camera.base.length);
  }

  /** Transforms the painted picture to match the camera. */
  place() {
    const box = boxOf(this.camera, this.painted.base);
    const k = box.size / this.painted.size;
    const [x, y] = [box.x - this.painted.x * k, box.y - this.painted.y * k];
    this.world.setAttribute("transform", `matrix(${k} 0 0 ${k} ${x} ${y})`);
    // Fades strokes and fills rather than the group: group opacity would cost a layer per frame.
    for (const group of this.layers.children) {
      const faded = strength(this.sizeAt(Number(group.getAttribute("data-level")))).toFixed(2);
      setProps(group, { "stroke-opacity": faded, "fill-opacity": faded });
    }
    return { k, x, y };
  }

  /** @param {Camera} camera @param {boolean} [anew] */
  moveTo(camera, anew = false) {
    this.camera = settle(clamp(camera, this.view, this.depth), this.view, this.depth);
    const { k, x, y } = this.place();
    const margin = MARGIN * this.view;
    const inside = (/** @type {number} */ shift) =>
      -shift / k >= -margin && (this.view - shift) / k <= this.view + margin;
    if (anew || k > FINER || k < 1 / FINER || !inside(x) || !inside(y)) this.paint();
    else if (this.pointed) this.point(-1, -1, false);
    this.crumbs();
    this.window.classList.toggle("zoomed", this.zoomed);
  }

  get zoomed() {
    return this.sizeAt(0) > this.view;
  }

  crumbs() {
    const focus = focusOf(this.camera, this.view, this.depth);
    this.bar.update(focus, this.target.length > 0);
    if (this.cursor.length !== focus.length + 1 || !startsWith(this.cursor, focus))
      this.cursor = [...focus, this.cursor[focus.length] ?? 4];
  }

  // Navigation.

  /** Flies where the viewer wants to go. @param {number[]} path @param {() => void} [landed] */
  visit(path, landed) {
    this.awaited = null;
    this.guide.leave();
    this.fly(path, landed);
  }

  /**
   * @param {number[]} path
   * @param {() => void} [landed]
   * @param {number} [most] the time limit in milliseconds
   */
  fly(path, landed, most) {
    const arrive = () => {
      this.paint();
      landed?.();
    };
    this.flight.to(fit(path, this.view), this.view, arrive, most);
  }

  /** @param {number} factor */
  push(factor) {
    this.guide.leave();
    this.flight.push(Math.log(factor), this.view / 2, this.view / 2);
  }

  /** Flies to the highlighted grid, or out on a free move. */
  toTarget() {
    this.visit(this.target.slice(0, this.depth - 1), () => {
      this.cursor = [...this.target, this.scene?.labels[0] ?? 4].slice(0, this.depth);
      this.showCursor();
      this.say();
    });
  }

  /** @param {number} dx @param {number} dy */
  drag(dx, dy) {
    this.guide.leave();
    this.flight.stop();
    this.moveTo({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  /** @param {number} factor @param {number} x @param {number} y */
  pinch(factor, x, y) {
    this.guide.leave();
    this.flight.stop();
    this.moveTo(zoom(this.camera, factor, x, y));
  }

  /** @param {number} amount @param {number} x @param {number} y */
  wheel(amount, x, y) {
    if (this.depth === 1 || (amount < 0 && !this.zoomed)) return false;
    this.guide.leave();
    this.flight.push(amount, x, y);
    return true;
  }

  // Hit tests and moves.

  /**
   * The deepest known cell at a point.
   * @param {number} x
   * @param {number} y
   * @returns {{path: number[], box: Box} | null}
   */
  at(x, y) {
    const path = [...this.camera.base];
    /** @type {Box} */
    let grid = this.camera;
    for (;;) {
      const cell = cellAt(grid, x, y);
      if (cell === null)
        return path.length > this.camera.base.length
          ? { path, box: cellBox(boxOf(this.camera, path.slice(0, -1)), path[path.length - 1]) }
          : null;
      path.push(cell);
      if (path.length === this.depth || !isGrid(this.grids.value(path)))
        return { path, box: cellBox(grid, cell) };
      grid = subBox(grid, cell);
    }
  }

  /** Whether a click there would make a legal choice. @param {number[]} path */
  playable(path) {
    const { scene, target } = this;
    if (!scene || scene.still || path.length !== this.depth || !startsWith(path, target))
      return false;
    return scene.labels.includes(path[target.length]) && this.grids.value(path) === BLANK;
  }

  /** @param {number} x @param {number} y @param {boolean} coarse */
  click(x, y, coarse) {
    const hit = this.at(x, y);
    if (!hit) return;
    const large = hit.box.size >= (coarse ? COARSE : FINE);
    if (large && this.look(hit.path)) return;
    if (large && this.playable(hit.path)) this.play(hit.path);
    else if (!this.enter(hit.path, large && hit.path.length === this.depth)) this.hint();
  }

  /**
   * Flies into the next grid on the way to a cell, or straight to the highlighted grid around it.
   * @param {number[]} path
   * @param {boolean} large whether the cell is large enough to play
   * @returns {boolean} whether there was such a grid
   */
  enter(path, large) {
    const value = this.grids.value(path);
    // The cell belongs to an unknown grid: fly into that grid.
    if (value === undefined) return path.length > 1 && this.enter(path.slice(0, -1), large);
    if (large || (!isGrid(value) && path.length < this.depth)) return false;
    const grids = Array.from({ length: Math.min(path.length, this.depth - 1) }, (_, i) =>
      path.slice(0, i + 1),
    );
    const lit = this.target.length && startsWith(path, this.target) ? this.target : null;
    const next = grids.find((grid) => boxOf(this.camera, grid).size < 0.62 * this.view);
    if (!next) return false;
    this.visit(lit && lit.length >= next.length ? lit : next);
    return true;
  }

  /** Pulses the highlighted grids. */
  hint() {
    if (!this.scene?.labels.length || this.scene.still) return;
    this.under.classList.remove("again");
    void this.world.getBoundingClientRect();
    this.under.classList.add("again");
  }

  /** @param {number[]} path */
  play(path) {
    const { scene } = this;
    if (!scene) return;
    fill(this.hover, ghost(placeOf(this.painted, path), scene.you));
    this.hover.classList.add("pending");
    this.scene = { ...scene, labels: [] };
    this.actions.choose(path.slice(this.target.length));
  }

  /**
   * Handles the pointer at a position.
   * @param {number} x
   * @param {number} y
   * @param {boolean} coarse
   */
  point(x, y, coarse) {
    const hit = x < 0 || coarse ? null : this.at(x, y);
    const path = hit && hit.box.size >= FINE && this.playable(hit.path) ? hit.path : null;
    this.window.classList.toggle("can", path !== null);
    const grid = hit && hit.box.size >= FINE ? decidedAt(this.grids, this.depth, hit.path) : null;
    if (grid?.join() !== this.peeked?.join()) {
      this.peeked = grid;
      this.showInside();
    }
    if (path?.join() === this.pointed?.path.join()) return;
    this.pointed = path && hit ? { path, box: hit.box } : null;
    if (this.scene?.labels.length || !this.hover.classList.contains("pending")) {
      this.hover.classList.remove("pending");
      fill(
        this.hover,
        path && [
          square(placeOf(this.painted, path), 0.06, "hover"),
          ghost(placeOf(this.painted, path), this.scene?.you ?? 0),
        ],
      );
    }
  }

  // Keys.

  showCursor() {
    const on = this.usesKeys && document.activeElement === this.window;
    fill(
      this.mark,
      on &&
        this.cursor.length > 0 &&
        square(placeOf(this.painted, this.cursor), 0.03, "cursor-cell"),
    );
  }

  /** Announces the cell under the cursor. */
  say() {
    const value = this.grids.value(this.cursor);
    this.isVague = value === undefined;
    const what = value === undefined ? "not loaded yet" : WORDS[value];
    const path = this.cursor.map((cell) => cell + 1).join(".");
    fill(this.live, `${path}: ${what}${this.playable(this.cursor) ? ", can be played" : ""}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.window.contains(/** @type {Node} */ (event.target))) pressKey(this, event, true);
  }

  destroy() {
    this.flight.stop();
    cancelAnimationFrame(this.due);
    this.resizing.disconnect();
    fill(this.host);
  }
}

/** @param {Scene} scene */
export function move(scene) {
  return scene.last.length ? `Last move ${scene.last.map((cell) => cell + 1).join(".")}` : "";
}

/** @param {Scene} scene */
export function describe(scene) {
  const { depth, target, grids } = decodePayload(scene.payload);
  const top = grids[0]?.cells.map((value, cell) => `${cell + 1} ${WORDS[value]}`).join(", ") ?? "";
  const lit =
    scene.state !== "running"
      ? ""
      : target.length
        ? ` The next move is in grid ${target.map((cell) => cell + 1).join(".")}.`
        : " The next move is free.";
  return `Depth ${depth}. Top grid: ${top}.${lit}`;
}
