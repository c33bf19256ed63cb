// Invitations with a QR code, the links of a finished match, and earlier positions of a running
// one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { calmly, fits, screenshot, stage, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

const square = (page, index) => page.locator(`.ttt [data-cell="${index}"]`);
const marks = (page) => page.locator(".ttt .mark:is(.x, .o):not(.ghost, .pending)").count();
const sit = (match, how = {}) =>
  visit(chromium, server, `/m/${match.id}`, { tokens: [[match.id, match.tokens[0]]], ...how });

for (const size of ["phone", "desktop"])
  test(`an invitation has a QR code: ${size}`, async () => {
    const match = await server.match({ game: "ttt", seats: ["person", "open"] });
    const page = await sit(match, { size });
    await page.getByText("QR code").click();
    const code = page.getByRole("img", { name: "QR code of the link" });
    await code.waitFor();
    const { path } = await server.call("POST", "/api/qr", { text: page.url() });
    assert.equal(await code.locator("path").getAttribute("d"), path);
    await fits(page);
    await screenshot(page, `qr-${size}`);
    await accessible(page);
    calmly(page);
  });

test("a finished match offers its review, its link and its record", async () => {
  const match = await server.match({ game: "ttt", seats: ["person", "person"] });
  await server.call("POST", `/api/matches/${match.id}/resign`, {}, match.tokens[1]);
  const page = await sit(match);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await waitStatus(page, /You won/);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Link copied.").waitFor();
  assert.equal(await copied(), `${server.url}/r/${match.id}`);
  await page.getByRole("button", { name: "Copy record" }).click();
  await page.getByText("Record copied").waitFor();
  const { record } = await server.call("GET", `/api/matches/${match.id}/record`);
  assert.equal(await copied(), record);
  await page.getByRole("link", { name: "Review" }).click();
  await page.waitForURL(/\/r\//);
  calmly(page);
});

test("earlier positions can be viewed during a match, even after a reload", async () => {
  const match = await server.match({ game: "ttt", seats: ["person", "person"] });
  for (const [ply, move] of ["5", "1", "9"].entries())
    await server.call(
      "POST",
      `/api/matches/${match.id}/play`,
      { ply, move },
      match.tokens[ply % 2],
    );
  const page = await sit(match);
  await waitStatus(page, /turn/);
  await page.reload();
  await waitStatus(page, /turn/);
  const earlier = page.getByRole("button", { name: "Earlier" });
  await earlier.click();
  await page.getByText("After move 2 of 3").waitFor();
  assert.equal(await marks(page), 2);
  await earlier.click();
  await earlier.click();
  await page.getByText("The start").waitFor();
  assert.equal(await marks(page), 0);
  await accessible(page);
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByText("After move 1 of 3").waitFor();
  assert.equal(await marks(page), 1);
  // A new move returns to the present.
  await server.call(
    "POST",
    `/api/matches/${match.id}/play`,
    { ply: 3, move: "2" },
    match.tokens[1],
  );
  await waitStatus(page, /Your turn/);
  await page.waitForFunction(
    () => document.querySelectorAll(".ttt .mark:is(.x, .o):not(.ghost, .pending)").length === 4,
  );
  await earlier.click();
  await page.getByText("After move 3 of 4").waitFor();
  await page.getByRole("button", { name: "Back to now" }).click();
  await square(page, 2).click();
  await waitStatus(page, /O’s turn/);
  calmly(page);
});
