// A match that does not begin with a fresh deal says so wherever somebody decides to join it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { calmly, fits, screenshot, stage, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

const CONTINUES = "Continues an earlier game (after 12 choices)";
const DEALT = "Dealt when everybody is here";

/** A visitor to whom the server says that a match is marked. */
async function visitor(id, size) {
  const context = await chromium.newContext({ reducedMotion: "reduce" });
  await context.route(/\/api\/matches(\?|\/[\w-]{11}$)/, async (route) => {
    const answer = await (await route.fetch()).json();
    for (const match of answer.matches ?? [answer])
      if (match.id === id)
        Object.assign(match, { continues: 12 }, match.state === "open" && { dealt: false });
    await route.fulfill({ json: answer });
  });
  const page = await visit(chromium, server, "/", { context });
  if (size === "phone") await page.setViewportSize({ width: 390, height: 844 });
  return page;
}

for (const size of ["phone", "desktop"])
  test(`the list, the invitation and the page of a match show its marks: ${size}`, async () => {
    const { id, tokens } = await server.match({ game: "schotten", seats: ["person", "open"] });
    const [guest, host] = [await visitor(id, size), await visitor(id, size)];
    const row = guest.locator(".matches li", { has: guest.locator(`a[href="/m/${id}"]`) });
    await row.getByText(`${CONTINUES} · ${DEALT}`).waitFor();
    await fits(guest);
    await screenshot(guest, `marks-list-${size}`);
    await row.getByRole("link").click();
    await waitStatus(guest, /invites you/);
    await guest.locator(".welcome").getByText(`${CONTINUES} · ${DEALT}.`).waitFor();
    await fits(guest);
    await accessible(guest);
    await screenshot(guest, `marks-guest-${size}`);
    await host.evaluate(
      ([id, token]) => localStorage.setItem("ennead.tokens", JSON.stringify({ [id]: token })),
      [id, tokens[0]],
    );
    await host.goto(`${server.url}/m/${id}`);
    await host.locator(".invite").getByText(`${CONTINUES} · ${DEALT}.`).waitFor();
    await guest.locator(".welcome button").click();
    for (const page of [guest, host]) {
      await waitStatus(page, /turn/);
      const about = await page.locator(".about").textContent();
      assert(about.includes(CONTINUES) && !about.includes(DEALT), about);
      calmly(page);
    }
  });
