// Writes the static site: `node web/site/build.js MODULE DIR`. Called by scripts/site.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { transformSync } from "esbuild";

/** The most bytes that all files together may have, each compressed with brotli as web hosts do. */
const MOST = 600_000;

const web = fileURLToPath(new URL("..", import.meta.url));
const games = join(web, "../games");
const [moduleFile, out] = process.argv.slice(2);

/** @type {Map<string, Buffer>} */
const files = new Map();

/** The files below a folder, without those of tests. */
function below(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !relative(folder, file).startsWith("tests"));
}

/** A script or a style sheet without what only people need. */
function lean(name, bytes) {
  const loader = name.split(".").pop();
  if (loader !== "js" && loader !== "css") return bytes;
  return Buffer.from(transformSync(bytes.toString(), { loader, minify: true }).code);
}

const add = (name, bytes) => files.set(name.replaceAll("\\", "/"), lean(name, bytes));

for (const folder of ["js", "css"])
  for (const file of below(join(web, folder))) add(relative(web, file), readFileSync(file));
add("icon.svg", readFileSync(join(web, "icon.svg")));
add("manifest.webmanifest", readFileSync(join(web, "site/manifest.webmanifest")));
const ids = readdirSync(games);
for (const game of ids) {
  const folder = join(games, game, "web");
  for (const file of below(folder))
    add(join("games", game, relative(folder, file)), readFileSync(file));
  const book = join(games, game, "puzzles.bin");
  if (existsSync(book)) add(join("games", game, "puzzles.bin"), readFileSync(book));
}
files.set("ennead.wasm", readFileSync(moduleFile));

// The page: addresses from the root of the site, and the worker in place of a server.
const page = readFileSync(join(web, "index.html"), "utf8")
  .replace("<html ", '<html data-server="worker" ')
  .replace('<meta charset="utf-8">', '<meta charset="utf-8">\n<base href="./">')
  .replace("</title>", '</title>\n<link rel="manifest" href="./manifest.webmanifest">')
  .replace(/(href|src)="\/(?!\/)/g, '$1="./');
files.set("index.html", Buffer.from(page));
// Links from outside to these pages work on hosts that know nothing of them.
for (const name of ["r", "explore", "m", "puzzle", ...ids.map((id) => `learn/${id}`)]) {
  const root = name.replace(/[^/]+/g, "..");
  const text = page.replace('<base href="./">', `<base href="${root}/">`);
  files.set(`${name}/index.html`, Buffer.from(text));
}

const hash = createHash("sha256");
for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
  hash.update(`${name}\0${bytes.length}\0`).update(bytes);
const list = [...files.keys()].map((name) => JSON.stringify(`./${name}`)).join(", ");
const worker = readFileSync(join(web, "site/sw.js"), "utf8")
  .replace("@VERSION@", hash.digest("hex").slice(0, 16))
  .replace("/*@FILES@*/", list);
files.set("sw.js", lean("sw.js", Buffer.from(worker)));

for (const name of readdirSync(out)) rmSync(join(out, name), { recursive: true });
let compressed = 0;
for (const [name, bytes] of files) {
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(join(out, name), bytes);
  const size = brotliCompressSync(bytes).length;
  compressed += size;
  if (name === "ennead.wasm") console.log(`the module has ${size} bytes, compressed`);
}
console.log(`all ${files.size} files have ${compressed} of at most ${MOST} bytes, compressed`);
process.exitCode = compressed > MOST ? 1 : 0;
