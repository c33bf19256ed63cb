// The service in this browser: the module, and the database that stores its matches. A move is
// acknowledged and shown only after it is durable.

import { siteUrl } from "../site.js";
import { Database, keyOf } from "./database.js";
import { BOOK, CLOSE, FRAME, Module, REQUEST, RESTORE, THINK, TICK } from "./module.js";

/** Without a database, matches last as long as the page. @type {Promise<Database | null>} */
const database = Database.open().catch(() => null);
const compiled = fetch(siteUrl("/ennead.wasm"))
  .then((response) => response.arrayBuffer())
  .then((bytes) => WebAssembly.compile(bytes));
const tabs = new BroadcastChannel("ennead.matches");

/** @type {Module | null} */
let module = null;
/** Tasks run one after the other. */
let queue = Promise.resolve();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {() => Promise<void>} task */
function enqueue(task) {
  queue = queue.then(task).catch((error) => console.error(error));
}

/** The module with all matches loaded. */
async function ready() {
  if (module) return module;
  const fresh = new Module(await compiled);
  for (const bytes of (await (await database)?.all()) ?? []) {
    const { answer } = fresh.call(RESTORE, 0, bytes);
    // A damaged match must not hide the others.
    if (answer?.status !== 200) console.error(`match ${keyOf(bytes)}: ${answer?.json}`);
  }
  module = fresh;
  return fresh;
}

/** The games whose puzzles are loaded into the module. @type {Set<string>} */
const books = new Set();

/** Loads the puzzles of the game that a call is about, once. @param {string} path */
async function readBook(path) {
  const game = /^\/api\/games\/([^/?]+)\/puzzles/.exec(path)?.[1];
  if (!game || books.has(game)) return;
  const response = await fetch(siteUrl(`/games/${game}/puzzles.bin`)).catch(() => null);
  if (!response?.ok) return;
  const book = new Uint8Array(await response.arrayBuffer());
  await perform(BOOK, 0, new Uint8Array([...new TextEncoder().encode(`${game}\0`), ...book]));
  books.add(game);
}

/** Starts over from durable data, after a trap or a failed write. */
function restart() {
  module = null;
  books.clear();
  clearTimeout(timer);
  postMessage({ kind: "lost" });
}

/**
 * Performs an operation: stores its matches, then delivers the other effects.
 * @param {number} operation
 * @param {number} [number]
 * @param {Uint8Array} [bytes]
 * @returns {Promise<{status: number, json: string} | null>}
 */
async function perform(operation, number, bytes) {
  let effects;
  try {
    effects = (await ready()).call(operation, number, bytes);
  } catch (error) {
    console.error(error);
    restart();
    return failure(500, "internal", "The game module failed and was restarted.");
  }
  try {
    if (effects.matches.length) {
      const keys = await (await database)?.keep(effects.matches);
      if (keys) tabs.postMessage(keys);
    }
  } catch (error) {
    console.error(error);
    restart();
    return failure(503, "store_unavailable", "The move could not be saved, so it was not played.");
  }
  for (const { connection, bytes } of effects.frames)
    postMessage({ kind: "frame", connection, bytes });
  clearTimeout(timer);
  if (effects.wake !== null) {
    // A bot replies after the page has shown the preceding move.
    timer = setTimeout(() => enqueue(wake), Math.min(effects.wake, 2 ** 31 - 1));
  }
  return effects.answer;
}

async function wake() {
  await perform(TICK);
  await perform(THINK);
}

/** @param {number} status @param {string} code @param {string} message */
const failure = (status, code, message) => ({
  status,
  json: JSON.stringify({ error: { code, message } }),
});

addEventListener("message", ({ data }) => {
  enqueue(async () => {
    if (data.kind === "frame") await perform(FRAME, data.connection, data.bytes);
    else if (data.kind === "close") await perform(CLOSE, data.connection);
    else {
      const { kind: _, key, ...request } = data;
      const bytes = new TextEncoder().encode(JSON.stringify(request));
      await readBook(request.path);
      const answer = await perform(REQUEST, 0, bytes);
      postMessage({ kind: "answer", key, ...answer });
    }
  });
});

// Matches stored by other tabs.
tabs.addEventListener("message", ({ data }) => {
  enqueue(async () => {
    if (!module) return;
    for (const key of data) {
      const bytes = await (await database)?.one(key);
      if (bytes) await perform(RESTORE, 0, bytes);
    }
  });
});
