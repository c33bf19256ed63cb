// An open seat: the link to invite a friend, or a button to take the seat.

import { qr } from "../api.js";
import { el, fill, svg, toast } from "../dom.js";
import { siteUrl } from "../site.js";
import { markText } from "./texts.js";

/** For the creator: a link to share. @param {import("../api.js").Match} match */
export function invite({ id, listed, ...match }) {
  const link = siteUrl(`/m/${id}`);
  const field = el("input", {
    class: "mono",
    readonly: true,
    value: link,
    "aria-label": "Link to this match",
    onfocus: () => field.select(),
  });
  const copy = el(
    "button",
    { type: "button", class: "primary", onclick: () => void copied(field, copy) },
    "Copy link",
  );
  const text = listed
    ? "Anyone can take the seat from the front page. You can also send this link:"
    : "Send this link to a friend. The first person to open it can take the seat.";
  return el(
    "section",
    { class: "card stack invite" },
    el("h3", {}, "Invite"),
    el("p", { class: "soft small" }, text),
    marked(match),
    el("div", { class: "invite-row" }, field, copy),
    "share" in navigator &&
      el(
        "div",
        { class: "row" },
        el(
          "button",
          {
            type: "button",
            onclick: () => void navigator.share({ title: "Ennead", url: link }).catch(() => {}),
          },
          "Share…",
        ),
      ),
    qrCode(link),
  );
}

/** The quiet zone of a QR code, which readers need to find it. */
const QUIET = 4;

/** The link as a QR code, drawn on request. @param {string} link */
function qrCode(link) {
  const place = el("div", { class: "qr" });
  const draw = async () => {
    if (place.firstChild) return;
    try {
      const { size, path } = await qr(link);
      const box = `${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`;
      fill(
        place,
        svg(
          "svg",
          { viewBox: box, role: "img", "aria-label": "QR code of the link" },
          svg("path", { d: path }),
        ),
      );
    } catch (error) {
      fill(place, el("p", { class: "note bad" }, /** @type {Error} */ (error).message));
    }
  };
  const box = el(
    "details",
    { ontoggle: () => box.open && void draw() },
    el("summary", {}, "QR code"),
    place,
  );
  return box;
}

/** @param {HTMLInputElement} field @param {HTMLButtonElement} button */
async function copied(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  button.textContent = "Copied";
  toast("Link copied");
  setTimeout(() => (button.textContent = "Copy link"), 2000);
}

/**
 * For a guest: what to know about the match, and one button per open seat.
 * @param {import("../api.js").Match} match
 * @param {(seat: 0 | 1) => void} sit
 */
export function guest({ seats, ...match }, sit) {
  const open = /** @type {(0 | 1)[]} */ ([0, 1]).filter((i) => seats[i].kind === "open");
  return el(
    "div",
    { class: "row" },
    marked(match),
    open.map((seat) =>
      el(
        "button",
        { type: "button", class: "primary big", onclick: () => sit(seat) },
        `Play as ${seats[seat].name}`,
      ),
    ),
  );
}

/** @param {{continues?: number, dealt?: boolean}} match */
function marked(match) {
  const text = markText(match);
  return text && el("p", { class: "small" }, `${text}.`);
}
