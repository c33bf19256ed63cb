// Names without accounts, the score of a series, and two players on one device.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { calmly, fits, playOn, screenshot, stage, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

const square = (page, index) => page.locator(`.ttt [data-cell="${index}"]`);
const MARKUP = "<b>Ada</b> & \u202eCo";

async function named(name, how = {}) {
  const page = await visit(chromium, server, "/", how);
  await page.getByLabel("Your name").fill(name);
  return page;
}

test("a name is shown to the opponent and in the lobby, as text, and can be changed", async () => {
  const host = await named(`${MARKUP}${"x".repeat(40)}`);
  await host.locator(".segments label", { hasText: "Anyone" }).click();
  await host.getByRole("button", { name: "Create the match" }).click();
  await waitStatus(host, /Waiting/);
  const { id } = /\/m\/(?<id>[\w-]+)/.exec(host.url()).groups;
  const { seats } = await server.call("GET", `/api/matches/${id}`);
  // The direction mark is removed, and the name has at most 24 characters.
  assert.match(seats[0].player, /^<b>Ada<\/b> & ?Cox+$/);
  assert.equal([...seats[0].player].length <= 24, true);

  const guest = await named("Bob");
  await guest.locator(".lobby").getByText(seats[0].player).waitFor();
  await guest.goto(`${server.url}/m/${id}`);
  await guest.getByRole("heading", { name: `${seats[0].player} invites you to` }).waitFor();
  assert.equal(await guest.locator(".status b").count(), 0);
  await guest.getByRole("button", { name: "Play as O" }).click();
  await waitStatus(guest, /turn/);
  await host.locator(".seat").getByText("Bob").waitFor();
  await guest.locator(".seat").getByText(seats[0].player).waitFor();
  await accessible(guest);

  await host.goto(`${server.url}/`);
  assert.notEqual(await host.getByLabel("Your name").inputValue(), "");
  await host.getByLabel("Your name").fill("");
  await host.reload();
  assert.equal(await host.getByLabel("Your name").inputValue(), "");
  calmly(host);
  calmly(guest);
});

test("without a name a person is a player", async () => {
  const { id } = await server.match({ game: "ttt", seats: ["person", "person"] });
  const page = await visit(chromium, server, `/m/${id}`);
  await waitStatus(page, /X to move/);
  assert.equal(await page.locator(".seat").getByText("Player", { exact: true }).count(), 2);
  calmly(page);
});

test("a series of rematches counts its score", async () => {
  const match = await server.match({ game: "ttt", seats: ["person", "person"] });
  const open = (seat) =>
    visit(chromium, server, `/m/${match.id}`, { tokens: [[match.id, match.tokens[seat]]] });
  const [host, guest] = [await open(0), await open(1)];
  await waitStatus(guest, /X’s turn/);
  await resign(host);
  await waitStatus(guest, /You won/);
  assert.doesNotMatch(await guest.locator(".status-more").innerText(), /Series/);
  await host.getByRole("button", { name: "Rematch" }).click();
  await guest.getByRole("button", { name: "Go to the rematch" }).click();
  await waitStatus(guest, /Your turn/);
  await resign(host);
  await waitStatus(guest, /You won/);
  await guest.getByText("Series: you 2 – 0 them.").waitFor();
  await host.getByText("Series: you 0 – 2 them.").waitFor();
  calmly(host);
  calmly(guest);
});

async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
}

for (const size of ["phone", "desktop"])
  test(`two players on one device: ${size}`, async () => {
    const page = await visit(chromium, server, "/", { size });
    await page.locator(".game-card", { hasText: /^Tic-tac-toe$/ }).click();
    await page.locator(".segments label", { hasText: "Two here" }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    for (const [turn, cell] of [
      ["X to move", 0],
      ["O to move", 3],
      ["X to move", 1],
      ["O to move", 4],
    ]) {
      await waitStatus(page, new RegExp(turn));
      await square(page, cell).click();
    }
    await waitStatus(page, /X to move/);
    // The device still holds both seats after a reload.
    await page.reload();
    await waitStatus(page, /X to move/);
    await fits(page);
    // Nobody else has to agree.
    await page.getByRole("button", { name: "Take back" }).click();
    await waitStatus(page, /O to move/);
    await square(page, 5).click();
    await waitStatus(page, /X to move/);
    await square(page, 2).click();
    await waitStatus(page, /X won/);
    await page.getByRole("button", { name: "Rematch" }).click();
    await waitStatus(page, /X to move/);
    await square(page, 8).click();
    await waitStatus(page, /O to move/);
    calmly(page);
  });

test("hidden cards are covered while the device changes hands", async () => {
  const match = await server.match({ game: "schotten", seats: ["person", "person"] });
  const page = await visit(chromium, server, "/");
  await page.evaluate(
    ([id, tokens]) => {
      localStorage.setItem("ennead.tokens", JSON.stringify({ [id]: tokens[0] }));
      localStorage.setItem("ennead.pass", JSON.stringify({ [id]: tokens }));
    },
    [match.id, match.tokens],
  );
  await page.goto(`${server.url}/m/${match.id}`);
  await waitStatus(page, /to move/);
  const before = await page.locator(".board").innerText();
  await playOn(server, match, 2);
  const ready = page.getByRole("button", { name: "I am ready" });
  await ready.waitFor();
  await page.getByText(/Pass the device to/).waitFor();
  await screenshot(page, "pass");
  await accessible(page);
  await ready.click();
  await waitStatus(page, /second.* to move|to move/i);
  await page.waitForFunction(
    (before) => document.querySelector(".board").innerText !== before,
    before,
  );
  calmly(page);
});
