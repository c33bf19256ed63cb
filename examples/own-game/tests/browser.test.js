// A game from outside this repository (examples/own-game) on the generic board, with hidden dice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { accessible } from "../../../web/tests/axe.js";
import {
  OVER,
  YOURS_OR_OVER,
  calmly,
  stage,
  status,
  visit,
  waitStatus,
} from "../../../web/tests/harness.js";

process.env.ENNEAD =
  process.env.OWN_GAME ?? fileURLToPath(new URL("../../../target/debug/own-game", import.meta.url));
const { server, chromium } = await stage();

const drawing = (page) => page.locator(".drawing").innerText();

test("a whole match against a bot, by buttons", async () => {
  const { id, tokens } = await server.match({ game: "dice", seats: ["person", "bot:1"] });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  await waitStatus(page, YOURS_OR_OVER);
  assert.match(await drawing(page), /player 1 {2}[⚀-⚅]( [⚀-⚅]){4}\nplayer 2 {2}\?( \?){4}/);
  await accessible(page);
  for (let bid = 0; bid < 70; bid++) {
    await waitStatus(page, YOURS_OR_OVER);
    if (OVER.test(await status(page).textContent())) break;
    const before = await drawing(page);
    const liar = page.getByRole("button", { name: "liar", exact: true });
    if (bid > 2 && (await liar.isVisible())) await liar.click();
    else await page.locator(".generic button.choice").first().click();
    await page.waitForFunction(
      (before) => document.querySelector(".drawing").innerText !== before,
      before,
    );
  }
  await waitStatus(page, OVER);
  assert.doesNotMatch(await drawing(page), /\?/, "all dice are shown at the end");
  calmly(page);
});

test("a spectator sees no die before the end", async () => {
  const { id } = await server.match({ game: "dice", seats: ["person", "person"] });
  const page = await visit(chromium, server, `/m/${id}`);
  await page.locator(".drawing").waitFor();
  assert.match(await drawing(page), /player 1 {2}\?( \?){4}\nplayer 2 {2}\?( \?){4}/);
  calmly(page);
});

test("the form offers the game with its bots, and help from its folder", async () => {
  const page = await visit(chromium, server, "/");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.getByText("Liar's dice").first().waitFor();
  const { games } = await server.call("GET", "/api/games");
  assert.deepEqual(
    games.map((game) => [game.id, game.levels.length, game.board]),
    [["dice", 5, null]],
  );
  assert.match(games[0].help, /call \*\*liar\*\*/);
  calmly(page);
});
