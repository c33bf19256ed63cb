// Two browsers against each other, and a spectator.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { calmly, fits, playOn, screenshot, stage, status, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

const square = (page, index) => page.locator(`.ttt [data-cell="${index}"]`);

/** Waits until a square shows a mark confirmed by the server. */
const shows = (page, index, kind) =>
  page
    .locator(`.ttt [data-cell="${index}"] .mark.${kind}:not(.ghost, .pending)`)
    .waitFor({ state: "attached" });

async function together() {
  const host = await visit(chromium, server, "/");
  await host.locator(".game-card", { hasText: /^Tic-tac-toe$/ }).click();
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

test("a friend follows the link; both play to the end; a third person watches", async () => {
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
  await waitStatus(guest, /You lost/);
  await waitStatus(watcher, /X won/);
  assert.equal(await watcher.locator(".ttt .strike").count(), 1);
  assert.equal(await watcher.getByRole("button", { name: "Rematch" }).count(), 0);

  await host.getByRole("button", { name: "Rematch" }).click();
  await host.waitForURL((url) => url.href !== guest.url());
  await guest.getByRole("alert").getByText("Your opponent is waiting in a rematch.").waitFor();
  assert.match(await guest.title(), /^Rematch/);
  await watcher.getByText("There is a rematch.").waitFor();
  await watcher.getByRole("button", { name: "Stay here" }).click();
  assert.equal(await watcher.evaluate(() => document.activeElement?.textContent), "Rematch");
  await guest.getByRole("button", { name: "Go to the rematch" }).click();
  await waitStatus(guest, /Your turn/);
  assert.equal(guest.url(), host.url());
  for (const page of [host, guest, watcher]) calmly(page);
});

/** The text of the focused element. */
const held = (page) => page.evaluate(() => document.activeElement?.textContent);

test("a draw is offered, declined, offered again and accepted", async () => {
  const { host, guest } = await together();
  const watcher = await visit(chromium, server, new URL(host.url()).pathname);
  await waitStatus(watcher, /X to move/);
  await host.getByRole("button", { name: "Offer a draw" }).click();
  await host.getByRole("button", { name: "Draw offered" }).waitFor();
  assert.equal(await held(host), "Draw offered");
  await watcher.getByText("You are watching. X offers a draw.").waitFor();
  await guest.getByRole("button", { name: "Decline" }).click();
  for (const page of [host, watcher])
    await page.locator("#toasts[aria-live]").getByText("O declined the draw.").waitFor();
  assert.equal(await held(host), "Offer a draw");
  assert.equal(await held(guest), "Offer a draw");
  // Once between two own moves.
  await host.getByRole("button", { name: "Offer a draw" }).click();
  await host.getByText("move before you offer again").waitFor();
  await square(host, 4).click();
  await waitStatus(guest, /Your turn/);
  await host.getByRole("button", { name: "Offer a draw" }).click();
  await guest.getByRole("button", { name: "Accept" }).click();
  for (const page of [host, guest]) {
    await waitStatus(page, /A draw/);
    assert.match(await page.locator(".status-more").textContent(), /agreed/);
    calmly(page);
  }
});

test("anyone: the match is listed in the lobby until the seat is taken", async () => {
  const host = await visit(chromium, server, "/");
  await host.locator(".segments label", { hasText: "Anyone" }).click();
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
  for (const page of [one, two]) await waitStatus(page, /O’s turn/);
  assert.equal(await status(one).textContent(), await status(two).textContent());
  for (const page of [one, two]) calmly(page);
});

test("an unanswered offer expires with the opponent's move, and that is announced", async () => {
  const { host, guest } = await together();
  await guest.getByRole("button", { name: "Offer a draw" }).click();
  await host.getByText("O offers a draw.").first().waitFor();
  await square(host, 4).click();
  await guest.getByText("X played on: no draw.").waitFor();
  for (const page of [host, guest]) calmly(page);
});

test("a bot answers a draw", async () => {
  const { id, tokens } = await server.match({ game: "nested", seats: ["person", "bot:1"] });
  const page = await visit(chromium, server, `/m/${id}`, { tokens: [[id, tokens[0]]] });
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Offer a draw" }).click();
  await page.getByText("O declined the draw.").waitFor();
  await page.getByRole("button", { name: "Offer a draw" }).waitFor();
  calmly(page);
});

test("the opponent sees a timed rematch, and follows with one button", async () => {
  const { id, tokens } = await server.match({
    game: "ttt",
    seats: ["person", "person"],
    clock: { per_move: 30 },
  });
  const [x, o] = await Promise.all(
    tokens.map((token) => visit(chromium, server, `/m/${id}`, { tokens: [[id, token]] })),
  );
  await waitStatus(x, /Your turn/);
  await x.getByRole("button", { name: "Resign" }).click();
  await x.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await x.getByRole("button", { name: "Rematch" }).click();
  await x.waitForURL((url) => !url.href.includes(id));
  await o
    .getByRole("alert")
    .getByText("Your opponent is waiting in a rematch. Its clock starts soon.")
    .waitFor();
  await o.getByRole("button", { name: "Go to the rematch" }).click();
  await waitStatus(o, /Your turn/);
  await o.locator(".seat.on-turn .clock").waitFor();
  await square(o, 4).click();
  await shows(x, 4, "x");
  for (const page of [x, o]) calmly(page);
});

for (const size of ["phone", "desktop"]) {
  test(`nothing shifts when a guest arrives and when the match ends, at ${size} size`, async () => {
    const { id, tokens } = await server.match({ game: "ttt", seats: ["person", "open"] });
    const page = await visit(chromium, server, `/m/${id}`, { size, tokens: [[id, tokens[0]]] });
    const top = (selector) =>
      page.evaluate(
        (selector) => document.querySelector(selector).getBoundingClientRect().top + scrollY,
        selector,
      );
    await waitStatus(page, /Waiting/);
    const board = await top(".board");
    await server.call("POST", `/api/matches/${id}/join`, {});
    await waitStatus(page, /Your turn/);
    assert.equal(await top(".board"), board);
    const about = await top(".about-row");
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await waitStatus(page, /You lost/);
    await page.getByRole("button", { name: "Rematch" }).waitFor();
    assert.equal(await top(".board"), board);
    assert.equal(await top(".about-row"), about);
    calmly(page);
  });
}

for (const size of ["phone", "desktop"])
  test(`a move is taken back by consent, with a reload in between: ${size}`, async () => {
    const { id, tokens } = await server.match({ game: "ttt", seats: ["person", "person"] });
    const sit = (token) => visit(chromium, server, `/m/${id}`, { size, tokens: [[id, token]] });
    const [x, o] = await Promise.all(tokens.map(sit));
    const watcher = await visit(chromium, server, `/m/${id}`);
    await waitStatus(x, /Your turn/);
    await waitStatus(watcher, /X to move/);
    await x.getByRole("button", { name: "Take back" }).click();
    await x.getByText("you have no move to take back").waitFor();
    await square(x, 4).click();
    await waitStatus(o, /Your turn/);
    await x.getByRole("button", { name: "Take back" }).click();
    await x.getByRole("button", { name: "Takeback requested" }).waitFor();
    const question = o.getByRole("alert").getByText("X asks to take back the last move.");
    await question.waitFor();
    await watcher.getByText("X asks for a takeback.").waitFor();
    await fits(o);
    await screenshot(o, `takeback-${size}`);
    await accessible(o);
    // The request survives a reload.
    await Promise.all([x.reload(), o.reload()]);
    await x.getByRole("button", { name: "Takeback requested" }).waitFor();
    await o.getByRole("button", { name: "Decline" }).click();
    for (const page of [x, watcher]) await page.getByText("O declined the takeback.").waitFor();
    await question.waitFor({ state: "detached" });
    // Once between two own moves.
    await square(o, 1).click();
    await waitStatus(x, /Your turn/);
    await square(x, 8).click();
    await waitStatus(o, /Your turn/);
    await x.getByRole("button", { name: "Take back" }).click();
    await o.getByRole("button", { name: "Allow it" }).click();
    for (const page of [x, o, watcher]) await page.waitForURL((url) => !url.href.includes(id));
    await waitStatus(x, /Your turn/);
    await waitStatus(o, /X’s turn/);
    await waitStatus(watcher, /X to move/);
    assert.equal(await watcher.locator(".ttt .mark:is(.x, .o):not(.ghost)").count(), 2);
    await square(x, 0).click();
    for (const page of [o, watcher]) await shows(page, 0, "x");
    const old = await server.call("GET", `/api/matches/${id}`);
    assert.deepEqual([old.ply, old.end], [3, "abandoned"], "plies never decrease");
    // A player who returns to the old match finds the new one.
    const late = await visit(chromium, server, `/m/${id}`);
    await late.getByRole("alert").getByText("The game continues in another match.").waitFor();
    await late.getByRole("button", { name: "Go there" }).click();
    await waitStatus(late, /O to move/);
    for (const page of [x, o, watcher, late]) calmly(page);
  });

test("an unanswered takeback request expires with a move, and that is announced", async () => {
  const { host, guest } = await together();
  await square(host, 4).click();
  await waitStatus(guest, /Your turn/);
  await host.getByRole("button", { name: "Take back" }).click();
  await guest.getByRole("button", { name: "Allow it" }).waitFor();
  await square(guest, 0).click();
  await host.getByText("O played on: no takeback.").waitFor();
  await guest.getByRole("button", { name: "Allow it" }).waitFor({ state: "detached" });
  for (const page of [host, guest]) calmly(page);
});

test("a takeback between card players keeps the hands, and the old match hides them", async () => {
  const match = await server.match({ game: "schotten", seats: ["person", "person"] });
  const { id, tokens } = match;
  const view = (seat) =>
    server.call("GET", `/api/matches/${id}?view=true`, undefined, tokens[seat]);
  const before = await Promise.all([view(0), view(1)]);
  await playOn(server, match, 2);
  const path = `/api/matches/${id}/takeback`;
  assert.equal((await server.call("POST", path, {}, tokens[0])).id, null);
  const fork = await server.call("POST", path, {}, tokens[1]);
  for (const seat of [0, 1]) {
    const at = `/api/matches/${fork.id}?view=true`;
    const { view, ply } = await server.call("GET", at, undefined, tokens[seat]);
    assert.deepEqual([view, ply], [before[seat].view, before[seat].ply]);
  }
  const record = await fetch(`${server.url}/api/matches/${id}/record`);
  assert.deepEqual([record.status, (await record.json()).error.code], [409, "not_over"]);
  const { moves, drawing } = await server.call("GET", `/api/matches/${id}`);
  assert.deepEqual(moves, []);
  assert.match(drawing, /player 1: 6 card/);
});
