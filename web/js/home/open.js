// A field that opens a match or a record by its id, its text or its link.

import * as api from "../api.js";
import { el, fill } from "../dom.js";
import { go } from "../navigate.js";

/**
 * The address on this site that a text names; null if there is none.
 * @param {string} text
 * @returns {string | null}
 */
export function address(text) {
  const bare = text.trim().replace(/^[a-z]+:\/\/[^/]+/i, "");
  if (/^\/(m|r)\/[\w-]{11}\/?$/.test(bare) || /^\/r\/?#[\w-]+$/.test(bare)) return bare;
  if (/^[\w-]{11}$/.test(bare)) return `/m/${bare}`;
  return /^[\w-]{2,}$/.test(bare) ? `/r#${bare}` : null;
}

/** Text of 11 characters is an id or, if there is no such match, a record. @param {string} at */
async function settled(at) {
  const id = /^\/m\/([\w-]{11})$/.exec(at)?.[1];
  if (!id) return at;
  const missing = await api.match(id).then(
    () => false,
    (error) => error.code === "unknown_match",
  );
  return missing ? `/r#${id}` : at;
}

export function opener() {
  const input = el("input", {
    id: "open-field",
    class: "mono",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "open-trouble",
  });
  const trouble = el("p", { class: "help trouble", id: "open-trouble", role: "alert" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const at = address(input.value);
    input.setAttribute("aria-invalid", String(at === null));
    fill(
      trouble,
      at === null
        ? "This is not a match id, link or record: those contain only letters, digits, - and _."
        : "",
    );
    if (at === null) input.focus();
    else go(/^\/m/.test(input.value.trim()) ? at : await settled(at));
  };
  return el(
    "section",
    { class: "card" },
    el(
      "form",
      { class: "field", onsubmit: (/** @type {Event} */ event) => void submit(event) },
      el("label", { for: "open-field" }, "Open a match id, a link or a record"),
      el("div", { class: "open-row" }, input, el("button", {}, "Open")),
      trouble,
    ),
  );
}
