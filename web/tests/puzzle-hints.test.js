// Hints and solutions of puzzles: visible on the board, and available again after a failed call.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { calmly, screenshot, stage, visit } from "./harness.js";

const { server, chromium } = await stage();

/** The looks of the squares or columns, by label. */
const looks = (page, place) =>
  page.locator(place).evaluateAll((all) =>
    all.map((node) => {
      const { fill, fillOpacity, stroke } = getComputedStyle(node.querySelector("rect"));
      return {
        offered: node.classList.contains("offer"),
        look: [fill, fillOpacity, stroke].join(),
      };
    }),
  );

for (const [game, place] of [
  ["ttt", ".ttt .cell"],
  ["connect", ".connect .target"],
])
  for (const theme of ["light", "dark"])
    test(`what a hint leaves is marked on the board: ${game}, ${theme}`, async () => {
      const page = await visit(chromium, server, `/puzzle/${game}/1`, { theme });
      await page.locator(`${place}.offer`).first().waitFor();
      const before = await looks(page, place);
      await page.getByRole("button", { name: "Hint" }).click();
      await page.getByText("that are left").waitFor();
      const after = await looks(page, place);
      const left = after.filter(({ offered }) => offered).length;
      assert(left > 0 && left < before.filter(({ offered }) => offered).length, `${left} are left`);
      after.forEach(({ offered, look }, at) => assert.equal(look !== before[at].look, offered));
      await accessible(page);
      await screenshot(page, `puzzle-hint-${game}-${theme}`);
      calmly(page);
    });

test("a hint and the solution are available again after a failed call", async () => {
  const { moves } = await server.call("GET", "/api/games/connect/puzzles/3/solution");
  const page = await visit(chromium, server, "/puzzle/connect/3");
  const column = (text) => page.locator(`.connect .target[data-label="${Number(text) - 1}"]`);
  const offline = page.locator(".toast", { hasText: "The server cannot be reached." });
  const failing = async (path, name) => {
    await page.route(path, (route) => route.abort());
    await page.getByRole("button", { name }).click();
    await offline.last().waitFor();
    await page.unroute(path);
    await page.evaluate(() => document.querySelector("#toasts").replaceChildren());
    await page.getByRole("button", { name }).click();
  };
  await column(moves[0]).and(page.locator(".offer")).waitFor();
  await failing("**/puzzles/3/solution", "Hint");
  await page.getByText("that are left").waitFor();
  await page.reload();
  const wrong = ["1", "2", "3", "4", "5", "6", "7"].filter((text) => text !== moves[0]);
  await column(wrong[0]).and(page.locator(".offer")).click();
  await page.getByText("Not quite.").waitFor();
  await failing("**/api/replay", "Show the solution");
  await page.getByText(moves.join(" – ")).waitFor();
  calmly(page, /ERR_FAILED/);
});
