// Sizes: the value in other formats, and the size of each format over a match.

import { sizes } from "../api.js";
import { setProps, el, fill, svg } from "../dom.js";

/** @typedef {{format: string, value?: string, bits?: number, refusal?: string}} Other */

/** @param {number} bits */
export const sayBits = (bits) => (bits === 1 ? "1 bit" : `${bits.toLocaleString("en")} bits`);

/**
 * @param {{format: string, bits: number, value: string}} own
 * @param {Other[]} others
 * @param {number | null} bound
 * @param {(format: string, value: string) => void} go
 */
export function otherFormats(own, others, bound, go) {
  const held = [own, ...others.filter((other) => other.value !== undefined)];
  const refused = others.filter((other) => other.value === undefined);
  const widest = Math.max(1, bound ?? 0, ...held.map(({ bits }) => bits ?? 0));
  const rows = held.map(({ format, bits = 0, value = "" }) => {
    const name =
      format === own.format
        ? el("b", { class: "mono" }, format)
        : el(
            "button",
            { type: "button", class: "quiet mono", onclick: () => go(format, value) },
            format,
          );
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      el("td", { class: "wide" }, bar(bits / widest, bound === null ? null : bound / widest)),
      el("td", { class: "numbers" }, sayBits(bits)),
      el("td", { class: "mono value" }, value),
    );
  });
  const why = refused.map(({ format, refusal }) =>
    el("li", {}, el("span", { class: "mono" }, format), `: ${refusal}`),
  );
  return el(
    "div",
    { class: "stack" },
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "The same in other formats" },
      el("table", { class: "others" }, el("tbody", {}, rows)),
    ),
    bound === null
      ? null
      : el(
          "p",
          { class: "small soft" },
          `The line marks the bound of ${bound.toFixed(2)} bits: ${boundText(own.format)}.`,
        ),
    refused.length
      ? el(
          "details",
          {},
          el(
            "summary",
            { class: "small" },
            refused.length === 1
              ? "One other format cannot hold it"
              : `${refused.length} other formats cannot hold it`,
          ),
          el("ul", { class: "small refusals" }, why),
        )
      : null,
  );
}

/** A description of a format's information bound. @param {string} format */
const boundText = (format) =>
  format === "record"
    ? "the sum of log2 n over the choices of this match"
    : format === "record.model"
      ? "the cost of this match under the game's model"
      : `log2 of the number of values of ${format}`;

/**
 * @param {number} share fraction of the width
 * @param {number | null} mark position of the bound
 */
function bar(share, mark) {
  return svg(
    "svg",
    {
      class: "size-bar",
      viewBox: "0 0 100 10",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    svg("rect", { class: "track", width: 100, height: 10 }),
    svg("rect", { class: "fill", width: Math.max(0.6, share * 100), height: 10 }),
    mark === null
      ? null
      : ["", "bound"].map((look) =>
          svg("path", { class: look, d: `M${Math.min(99.5, mark * 100)} 0V10` }),
        ),
  );
}

/**
 * Bars for the size of each format after each move of a match.
 * @param {string} record
 * @returns {Promise<HTMLElement | null>} null if there is no move
 */
export async function growth(record) {
  const { formats, bound, moves } = await sizes(record);
  if (!moves.length) return null;
  let at = moves.length - 1;
  const says = el("p", { class: "small", "aria-live": "polite" });
  const slider = el("input", {
    type: "range",
    min: 0,
    max: at,
    value: at,
    "aria-label": "After which move",
    oninput: () => choose(Number(slider.value)),
  });
  const lines = [
    ...formats.map((format, i) => ({ format, bits: moves.map((move) => move.bits[i]) })),
    ...(bound.length === moves.length ? [{ format: "bound", bits: bound }] : []),
  ];
  const charts = lines
    .filter(({ bits }) => bits.some((value) => value !== null))
    .map(({ format, bits }) => chart(format, bits, choose));

  /** @param {number} move */
  function choose(move) {
    at = move;
    slider.value = String(move);
    fill(says, `After move ${at + 1}, ${moves[at].text}:`);
    const widest = Math.max(1, ...charts.map(({ bits }) => bits[at] ?? 0));
    for (const one of charts) one.show(at, widest);
  }
  choose(at);
  return el(
    "div",
    { class: "stack growth" },
    el("div", { class: "row pick" }, says, slider),
    el(
      "p",
      { class: "small soft" },
      "For each format: the bits after that move, on a common scale, and over the whole match.",
    ),
    el(
      "div",
      { class: "charts" },
      charts.map(({ element }) => element),
    ),
    asTable(charts, moves),
  );
}

/**
 * One format: its bits at the chosen move on a common scale, and over all moves on its own scale.
 * @param {string} format
 * @param {(number | null)[]} bits
 * @param {(move: number) => void} choose
 */
function chart(format, bits, choose) {
  const most = Math.max(1, ...bits.map((value) => value ?? 0));
  const pitch = 100 / bits.length;
  const bars = bits.map((value, move) =>
    svg("rect", {
      x: move * pitch + pitch * 0.1,
      width: pitch * 0.8,
      y: 30 - ((value ?? 0) / most) * 30,
      height: ((value ?? 0) / most) * 30,
    }),
  );
  const picture = svg(
    "svg",
    {
      class: "growth-bars",
      viewBox: "0 0 100 30",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    bars,
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    choose(
      Math.max(
        0,
        Math.min(
          bits.length - 1,
          Math.floor(((event.clientX - box.left) / box.width) * bits.length),
        ),
      ),
    );
  });
  const now = el("span", { class: "numbers" });
  const shared = el("span", {});
  return {
    format,
    bits,
    element: el(
      "div",
      { class: "chart" },
      el("span", { class: "mono name" }, format),
      shared,
      now,
      picture,
    ),
    /** @param {number} move @param {number} widest */
    show(move, widest) {
      const value = bits[move];
      fill(now, value === null ? "–" : sayBits(Math.round(value * 10) / 10));
      fill(shared, bar((value ?? 0) / widest, null));
      bars.forEach((one, i) => setProps(one, { class: i === move ? "now" : null }));
    },
  };
}

/**
 * @param {{format: string, bits: (number | null)[]}[]} charts
 * @param {{text: string}[]} moves
 */
function asTable(charts, moves) {
  const head = el(
    "tr",
    {},
    el("th", { scope: "col" }, "Move"),
    charts.map(({ format }) => el("th", { scope: "col", class: "mono" }, format)),
  );
  const rows = moves.map(({ text }, move) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, `${move + 1}. ${text}`),
      charts.map(({ bits }) =>
        el(
          "td",
          { class: "numbers" },
          bits[move] === null ? "–" : Math.round(Number(bits[move]) * 10) / 10,
        ),
      ),
    ),
  );
  return el(
    "details",
    {},
    el("summary", { class: "small" }, "The same as a table"),
    el(
      "div",
      { class: "scroll fields", tabindex: 0, role: "region", "aria-label": "Bits after each move" },
      el("table", { class: "small" }, el("thead", {}, head), el("tbody", {}, rows)),
    ),
  );
}
