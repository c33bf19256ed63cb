// The router: one page per address. Links are plain links; Back, Forward and Reload work.

import { el, fill, svg } from "./dom.js";
import { WENT, go, route } from "./navigate.js";
import { pagePath } from "./site.js";

/** @typedef {{destroy(): void}} Page */

/** @type {Record<string, () => Promise<{page(host: HTMLElement, route: any): Page}>>} */
const PAGES = {
  home: () => import("./pages/home.js"),
  play: () => import("./pages/play.js"),
  replay: () => import("./pages/replay.js"),
  explore: () => import("./pages/explore.js"),
  learn: () => import("./pages/learn.js"),
  puzzle: () => import("./pages/puzzle.js"),
};

/** @type {Page | null} */
let current = null;
let shown = "";
let turn = 0;

async function show() {
  const mine = ++turn;
  const to = route(location);
  const host = /** @type {HTMLElement} */ (document.getElementById("page"));
  for (const link of document.querySelectorAll("[data-nav]")) {
    const here = link.getAttribute("data-nav") === to.name;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const make = to.name === "lost" ? null : await PAGES[to.name]().catch(() => null);
  if (mine !== turn) return;
  current?.destroy();
  current = null;
  fill(host);
  host.className = `page-${to.name}`;
  document.title = "Ennead";
  if (make) current = make.page(host, to);
  else fill(host, lost(to.name === "lost"));
  if (shown && shown !== location.pathname) {
    scrollTo(0, 0);
    host.focus({ preventScroll: true });
  }
  shown = location.pathname;
}

/** @param {boolean} missing */
function lost(missing) {
  const text = missing
    ? "There is no such page."
    : "The page could not be loaded: the server cannot be reached.";
  return el(
    "section",
    { class: "card narrow" },
    el("h1", {}, "Nothing here"),
    el("p", {}, text),
    el("p", {}, el("a", { class: "button", href: "/" }, "Back to the games")),
  );
}

/** Follows links within the site without reloading the page. @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (
    !link ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  if (link.classList.contains("skip")) {
    document.getElementById("page")?.focus();
    return;
  }
  if (link.href === location.href) void show();
  else go(pagePath(link.pathname) + link.search + link.hash);
}

const THEMES = [
  { id: "auto", name: "system", path: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18" },
  {
    id: "light",
    name: "light",
    path:
      "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3" +
      "M4.6 4.6l2.1 2.1M17.3 17.3l2.1 2.1M4.6 19.4l2.1-2.1M17.3 6.7l2.1-2.1",
  },
  { id: "dark", name: "dark", path: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" },
];

function themes() {
  const button = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));
  let at = Math.max(
    0,
    THEMES.findIndex((theme) => theme.id === document.documentElement.dataset.theme),
  );
  const draw = () => {
    const { id, name, path } = THEMES[at];
    fill(
      button,
      svg(
        "svg",
        {
          viewBox: "0 0 24 24",
          width: 20,
          height: 20,
          "aria-hidden": "true",
          class: `stroke ${id}`,
        },
        svg("path", { d: path }),
      ),
    );
    button.setAttribute("aria-label", `Theme: ${name}`);
    button.title = `Theme: ${name}`;
  };
  button.addEventListener("click", () => {
    at = (at + 1) % THEMES.length;
    const { id } = THEMES[at];
    if (id === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = id;
    try {
      localStorage.setItem("ennead.theme", id);
    } catch {
      // Without storage, the choice lasts as long as the page.
    }
    draw();
  });
  draw();
}

document.addEventListener("click", follow);
addEventListener("popstate", () => void show());
addEventListener(WENT, () => void show());
themes();
void show();
