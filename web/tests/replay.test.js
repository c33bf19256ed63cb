// Replays in the browser: stored matches, and links that contain the whole match.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { Server, calmly, fits, playOn, screenshot, stage, visit } from "./harness.js";

const { server, chromium } = await stage();
const [schotten, ttt] = await Promise.all([played("schotten"), played("ttt")]);

/** A match played to its end by two bots. */
async function played(game) {
  const { id } = await server.match({ game, seats: ["bot:1", "bot:1"] });
  for (let tries = 0; tries < 120; tries++) {
    const { state, ply } = await server.call("GET", `/api/matches/${id}`);
    if (state === "finished")
      return { id, record: (await server.call("GET", `/api/matches/${id}/record`)).record };
    await server.call("GET", `/api/matches/${id}?after=${ply}&wait=10`);
  }
  return assert.fail("bots that do not come to an end");
}

const shown = (page) => page.locator(".controls .count").innerText();
const steps = async (page) => Number((await shown(page)).split(" / ")[1]);

test("a stored match is stepped through, played and jumped in; both hands are open", async () => {
  const page = await visit(chromium, server, `/r/${schotten.id}`);
  await page.locator(".replay .held").first().waitFor();
  const end = await steps(page);
  assert(end >= 10);
  assert.equal(await page.locator(".replay .held").count(), 6);
  assert.equal(await page.locator(".seat-line").first().locator(".clan:not(.back)").count(), 6);
  await page.keyboard.press("ArrowRight");
  assert.equal(await shown(page), `1 / ${end}`);
  assert.equal(await page.locator(".column .clan").count(), 1);
  await page.keyboard.press("End");
  assert.equal(await shown(page), `${end} / ${end}`);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  assert.equal(await shown(page), `0 / ${end}`);
  await page.locator(".moves button").nth(5).click();
  assert.equal(await shown(page), `5 / ${end}`);
  await page.getByLabel("Move", { exact: true }).fill("7");
  assert.equal(await shown(page), `7 / ${end}`);
  await page.getByLabel("Speed").selectOption("4");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(
    () => Number(document.querySelector(".controls .count")?.textContent?.split(" / ")[0]) >= 9,
  );
  await page.getByRole("button", { name: "Pause" }).click();
  const before = await page.locator(".held").first().getAttribute("aria-label");
  await page.getByRole("button", { name: "Turn the table" }).click();
  assert.notEqual(await page.locator(".held").first().getAttribute("aria-label"), before);
  calmly(page);
});

test("values of options and the advantage fill in, the shown step first", async () => {
  const page = await visit(chromium, server, `/r/${ttt.id}`);
  await page.locator(".replay .ttt").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByLabel("Show the value of every option").check();
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".ttt .value")].some((text) =>
      /win|draw|loss/.test(text.textContent ?? ""),
    ),
  );
  const end = await steps(page);
  await page.waitForFunction(
    (end) =>
      [...document.querySelectorAll(".moves .chip")].filter((chip) => chip.textContent).length ===
      end + 1,
    end,
  );
  assert(await page.locator(".plot .bar-0, .plot .bar-1, .plot .bar-even").count());
  const box = await page.locator(".plot svg").boundingBox();
  await page.mouse.click(box.x + box.width - 3, box.y + 20);
  assert.equal(await shown(page), `${end} / ${end}`);
  await page.getByLabel("Show the value of every option").uncheck();
  assert.equal((await page.locator(".ttt .value").allInnerTexts()).join(""), "");
  calmly(page);
});

test("an unfinished match is evaluated up to its last position", async () => {
  const page = await visit(chromium, server, "/r#UgZ0vw");
  await page.locator(".replay .nested").waitFor();
  await page.getByLabel("Show the value of every option").check();
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".moves .chip")].every((chip) => chip.textContent),
  );
  assert.equal(await page.locator(".outcome").innerText(), "Not finished");
  assert(await page.locator(".replay .note.bad").isHidden());
  calmly(page);
});

test("a link contains the match: another server, which has never seen it, shows it", async () => {
  const context = await chromium.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await visit(chromium, server, `/r/${schotten.id}`, { context });
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${server.url}/r#${schotten.record}`);
  await page.locator(".size").filter({ hasText: "bytes" }).waitFor();
  const bytes = Buffer.from(schotten.record, "base64url").length;
  assert.match(
    await page.locator(".size").innerText(),
    new RegExp(
      `The whole match is ${bytes} bytes: ${8 * bytes} bits, for choices that hold [0-9.]+`,
    ),
  );

  const other = await Server.start();
  try {
    const stranger = await visit(chromium, other, `/r#${schotten.record}`);
    await stranger.locator(".replay .held").first().waitFor();
    assert.equal(await steps(stranger), await steps(page));
    assert.equal(
      await stranger.locator(".outcome").innerText(),
      await page.locator(".outcome").innerText(),
    );
    assert.deepEqual((await other.call("GET", "/api/matches?state=finished")).matches, []);
    calmly(stranger);
  } finally {
    await other.end();
  }
});

/**
 * A match between two people at some depth that was played for a while, and then resigned by the
 * seat to move.
 */
async function resigned(depth, choices) {
  const made = await server.match({
    game: "nested",
    setup: { depth },
    seats: ["person", "person"],
  });
  const { turn } = await playOn(server, made, choices);
  await server.call("POST", `/api/matches/${made.id}/resign`, {}, made.tokens[turn]);
  return { id: made.id, loser: turn };
}

/**
 * The visibility of the last move: the size of its mark on the screen, if it is inside the board's
 * window.
 */
const lastSeen = (page) =>
  page.waitForFunction(() => {
    const mark = document
      .querySelector(".nested .last-cell, .nested .last-frame")
      ?.getBoundingClientRect();
    const view = document.querySelector(".nested-window").getBoundingClientRect();
    const inside =
      mark &&
      mark.left >= view.left - 2 &&
      mark.top >= view.top - 2 &&
      mark.right <= view.right + 2 &&
      mark.bottom <= view.bottom + 2;
    return inside && mark.width > 9 && !document.querySelector(".nested .lattice.faint");
  });

const marks = (page) => page.locator(".nested path.mark").count();

test("every move of a deep board is shown, and the grids around it are named", async () => {
  const { id } = await resigned(6, 240);
  const page = await visit(chromium, server, `/r/${id}`);
  await page.locator(".replay .nested").waitFor();
  await page.keyboard.press("End");
  await lastSeen(page);
  assert((await marks(page)) > 0, "there are marks");
  await page.getByRole("button", { name: /Fly to the lit grid/ }).click();
  await page.waitForFunction(
    () =>
      document.querySelector(".nested .light") && !document.querySelector(".nested .lattice.faint"),
  );
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press("ArrowLeft");
    await lastSeen(page);
  }
  await page.locator(".nested-window").focus();
  await page.keyboard.press("Home");
  assert.match(await shown(page), /^0 /);
  await page.waitForFunction(() => document.querySelectorAll(".crumbs li").length === 1);
  assert.equal(await marks(page), 0);
  calmly(page);
});

test("moves at depth 3 are visible on a phone, and with flights", async () => {
  const { id } = await resigned(3, 60);
  const page = await visit(chromium, server, `/r/${id}`, {
    size: "phone",
    motion: "no-preference",
  });
  await page.locator(".replay .nested").waitFor();
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press("ArrowRight");
    await lastSeen(page);
  }
  await fits(page);
  calmly(page);
});

test("how a match ended and who played is shown if known", async () => {
  const { id, loser } = await resigned(2, 6);
  const page = await visit(chromium, server, `/r/${id}`);
  const names = ["X", "O"];
  assert.equal(
    await page.locator(".outcome").innerText(),
    `${names[1 - loser]} won: ${names[loser]} resigned`,
  );
  assert.equal(await page.locator(".players").innerText(), "X: a person · O: a person");
  const bots = await visit(chromium, server, `/r/${ttt.id}`);
  assert.equal(await bots.locator(".players").innerText(), "X: bot, level 1 · O: bot, level 1");
  const { record } = await server.call("GET", `/api/matches/${id}/record`);
  const link = await visit(chromium, server, `/r#${record}`);
  assert.equal(await link.locator(".outcome").innerText(), "Not finished");
  assert.equal(await link.locator(".players").count(), 0);
});

test("keys step wherever the focus is, except in elements that need them", async () => {
  const page = await visit(chromium, server, "/r#UgZ0vw");
  await page.locator(".replay .nested").waitFor();
  const end = await steps(page);
  for (const place of [
    ".check input",
    ".controls select",
    ".nested-window",
    ".moves button",
    ".crumb",
  ]) {
    await page.locator(place).first().focus();
    await page.keyboard.press("End");
    assert.equal(await shown(page), `${end} / ${end}`, place);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await shown(page), `${end - 1} / ${end}`, place);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    assert.equal(await shown(page), `1 / ${end}`, place);
  }
  assert.equal(await page.getByLabel("Speed").inputValue(), "1");
  await page.locator(".check input").focus();
  await page.keyboard.press("Space");
  assert(await page.locator(".check input").isChecked());
  await page.getByLabel("Move", { exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await shown(page), `2 / ${end}`);
  await page.locator(".nested-window").focus();
  const cursor = () => page.locator(".cursor-cell").getAttribute("x");
  const before = await cursor();
  await page.keyboard.press("Shift+ArrowRight");
  assert.notEqual(await cursor(), before);
  assert.equal(await shown(page), `2 / ${end}`);
  calmly(page);
});

test("a reload shows the same step, another link its first", async () => {
  const page = await visit(chromium, server, `/r/${ttt.id}`);
  await page.locator(".replay .ttt").waitFor();
  const end = await steps(page);
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => history.state?.step === 3);
  await page.reload();
  await page.locator(".replay .ttt").waitFor();
  assert.equal(await shown(page), `3 / ${end}`);
  assert.equal(new URL(page.url()).pathname, `/r/${ttt.id}`);
  await page.getByRole("link", { name: "See every bit" }).click();
  await page.locator(".explore").waitFor();
  await page.goBack();
  await page.locator(".replay .ttt").waitFor();
  assert.equal(await shown(page), `3 / ${end}`);
  await page.goto(`${server.url}/r#${ttt.record}`);
  await page.locator(".replay .ttt").waitFor();
  assert.equal(await shown(page), `0 / ${end}`);
  calmly(page);
});

test("cards that were not searched say so", async () => {
  const page = await visit(chromium, server, `/r/${schotten.id}`);
  await page.locator(".replay .held").first().waitFor();
  await page.getByLabel("Show the value of every option").check();
  await page.waitForFunction(() => {
    const values = [...document.querySelectorAll(".held .value")].map((value) =>
      value.getAttribute("data-text"),
    );
    const note = [...document.querySelectorAll(".right .small")].some(
      (line) => /not evaluated/.test(line.textContent) && !line.hidden,
    );
    return values.length === 6 && values.every(Boolean) && note === values.includes("–");
  });
  calmly(page);
});

test("in a low window the controls do not cover the board", async () => {
  const page = await visit(chromium, server, `/r/${ttt.id}`);
  await page.setViewportSize({ width: 640, height: 360 });
  const controls = page.locator(".controls");
  await controls.waitFor();
  assert.equal(await controls.evaluate((node) => getComputedStyle(node).position), "static");
  await fits(page);
});

test("an invalid replay link says why", async () => {
  const { id } = await server.match({ game: "ttt", seats: ["person", "person"] });
  const running = await visit(chromium, server, `/r/${id}`);
  await running.getByRole("heading", { name: "Still being played" }).waitFor();
  assert.equal(
    await running.getByRole("link", { name: "Watch it" }).getAttribute("href"),
    `/m/${id}`,
  );
  for (const hash of ["#", "#!!", "#AAAA", `#${schotten.record.slice(0, -4)}`]) {
    const broken = await visit(chromium, server, `/r${hash}`);
    await broken.getByRole("heading", { name: "No replay" }).waitFor();
    assert((await broken.locator(".narrow p").first().innerText()).length > 15);
    calmly(broken, /status of 4(00|22)/);
  }
});

for (const size of ["phone", "desktop"]) {
  for (const theme of ["light", "dark"]) {
    test(`it fits and is accessible: ${size}, ${theme}`, async () => {
      const page = await visit(chromium, server, `/r/${schotten.id}`, { size, theme });
      await page.locator(".replay .held").first().waitFor();
      for (let move = 0; move < 12; move++) await page.keyboard.press("ArrowRight");
      await page.getByLabel("Show the value of every option").check();
      await page.waitForFunction(
        () =>
          [...document.querySelectorAll(".held .value")].some((value) =>
            value.getAttribute("data-text"),
          ) && document.querySelectorAll(".plot .bar-0, .plot .bar-1").length > 3,
      );
      await fits(page);
      await screenshot(page, `replay-${size}-${theme}`);
      await accessible(page);
      calmly(page);
    });
  }
}
