// Reload, Back, a lost connection, and a server that restarts or dies in mid-game.

import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { after, test } from "node:test";
import { calmly, stage, visit, waitStatus } from "./harness.js";

const { server, chromium } = await stage();

/** The browser's own messages about a connection that the test has cut. */
const CUT = /WebSocket|ERR_|Failed to (fetch|load)/;

const square = (page, index) => page.locator(`.ttt [data-cell="${index}"]`);
const shows = (page, index, kind) =>
  page
    .locator(`.ttt [data-cell="${index}"] .mark.${kind}:not(.ghost, .pending)`)
    .waitFor({ state: "attached" });

async function twoPeople() {
  const { id, tokens } = await server.match({ game: "ttt", seats: ["person", "person"] });
  const [x, o] = await Promise.all(
    tokens.map((token) => visit(chromium, server, `/m/${id}`, { tokens: [[id, token]] })),
  );
  await waitStatus(x, /Your turn/);
  await waitStatus(o, /X’s turn/);
  return { id, x, o };
}

/**
 * A proxy of the server that holds back WebSocket handshakes. `arrived` is the first one's
 * connection; `release` lets it through.
 */
async function slowHandshakes() {
  const far = new URL(server.url);
  let release, arrive;
  const released = new Promise((resolve) => (release = resolve));
  const arrived = new Promise((resolve) => (arrive = resolve));
  const proxy = createServer((near) => {
    near.on("error", () => {});
    near.once("data", async (head) => {
      near.pause();
      if (head.toString("latin1").startsWith("GET /ws")) {
        arrive(near);
        await released;
      }
      const there = connect(Number(far.port), far.hostname);
      there.on("error", () => near.destroy());
      there.write(head);
      near.pipe(there).pipe(near);
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  after(() => proxy.close());
  return { url: `http://127.0.0.1:${proxy.address().port}`, arrived, release };
}

test("a page that is left while its socket is being opened logs nothing", async () => {
  const { id } = await server.match({ game: "ttt", seats: ["person", "person"] });
  const proxy = await slowHandshakes();
  const page = await visit(chromium, proxy, `/m/${id}`);
  const socket = await proxy.arrived;
  const ended = once(socket, "close");
  await page.getByRole("link", { name: "Ennead, home" }).click();
  await page.locator(".game-card").first().waitFor();
  proxy.release();
  await ended;
  calmly(page);
  await page.context().close();
});

test("Reload, Back and Forward lose nothing", async () => {
  const { id, x, o } = await twoPeople();
  await square(x, 4).click();
  await shows(o, 4, "x");
  await o.reload();
  await waitStatus(o, /Your turn/);
  await shows(o, 4, "x");
  await o.getByRole("link", { name: "Ennead, home" }).click();
  await o.locator(".game-card").first().waitFor();
  await o.locator(".matches", { hasText: "Continue" }).first().waitFor();
  await o.goBack();
  await waitStatus(o, /Your turn/);
  assert.match(o.url(), new RegExp(id));
  await square(o, 0).click();
  await shows(x, 0, "o");
  for (const page of [x, o]) calmly(page);
});

test("a lost connection is reported, and recovers by itself", async () => {
  const { x, o } = await twoPeople();
  await x.context().setOffline(true);
  await x.locator(".banner.lost").waitFor();
  await x.context().setOffline(false);
  await x.locator(".banner.back").waitFor();
  await square(x, 4).click();
  await shows(o, 4, "x");
  calmly(x, CUT);
});

test("a move made while the connection is lost is played once it is back", async () => {
  const { x, o } = await twoPeople();
  await x.context().setOffline(true);
  await x.locator(".banner.lost").waitFor();
  await square(x, 8).click();
  await x.context().setOffline(false);
  await shows(x, 8, "x");
  await shows(o, 8, "x");
  calmly(x, CUT);
});

test("a request made while the connection is lost is sent once it is back", async () => {
  const { x, o } = await twoPeople();
  await server.down();
  await Promise.all([x, o].map((page) => page.locator(".banner.lost").waitFor()));
  await x.getByRole("button", { name: "Offer a draw" }).click();
  await x.getByText("Your offer will be sent when you are back.").waitFor();
  await server.up();
  await o.getByRole("button", { name: "Accept" }).waitFor();
  await o.getByRole("button", { name: "Decline" }).click();
  await x.getByText("O declined the draw.").waitFor();

  await server.down("SIGKILL");
  await Promise.all([x, o].map((page) => page.locator(".banner.lost").waitFor()));
  await x.getByRole("button", { name: "Resign" }).click();
  await x.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await x.getByText("Your resignation will be sent when you are back.").waitFor();
  await server.up();
  await waitStatus(x, /You lost/);
  await waitStatus(o, /You won/);
  assert.equal(await x.locator(".toast.error").count(), 0);

  await x.context().setOffline(true);
  await x.locator(".banner.lost").waitFor();
  await x.getByRole("button", { name: "Rematch" }).click();
  await x.context().setOffline(false);
  await x.waitForURL((url) => url.href !== o.url());
  for (const page of [x, o]) calmly(page, CUT);
});

for (const [words, signal] of [
  ["restarts", "SIGTERM"],
  ["is killed and started again", "SIGKILL"],
]) {
  test(`the server ${words} in mid-game, and play continues`, async () => {
    const { x, o } = await twoPeople();
    await square(x, 4).click();
    await shows(o, 4, "x");
    await server.down(signal);
    await Promise.all([x, o].map((page) => page.locator(".banner.lost").waitFor()));
    // "Connected again" is shown only briefly, so watch for both from now on.
    const back = Promise.all([x, o].map((page) => page.locator(".banner.back").waitFor()));
    await server.up();
    await back;
    await shows(o, 4, "x");
    await square(o, 0).click();
    await shows(x, 0, "o");
    for (const page of [x, o]) calmly(page, CUT);
  });
}
