// Schotten Totten in the browser: whole games by clicks, by keys and by dragging; what may be
// visible and what may not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../../../../web/tests/axe.js";
import {
  OVER,
  YOURS_OR_OVER,
  browser,
  calmly,
  fits,
  screenshot,
  stage,
  visit,
  waitStatus,
} from "../../../../web/tests/harness.js";
import { listenIn, nothingHidden, truth } from "./frames.js";

const { server, chromium } = await stage();

const against = (setup = {}) =>
  server.match({ game: "schotten", setup, seats: ["person", "bot:1"] });
const sit = (match, how = {}) =>
  visit(chromium, server, `/m/${match.id}`, { tokens: [[match.id, match.tokens[0]]], ...how });
const count = (page, what) => page.locator(what).count();

/** What the player is asked for, if anything. */
async function asked(page) {
  await waitStatus(page, YOURS_OR_OVER);
  if (OVER.test(await page.locator(".status-text").innerText())) return "over";
  await page.waitForFunction(
    () =>
      document.querySelector(
        ".held.offered, .column.open, .panel[data-kind=claim], .panel[data-kind=pass]",
      ) || !/Your turn/.test(document.querySelector(".status-text")?.textContent ?? ""),
  );
  if (await count(page, ".panel[data-kind=claim]")) return "claim";
  if (await count(page, ".panel[data-kind=pass]")) return "pass";
  if (await count(page, ".column.open")) return "stone";
  return (await count(page, ".held.offered")) ? "card" : "wait";
}

/** Waits until the last choice has been answered. */
const answered = (page, before) =>
  page.waitForFunction(
    (before) => document.querySelector(".schotten")?.getAttribute("data-ply") !== before,
    before,
  );
const ply = (page) => page.locator(".schotten").getAttribute("data-ply");

/** Makes one choice by clicks. */
async function choose(page, what) {
  const now = await ply(page);
  if (what === "card") await page.locator(".held.offered").first().click();
  if (what === "card" || what === "stone") await page.locator(".column.open .hit").first().click();
  if (what === "claim") await page.getByRole("button", { name: "Claim it" }).click();
  if (what === "pass") await page.getByRole("button", { name: "Pass" }).click();
  if (what !== "wait") await answered(page, now);
}

/**
 * What must be visible at once, without overlaps: whose turn it is, both clocks, the stones, the
 * panel and the hand.
 */
async function seenTogether(page) {
  const boxes = await page.evaluate(() =>
    [
      ".status",
      ".table > .seat:first-child",
      ".stones",
      ".panel",
      ".hand",
      ".table > .seat:last-child",
    ].map((what) => {
      const { top, bottom } = /** @type {Element} */ (
        document.querySelector(what)
      ).getBoundingClientRect();
      return { what, top: top + scrollY, bottom: bottom + scrollY };
    }),
  );
  const { height } = page.viewportSize();
  for (const { what, top, bottom } of boxes)
    assert(top >= 0 && bottom <= height, `${what} goes from ${top} to ${bottom} of ${height}`);
  const inOrder = boxes.slice(1);
  inOrder
    .slice(1)
    .forEach((box, at) =>
      assert(box.top >= inOrder[at].bottom, `${inOrder[at].what} is covered by ${box.what}`),
    );
}

/** The minimum contrast of the print on the cards matched by a selector, with all opacities. */
const contrast = (page, cards) =>
  page.locator(cards).evaluateAll((found) => {
    const canvas = /** @type {CanvasRenderingContext2D} */ (
      document.createElement("canvas").getContext("2d", { willReadFrequently: true })
    );
    const rgb = (/** @type {string} */ colour) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const light = (/** @type {number[]} */ colour) => {
      const [r, g, b] = colour.map((c) =>
        c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const page = rgb(getComputedStyle(document.body).backgroundColor);
    const worst = found.map((card) => {
      let share = 1;
      for (let node = /** @type {Element | null} */ (card); node; node = node.parentElement)
        share *= Number(getComputedStyle(node).opacity);
      const { color, backgroundColor } = getComputedStyle(card);
      const [a, b] = [color, backgroundColor].map((c) =>
        light(rgb(c).map((part, at) => part * share + page[at] * (1 - share))),
      );
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    });
    return Math.min(...worst);
  });

/** Plays to the end; returns how often each choice was asked for. */
async function playOut(page, each = async () => {}) {
  const tally = { card: 0, stone: 0, claim: 0, pass: 0, wait: 0 };
  for (let turn = 0; turn < 200; turn++) {
    const what = await asked(page);
    if (what === "over") return tally;
    await each(what, tally);
    await choose(page, what);
    tally[what]++;
  }
  return assert.fail("a match that does not end");
}

test("a game against a bot by clicks; nothing hidden reaches the page or a spectator", async () => {
  const match = await against();
  const watching = await visit(chromium, server, "/");
  const watched = listenIn(watching, match.id);
  await watching.goto(`${server.url}/m/${match.id}`);
  const page = await visit(chromium, server, "/", { tokens: [[match.id, match.tokens[0]]] });
  const heard = listenIn(page, match.id);
  await page.goto(`${server.url}/m/${match.id}`);
  await page.locator(".held.offered").first().waitFor();
  assert.equal(await count(page, ".held"), 6);
  assert.equal(await count(watching, ".column"), 9);
  assert.equal(await count(watching, ".held"), 0, "a spectator sees no hand");
  assert(await watching.locator(".hand").isHidden());

  const tally = await playOut(page);
  assert(tally.card + tally.stone >= 5, JSON.stringify(tally));
  await waitStatus(watching, OVER);
  const plies = await truth(server, match.id);
  const mine = nothingHidden(heard, plies, 0);
  const theirs = nothingHidden(watched, plies, null);
  assert(mine.states >= 10 && mine.logs >= 10 && mine.answers >= 1, JSON.stringify(mine));
  assert(theirs.states >= 5 && theirs.logs >= 5 && theirs.answers >= 1, JSON.stringify(theirs));
  assert.equal(await count(watching, ".held"), 0);
  // The reason for the win, as text and on the stones.
  const title = await page.locator(".panel[data-kind=won] .title").innerText();
  assert.match(
    title,
    /^(You|Player 2) won with (\w+ stones side by side|\w+ stones): [1-9, ]+ and [1-9]\.$/,
  );
  const winning = await page.locator(".column.winning .digit").allInnerTexts();
  assert.deepEqual(
    winning.map((text) => text[0]),
    title.split(":")[1].match(/[0-8]/g),
  );
  assert.equal(
    await watching.locator(".panel[data-kind=won] .title").innerText(),
    title.replace("You", "Player 1"),
  );
  await screenshot(page, "schotten-over");
  calmly(page);
  calmly(watching);
});

test("an automatic claim is explained, and again when its stone is pressed", async () => {
  const match = await against();
  const page = await sit(match);
  const proof = page.locator(".panel .proof");
  let proven = "";
  await playOut(page, async (what) => {
    // While the bot thinks, its answer may replace the notice at any moment.
    if (proven || what === "wait" || !(await count(page, ".panel[data-kind=claimed]"))) return;
    await page.waitForFunction(() =>
      / claimed stone /.test(document.querySelector(".panel .proof")?.textContent ?? ""),
    );
    proven = await proof.innerText();
    assert.match(
      proven,
      /^(You|Player 2) claimed stone [1-9](: | with )(red|yellow|blue|green|cyan|grey) [1-9], .*\(/,
    );
    await page.keyboard.press("Escape");
    assert.equal(await count(page, ".panel[data-kind=hint]"), 1);
  });
  assert(proven, "a match without a claim");
  const [told] = /** @type {string[]} */ (/^.*?\.(?= |$)/.exec(proven));
  const stone = Number(/stone ([1-9])/.exec(told)?.[1]) - 1;
  await page.locator(".column .hit").nth(stone).click();
  await page.waitForFunction(() => document.querySelector(".panel .proof")?.textContent);
  assert.equal(await proof.innerText(), told, "the explanation is that of the time of the claim");
  const lost = ".own-near .far .clan, .own-far .near .clan";
  // A stone can be claimed even if the other side has no card there.
  for (const theme of (await count(page, lost)) ? ["light", "dark"] : []) {
    await page.emulateMedia({ colorScheme: /** @type {"light" | "dark"} */ (theme) });
    const least = await contrast(page, lost);
    assert(
      least >= 4.5 && least < 30,
      `the cards that lost have a contrast of ${least} in ${theme}`,
    );
  }
  await page.locator(".tracker").getByText("in your hand").first().waitFor();
  calmly(page);
});

test("in a replay nobody is you", async () => {
  const match = await server.match({ game: "schotten", setup: {}, seats: ["bot:1", "bot:1"] });
  const watching = await visit(chromium, server, `/m/${match.id}`);
  await waitStatus(watching, OVER);
  const page = await visit(chromium, server, `/r/${match.id}`);
  await page.locator(".schotten .tracker .own").waitFor({ state: "attached" });
  assert.match(await page.locator(".schotten .tracker .own").innerText(), /in Player [12]’s hand/);
  assert.match(
    (await page.locator(".schotten .hand").getAttribute("aria-label")) ?? "",
    /^Player [12]’s hand$/,
  );
  assert(!/\byour?\b/i.test((await page.locator(".schotten").textContent()) ?? ""));
  calmly(page);
});

/** A match with manual claims, up to the first player's first one, of stone 3. */
const CLAIM = "c0B4Dc1ObcnKgVqlGGRjcbdyawIkgxQ0QyRvDFXU9UEemQt4Fs-zY5eWg0SXWHSZW7MwrsE6E-M";

test("manual claims are offered at their stone, with the proof", async () => {
  const match = await server.match({
    game: "schotten",
    seats: ["person", "person"],
    from: { record: CLAIM },
  });
  const page = await sit(match);
  assert.equal(await asked(page), "claim");
  await page.waitForFunction(
    () => (document.querySelector(".panel .proof")?.textContent ?? "").length > 10,
  );
  assert.equal(await page.locator(".panel .title").innerText(), "Claim stone 3?");
  assert.equal(await count(page, ".column.asked"), 1);
  assert.equal(await count(page, ".own-near"), 0);
  await screenshot(page, "schotten-claim");
  await page.getByRole("button", { name: "Claim it" }).click();
  await page.locator(".own-near").first().waitFor();
  calmly(page);
});

test("keys alone pick, place and look", async () => {
  const match = await against();
  const page = await sit(match);
  for (let turn = 0; turn < 3; turn++) {
    const what = await asked(page);
    assert.equal(what, "card");
    const now = await ply(page);
    await page.keyboard.press("b");
    assert.equal(await count(page, ".held.picked"), 1);
    await page.keyboard.press("Escape");
    assert.equal(await count(page, ".held.picked"), 0);
    await page.keyboard.press("a");
    await page.keyboard.press(String(turn + 4));
    await answered(page, now);
  }
  assert.equal(await asked(page), "card");
  // By Tab, arrows and Enter.
  const now = await ply(page);
  await page.locator(".held").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".held.picked").getAttribute("aria-pressed"), "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await answered(page, now);
  // A selected stone shows what is known about it.
  await page.locator(".column .hit").nth(3).focus();
  await waitStatus(page, /Your turn/);
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".panel .title").innerText(), /^Stone 4/);
  await page.keyboard.press("Escape");
  // A digit without a card also selects the stone, and the page lists the keys.
  await page.keyboard.press("5");
  assert.match(await page.locator(".panel .title").innerText(), /^Stone 5 · You: .* · Player 2: /);
  await page.keyboard.press("Escape");
  await page.getByText("How to play").click();
  assert.match(
    await page.locator(".keys").innerText(),
    /A – F[^]*1 – 9[^]*Shift[^]*Esc[^]*Y, N[^]*P/,
  );
  calmly(page);
});

test("a card is dragged to a stone; the order of a hand persists", async () => {
  const match = await against();
  const page = await sit(match);
  await page.locator(".held.offered").first().waitFor();
  const names = () =>
    page
      .locator(".held")
      .evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label")));
  await page.getByRole("button", { name: "number", exact: true }).click();
  const byNumber = await names();
  assert.deepEqual(
    byNumber.map((name) => Number(name.slice(-1))),
    byNumber.map((name) => Number(name.slice(-1))).sort((a, b) => a - b),
  );

  await drag(page, page.locator(".held").first(), page.locator(".held").last(), 0.9);
  const arranged = await names();
  assert.deepEqual(arranged, [...byNumber.slice(1), byNumber[0]]);
  await page.reload();
  await page.locator(".held.offered").first().waitFor();
  assert.deepEqual(await names(), arranged);

  const now = await ply(page);
  await drag(page, page.locator(".held").nth(2), page.locator(".column").nth(6), 0.5);
  await answered(page, now);
  assert.equal(
    await page.locator(".column").nth(6).locator(".near .clan").first().getAttribute("title"),
    arranged[2],
  );
  calmly(page);
});

async function drag(page, from, to, share) {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(a.x + a.width / 2 + 10, a.y + a.height / 2 - 10);
  await page.mouse.move(b.x + b.width * share, b.y + b.height * 0.7, { steps: 5 });
  await page.mouse.up();
}

for (const size of ["phone", "desktop"]) {
  for (const theme of ["light", "dark"]) {
    test(`it fits and is accessible: ${size}, ${theme}`, async () => {
      const match = await against();
      const page = await sit(match, { size, theme });
      for (let turn = 0; turn < 4; turn++) await choose(page, await asked(page));
      assert.equal(await asked(page), "card");
      await seenTogether(page);
      await page.locator(".column .hit").nth(2).click();
      await page.waitForFunction(() => document.querySelector(".panel .proof")?.textContent);
      await seenTogether(page);
      await page.locator(".held.offered").nth(1).click();
      await page.locator(".tracker summary").click();
      await fits(page);
      await screenshot(page, `schotten-${size}-${theme}`);
      await accessible(page);
      calmly(page);
    });
  }
}
