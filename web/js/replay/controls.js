// The controls of a replay: step, play, jump, speed.

import { setProps, el, fill, svg } from "../dom.js";

/** @typedef {import("./player.js").Player} Player */

const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7Z",
  back: "M17 5 7 12l10 7Z",
  play: "M8 5l11 7-11 7Z",
  pause: "M8 5v14M16 5v14",
  on: "M7 5l10 7-10 7Z",
  last: "M18 5v14M5 5l10 7-10 7Z",
};

/** @param {keyof typeof ICONS} name */
const icon = (name) =>
  svg(
    "svg",
    { viewBox: "0 0 24 24", width: 20, height: 20, class: "stroke solid", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );

/** @param {Player} player */
export function controls(player) {
  const play = el("button", {
    type: "button",
    class: "icon toggle",
    onclick: () => player.toggle(),
  });
  const slider = el("input", {
    type: "range",
    min: 0,
    max: player.length - 1,
    step: 1,
    value: 0,
    "aria-label": "Move",
    oninput: () => player.jump(Number(slider.value)),
  });
  const speed = el(
    "select",
    { "aria-label": "Speed", onchange: () => player.setSpeed(Number(speed.value)) },
    [0.5, 1, 2, 4].map((value) => el("option", { value, selected: value === 1 }, `${value}×`)),
  );
  const count = el("span", { class: "numbers soft count" });
  const buttons = {
    first: button("first", "First position", () => player.step(-player.length)),
    back: button("back", "One move back", () => player.step(-1)),
    on: button("on", "One move forward", () => player.step(1)),
    last: button("last", "Last position", () => player.step(player.length)),
  };

  const draw = () => {
    const end = player.length - 1;
    fill(play, icon(player.playing ? "pause" : "play"));
    setProps(play, {
      "aria-label": player.playing ? "Pause" : "Play",
      title: player.playing ? "Pause" : "Play",
    });
    slider.value = String(player.at);
    setProps(slider, { "aria-valuetext": `${player.at} of ${end}` });
    fill(count, `${player.at} / ${end}`);
    buttons.first.disabled = buttons.back.disabled = player.at === 0;
    buttons.on.disabled = buttons.last.disabled = player.at === end;
  };
  player.listen(draw);
  draw();
  return el(
    "div",
    { class: "controls" },
    el("div", { class: "buttons" }, buttons.first, buttons.back, play, buttons.on, buttons.last),
    slider,
    count,
    speed,
  );
}

/** @param {keyof typeof ICONS} name @param {string} label @param {() => void} press */
const button = (name, label, press) =>
  el(
    "button",
    { type: "button", class: "icon", "aria-label": label, title: label, onclick: press },
    icon(name),
  );

/** Text fields and the slider, which handles arrow keys itself. */
const FIELDS = "textarea, input:not([type='checkbox'], [type='radio'], [type='button'])";

/**
 * Whether the focused element needs a key itself. Menus use up and down, so left and right are
 * free.
 * @param {Element} target
 * @param {string} key
 */
const needs = (target, key) =>
  target.closest(key === " " ? "input, textarea, select, button, a, summary" : FIELDS) !== null;

/**
 * The keyboard shortcuts of the page.
 * @param {Player} player
 */
export function keys(player) {
  /** @type {Record<string, () => void>} */
  const table = {
    ArrowLeft: () => player.step(-1),
    ArrowRight: () => player.step(1),
    Home: () => player.step(-player.length),
    End: () => player.step(player.length),
    " ": () => player.toggle(),
  };
  return (/** @type {KeyboardEvent} */ event) => {
    const { target } = event;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey ||
      !(target instanceof Element)
    )
      return;
    if (!table[event.key] || needs(target, event.key)) return;
    event.preventDefault();
    table[event.key]();
  };
}
