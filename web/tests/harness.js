// Shared test harness for the browser: a server, a browser, and pages that record errors.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const web = fileURLToPath(new URL("..", import.meta.url));
export const SCREENS = join(web, "screenshots");

/** The binary under test. */
export function binary() {
  const places = [
    process.env.ENNEAD,
    join(web, "../target/release/ennead"),
    join(web, "../target/debug/ennead"),
  ].filter(Boolean);
  const found = places.find((place) => existsSync(place));
  assert(
    found,
    `no server: build it with cargo build --release, or set ENNEAD (not in ${places.join(", ")})`,
  );
  return found;
}

/**
 * The time limit of a single step in milliseconds: a busy machine may be slow, and what takes this
 * long hangs.
 */
const PATIENCE = 120_000;

/** A server with a fresh database. */
export class Server {
  static async start() {
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), "ennead-web-"));
    server.address = "127.0.0.1:0";
    // Cleans up even if a file fails before its first test.
    process.once("exit", () => {
      server.process?.kill("SIGKILL");
      rmSync(server.folder, { recursive: true, force: true });
    });
    await server.up();
    return server;
  }

  /** Starts the process; after it went down, at the same address and with the same matches. */
  async up() {
    const args = [
      "serve",
      "--listen",
      this.address,
      "--db",
      `sqlite:${join(this.folder, "matches.db")}`,
      "--data",
      this.folder,
    ];
    this.process = spawn(binary(), args, { stdio: ["ignore", "pipe", "pipe"] });
    this.said = "";
    this.process.stderr.on("data", (data) => (this.said += data));
    this.gone = new Promise((resolve) => this.process.once("exit", resolve));
    const greeted = new Promise((resolve) =>
      this.process.stdout.on("data", (data) => {
        this.said += data;
        const found = /open http:\/\/(\S+) to play/.exec(this.said);
        if (found) resolve(found[1]);
      }),
    );
    const address = await Promise.race([greeted, this.gone]);
    assert(typeof address === "string", `the server ended: ${this.said}`);
    this.address = address;
    this.url = `http://${address}`;
  }

  /** Ends the process, gracefully or not, and waits for it. */
  async down(signal = "SIGTERM") {
    if (this.process.exitCode === null && this.process.signalCode === null)
      this.process.kill(signal);
    await this.gone;
  }

  async end() {
    await this.down("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A JSON call. */
  async call(method, path, body, token) {
    const headers = {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const response = await fetch(this.url + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    assert(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Creates a match; `tokens` by seat. */
  async match(wish) {
    const made = await this.call("POST", "/api/matches", {
      setup: {},
      clock: null,
      listed: true,
      ...wish,
    });
    return { id: made.id, tokens: made.seats.map((seat) => seat.token ?? null) };
  }
}

/**
 * Continues a match between two people with pseudo-random choices, for this many choices or to its
 * end. Every run plays the same choices.
 */
export async function playOn(server, { id, tokens }, choices) {
  const path = `/api/matches/${id}`;
  let at = await server.call("GET", path, undefined, tokens[0]);
  let number = 1;
  for (let i = 0; i < choices && at.state === "running"; i++) {
    const token = tokens[at.turn];
    const { options } = await server.call("GET", path, undefined, token);
    number = (number * 48271) % 2147483647;
    at = await server.call(
      "POST",
      `${path}/play`,
      { ply: at.ply, options: [number % options.length] },
      token,
    );
  }
  return at;
}

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Where to find Chromium, unless CHROMIUM is set; the headless shell is faster. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export function browser() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  return chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE });
}

/** A server and a browser for the tests of a file, shut down after them. */
export async function stage() {
  const [server, chromium] = await Promise.all([Server.start(), browser()]);
  after(async () => {
    await chromium.close();
    await server.end();
  });
  return { server, chromium };
}

export const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1200, height: 800 } };

/**
 * A page of a new visitor, or in a visitor's context. It records console errors and requests to
 * other hosts; `calmly` asserts that there were none.
 */
export async function visit(browser, server, path, how = {}) {
  const {
    size = "desktop",
    theme = "light",
    motion = "reduce",
    touch = size === "phone",
    context,
  } = how;
  const visitor =
    context ??
    (await browser.newContext({
      viewport: SIZES[size],
      colorScheme: theme,
      reducedMotion: motion,
      hasTouch: touch,
    }));
  visitor.setDefaultTimeout(PATIENCE);
  const page = await visitor.newPage();
  page.trouble = [];
  page.on(
    "console",
    (message) =>
      ["error", "warning"].includes(message.type()) &&
      page.trouble.push(`console: ${message.text()}`),
  );
  page.on("pageerror", (error) => page.trouble.push(`error: ${error.stack}`));
  page.on(
    "request",
    (request) =>
      !/^(data|blob):/.test(request.url()) &&
      new URL(request.url()).host !== new URL(server.url).host &&
      page.trouble.push(`elsewhere: ${request.url()}`),
  );
  // Help is open only on the first visit, and these visitors have been here before.
  if (!how.first)
    await visitor.addInitScript(() => {
      const seen = { ttt: [], nested: [], connect: [], schotten: [], dice: [] };
      const known = JSON.parse(localStorage.getItem("ennead.learnt") ?? "{}");
      localStorage.setItem("ennead.learnt", JSON.stringify({ ...seen, ...known }));
    });
  // Tests skip the pause before a bot's reply, unless they are about it.
  await visitor.addInitScript(() => {
    if (!localStorage.getItem("ennead.beat")) localStorage.setItem("ennead.beat", "off");
  });
  for (const [id, token] of how.tokens ?? []) {
    await visitor.addInitScript(
      ([id, token]) => {
        const held = JSON.parse(localStorage.getItem("ennead.tokens") ?? "{}");
        localStorage.setItem("ennead.tokens", JSON.stringify({ [id]: token, ...held }));
      },
      [id, token],
    );
  }
  await page.goto(server.url + path);
  return page;
}

/**
 * Asserts that there were no console errors and no requests to other hosts. Connection losses
 * caused by the test may be excused.
 */
export function calmly(page, excuse = /^$/) {
  assert.deepEqual(
    page.trouble.filter((line) => !excuse.test(line)),
    [],
  );
}

/** Asserts that nothing overflows to the right. */
export async function fits(page) {
  const { wide, view } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  assert(wide <= view, `the page is ${wide} px wide in a window of ${view} px`);
}

export async function screenshot(page, name) {
  mkdirSync(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}.png`), fullPage: true });
}

/** Waits until the board of a page has drawn a position. */
export const drawn = (page) =>
  page.locator(".board :is(.running, [data-ply])").first().waitFor({ state: "attached" });

/**
 * Presses a key that moves the cursor of a nested board, and waits until the board announces its
 * cell, whose grid may have to be loaded first.
 */
export async function pressOnBoard(page, key) {
  await page
    .locator(".board .unseen")
    .first()
    .evaluate((live) => live.replaceChildren());
  await page.keyboard.press(key);
  await page.waitForFunction(() =>
    /^[\d.]+: (?!not loaded yet)/.test(document.querySelector(".board .unseen").textContent),
  );
}

/** The status text of the match. */
export const status = (page) => page.locator(".status-text");

/** Waits until the status text matches. */
export async function waitStatus(page, pattern) {
  await page.waitForFunction(
    (source) => new RegExp(source).test(document.querySelector(".status-text")?.textContent ?? ""),
    pattern.source,
  );
}

export const YOURS_OR_OVER = /Your turn|won|lost|draw|Called off/;
export const OVER = /won|lost|draw|Called off/;

/** Plays a match to its end on the generic board, always making the first available choice. */
export async function playGeneric(page) {
  for (let choice = 0; choice < 2000; choice++) {
    await waitStatus(page, YOURS_OR_OVER);
    if (OVER.test(await status(page).textContent())) return;
    const before = await page.locator(".generic .drawing").innerText();
    await page.locator(".generic .choice:not([aria-disabled])").first().click();
    await page.waitForFunction(
      (before) =>
        document.querySelector(".generic .drawing").innerText !== before ||
        document.querySelector(".generic .choice:not([aria-disabled])"),
      before,
    );
  }
  assert.fail("the match does not end");
}
