// Something to look at for every format. Values are taken from the pages that describe the formats.

/** @typedef {{name: string, value?: string, text?: string, options?: Record<string, string>}} Example */

const COLOURS = ["red", "yellow", "blue", "green", "cyan", "grey"];

/** The 54 cards in an order that looks shuffled. */
const shuffled = Array.from({ length: 54 }, (_, i) => (i * 23 + 7) % 54).map((i) => `${COLOURS[Math.floor(i / 9)]}${(i % 9) + 1}`);

/** @param {number} from @param {number} to */
const cards = (from, to) => shuffled.slice(from, to).join(" ");

const EMPTY_ROW = "- - - - - - - - -";
const ROWS =
  "- - - - green2 - - - - / - - - - yellow8 - - - - / blue6 cyan5 - - red4 red3 - - grey8 / - blue5 green4 yellow2 red6 yellow6 grey9 - - / - cyan4 - - - - - - - / - - - - - - - - -";
const WHOLE_MATCH =
  "4395900fc39900791b4f025025c4a9f929505aaeb0d599df1b96e0891ea1fab321a06d4a0aa6b871f322daa9a5b18abc32d080a0dd749fbab7aafaf4bbb929";
const NESTED_GRID = "O(........(OX..OO.X.))(.X...O.X.)O(...O.....)XX(..O......)O";

/** @type {Record<string, Example[]>} */
const EXAMPLES = {
  "ttt.tiny": [
    { name: "O wins with the eighth mark", value: "4310116" },
    { name: "three marks", value: "1165" },
    { name: "four marks, as text", text: "5 1 9 3", options: { squares: "true" } },
  ],
  "ttt.3t": [
    { name: "X and O in the corner", value: "2351957744" },
    { name: "one mark", value: "2348810495" },
    { name: "a board, as text", text: "XO..X...O" },
    { name: "the empty board", value: "2147484159" },
  ],
  "ttt.bit": [
    { name: "five marks", value: "458490811" },
    { name: "the empty board", value: "12582912" },
    { name: "O plays, O begins", text: "....O....", options: { player: "O", first: "O" } },
  ],
  "ttt.rank": [
    { name: "X has the top row", value: "5414" },
    { name: "the centre", value: "334" },
    { name: "the last of all", value: "5477" },
  ],
  "ttt.class": [
    { name: "X has a row", value: "59" },
    { name: "the centre", value: "214" },
    { name: "the last of all", value: "764" },
  ],
  "ttt.game": [
    { name: "a drawn game", value: "114950" },
    { name: "the first of all", value: "0" },
    { name: "squares, as text", text: "5 1 9 3 2 8 4 6 7" },
  ],
  "ttt.line": [
    { name: "four moves", value: "253024" },
    { name: "no move yet", value: "0" },
    { name: "squares, as text", text: "5 1 9" },
  ],
  "nested.grid": [
    { name: "grids of mixed depth", text: NESTED_GRID },
    { name: "one grid", text: "X.O....XO" },
    { name: "a grid in a grid", text: "(XO.......)..X....." },
  ],
  "nested.pack": [
    { name: "three moves at depth 2", text: "5.1 1.9 9.5", options: { depth: "2" } },
    { name: "classic rules", text: "5.5 5.1 1.5 5.9", options: { depth: "2", rules: "classic" } },
    { name: "depth 3", text: "5.1.9 1.9.5", options: { depth: "3" } },
  ],
  "schotten.card": [
    { name: "cyan 2", value: "52" },
    { name: "red 7, as text", text: "red7" },
  ],
  "schotten.hand": [
    { name: "a full hand", value: "121117294157" },
    { name: "two cards left", text: "red2 - - yellow9 - -" },
  ],
  "schotten.board": [
    { name: "mid-match", text: ROWS },
    { name: "the empty table", text: Array(6).fill(EMPTY_ROW).join(" / ") },
  ],
  "schotten.move": [
    { name: "slot 1 to column 3", value: "13" },
    { name: "a pass", value: "ff" },
    { name: "as text", text: "5>8" },
  ],
  "schotten.deck": [
    { name: "five cards", text: cards(12, 17) },
    { name: "a whole shuffle", text: cards(0, 54) },
  ],
  "schotten.turn": [
    { name: "the first turn", text: `${cards(6, 12)}; ${Array(6).fill(EMPTY_ROW).join(" / ")}; ${cards(0, 6)}; ${cards(12, 54)}; 2>4` },
  ],
  "schotten.match": [
    { name: "two turns", text: `${cards(0, 54)}: 0>4 3>4` },
    { name: "six turns", text: `${cards(0, 54)}: 0>4 3>4 1>0 5>8 2>4 0>4` },
  ],
  "schotten.view": [{ name: "what the next player is sent", text: `${ROWS}; red1 red2 yellow9 - blue1 cyan9` }],
  record: [
    { name: "a match of Schotten Totten", value: WHOLE_MATCH },
    { name: "a game of tic-tac-toe", value: "410000" },
    { name: "a nested game that goes on", value: "520674bf" },
    { name: "squares, as text", text: "5 1 9 3", options: { game: "ttt" } },
  ],
};

/**
 * @param {string} format
 * @returns {Example[]} at least one
 */
export const examplesOf = (format) => EXAMPLES[format] ?? [{ name: "zero", value: "0" }];
