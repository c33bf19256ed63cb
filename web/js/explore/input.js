// The input: a value or text, the options of the format, examples, and errors.

import { setProps, el, fill } from "../dom.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {{name: string, values: any, default: string, help: string}} Option */
/**
 * @typedef {{id: string, game: string | null, summary: string, min_bits: number, max_bits: number |
 *   null, kind: string, options: Option[]}} Format
 */

const KINDS = /** @type {Record<string, string>} */ ({
  integer: "a number: 458490811, 0x1b5403bb or 0b11…",
  bits: "zeros and ones",
  bytes: "bytes in hexadecimal",
  record: "bytes in hexadecimal or base64url",
});

/**
 * @param {import("./examples.js").ExamplesOf} examplesOf
 * @param {(state: State, how: "typed" | "chosen") => void} change
 */
export function createInput(examplesOf, change) {
  /** @type {State} */
  let state = { format: "", kind: "value", input: "", options: {} };
  /** @type {Format | null} */
  let format = null;

  const field = el("textarea", {
    id: "explore-input",
    class: "mono",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    rows: 2,
    "aria-describedby": "explore-trouble explore-help",
    oninput: () => send({ input: field.value }, "typed"),
  });
  const label = el("label", { for: "explore-input" });
  const trouble = el("p", { class: "trouble", id: "explore-trouble", role: "alert" });
  const help = el("p", { class: "help small soft", id: "explore-help" });
  const kinds = /** @type {const} */ (["value", "text"]).map((kind) =>
    el("input", {
      type: "radio",
      name: "explore-kind",
      value: kind,
      onchange: () => send(startOf(kind), "chosen"),
    }),
  );
  const segments = el(
    "fieldset",
    { class: "segments" },
    el("legend", { class: "unseen" }, "Kind of input"),
    kinds.map((radio, at) =>
      el("label", {}, radio, el("span", {}, at ? "text to encode" : "value")),
    ),
  );
  const examples = el("div", { class: "row examples" });
  const options = el("div", { class: "options" });
  const element = el(
    "div",
    { class: "stack" },
    el("div", { class: "row" }, segments, examples),
    el("div", { class: "field" }, label, field, trouble, help),
    options,
  );

  /** @param {Partial<State>} part @param {"typed" | "chosen"} how */
  const send = (part, how) => change({ ...state, ...part }, how);

  /** The initial input of a kind: an example, if there is one. @param {"value" | "text"} kind */
  function startOf(kind) {
    const example = examplesOf(state.format).find((one) => one[kind] !== undefined);
    return { kind, input: example?.[kind] ?? "", options: example?.options ?? {} };
  }

  /** @param {Format} next */
  function setFormat(next) {
    format = next;
    const list = examplesOf(next.id);
    fill(
      examples,
      el("span", { class: "label" }, "Examples"),
      list.map(({ name, value, text, options: given }) =>
        el(
          "button",
          {
            type: "button",
            class: "small-button",
            onclick: () =>
              send(
                {
                  kind: text === undefined ? "value" : "text",
                  input: text ?? value ?? "",
                  options: given ?? {},
                },
                "chosen",
              ),
          },
          name,
        ),
      ),
    );
    fill(
      options,
      next.options.map((option) =>
        optionField(
          option,
          () => state.options[option.name] ?? option.default,
          (value) => send({ options: { ...state.options, [option.name]: value } }, "chosen"),
        ),
      ),
    );
  }

  return {
    element,
    /**
     * @param {State} next
     * @param {Format} of
     */
    update(next, of) {
      state = next;
      if (format !== of) setFormat(of);
      kinds[0].checked = next.kind === "value";
      kinds[1].checked = next.kind === "text";
      fill(label, next.kind === "value" ? "Value" : "Text");
      fill(
        help,
        next.kind === "value"
          ? `${of.id} is ${KINDS[of.id] ?? KINDS[of.kind] ?? of.kind}.`
          : "Write it as people do; the format turns it into bits.",
      );
      if (field.value !== next.input) field.value = next.input;
      field.rows = Math.min(8, Math.max(2, Math.ceil(next.input.length / 60)));
      options.hidden = next.kind === "value" || of.options.length === 0;
      for (const one of options.querySelectorAll("[data-option]"))
        showOption(/** @type {HTMLInputElement} */ (one), next.options, of);
    },
    /** @param {string} message empty if there is no error */
    trouble(message) {
      trouble.textContent = message;
      setProps(field, { "aria-invalid": message ? "true" : null });
    },
  };
}

/**
 * @param {Option} option
 * @param {() => string} now
 * @param {(value: string) => void} change
 */
function optionField({ name, values, default: usual, help }, now, change) {
  const hint = help.replace(/^[a-z.]+: /, "");
  if (Array.isArray(values) && typeof values[0] === "boolean") {
    const box = el("input", {
      type: "checkbox",
      "data-option": name,
      checked: now() === "true",
      onchange: () => change(String(box.checked)),
    });
    return el("label", { class: "check", title: hint }, box, `${name}: ${hint}`);
  }
  const field = Array.isArray(values)
    ? el(
        "select",
        { "data-option": name, onchange: () => change(field.value) },
        values.map((value) => el("option", { value }, value)),
      )
    : el("input", {
        "data-option": name,
        placeholder: usual,
        type: typeof values === "object" ? "number" : "text",
        min: values?.min,
        max: values?.max,
        onchange: () => change(field.value),
      });
  return el("label", { class: "field", title: hint }, name, field);
}

/**
 * @param {HTMLInputElement} field
 * @param {Record<string, string>} given
 * @param {Format} format
 */
function showOption(field, given, format) {
  const name = field.dataset.option ?? "";
  const value = given[name] ?? format.options.find((option) => option.name === name)?.default ?? "";
  if (field.type === "checkbox") field.checked = value === "true";
  else field.value = value;
}
