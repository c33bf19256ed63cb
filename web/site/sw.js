// The service worker of a static site: it caches all files, so the pages need no network after the
// first visit. `scripts/site` fills in the version and the files.

const VERSION = "@VERSION@";
const FILES = [/*@FILES@*/];
const CACHE = `ennead-${VERSION}`;
const ROOT = new URL("./", self.location.href);

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("ennead-") && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(ROOT.href)) return;
  event.respondWith(request.mode === "navigate" ? page() : file(request));
});

/** Every address serves the same page; its files are relative to the root of the site. */
async function page() {
  const cached = await caches.match(new URL("index.html", ROOT), { cacheName: CACHE });
  const text = await (cached ?? (await fetch(new URL("index.html", ROOT)))).text();
  const html = text.replace('<base href="./">', `<base href="${ROOT.pathname}">`);
  return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
}

/** @param {Request} request */
async function file(request) {
  const cached = await caches.match(request, { cacheName: CACHE, ignoreSearch: true });
  return cached ?? fetch(request);
}
