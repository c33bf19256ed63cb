// Line games in a real browser: discs that fall, marks that stay, and a replay.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../../../../web/tests/axe.js";
import {
  OVER,
  YOURS_OR_OVER,
  calmly,
  fits,
  screenshot,
  stage,
  status,
  visit,
  waitStatus,
} from "../../../../web/tests/harness.js";

const { server, chromium } = await stage();

const SMALL = { width: 3, height: 3, line: 3, gravity: "off" };
const stones = (page) => page.locator(".connect .stone:is(.x, .o):not(.ghost, .pending)").count();

/** Waits until a position with more stones is shown. */
const answered = (page, before) =>
  page.waitForFunction(
    (before) =>
      document.querySelectorAll(".connect .stone:is(.x, .o):not(.ghost, .pending)").length > before,
    before,
  );

/** Plays the first available target until the match is over. */
async function playOut(page) {
  for (;;) {
    await waitStatus(page, YOURS_OR_OVER);
    if (OVER.test(await status(page).textContent())) return;
    const before = await stones(page);
    await page.locator(".connect .target.offer").first().click();
    await answered(page, before);
  }
}

test("a match of Connect Four against a bot by clicks, and its replay", async () => {
  const { id, tokens } = await server.match({ game: "connect", seats: ["person", "bot:1"] });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  await playOut(page);
  assert.equal(await page.locator(".connect .target.offer").count(), 0);
  const isWon = /won|lost/.test(await status(page).textContent());
  assert.equal((await page.locator(".connect .won").count()) >= 4, isWon);
  await page.getByRole("link", { name: "Review" }).click();
  await page.locator(".replay .connect").waitFor();
  await page.getByRole("button", { name: "Last position" }).click();
  assert(await stones(page));
  calmly(page);
});

test("a digit drops a disc into a column, and it rests on the others", async () => {
  const { id, tokens } = await server.match({ game: "connect", seats: ["person", "person"] });
  const [x, o] = await Promise.all(
    tokens.map((token) => visit(chromium, server, `/m/${id}`, { tokens: [[id, token]] })),
  );
  await waitStatus(x, /Your turn/);
  await x.keyboard.press("4");
  await waitStatus(o, /Your turn/);
  await o.keyboard.press("4");
  await waitStatus(x, /Your turn/);
  const column = x.locator('.connect [data-label="3"]');
  assert.match(await column.getAttribute("aria-label"), /^column 4: X O from the bottom/);
  for (const page of [x, o]) calmly(page);
});

test("without gravity, arrows and Enter mark any cell", async () => {
  const { id, tokens } = await server.match({
    game: "connect",
    setup: SMALL,
    seats: ["person", "bot:1"],
  });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  await waitStatus(page, /Your turn/);
  await page.locator('.connect [data-label="4"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await answered(page, 0);
  assert.match(
    await page.locator('.connect [data-label="2"]').getAttribute("aria-label"),
    /^c3: X/,
  );
  await playOut(page);
  calmly(page);
});

for (const size of ["phone", "desktop"]) {
  for (const theme of ["light", "dark"]) {
    test(`it fits and is accessible: ${size}, ${theme}`, async () => {
      for (const [name, setup] of [
        ["four", {}],
        ["gomoku", { width: 15, height: 15, line: 5, gravity: "off" }],
      ]) {
        const wish = { game: "connect", setup, seats: ["person", "person"] };
        const { id, tokens } = await server.match(wish);
        const how = { size, theme, tokens: [[id, tokens[0]]] };
        const page = await visit(chromium, server, `/m/${id}`, how);
        await waitStatus(page, /Your turn/);
        await fits(page);
        await screenshot(page, `connect-${name}-${size}-${theme}`);
        await accessible(page);
        calmly(page);
        await page.context().close();
      }
    });
  }
}
