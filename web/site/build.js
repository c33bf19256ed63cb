// Writes the static site: `node web/site/build.js MODULE DIR`. Called by scripts/site.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build, transformSync } from "esbuild";

/** The maximum total size of all files in bytes, each compressed with brotli as web hosts do. */
const MOST = 600_000;

const web = fileURLToPath(new URL("..", import.meta.url));
const games = join(web, "../games");
const [moduleFile, out] = process.argv.slice(2);

/** @type {Map<string, Buffer>} */
const files = new Map();

/** The files below a folder, without tests. */
function below(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !relative(folder, file).startsWith("tests"));
}

/** A minified script or style sheet. */
function lean(name, bytes) {
  const loader = name.split(".").pop();
  if (loader !== "js" && loader !== "css") return bytes;
  return Buffer.from(transformSync(bytes.toString(), { loader, minify: true }).code);
}

const add = (name, bytes) => files.set(name.replaceAll("\\", "/"), lean(name, bytes));

// The page's styles are bundled into one file.
const source = readFileSync(join(web, "page/index.html"), "utf8");
const LINKED = /<link rel="stylesheet" href="\/(css\/\w+\.css)">\n/g;
const linked = [...source.matchAll(LINKED)].map(([, name]) => name);
add("css/page.css", Buffer.concat(linked.map((name) => readFileSync(join(web, name)))));
for (const file of below(join(web, "css"))) {
  const name = relative(web, file).replaceAll("\\", "/");
  if (!linked.includes(name)) add(name, readFileSync(file));
}
add("js/theme.js", readFileSync(join(web, "js/theme.js"))); // runs before the page is drawn
add("icon.svg", readFileSync(join(web, "page/icon.svg")));
add("manifest.webmanifest", readFileSync(join(web, "site/manifest.webmanifest")));

// Scripts are bundled, because a few large files compress better than many small ones. Code shared
// by several of them is in a file next to main.js, from which the addresses of others are derived.
const entries = ["main", "api", "local/worker"].map((name) => ({
  in: join(web, `js/${name}.js`),
  out: `js/${name}`,
}));
const ids = readdirSync(games);
for (const game of ids) {
  const folder = join(games, game, "web");
  const name = (file) => join("games", game, relative(folder, file));
  for (const file of below(folder)) if (!file.endsWith(".js")) add(name(file), readFileSync(file));
  for (const script of ["board", "editor"])
    if (existsSync(join(folder, `${script}.js`)))
      entries.push({ in: join(folder, `${script}.js`), out: `games/${game}/${script}` });
  const book = join(games, game, "puzzles.bin");
  if (existsSync(book)) add(join("games", game, "puzzles.bin"), readFileSync(book));
}

/** Games import the client's modules by their address on a server. */
const client = {
  name: "client",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/\.\.\/js\// }, ({ path }) => ({ path: join(web, path.slice(6)) })),
};

/** The pages are part of main.js: they would be loaded for offline use anyway. */
const pages = {
  name: "pages",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/js\/(main|boards\/index)\.js$/ }, ({ path }) => {
      const imports = [];
      const source = readFileSync(path, "utf8").replace(
        /\bimport\((".*?")\)(?!\.)/g,
        (_, module) => {
          imports.push(`import * as part${imports.length} from ${module};`);
          return `Promise.resolve(part${imports.length - 1})`;
        },
      );
      return { contents: `${imports.join("\n")}\n${source}` };
    }),
};
const { outputFiles } = await build({
  entryPoints: entries,
  plugins: [client, pages],
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  write: false,
  outdir: out,
  chunkNames: "js/[name]-[hash]",
});
for (const { path, contents } of outputFiles)
  files.set(relative(out, path).replaceAll("\\", "/"), Buffer.from(contents));
files.set("ennead.wasm", readFileSync(moduleFile));

// The page: addresses relative to the root of the site, and the worker in place of a server.
const page = source
  .replace(LINKED, (link, name) => (name === linked[0] ? link.replace(name, "css/page.css") : ""))
  .replace("<html ", '<html data-server="worker" ')
  .replace('<meta charset="utf-8">', '<meta charset="utf-8">\n<base href="./">')
  .replace("</title>", '</title>\n<link rel="manifest" href="./manifest.webmanifest">')
  .replace(/<link rel="modulepreload".*\n/g, "")
  .replace(/(href|src)="\/(?!\/)/g, '$1="./');
files.set("index.html", Buffer.from(page));
// Makes deep links to these pages work on hosts without rewrite rules.
const elsewhere = page.replace('<base href="./">', '<base href="../">');
for (const name of ["r", "explore", "m", "puzzle", "learn"])
  files.set(`${name}/index.html`, Buffer.from(elsewhere));

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
