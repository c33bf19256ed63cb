// Matches stored in this browser: the finished ones as a file of records, one per line.

import { call } from "../api.js";
import { el, toast } from "../dom.js";

/** @param {() => void} changed */
export function kept(changed) {
  const input = el("input", { type: "file", accept: ".txt,text/plain", hidden: true });
  input.addEventListener("change", () => void read(input, changed));
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
    el("button", { type: "button", onclick }, text);
  return el(
    "section",
    { class: "card stack" },
    el("h2", {}, "In this browser"),
    el("p", { class: "soft small" }, "Matches stay on this device. You can export finished ones."),
    el(
      "div",
      { class: "row" },
      button("Export records", () => void write()),
      button("Import records", () => input.click()),
      input,
    ),
  );
}

async function write() {
  const { records } = await call("GET", "/api/records");
  if (!records.length) return toast("No match is finished yet.");
  const href = URL.createObjectURL(new Blob([`${records.join("\n")}\n`], { type: "text/plain" }));
  el("a", { href, download: "ennead-records.txt" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** @param {HTMLInputElement} input @param {() => void} changed */
async function read(input, changed) {
  const text = (await input.files?.[0]?.text()) ?? "";
  input.value = "";
  const records = text.split(/\s+/).filter(Boolean);
  try {
    const { imported } = await call("POST", "/api/records", { body: { records } });
    toast(`${imported} of ${records.length} records were new and have been added.`);
    changed();
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
}
