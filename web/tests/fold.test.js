// The form for a new match fits on a laptop and on a phone, from the games to the button.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { calmly, fits, screenshot, stage, visit } from "./harness.js";

const { server, chromium } = await stage();

for (const [width, height] of [
  [1280, 800],
  [390, 844],
])
  for (const theme of ["light", "dark"])
    test(`nobody scrolls to play at ${width} x ${height}, ${theme}`, async () => {
      const page = await visit(chromium, server, "/", { theme });
      await page.setViewportSize({ width, height });
      await page.locator(".play-button").waitFor();
      for (const game of await page.locator(".game-card").all()) {
        await game.click();
        for (const opponent of await page.locator("fieldset", { hasText: "Against" }).all())
          for (const choice of await opponent.locator("label").all()) {
            await choice.click();
            for (const part of [game, choice, page.locator(".play-button")]) {
              const { x, y, ...size } = await part.boundingBox();
              assert(y >= 0 && y + size.height <= height, `${y + size.height} of ${height}`);
              assert(x >= 0 && x + size.width <= width, `${x + size.width} of ${width}`);
            }
          }
      }
      assert.equal(await page.evaluate(() => scrollY), 0);
      await fits(page);
      await accessible(page);
      await screenshot(page, `home-${width}-${theme}`);
      calmly(page);
    });

test("the game that the program suggests is selected until another one is played", async () => {
  const { games } = await server.call("GET", "/api/games");
  const wanted = games.filter(({ preselected }) => preselected).map(({ id }) => id);
  assert.equal(wanted.length, 1);
  assert.notEqual(wanted[0], games[0].id);
  const page = await visit(chromium, server, "/");
  const selected = page.locator(".game-card input:checked");
  assert.equal(await selected.getAttribute("value"), wanted[0]);
  await page.locator(".game-card").first().click();
  await page.click(".play-button");
  await page.waitForURL(/\/m\//);
  await page.goto(server.url);
  assert.equal(await selected.getAttribute("value"), games[0].id);
  calmly(page);
});
