// The pause before a bot's reply is for replies alone. The page's clock stands still, so that
// nothing that waits for it is shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { calmly, stage, status, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

test("a move is shown at once although the bot's next choice of a grid is forced", async () => {
  const match = await server.match({ game: "nested", seats: ["person", "person"] });
  const page = await visit(chromium, server, "/", { tokens: [[match.id, match.tokens[0]]] });
  // The test plays for the bot, to reply only after the move is shown.
  await page.route(`**/api/matches/${match.id}`, async (route) => {
    const answer = await (await route.fetch()).json();
    answer.seats[1].kind = "bot:1";
    await route.fulfill({ json: answer });
  });
  await page.clock.install();
  const socket = page.waitForEvent("websocket");
  await page.goto(`${server.url}/m/${match.id}?beat=1`);
  const frames = await socket;
  await waitStatus(page, /Your turn/);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.locator(".nested-window").click();
  await status(page).getByText("O is thinking").waitFor();
  const { ply, options } = await server.call(
    "GET",
    `/api/matches/${match.id}`,
    undefined,
    match.tokens[1],
  );
  assert.equal(ply, 3, "the bot's grid is chosen already");
  const reply = frames.waitForEvent("framereceived", ({ payload }) => payload[0] === 1);
  const play = { ply, options: [options[0].option] };
  await server.call("POST", `/api/matches/${match.id}/play`, play, match.tokens[1]);
  await reply;
  assert.equal(await status(page).textContent(), "O is thinking");
  await page.clock.runFor(500);
  await status(page).getByText("Your turn").waitFor();
  calmly(page);
});
