// A board for any game: the position drawn as text, and a button for each legal choice.

import { el, fill, setProps } from "../dom.js";
import { plainText, styledRuns } from "./ansi.js";
import { decodeDrawn } from "./drawn.js";
import { valueText, valueTone } from "./values.js";

/**
 * @typedef {import("./index.js").Scene} Scene
 * @typedef {import("./index.js").Actions} Actions
 * @typedef {{label: number, text: string}} Option
 */

/** The number of options above which a filter field is shown. */
const MANY = 24;
/** Digits typed within this time form one number, in milliseconds. */
const TYPING = 900;

/** @type {[string, string][]} */
export const keys = [
  ["arrows", "move between the choices"],
  ["Enter", "choose"],
  ["digits", "go to the choice with that number"],
  ["/", "filter a long list of choices"],
];

/** @param {HTMLElement} host @param {Actions} actions @returns {import("./index.js").Board} */
export const create = (host, actions) => new GenericBoard(host, actions);

class GenericBoard {
  drawing = el("pre", { class: "drawing", role: "img", "aria-label": "Position as text" });
  last = el("p", { class: "last-move small" });
  prompt = el("p", { class: "prompt", id: "generic-prompt" });
  filter = el("input", {
    type: "search",
    placeholder: "Filter",
    "aria-label": "Filter the choices",
    autocomplete: "off",
    spellcheck: "false",
    hidden: true,
  });
  list = el("div", {
    class: "choices",
    role: "group",
    "aria-labelledby": "generic-prompt",
    tabindex: -1,
  });
  live = el("p", { class: "unseen", "aria-live": "polite" });

  /** @param {HTMLElement} host @param {Actions} actions */
  constructor(host, actions) {
    this.host = host;
    this.actions = actions;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Option[]} */
    this.options = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    /** The label whose button is the tab stop. */
    this.current = -1;
    /** The digits typed so far, and the time of the last one. */
    this.typed = { text: "", time: 0 };
    // The opponent's move; a page that steps through a match describes each step itself.
    if (!actions.steps) setProps(this.last, { "aria-live": "polite" });
    this.filter.addEventListener("input", () => this.narrow());
    this.filter.addEventListener("keydown", (event) => this.filterKey(event));
    this.list.addEventListener("keydown", (event) => this.listKey(event));
    const head = el("div", { class: "choices-head" }, this.prompt, this.filter);
    const choices = el("div", { class: "choices-box" }, head, this.list);
    fill(host, el("div", { class: "generic" }, this.drawing, this.last, choices, this.live));
  }

  /** @param {Scene} scene */
  update(scene) {
    const isNew = scene.ply !== this.scene?.ply || scene.state !== this.scene?.state;
    this.scene = scene;
    const { drawing } = decodeDrawn(scene.payload);
    drawText(this.drawing, drawing);
    this.showOptions(optionsOf(scene));
    this.showValues(scene);
    if (isNew) fill(this.last);
    fill(this.prompt, promptOf(scene, this.options.length));
  }

  /** @param {string} text */
  lastMove(text) {
    fill(this.last, text && ["Last move: ", el("strong", {}, text)]);
  }

  /**
   * Rebuilds the buttons only for a new list of options, so that the focus stays in place.
   * @param {Option[]} options
   */
  showOptions(options) {
    const enabled = this.scene?.still === false;
    const same = JSON.stringify(options) === JSON.stringify(this.options);
    if (!same) this.build(options);
    for (const button of this.buttons) {
      setProps(button, { "aria-disabled": enabled ? null : "true", "aria-busy": null });
    }
  }

  /** @param {Option[]} options */
  build(options) {
    const held = this.list.contains(document.activeElement);
    const place = this.options.findIndex(({ label }) => label === this.current);
    this.options = options;
    this.typed = { text: "", time: 0 };
    this.buttons = options.map((option) => this.button(option));
    this.filter.value = "";
    this.filter.hidden = options.length <= MANY;
    this.host.classList.toggle(
      "long",
      options.some(({ text }) => text.length > 14),
    );
    const near = options.find(({ label }) => label === this.current) ?? options[Math.max(0, place)];
    this.current = near?.label ?? options[0]?.label ?? this.current;
    fill(this.list, this.buttons);
    this.aim(this.current, false);
    // Keep the focus on the list, so that keyboard players can make the next choice immediately.
    if (held) (this.currentButton ?? this.list).focus({ preventScroll: true });
  }

  /** @param {Option} option */
  button({ label, text }) {
    return el(
      "button",
      {
        type: "button",
        class: "choice",
        "data-label": label,
        tabindex: -1,
        onclick: () => this.choose(label),
        onfocus: () => this.aim(label, false),
      },
      el("span", { class: "choice-text" }, text),
      el("span", { class: "choice-value" }),
    );
  }

  /** @param {Scene} scene */
  showValues(scene) {
    const values = new Map((scene.overlay ?? []).map((entry) => [entry.label, entry]));
    this.options.forEach(({ label }, at) => {
      const entry = values.get(label);
      const button = this.buttons[at];
      const value = /** @type {HTMLElement} */ (button.lastElementChild);
      fill(value, entry && [el("span", { class: "unseen" }, "value "), valueText(entry)]);
      value.dataset.tone = entry ? valueTone(entry.value) : "";
    });
  }

  get currentButton() {
    return this.buttons.find((button) => Number(button.dataset.label) === this.current);
  }

  /** The buttons that match the filter. */
  get visible() {
    return this.buttons.filter((button) => !button.hidden);
  }

  /** @param {number} label @param {boolean} focus */
  aim(label, focus) {
    this.current = label;
    for (const button of this.buttons) {
      button.tabIndex = Number(button.dataset.label) === label ? 0 : -1;
    }
    if (focus) this.currentButton?.focus();
  }

  /** @param {number} label */
  choose(label) {
    const { scene } = this;
    if (!scene || scene.still || !scene.labels.includes(label)) return;
    this.scene = { ...scene, labels: [] };
    for (const button of this.buttons) setProps(button, { "aria-disabled": "true" });
    setProps(this.currentButton ?? this.list, { "aria-busy": "true" });
    this.actions.choose([label]);
  }

  /** Hides the choices that do not match the filter. */
  narrow() {
    const wanted = this.filter.value.trim().toLowerCase();
    this.options.forEach(({ text }, at) => {
      this.buttons[at].hidden = !text.toLowerCase().includes(wanted);
    });
    const { visible } = this;
    fill(this.live, `${visible.length} of ${this.buttons.length} choices`);
    const first = visible[0];
    if (first && this.currentButton?.hidden !== false) this.aim(Number(first.dataset.label), false);
  }

  /** @param {KeyboardEvent} event */
  filterKey(event) {
    if (event.key === "Escape" && this.filter.value) {
      this.filter.value = "";
      this.narrow();
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      const { visible } = this;
      if (event.key === "Enter" && visible.length === 1) visible[0].click();
      else visible[0]?.focus();
    } else return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  listKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // On a replay page, these keys step through the positions.
    if (this.actions.steps && !event.shiftKey) return;
    const { visible } = this;
    const at = visible.findIndex((button) => button === document.activeElement);
    const next = neighbour(visible, at, event.key);
    if (!next) return;
    this.aim(Number(next.dataset.label), true);
    event.preventDefault();
  }

  /** Handles digits and the slash pressed anywhere on the page. @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "/" && !this.filter.hidden) this.filter.focus();
    else if (/^[0-9]$/.test(event.key)) this.digit(event.key);
    else return;
    event.preventDefault();
  }

  /**
   * Selects a choice by the number in its text. It is played immediately if no other choice
   * matches, and focused otherwise. If no text has a number, digits count the choices.
   * @param {string} digit
   */
  digit(digit) {
    const now = performance.now();
    const before = now - this.typed.time < TYPING ? this.typed.text : "";
    const typed = before + digit;
    this.typed = { text: typed, time: now };
    const { options } = this;
    const numbered = options.filter(({ text }) => /\d/.test(text));
    const beginning = numbered.filter(({ text }) => /\d+/.exec(text)?.[0].startsWith(typed));
    const exact = beginning.filter(({ text }) => /\d+/.exec(text)?.[0] === typed);
    const counted = numbered.length === 0 ? options[Number(typed) - 1] : undefined;
    const target = exact[0] ?? beginning[0] ?? counted;
    if (!target) return;
    this.aim(target.label, true);
    if (exact.length === 1 && beginning.length === 1) this.choose(target.label);
  }

  destroy() {
    fill(this.host);
  }
}

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/**
 * The button that a key leads to, by screen position.
 * @param {HTMLButtonElement[]} buttons
 * @param {number} at
 * @param {string} key
 */
function neighbour(buttons, at, key) {
  if (at < 0) return null;
  const by = STEPS[key];
  if (by !== undefined) return buttons[Math.max(0, Math.min(buttons.length - 1, at + by))];
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const here = buttons[at].getBoundingClientRect();
  const down = key === "ArrowDown";
  const boxes = buttons.map((button) => ({ button, box: button.getBoundingClientRect() }));
  const beyond = boxes.filter(({ box }) =>
    down ? box.top >= here.bottom : box.bottom <= here.top,
  );
  const rows = beyond.map(({ box }) => box.top);
  const row = down ? Math.min(...rows) : Math.max(...rows);
  const distance = (/** @type {DOMRect} */ box) => Math.abs(box.left - here.left);
  const nearest = beyond
    .filter(({ box }) => Math.abs(box.top - row) < 2)
    .sort((a, b) => distance(a.box) - distance(b.box));
  return nearest[0]?.button ?? null;
}

/** @param {HTMLElement} host @param {string} drawing */
function drawText(host, drawing) {
  // The font size depends on the number of columns; see generic.css.
  host.style.setProperty("--columns", String(columnsOf(plainText(drawing).trimEnd())));
  fill(
    host,
    styledRuns(drawing.trimEnd()).map(({ text, classes, color, background }) => {
      const span = el("span", { class: classes.join(" ") || null }, text);
      if (color) span.style.setProperty("color", color);
      if (background) span.style.setProperty("background-color", background);
      return span;
    }),
  );
}

/** The number of columns of a drawing. Sentences below it may wrap. @param {string} drawing */
function columnsOf(drawing) {
  const lines = drawing.split("\n");
  const isSentence = (/** @type {string} */ line) => (line.match(/[A-Za-z]{2,}/g) ?? []).length > 3;
  const drawn = lines.filter((line) => !isSentence(line));
  return Math.max(16, ...(drawn.length ? drawn : lines).map((line) => [...line].length));
}

/**
 * The available options. A replay has the payloads of both seats, one of which is to move.
 * @param {Scene} scene
 * @returns {Option[]}
 */
function optionsOf(scene) {
  if (!scene.still) {
    const { texts } = decodeDrawn(scene.payload);
    return scene.labels.map((label) => ({ label, text: texts.get(label) ?? String(label) }));
  }
  if (scene.state !== "running") return [];
  const own = decodeDrawn(scene.payload).texts;
  const texts = own.size || !scene.other ? own : decodeDrawn(scene.other).texts;
  return [...texts].map(([label, text]) => ({ label, text }));
}

/** @param {Scene} scene @param {number} count */
function promptOf(scene, count) {
  if (scene.state === "finished") return resultOf(scene);
  if (scene.still) return count ? "Legal choices" : "";
  if (scene.state === "open") return "The match begins once the seat is taken.";
  if (count) return "Your choices";
  const name = scene.turn === null ? "" : scene.seats[scene.turn]?.name;
  return name ? `Waiting for ${name}` : "";
}

/** @param {Scene} scene */
function resultOf({ drawn, winner, seats }) {
  if (drawn) return "A draw";
  if (winner === null) return "The match is over";
  const name = seats[winner]?.name ?? `Player ${winner + 1}`;
  return `${name[0].toUpperCase()}${name.slice(1)} won`;
}

/** @param {Scene} scene */
export function describe(scene) {
  const { drawing } = decodeDrawn(scene.payload);
  const texts = optionsOf(scene).map(({ text }) => text);
  const shown = texts.length > MANY ? `${texts.length} choices` : texts.join(", ");
  const options = texts.length ? ` Choices: ${shown}.` : "";
  return `Position:\n${plainText(drawing)}\n${promptOf(scene, texts.length)}.${options}`;
}
