// Form fields. Those of a set-up are built from the server's description of a game.

import { el, fill } from "../dom.js";
import { meaning } from "../play/texts.js";

let count = 0;

/** @typedef {{node: HTMLElement, value(): any, set(value: any): void}} Field */

/**
 * A segmented control: a few choices side by side.
 * @param {string} title
 * @param {{value: string, label: string | Node}[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} [changed]
 * @param {string} [help]
 * @returns {Field}
 */
export function segments(title, choices, chosen, changed, help) {
  const name = `field-${count++}`;
  const inputs = choices.map(({ value }) =>
    el("input", {
      type: "radio",
      name,
      value,
      checked: value === chosen,
      onchange: () => changed?.(value),
    }),
  );
  const row = el(
    "div",
    { class: "segments" },
    choices.map(({ label }, i) => el("label", {}, inputs[i], el("span", {}, label))),
  );
  const node = el(
    "fieldset",
    { class: "field plain" },
    el("legend", { class: "label" }, title),
    row,
    help && el("span", { class: "help" }, help),
  );
  return {
    node,
    value: () => inputs.find((input) => input.checked)?.value ?? chosen,
    set(value) {
      for (const input of inputs) input.checked = input.value === String(value);
    },
  };
}

/**
 * A number field with decrement and increment buttons.
 * @param {string} title
 * @param {{min?: number, max?: number, value: number, help?: string, unit?: string}} how
 * @param {() => void} [changed]
 * @returns {Field}
 */
export function number(title, how, changed) {
  const id = `field-${count++}`;
  const { min = 0, max = 1_000_000 } = how;
  const help = how.help ? el("span", { class: "help", id: `${id}-help` }, how.help) : null;
  const input = el("input", {
    id,
    type: "number",
    inputmode: "numeric",
    min,
    max,
    step: 1,
    value: how.value,
    required: true,
    "aria-describedby": help && `${id}-help`,
    onchange: () => changed?.(),
  });
  /** @param {number} by */
  const step = (by) => {
    input.value = String(
      Math.min(max, Math.max(min, (Number.parseInt(input.value, 10) || min) + by)),
    );
    changed?.();
  };
  const less = el(
    "button",
    { type: "button", class: "step", "aria-label": `${title}: less`, onclick: () => step(-1) },
    "−",
  );
  const more = el(
    "button",
    { type: "button", class: "step", "aria-label": `${title}: more`, onclick: () => step(1) },
    "+",
  );
  const node = el(
    "div",
    { class: "field" },
    el("label", { for: id }, title),
    el(
      "div",
      { class: "stepper" },
      less,
      input,
      more,
      how.unit && el("span", { class: "soft small" }, how.unit),
    ),
    help,
  );
  return { node, value: () => Number(input.value), set: (value) => (input.value = String(value)) };
}

/** @param {string} title @param {boolean} on @param {string} help @returns {Field} */
function flag(title, on, help) {
  const input = el("input", { type: "checkbox", checked: on });
  const node = el(
    "div",
    { class: "field" },
    el("label", { class: "flag" }, input, el("span", {}, title)),
    el("span", { class: "help" }, help),
  );
  return { node, value: () => input.checked, set: (value) => (input.checked = Boolean(value)) };
}

/** @param {string} title @param {string} value @param {string} help @returns {Field} */
function text(title, value, help) {
  const id = `field-${count++}`;
  const input = el("input", { id, type: "text", value, autocomplete: "off" });
  const node = el(
    "div",
    { class: "field" },
    el("label", { for: id }, title),
    input,
    el("span", { class: "help" }, help),
  );
  return { node, value: () => input.value, set: (value) => (input.value = String(value)) };
}

/** @param {string} name */
const title = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/**
 * A choice among words, with a description of the chosen one.
 * @param {import("../api.js").SetupField} spec
 * @returns {Field}
 */
function wordChoice(spec) {
  const about = el("span", { class: "help" });
  const say = (/** @type {string} */ value) =>
    fill(about, meaning(spec, value)?.about ?? spec.help);
  const choices = (spec.words ?? []).map((word) => ({
    value: word,
    label: meaning(spec, word)?.title ?? word,
  }));
  const field = segments(title(spec.name), choices, String(spec.default), say);
  field.node.append(about);
  say(field.value());
  return {
    ...field,
    set(value) {
      field.set(value);
      say(field.value());
    },
  };
}

/** A field of a set-up. @param {import("../api.js").SetupField} spec @returns {Field} */
export function setupField(spec) {
  switch (spec.kind) {
    case "words":
      return wordChoice(spec);
    case "number":
      return number(title(spec.name), {
        min: spec.min,
        max: spec.max,
        value: Number(spec.default),
        help: spec.help,
      });
    case "flag":
      return flag(title(spec.name), spec.default === true || spec.default === "true", spec.help);
    default:
      return text(title(spec.name), String(spec.default ?? ""), spec.help);
  }
}
