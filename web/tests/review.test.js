// The review after a game: a known blunder is marked in the plot and in the list with the better
// move, and play can continue from there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { calmly, fits, screenshot, stage, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

/** X starts in a corner; O answers at an edge, which loses; X plays 3, which only draws. */
const BLUNDERS = ["1", "2", "5", "9", "3"];
const FLAWLESS = ["5", "1", "2", "8", "7", "3", "4", "6", "9"];

/** A match with these moves. */
async function played(moves) {
  const match = await server.match({ game: "ttt", seats: ["person", "person"] });
  for (const [index, move] of moves.entries())
    await server.call(
      "POST",
      `/api/matches/${match.id}/play`,
      { ply: index, move },
      match.tokens[index % 2],
    );
  return match;
}

for (const size of ["phone", "desktop"])
  test(`a known blunder is marked, with the better move: ${size}`, async () => {
    const match = await played(BLUNDERS);
    await server.call("POST", `/api/matches/${match.id}/resign`, {}, match.tokens[1]);
    const page = await visit(chromium, server, `/r/${match.id}`, {
      tokens: [[match.id, match.tokens[0]]],
      size,
    });
    // A player's review starts by itself.
    const found = page.getByRole("list", { name: "Mistakes" }).getByRole("listitem");
    await found.first().waitFor();
    const texts = await found.allInnerTexts();
    assert.match(texts[0].replace(/\s+/g, " "), /^2\. ?.*2: mistake, 5 was better$/);
    assert.match(texts.at(-1).replace(/\s+/g, " "), /^5\. ?.*3: missed win, \d was better$/);
    assert.match(await page.locator(".accuracy").innerText(), /X \d+ %.*O \d+ %/s);
    assert.equal(await page.locator(".plot .flags rect").count(), texts.length);
    const marks = page.locator(".moves .fault:visible");
    assert.equal(await marks.count(), texts.length);
    assert.match(await marks.first().innerText(), /mistake, 5 was better/);
    await fits(page);
    await screenshot(page, `review-${size}`);
    await accessible(page);
    // The position before the blunder, and another attempt from there.
    await found.first().getByRole("button").click();
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.waitForURL(/\/m\//);
    await waitStatus(page, /Your turn/);
    calmly(page);
  });

test("others request a review; a flawless match has no mistakes", async () => {
  const match = await played(FLAWLESS);
  const page = await visit(chromium, server, `/r/${match.id}`);
  assert.equal(await page.locator(".accuracy").count(), 0);
  await page.getByRole("button", { name: "Review: find the mistakes" }).click();
  await page.getByText("No mistakes found.").waitFor();
  assert.match(await page.locator(".accuracy").innerText(), /X 100 %.*O 100 %/s);
  calmly(page);
});

test("a review of a game with hidden cards names the card", async () => {
  const { games } = await server.call("GET", "/api/games");
  const example = games
    .find(({ id }) => id === "schotten")
    .examples.find(({ format }) => format === "record");
  const { moves, accuracy } = await server.call("POST", "/api/review", { record: example.value });
  assert.ok(moves.length > 10);
  assert.ok(accuracy.every((percent) => percent === null || (percent >= 0 && percent <= 100)));
});
