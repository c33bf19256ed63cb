// The generic board in a real browser: drawn from payloads as the engine encodes them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { calmly, fits, screenshot, stage, visit } from "./harness.js";

const { server, chromium } = await stage();

/** Mounts a generic board in the page; `show` draws a position, `chosen` lists the choices made. */
async function board(how = {}, actions = {}) {
  const page = await visit(chromium, server, "/explore", how);
  await page.locator(".explore h1").waitFor();
  await page.evaluate(async (actions) => {
    const { create, describe } = await import("/js/boards/generic.js");
    const { loadBoard } = await import("/js/boards/index.js");
    await loadBoard({ board: null, style: null });
    const host = document.createElement("div");
    host.className = "board";
    const main = document.getElementById("page");
    main.className = "page-play game-generic";
    main.replaceChildren(host);
    const bytes = (text) => {
      const encoded = [...new TextEncoder().encode(text)];
      const { length } = encoded;
      const head = length < 128 ? [length] : [(length & 127) | 128, length >> 7];
      return [...head, ...encoded];
    };
    globalThis.chosen = [];
    const made = create(host, {
      choose: (labels) => globalThis.chosen.push(labels),
      requestDetail() {},
      explain: () => Promise.reject(new Error("none")),
      ...actions,
    });
    globalThis.made = made;
    addEventListener("keydown", (event) => {
      if (!event.target.closest("input")) made.key(event);
    });
    globalThis.show = ({ drawing, options, ...rest }) => {
      const payload = [
        ...bytes(drawing),
        ...options.flatMap(([label, text]) => [label, ...bytes(text)]),
      ];
      const scene = {
        payload: Uint8Array.from(payload),
        labels: rest.still ? [] : options.map(([label]) => label),
        last: [],
        you: 0,
        turn: 0,
        state: "running",
        winner: null,
        drawn: false,
        seats: [{ name: "first" }, { name: "second" }],
        still: false,
        ...rest,
      };
      made.update(scene);
      return describe(scene);
    };
  }, actions);
  const show = (scene) => page.evaluate((scene) => globalThis.show(scene), scene);
  const chosen = () => page.evaluate(() => globalThis.chosen);
  return { page, show, chosen };
}

const DRAWING = "\x1b[31mX\x1b[0m . .\n. \x1b[1;34mO\x1b[0m .\n. . .\n";
const COLUMNS = Array.from({ length: 7 }, (_, i) => [i, String(i + 1)]);
const CELLS = Array.from({ length: 60 }, (_, i) => [
  i,
  `${"abcdefghij"[i % 10]}${1 + Math.floor(i / 10)}`,
]);
const choice = (page, text) => page.getByRole("button", { name: text, exact: true });
const focused = (page) => page.evaluate(() => document.activeElement.textContent);

test("the drawing keeps its lines and colours, and every choice is a button", async () => {
  const { page, show, chosen } = await board();
  await show({ drawing: DRAWING, options: COLUMNS, ply: 0 });
  assert.equal(await page.locator(".drawing").innerText(), "X . .\n. O .\n. . .");
  assert.equal(await page.locator(".drawing .fg-1").innerText(), "X");
  assert.equal(await page.locator(".drawing .bold.fg-4").innerText(), "O");
  assert.equal(await page.locator(".choice").count(), 7);
  await choice(page, "4").click();
  assert.deepEqual(await chosen(), [[3]]);
  // Nothing can be chosen twice while the answer is pending.
  await choice(page, "5").click({ force: true });
  assert.deepEqual(await chosen(), [[3]]);
  await show({ drawing: DRAWING, options: [], ply: 1, turn: 1, labels: [] });
  assert.equal(await page.locator(".prompt").innerText(), "Waiting for second");
  calmly(page);
});

test("screen readers hear the opponent's move", async () => {
  const { page, show } = await board();
  await show({ drawing: DRAWING, options: [], ply: 1, turn: 1, labels: [] });
  await show({ drawing: DRAWING, options: COLUMNS, ply: 2 });
  await page.evaluate(() => globalThis.made.lastMove("O: 4"));
  const last = page.locator(".last-move");
  assert.equal(await last.innerText(), "Last move: O: 4");
  assert.equal(await last.getAttribute("aria-live"), "polite");
  calmly(page);
});

test("arrows walk, Enter chooses, and the focus stays through the next position", async () => {
  const { page, show, chosen } = await board();
  await show({ drawing: DRAWING, options: COLUMNS, ply: 0 });
  await choice(page, "1").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(page), "3");
  await page.keyboard.press("Enter");
  assert.deepEqual(await chosen(), [[2]]);
  await show({ drawing: DRAWING, options: [], ply: 1, turn: 1, labels: [] });
  await show({ drawing: DRAWING, options: COLUMNS.slice(0, 5), ply: 2 });
  assert.equal(await focused(page), "3");
  await page.keyboard.press("End");
  assert.equal(await focused(page), "5");
  calmly(page);
});

test("digits play a matching choice, and wait if several match", async () => {
  const { page, show, chosen } = await board();
  await show({ drawing: DRAWING, options: COLUMNS, ply: 0 });
  await page.keyboard.press("6");
  assert.deepEqual(await chosen(), [[5]]);
  const many = Array.from({ length: 12 }, (_, i) => [i, String(i + 1)]);
  await show({ drawing: DRAWING, options: many, ply: 1 });
  await page.keyboard.press("1");
  assert.equal(await focused(page), "1");
  await page.keyboard.press("2");
  assert.deepEqual(await chosen(), [[5], [11]]);
  calmly(page);
});

test("a long list is narrowed down by a filter", async () => {
  const { page, show, chosen } = await board();
  await show({ drawing: DRAWING, options: COLUMNS, ply: 0 });
  assert.equal(await page.getByLabel("Filter the choices").isVisible(), false);
  await show({ drawing: DRAWING, options: CELLS, ply: 1 });
  await page.keyboard.press("/");
  await page.keyboard.type("c");
  assert.deepEqual(await page.locator(".choice:visible").allInnerTexts(), [
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    "c6",
  ]);
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  assert.deepEqual(await chosen(), [[32]]);
  calmly(page);
});

test("a replay shows values on the buttons, and the result at the end", async () => {
  const { page, show, chosen } = await board({}, { steps: true });
  const overlay = [
    { label: 0, value: 1, exact: true },
    { label: 1, value: -0.25, exact: false },
    { label: 2, value: null, exact: false },
  ];
  await show({ drawing: DRAWING, options: COLUMNS.slice(0, 3), ply: 4, still: true, overlay });
  assert.deepEqual(await page.locator(".choice-value").allTextContents(), [
    "value win",
    "value −0.25",
    "value –",
  ]);
  await choice(page, "1 value win").click({ force: true });
  assert.deepEqual(await chosen(), [], "a replay is to be looked at");
  await page.evaluate(() => globalThis.made.lastMove("take 2"));
  const last = page.locator(".last-move");
  assert.equal(await last.innerText(), "Last move: take 2");
  assert.equal(await last.getAttribute("aria-live"), null, "the page describes each step");
  const end = { drawing: DRAWING, options: [], ply: 5, still: true, state: "finished", winner: 1 };
  assert.match(await show(end), /Second won/);
  assert.equal(await page.locator(".prompt").innerText(), "Second won");
  assert.equal(await page.locator(".last-move").innerText(), "");
  calmly(page);
});

for (const size of ["phone", "desktop"]) {
  for (const theme of ["light", "dark"]) {
    test(`it fits and is accessible: ${size}, ${theme}`, async () => {
      const { page, show } = await board({ size, theme });
      const wide = `${DRAWING}${"\x1b[33m─\x1b[0m".repeat(60)}\n`;
      const overlay = CELLS.map(([label], i) => ({
        label,
        value: (i % 3) - 1,
        exact: i % 2 === 0,
      }));
      await show({ drawing: wide, options: CELLS, ply: 0, overlay, still: false });
      await fits(page);
      const { scrollWidth, clientWidth } = await page.locator(".drawing").evaluate((node) => ({
        scrollWidth: node.scrollWidth,
        clientWidth: node.clientWidth,
      }));
      if (size === "desktop") assert(scrollWidth <= clientWidth + 1, "the drawing is cut off");
      await screenshot(page, `generic-${size}-${theme}`);
      await accessible(page);
      calmly(page);
    });
  }
}

test("help is rendered as elements: markup in it stays text", async () => {
  const page = await visit(chromium, server, "/");
  await page.locator(".game-card").first().waitFor();
  const shown = await page.evaluate(async () => {
    const { helpBox } = await import("/js/help.js");
    const help = [
      "# Title",
      "",
      "Some *light* and **strong** text,",
      "in two lines with `code <b>`.",
      "",
      "## Part",
      "- one <img src=x onerror=alert(1)>",
      "- two",
      "  goes on",
      "",
      "1. first",
      "2. second",
    ].join("\n");
    const box = helpBox({ title: "Game", help, setup: [] }, { keys: [["A", "does a"]] });
    // As the engine writes it for games without a text of their own.
    const usual = "# Game\n\n## Set-up\n\n**size**: cells. It is one of a, b.\n\n- **a**: few\n";
    const plain = helpBox({ title: "Game", help: usual, setup: [] }, {});
    return [box, plain].map((node) => node.querySelector(".help-text").innerHTML);
  });
  assert.equal(
    shown[0],
    '<div class="help-picture" inert="" hidden=""></div>' +
      "<p>Some <em>light</em> and <strong>strong</strong> text, in two lines with " +
      "<code>code &lt;b&gt;</code>.</p>" +
      "<h4>Part</h4><ul><li>one &lt;img src=x onerror=alert(1)&gt;</li><li>two goes on</li></ul>" +
      "<ol><li>first</li><li>second</li></ol>" +
      '<h3>Keys</h3><dl class="keys"><div><dt>A</dt><dd>does a</dd></div></dl>',
  );
  assert.match(shown[1], /<h4>Set-up<\/h4><p><strong>size<\/strong>: cells/);
  assert.match(shown[1], /<li><strong>a<\/strong>: few<\/li>/);
  calmly(page);
});
