// The HTTP calls of PROTOCOL.md. JSON keeps its published names: `feed` is a board payload, `worth`
// a value.

import { request } from "./transport.js";

/**
 * @typedef {{name: string, kind: "words" | "number" | "flag" | "text", words?: string[],
 *   texts?: {title: string, about: string}[] | null, min?: number, max?: number, default: any,
 *   suggested?: string | null, help: string}} SetupField
 * @typedef {{format: string, name: string, value?: string, text?: string,
 *   options?: Record<string, string>}} Example
 * @typedef {{id: string, title: string, seats: string[], draws: boolean, open?: boolean,
 *   preselected?: boolean, setup: SetupField[],
 *   levels: {level: number, about: string, elo?: number | null}[], anchor?: string | null,
 *   formats: string[], help: string, lessons?: number, puzzles?: number,
 *   board: string | null, style: string | null, editor: string | null, icon: string,
 *   examples: Example[]}} Game
 * @typedef {{name: string, kind: string, player?: string | null}} Seat
 * @typedef {null | {per_move: number} | {base: number, increment: number}} Clock
 * @typedef {{id: string, game: string, title: string, setup: Record<string, any>, seats: Seat[],
 *   clock: Clock, listed: boolean, state: "open" | "running" | "finished", ply: number,
 *   outcome: string | null, created: number, continues?: number, dealt?: boolean}} Summary
 *   `continues`: the number of choices of another match with which this one began, if it did;
 *   `dealt`: false while cards are yet to be dealt
 * @typedef {{id: string, game: string, title: string, setup: Record<string, any>, seats: Seat[],
 *   clock: Clock, listed: boolean, state: "open" | "running" | "finished", ply: number,
 *   you: 0 | 1 | null, turn: 0 | 1 | null,
 *   options: {option: number, label: number, text: string}[], moves: string[], log: string[],
 *   draw_offer: 0 | 1 | null, clocks: [number, number] | null, outcome: string | null,
 *   winner: 0 | 1 | null, end: string | null, last: number[], feed: string, drawing: string,
 *   next: string | null, continues?: number, dealt?: boolean}} Match
 * @typedef {{ply: number, seat: 0 | 1 | null, text: string, feeds: [string, string],
 *   last: number[], labels: number[], turn: 0 | 1 | null}} Step
 * @typedef {{game: string, title: string, setup: Record<string, any>, seats: Seat[] | string[],
 *   outcome: string | null, steps: Step[]}} Replay
 * @typedef {{option: number, label: number, value: number, exact: boolean, moves: number,
 *   visits: number}} OptionValue
 * @typedef {{value: number | null, exact: boolean, options: OptionValue[]}} Analysis
 * @typedef {{game: string, setup: Record<string, any>, seats: string[], clock: Clock,
 *   listed: boolean, name?: string, from?: {record: string, ply?: number}}} MatchRequest
 */

/** A failed call. `code` is one of PROTOCOL.md's, or "offline" if there was no answer. */
export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {number} status */
  constructor(code, message, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: unknown, token?: string | null, signal?: AbortSignal}} [how]
 * @returns {Promise<any>}
 */
export async function call(method, path, how = {}) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (how.body !== undefined) headers["content-type"] = "application/json";
  if (how.token) headers.authorization = `Bearer ${how.token}`;
  const body = how.body === undefined ? undefined : JSON.stringify(how.body);
  const init = { method, headers, body, signal: how.signal };
  const response = await request(path, init).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new ApiError("offline", "The server cannot be reached.", 0);
  });
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  const message = `The server answered with status ${response.status}.`;
  const error = answer?.error ?? { code: "internal", message };
  throw new ApiError(error.code, error.message, response.status);
}

/**
 * What a service offers besides playing on one device; servers of version 0.2 offer both.
 * @typedef {"invitations" | "lobby"} Feature
 */

/** @type {Promise<{games: Game[], features?: Feature[]}> | null} */
let catalogue = null;

/** The answer about games, fetched once. */
function known() {
  catalogue ??= call("GET", "/api/games");
  catalogue.catch(() => (catalogue = null));
  return catalogue;
}

/** @returns {Promise<Game[]>} */
export const games = async () => (await known()).games;

/** @returns {Promise<Feature[]>} */
export const features = async () => (await known()).features ?? ["invitations", "lobby"];

/** @param {string} id @returns {Promise<Game>} */
export async function game(id) {
  const found = (await games()).find((game) => game.id === id);
  if (!found) throw new Error(`This server does not know the game ${id}.`);
  return found;
}

/**
 * @param {MatchRequest} wanted
 * @returns {Promise<{id: string, link: string, seats: {kind: string, token?: string | null}[]}>}
 */
export const create = (wanted) => call("POST", "/api/matches", { body: wanted });

/**
 * @param {"open" | "running" | "finished"} state
 * @param {number} limit
 * @returns {Promise<Summary[]>}
 */
export const list = async (state, limit = 10) =>
  (await call("GET", `/api/matches?state=${state}&limit=${limit}`)).matches;

/** @param {string} id @param {string | null} [token] @returns {Promise<Match>} */
export const match = (id, token) => call("GET", `/api/matches/${id}`, { token });

/**
 * @param {string} id
 * @param {{seat?: 0 | 1, name?: string}} [wish]
 * @returns {Promise<{seat: 0 | 1, token: string}>}
 */
export const join = (id, wish = {}) => call("POST", `/api/matches/${id}/join`, { body: wish });

/**
 * @param {string} id
 * @returns {Promise<{record: string, hex: string, bytes: number, bits: number, link: string}>}
 */
export const record = (id) => call("GET", `/api/matches/${id}/record`);

/**
 * The game's own explanation of the position.
 * @param {string} id
 * @param {string | null} [token]
 * @returns {Promise<any>}
 */
export const explain = (id, token) => call("GET", `/api/matches/${id}/explain`, { token });

/**
 * @typedef {{ply: number, labels: number[], text: string, value: number | null, exact: boolean,
 *   reason: string}} Hint
 */

/**
 * The best bot's move for the seat to move, in a match against a bot.
 * @param {string} id
 * @param {string | null} token
 * @returns {Promise<Hint>}
 */
export async function hint(id, token) {
  const { worth, ...rest } = await call("GET", `/api/matches/${id}/hint`, { token });
  return { ...rest, value: worth };
}

/**
 * Takes back the player's last move, in a new match with the same token. A human opponent is asked
 * to agree; if the opponent has asked, this agrees.
 * @param {string} id
 * @param {string | null} token
 * @returns {Promise<{id: string | null, link: string | null}>} null until the opponent has agreed
 */
export const takeback = (id, token) => call("POST", `/api/matches/${id}/takeback`, { token });

/** @typedef {{ply: number, last: number[], turn: 0 | 1 | null, feed: string}} HistoryStep */

/**
 * The positions of a match so far, as this viewer saw them.
 * @param {string} id
 * @param {string | null} token
 * @returns {Promise<HistoryStep[]>}
 */
export const history = async (id, token) =>
  (await call("GET", `/api/matches/${id}/history`, { token })).steps;

/**
 * A text as a QR code: its size, and its dark modules as an SVG path.
 * @param {string} text
 * @returns {Promise<{size: number, path: string}>}
 */
export const qr = (text) => call("POST", "/api/qr", { body: { text } });

/** The formats, as `ennead formats --json` prints them. @returns {Promise<any>} */
export const formats = () => call("GET", "/api/formats");

/**
 * @param {{format: string, value?: string, text?: string, game?: string,
 *   options?: Record<string, any>}} what
 * @returns {Promise<any>}
 */
export const explore = (what) => call("POST", "/api/explore", { body: what });

/**
 * @param {string} record
 * @returns {Promise<{formats: string[], bound: number[],
 *   moves: {ply: number, text: string, bits: (number | null)[]}[]}>}
 */
export const sizes = (record) => call("POST", "/api/sizes", { body: { record } });

/**
 * @typedef {{title: string, text: string, record: string}} LessonText
 * @typedef {{solved: boolean, text: string, record: string}} LessonAnswer
 */

/** The lessons of a game. @param {string} id @returns {Promise<LessonText[]>} */
export const lessons = async (id) => (await call("GET", `/api/games/${id}/lessons`)).lessons;

/**
 * Makes a move in a lesson, counted from 1.
 * @param {string} id
 * @param {number} lesson
 * @param {number[]} labels
 * @returns {Promise<LessonAnswer>}
 */
export const answerLesson = (id, lesson, labels) =>
  call("POST", `/api/games/${id}/lessons/${lesson}`, { body: { labels } });

/**
 * @typedef {{count: number, today: number, moves: number[], difficulty: number[]}} PuzzleList
 * @typedef {{number: number, title: string, text: string, difficulty: number, moves: number,
 *   items: string[], record: string}} PuzzleText
 * @typedef {{solved: boolean, failed: boolean, text: string, reasons: string[],
 *   record: string}} PuzzleVerdict
 */

/** The puzzles of a game. @param {string} id @returns {Promise<PuzzleList>} */
export const puzzles = (id) => call("GET", `/api/games/${id}/puzzles`);

/** A puzzle, counted from 1. @param {string} id @param {number} n @returns {Promise<PuzzleText>} */
export const puzzle = (id, n) => call("GET", `/api/games/${id}/puzzles/${n}`);

/**
 * Judges the labels of all moves so far, or the items of an answer.
 * @param {string} id
 * @param {number} n
 * @param {number[]} labels
 * @returns {Promise<PuzzleVerdict>}
 */
export const tryPuzzle = (id, n, labels) =>
  call("POST", `/api/games/${id}/puzzles/${n}`, { body: { labels } });

/**
 * @param {string} id
 * @param {number} n
 * @returns {Promise<{moves: string[], items: number[], reasons: string[], record: string}>}
 */
export const solvePuzzle = (id, n) => call("GET", `/api/games/${id}/puzzles/${n}/solution`);

/** @param {string} record @returns {Promise<Replay>} */
export const replay = (record) => call("POST", "/api/replay", { body: { record } });

/**
 * @typedef {object} Review
 * @property {string} analyst
 * @property {{seat: 0 | 1, text: string, advantage: number | null, exact: boolean, loss: number,
 *   mark: string | null, better: string | null}[]} moves
 * @property {(number | null)[]} accuracy of each seat, in percent
 * @property {number[]} mistakes of each seat
 */

/** The review of a match, with its mistakes. @param {string} record @returns {Promise<Review>} */
export const review = (record) => call("POST", "/api/review", { body: { record } });

/**
 * A part of a position in more detail; the final position if no ply is given.
 * @param {{record: string, ply?: number, path: number[], budget: number}} what
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ply: number, feed: string}>}
 */
export const look = (what, signal) => call("POST", "/api/look", { body: what, signal });

/**
 * @param {string} record
 * @param {number | undefined} ply
 * @param {AbortSignal} [signal]
 * @returns {Promise<Analysis>}
 */
export async function analyse(record, ply, signal) {
  const answer = await call("POST", "/api/analyse", { body: { record, ply }, signal });
  const renamed = (/** @type {any} */ { worth, ...rest }) => ({ ...rest, value: worth });
  return { ...renamed(answer), options: answer.options.map(renamed) };
}
