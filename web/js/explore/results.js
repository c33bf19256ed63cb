// The results for a value: its bits, its other formats, and their sizes over the match.

import { el, fill, refill } from "../dom.js";
import { bitStrip } from "./bits.js";
import { recordOf } from "./record.js";
import { growth, otherFormats, sayBits } from "./sizes.js";

/**
 * @param {(id: string) => import("./input.js").Format} find
 * @param {(format: string, value: string) => void} go shows a value of another format
 */
export function createResults(find, go) {
  const facts = el("div", { class: "facts" });
  const bits = el("div", {});
  const others = el("div", {});
  const chart = el("section", { class: "card stack", hidden: true });
  const element = el(
    "div",
    { class: "results", hidden: true },
    el("section", { class: "card stack bits-card" }, el("h2", {}, "Every bit"), facts, bits),
    el("section", { class: "card stack" }, el("h2", {}, "The same in other formats"), others),
    chart,
  );
  let shown = 0;

  /** @param {any} answer */
  async function drawChart(answer) {
    const mine = shown;
    const record = recordOf(answer);
    const made = record ? await growth(record).catch(() => null) : null;
    if (mine !== shown) return;
    chart.hidden = !made;
    if (made)
      fill(
        chart,
        el(
          "div",
          { class: "row heading" },
          el("h2", {}, "Bits over the match"),
          el("a", { href: `/r#${record}` }, "Replay it"),
        ),
        made,
      );
  }

  return {
    element,
    /** @param {any} answer @param {import("./bits.js").BitPlace} place */
    show(answer, place) {
      shown++;
      element.hidden = false;
      refill(facts, factList(answer));
      refill(
        bits,
        bitStrip(answer.value.bin, answer.fields, place, find(answer.format).kind === "integer"),
      );
      const own = { format: answer.format, bits: answer.bits, value: answer.value.text };
      refill(others, otherFormats(own, answer.others, answer.bound ?? null, go));
      void drawChart(answer);
    },
    /** Whether a request is pending. @param {boolean} on */
    waiting: (on) => element.classList.toggle("waiting", on),
    /**
     * Keeps outdated results in place, inert, so that nothing shifts.
     * @param {boolean} on
     */
    stale(on) {
      element.classList.toggle("stale", on);
      element.inert = on;
    },
  };
}

/** @param {any} solved */
const sayValue = ({ move, value, plies }) => `${move ? `${move}: ` : ""}${value} in ${plies}`;

/** @param {any} answer */
function factList({ bits, bound, value, json, solution }) {
  const fact = (/** @type {string} */ name, /** @type {any} */ what) =>
    el("div", {}, el("dt", {}, name), el("dd", { class: "mono" }, what));
  const list = el(
    "dl",
    { class: "fact-list" },
    fact("size", sayBits(bits)),
    typeof bound === "number" ? fact("bound", `${bound.toFixed(2)} bits`) : null,
    solution ? fact("solved", [solution, ...solution.options].map(sayValue).join(", ")) : null,
    value.dec && bits <= 128 ? fact("decimal", value.dec) : null,
    value.hex.length <= 160 ? fact("hexadecimal", value.hex || "–") : null,
  );
  return [
    list,
    el(
      "details",
      {},
      el("summary", { class: "small" }, "As JSON"),
      el("pre", { class: "plain", tabindex: 0 }, JSON.stringify(json, null, 1)),
    ),
  ];
}
