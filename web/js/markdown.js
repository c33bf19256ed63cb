// Renders a subset of Markdown as elements: headings, paragraphs, lists, emphasis and code. Text is
// never parsed as HTML, so it cannot inject any.

import { el } from "./dom.js";

/** The level of the first heading, because help is embedded in a page. */
const TOP = 3;

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function renderMarkdown(text) {
  const blocks = text.replaceAll("\r\n", "\n").split(/\n{2,}/);
  return blocks.flatMap((block) => renderBlock(block.split("\n").filter((line) => line.trim())));
}

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const BULLET = /^\s*[-*+]\s+/;
const NUMBER = /^\s*\d+[.)]\s+/;

/**
 * A heading may be followed by a paragraph without a blank line.
 * @param {string[]} lines
 * @returns {HTMLElement[]}
 */
function renderBlock(lines) {
  if (lines.length === 0) return [];
  const heading = HEADING.exec(lines[0]);
  if (heading)
    return [renderHeading(heading[1].length, heading[2]), ...renderBlock(lines.slice(1))];
  const mark = BULLET.test(lines[0]) ? BULLET : NUMBER.test(lines[0]) ? NUMBER : null;
  if (mark) return [renderList(lines, mark)];
  const list = lines.findIndex((line) => BULLET.test(line));
  if (list > 0) return [renderParagraph(lines.slice(0, list)), ...renderBlock(lines.slice(list))];
  return [renderParagraph(lines)];
}

/** @param {number} level @param {string} text */
function renderHeading(level, text) {
  const tag = /** @type {"h3"} */ (`h${Math.min(6, TOP + level - 1)}`);
  return el(tag, {}, ...renderInline(text));
}

/** @param {string[]} lines */
const renderParagraph = (lines) => el("p", {}, ...renderInline(joined(lines)));

/** @param {string[]} lines @param {RegExp} mark begins an item; other lines continue one */
function renderList(lines, mark) {
  /** @type {string[][]} */
  const items = [];
  for (const line of lines) {
    if (mark.test(line) || items.length === 0) items.push([line.replace(mark, "")]);
    else items[items.length - 1].push(line);
  }
  const children = items.map((item) => el("li", {}, ...renderInline(joined(item))));
  return el(mark === NUMBER ? "ol" : "ul", {}, children);
}

/** @param {string[]} lines */
const joined = (lines) => lines.map((line) => line.trim()).join(" ");

/** Code, strong and emphasised text; the first match wins. */
const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|__(.+?)__|\*([^\s*][^*]*)\*|\b_([^_]+)_\b/;

/** @param {string} text @returns {(string | HTMLElement)[]} */
function renderInline(text) {
  const match = INLINE.exec(text);
  if (!match) return text ? [text] : [];
  const [whole, code, strong, strong2, emphasis, emphasis2] = match;
  const inner = code ?? strong ?? strong2 ?? emphasis ?? emphasis2 ?? "";
  const tag = code !== undefined ? "code" : (strong ?? strong2) !== undefined ? "strong" : "em";
  const children = tag === "code" ? [inner] : renderInline(inner);
  return [
    ...(match.index ? [text.slice(0, match.index)] : []),
    el(tag, {}, ...children),
    ...renderInline(text.slice(match.index + whole.length)),
  ];
}
