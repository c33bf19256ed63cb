// The npm package as users install it: from the tarball, in a clean folder. TARBALL is the file
// written by scripts/npm, ENNEAD the command line to compare with.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { browser } from "../../../web/tests/harness.js";
import { mime } from "./mime.js";

const { TARBALL, ENNEAD } = process.env;
assert(TARBALL && ENNEAD, "set TARBALL to what scripts/npm wrote, and ENNEAD to the command line");
const root = fileURLToPath(new URL("../../..", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "ennead-npm-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "package.json"), '{ "name": "user", "type": "module" }');
const install = ["install", "--offline", "--no-audit", "--no-fund", "--silent", TARBALL];
execFileSync("npm", install, { cwd: folder });
const installed = join(folder, "node_modules/ennead");
const ennead = await import(pathToFileURL(join(installed, "index.js")).href);
const { Match, bestMove, convert, decode, encode, formats, games, inspect } = ennead;

/** Runs the command line. */
const cli = (...args) => spawnSync(ENNEAD, args, { encoding: "utf8" });

/** The error message of the command line, without its advice. */
const failure = (...args) => {
  const { status, stderr } = cli(...args);
  assert(status > 0, `${args.join(" ")} is accepted`);
  return {
    status,
    text: stderr
      .replace(/^error: /, "")
      .replace(/\n+For more information[^]*$/, "")
      .trim(),
  };
};

/** The error thrown by a function. */
const thrown = (call) => {
  try {
    call();
  } catch (error) {
    return error;
  }
  assert.fail("nothing is thrown");
};

test("the package contains what it needs and nothing else", () => {
  const files = readdirSync(installed).sort();
  assert.deepEqual(files, [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "ennead.wasm",
    "errors.js",
    "index.d.ts",
    "index.js",
    "match.js",
    "module.js",
    "package.json",
    "values.js",
  ]);
  const { version, dependencies } = JSON.parse(readFileSync(join(installed, "package.json")));
  assert.equal(dependencies, undefined);
  const workspace = readFileSync(join(root, "Cargo.toml"), "utf8");
  assert(workspace.includes(`\nversion = "${version}"`), "the version is that of the workspace");
});

const examples = readFileSync(join(installed, "README.md"), "utf8").matchAll(
  /^```js\n([^]*?)^```/gm,
);
for (const [number, [, code]] of [...examples].entries())
  test(`example ${number + 1} of the readme`, () => {
    const file = join(folder, `example${number + 1}.js`);
    writeFileSync(file, code);
    const said = execFileSync("node", [file], { encoding: "utf8", cwd: folder });
    const expected = [...code.matchAll(/\/\/=> (.*)$/gm)].map(([, text]) => text);
    assert(expected.length > 0);
    assert.deepEqual(said.trimEnd().split("\n"), expected);
  });

test("the type declarations hold for the readme's examples and for the package itself", () => {
  const names = readdirSync(folder).filter((name) => name.startsWith("example"));
  for (const name of names) cpSync(join(folder, name), join(folder, name.replace(".js", ".ts")));
  const tsc = join(root, "web/node_modules/typescript/bin/tsc");
  const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext"];
  // Files below node_modules are not type-checked themselves.
  cpSync(installed, join(folder, "own"), { recursive: true });
  flags.push("--allowJs", "--checkJs", "--allowImportingTsExtensions", "own/index.js");
  const files = names.map((name) => name.replace(".js", ".ts"));
  const run = spawnSync("node", [tsc, ...flags, "--lib", "es2023,dom", ...files], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stdout);
});

test("formats and games match the command line", () => {
  assert.deepEqual(formats(), JSON.parse(cli("formats", "--json").stdout));
  assert(games().every((game) => game.title && game.levels.length === 5));
});

test("record models agree with the command line, to the last bit", () => {
  for (const [game, setup] of [
    ["ttt", []],
    ["nested", []],
    ["nested", ["--rules", "classic"]],
    ["schotten", []],
    ["connect", []],
  ]) {
    const file = join(folder, "records");
    const bots = ["--a", "level2", "--b", "random", "--games", "10", "--nodes", "20"];
    cli("arena", game, ...bots, "--records", file, ...setup);
    const records = readFileSync(file, "utf8").trim().split("\n");
    assert.equal(records.length, 10);
    for (const text of records) {
      const record = new Uint8Array(Buffer.from(text, "base64url"));
      const hex = Buffer.from(record).toString("hex");
      const wanted = cli("convert", "--from", "record", "--to", "record.model", hex).stdout.trim();
      const model = convert("record", "record.model", record);
      assert.equal(Buffer.from(model).toString("hex"), wanted);
      assert.deepEqual(convert("record.model", "record", model), record);
    }
  }
});

/** Texts for every kind of value. */
const TEXTS = [
  ["ttt.tiny", "1 1 1", {}],
  ["ttt.3t", "XO..X....", {}],
  ["ttt.game", "1 4 2 5 3", {}],
  ["nested.grid", "X........", {}],
  ["nested.pack", "(X........)........", {}],
  ["schotten.card", "cyan2", {}],
  ["connect.pack", "4 4 5", {}],
  ["record", "5 1 9", { game: "ttt" }],
  ["record", "4 4", { game: "connect", width: 8 }],
];

test("encode, decode and inspect agree with the command line", () => {
  let accepted = 0;
  for (const [format, text, options] of TEXTS) {
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const run = cli("encode", format, text, ...flags);
    if (run.status !== 0) {
      const error = thrown(() => encode(format, text, options));
      assert.equal(error.message, failure("encode", format, text, ...flags).text);
      continue;
    }
    accepted++;
    const value = encode(format, text, options);
    const written = run.stdout.trim();
    const shown = value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value);
    assert.equal(shown, written, format);
    assert.deepEqual(
      decode(format, value),
      JSON.parse(cli("decode", format, written, "--json").stdout),
    );
    assert.deepEqual(decode(format, written), decode(format, value));
    const parts = JSON.parse(cli("inspect", format, written, "--json").stdout);
    assert.deepEqual(inspect(format, value), parts);
  }
  assert(accepted >= 7, `${accepted} of the texts are accepted`);
});

test("errors are typed and have the messages of the command line", () => {
  const { EnneadError, IllegalMoveError, InputError, UsageError } = ennead;
  for (const [type, call, args] of [
    [InputError, () => decode("ttt.3t", "x"), ["decode", "ttt.3t", "x"]],
    [InputError, () => decode("ttt.3t", 2 ** 40), ["decode", "ttt.3t", String(2 ** 40)]],
    [InputError, () => encode("ttt.3t", "XXX"), ["encode", "ttt.3t", "XXX"]],
    [InputError, () => decode("record", "41ff"), ["decode", "record", "41ff"]],
    [UsageError, () => encode("record", "5"), ["encode", "record", "5"]],
    [
      InputError,
      () => convert("ttt.3t", "nested.pack", encode("ttt.3t", ".........")),
      [
        "convert",
        "--from",
        "ttt.3t",
        "--to",
        "nested.pack",
        cli("encode", "ttt.3t", ".........").stdout.trim(),
      ],
    ],
    [
      UsageError,
      () => encode("record", "1.1", { game: "nested", depth: 0 }),
      ["encode", "record", "1.1", "--game", "nested", "--depth", "0"],
    ],
  ]) {
    const error = thrown(call);
    const { status, text } = failure(...args);
    assert(error instanceof type && error instanceof EnneadError, `${args}: ${error.name}`);
    assert.equal(error.message, text);
    assert.equal(status, type === UsageError ? 2 : 1);
  }
  assert(thrown(() => new Match("chess")) instanceof UsageError);
  assert(thrown(() => new Match("ttt", { depth: 2 })) instanceof UsageError);
  assert(thrown(() => encode("chess.pgn", "e4")) instanceof UsageError);
  assert(thrown(() => new Match("ttt").play("10")) instanceof EnneadError);
  assert(thrown(() => new Match("ttt").play("5").play("5")) instanceof IllegalMoveError);
  assert(thrown(() => bestMove(new Match("ttt"), { bot: "nobody" })) instanceof UsageError);
  for (const call of [
    () => encode("ttt.3t", 5),
    () => decode("ttt.3t", null),
    () => decode("ttt.3t", 2 ** 60),
    () => new Match("ttt").play(5),
    () => new Match(),
    () => new Match("ttt").view(2),
    () => bestMove(new Match("ttt"), { nodes: -1 }),
    () => new Match("ttt", {}, { seed: 0.5 }),
  ])
    assert(thrown(call) instanceof TypeError, call.toString());
});

test("whole matches of every game: played, taken back, and read from their records", () => {
  for (const { id } of games()) {
    const match = new Match(id, {}, { seed: 3 });
    let number = 7;
    while (match.outcome === null) {
      const legal = match.legalMoves();
      number = (number * 48271) % 2147483647;
      match.play(legal[number % legal.length]);
    }
    assert.deepEqual(match.legalMoves(), []);
    assert.equal(match.toMove, null);
    const again = Match.fromRecord(match.record);
    assert.deepEqual([again.moves, again.outcome], [match.moves, match.outcome], id);
    const record = Buffer.from(match.record).toString("hex");
    const read = JSON.parse(cli("decode", "record", record, "--json").stdout);
    assert.deepEqual(read.moves ?? match.moves, match.moves);
    const { moves } = match;
    assert(match.undo());
    assert.deepEqual(match.moves, moves.slice(0, -1));
    assert.equal(match.outcome, null);
    match.play(moves.at(-1));
    assert.deepEqual(match.record, again.record);
    const fresh = new Match(id, {}, { seed: 3 });
    assert.equal(fresh.undo(), false);
    assert.deepEqual(fresh.copy().view(0), new Match(id, {}, { seed: 3 }).view(0));
    assert(fresh.legalMoves().includes(bestMove(fresh, { bot: "level2", nodes: 50 })));
  }
});

test("a trap is an ordinary error and loses no match", () => {
  const file = join(folder, "trap.js");
  const code = `
    const { Instance } = WebAssembly;
    let isDue = false;
    WebAssembly.Instance = class {
      constructor(compiled, imports) {
        const { exports } = new Instance(compiled, imports);
        const library = () => {
          if (!isDue) return exports.ennead_library();
          isDue = false;
          throw new WebAssembly.RuntimeError("unreachable");
        };
        this.exports = { ...exports, ennead_library: library };
      }
    };
    const { InternalError, Match } = await import("ennead");
    const match = new Match("ttt").play("5");
    isDue = true;
    try {
      match.play("1");
    } catch (error) {
      console.log(error instanceof InternalError, error.message);
    }
    console.log(match.play("1").moves.join(" "));
  `;
  writeFileSync(file, code);
  const said = execFileSync("node", [file], { encoding: "utf8", cwd: folder });
  assert.equal(said, "true this is a fault of Ennead, please report it: unreachable\n5 1\n");
});

test("in a browser, straight from the files of the package", async () => {
  const host = createServer((request, response) => {
    const name = new URL(request.url, "http://host").pathname.slice(1);
    if (!name)
      return response.writeHead(200, { "content-type": "text/html" }).end("<title>x</title>");
    if (!readdirSync(installed).includes(name)) return response.writeHead(404).end();
    const type = { "content-type": mime(name) };
    response.writeHead(200, type).end(readFileSync(join(installed, name)));
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  const chromium = await browser();
  try {
    const page = await chromium.newPage();
    await page.goto(`http://127.0.0.1:${host.address().port}/`);
    const seen = await page.evaluate(async () => {
      const { Match, bestMove, encode } = await import("/index.js");
      const match = new Match("nested", {}, { seed: 1 });
      const move = bestMove(match, { bot: "level5", nodes: 300 });
      return { move, value: encode("ttt.3t", "XO..X....") };
    });
    const match = new Match("nested", {}, { seed: 1 });
    const move = bestMove(match, { bot: "level5", nodes: 300 });
    assert.deepEqual(seen, { move, value: encode("ttt.3t", "XO..X....") });
  } finally {
    await chromium.close();
    host.closeAllConnections();
    host.close();
  }
});
