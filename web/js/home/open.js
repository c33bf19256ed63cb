// A field that opens a match or a record by its id, its text or its link.

import * as api from "../api.js";
import { el, fill } from "../dom.js";
import { formatOfRecord } from "../explore/record.js";
import { go } from "../navigate.js";

/**
 * The address on this site named by a text; null for any other text.
 * @param {string} text
 * @returns {string | null}
 */
export function address(text) {
  const bare = text.trim().replace(/^[a-z]+:\/\/[^/]+/i, "");
  if (/^\/(m|r)\/[\w-]{11}\/?$/.test(bare) || /^\/r\/?#[\w-]+$/.test(bare)) return bare;
  if (/^[\w-]{11}$/.test(bare)) return `/m/${bare}`;
  return /^[\w-]{2,}$/.test(bare) ? `/r#${bare}` : null;
}

/**
 * The address that a text actually leads to; null if there is nothing. A text of 11 characters is
 * an id or, if there is no such match, a record.
 * @param {string} at
 * @returns {Promise<string | null>}
 */
async function settled(at) {
  const id = /^\/m\/([\w-]{11})$/.exec(at)?.[1];
  const found = id ? await api.match(id).then(Boolean, isOffline) : false;
  if (found) return at;
  const record = id ?? /^\/r\/?#(.*)$/.exec(at)?.[1];
  if (!record) return at;
  const format = formatOfRecord(record);
  const value = await api.explore({ format, value: record }).catch((error) => ({
    refusal: isOffline(error) ? undefined : error.message,
  }));
  return value.refusal === undefined ? `/r#${record}` : null;
}

/** Whether there was no answer; the page at the address reports it. @param {any} error */
const isOffline = (error) => error.code === "offline";

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
    const meant = address(input.value);
    const at = meant && (/^\/m/.test(input.value.trim()) ? meant : await settled(meant));
    input.setAttribute("aria-invalid", String(at === null));
    fill(
      trouble,
      at === null
        ? meant === null
          ? "This is not a match id, link or record: those contain only letters, digits, - and _."
          : "No match has this id, and this is not a record of a match."
        : "",
    );
    if (at === null) input.focus();
    else go(at);
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
