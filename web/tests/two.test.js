// Two browsers against each other, and one that watches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { calmly, stage, status, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

const square = (page, index) => page.locator(`.ttt [data-cell="${index}"]`);

/** Waits until a square shows a mark that the server has told of. */
const shows = (page, index, kind) =>
  page.locator(`.ttt [data-cell="${index}"] .mark.${kind}:not(.ghost, .pending)`).waitFor({ state: "attached" });

async function together() {
  const host = await visit(chromium, server, "/");
  await host.locator(".segments label", { hasText: "A friend" }).click();
  await host.getByRole("button", { name: "Create the match" }).click();
  await waitStatus(host, /Waiting/);
  const link = await host.getByLabel("Link to this match").inputValue();
  assert.equal(link, host.url());
  const guest = await visit(chromium, server, new URL(link).pathname);
  await guest.getByRole("button", { name: "Play as O" }).click();
  await waitStatus(guest, /X’s turn/);
  await waitStatus(host, /Your turn/);
  return { host, guest };
}

test("a friend comes by the link; both play to the end; a third one watches", async () => {
  const { host, guest } = await together();
  const watcher = await visit(chromium, server, new URL(host.url()).pathname);
  await waitStatus(watcher, /X to move/);
  for (const [page, index, kind] of [
    [host, 0, "x"],
    [guest, 3, "o"],
    [host, 1, "x"],
    [guest, 4, "o"],
    [host, 2, "x"],
  ]) {
    await square(page, index).click();
    for (const eyes of [host, guest, watcher]) await shows(eyes, index, kind);
  }
  await waitStatus(host, /You won/);
  await waitStatus(guest, /X won/);
  await waitStatus(watcher, /X won/);
  assert.equal(await watcher.locator(".ttt .strike").count(), 1);
  assert.equal(await watcher.getByRole("button", { name: "Rematch" }).count(), 0);

  await host.getByRole("button", { name: "Rematch" }).click();
  await host.waitForURL((url) => url.href !== guest.url());
  await guest.getByRole("button", { name: "Go there" }).click();
  await waitStatus(guest, /Your turn/);
  assert.equal(guest.url(), host.url());
  for (const page of [host, guest, watcher]) calmly(page);
});

test("a draw is offered, declined, offered again and accepted", async () => {
  const { host, guest } = await together();
  await host.getByRole("button", { name: "Offer a draw" }).click();
  await guest.getByRole("button", { name: "Decline" }).click();
  await host.getByRole("button", { name: "Offer a draw" }).click();
  await guest.getByRole("button", { name: "Accept" }).click();
  for (const page of [host, guest]) {
    await waitStatus(page, /A draw/);
    assert.match(await page.locator(".status-more").textContent(), /agreed/);
    calmly(page);
  }
});

test("whoever comes: the match stands in the lobby until a seat is taken there", async () => {
  const host = await visit(chromium, server, "/");
  await host.locator(".segments label", { hasText: "Whoever comes" }).click();
  await host.getByRole("button", { name: "Create the match" }).click();
  await waitStatus(host, /Waiting/);
  const guest = await visit(chromium, server, "/");
  await guest.locator(`.matches a[href="${new URL(host.url()).pathname}"]`).click();
  await guest.getByRole("button", { name: "Play as O" }).click();
  await waitStatus(host, /Your turn/);
  const late = await visit(chromium, server, new URL(host.url()).pathname);
  await waitStatus(late, /X to move/);
  assert.equal(await late.getByRole("button", { name: /^Play/ }).count(), 0);
  for (const page of [host, guest, late]) calmly(page);
});

test("two tabs of one player show the same", async () => {
  const { id, tokens } = await server.match({ game: "ttt", seats: ["person", "person"] });
  const one = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  const two = await visit(chromium, server, `/m/${id}`, { context: one.context() });
  await waitStatus(two, /Your turn/);
  await square(one, 4).click();
  await shows(two, 4, "x");
  await waitStatus(two, /O’s turn/);
  assert.equal(await status(one).textContent(), await status(two).textContent());
  for (const page of [one, two]) calmly(page);
});
