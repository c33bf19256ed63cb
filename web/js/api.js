// The HTTP calls of PROTOCOL.md.

/**
 * @typedef {{name: string, kind: "words" | "number" | "flag" | "text", words?: string[], texts?: {title: string, about: string}[] | null,
 *   min?: number, max?: number, default: any, help: string}} SetupField
 * @typedef {{id: string, title: string, seats: string[], draws: boolean, setup: SetupField[],
 *   levels: {level: number, about: string}[], formats: string[]}} Game
 * @typedef {{name: string, kind: string}} Seat
 * @typedef {null | {per_move: number} | {base: number, increment: number}} Clock
 * @typedef {{id: string, game: string, title: string, setup: Record<string, any>, seats: Seat[], clock: Clock,
 *   listed: boolean, state: "open" | "running" | "finished", ply: number, outcome: string | null, created: number}} Summary
 * @typedef {{id: string, game: string, title: string, setup: Record<string, any>, seats: Seat[], clock: Clock,
 *   listed: boolean, state: "open" | "running" | "finished", ply: number, you: 0 | 1 | null, turn: 0 | 1 | null,
 *   options: {option: number, label: number, text: string}[], moves: string[], log: string[], draw_offer: 0 | 1 | null,
 *   clocks: [number, number] | null, outcome: string | null, winner: 0 | 1 | null, end: string | null, last: number[],
 *   feed: string, drawing: string, next: string | null}} Match
 * @typedef {{ply: number, seat: 0 | 1 | null, text: string, feeds: [string, string], last: number[], labels: number[],
 *   turn: 0 | 1 | null}} Step
 * @typedef {{game: string, title: string, setup: Record<string, any>, seats: Seat[] | string[], outcome: string | null,
 *   steps: Step[]}} Replay
 */

/** What the server, or the lack of one, answered. `code` is one of PROTOCOL.md's, or "offline". */
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
  const response = await fetch(path, { method, headers, body, signal: how.signal }).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new ApiError("offline", "The server cannot be reached.", 0);
  });
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  const error = answer?.error ?? { code: "internal", message: `The server answered with status ${response.status}.` };
  throw new ApiError(error.code, error.message, response.status);
}

/** @type {Promise<Game[]> | null} */
let known = null;

/** The games, asked for once. @returns {Promise<Game[]>} */
export function games() {
  known ??= call("GET", "/api/games").then((answer) => answer.games);
  known.catch(() => (known = null));
  return known;
}

/** @param {string} id @returns {Promise<Game | undefined>} */
export async function game(id) {
  return (await games()).find((game) => game.id === id);
}

/**
 * @param {{game: string, setup: Record<string, any>, seats: string[], clock: Clock, listed: boolean}} wish
 * @returns {Promise<{id: string, link: string, seats: {kind: string, token?: string | null}[]}>}
 */
export const create = (wish) => call("POST", "/api/matches", { body: wish });

/** @param {"open" | "running" | "finished"} state @param {number} limit @returns {Promise<Summary[]>} */
export const list = async (state, limit = 10) => (await call("GET", `/api/matches?state=${state}&limit=${limit}`)).matches;

/** @param {string} id @param {string | null} [token] @returns {Promise<Match>} */
export const match = (id, token) => call("GET", `/api/matches/${id}`, { token });

/** @param {string} id @param {0 | 1} [seat] @returns {Promise<{seat: 0 | 1, token: string}>} */
export const join = (id, seat) => call("POST", `/api/matches/${id}/join`, { body: seat === undefined ? {} : { seat } });

/** @param {string} id @returns {Promise<{record: string, hex: string, bytes: number, bits: number, link: string}>} */
export const record = (id) => call("GET", `/api/matches/${id}/record`);

/** @param {string} id @param {string | null} [token] @returns {Promise<{stones: {stone: number, text: string, best: any}[]}>} */
export const explain = (id, token) => call("GET", `/api/matches/${id}/explain`, { token });

/** The catalogue of formats, as `ennead formats --json` prints it. @returns {Promise<any>} */
export const formats = () => call("GET", "/api/formats");

/** @param {{format: string, value?: string, text?: string, options?: Record<string, any>}} what @returns {Promise<any>} */
export const explore = (what) => call("POST", "/api/explore", { body: what });

/** @param {string} record @returns {Promise<{formats: string[], bound: number[], moves: {ply: number, text: string, bits: (number | null)[]}[]}>} */
export const sizes = (record) => call("POST", "/api/sizes", { body: { record } });

/** @param {string} record @returns {Promise<Replay>} */
export const replay = (record) => call("POST", "/api/replay", { body: { record } });

/**
 * A closer look at a part of a position; after all choices if no ply is given.
 * @param {{record: string, ply?: number, path: number[], budget: number}} what
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ply: number, feed: string}>}
 */
export const look = (what, signal) => call("POST", "/api/look", { body: what, signal });

/**
 * @param {string} record
 * @param {number | undefined} ply
 * @param {AbortSignal} [signal]
 * @returns {Promise<{worth: number, exact: boolean, options: {option: number, label: number, worth: number, exact: boolean, moves: number, visits: number}[]}>}
 */
export const analyse = (record, ply, signal) => call("POST", "/api/analyse", { body: { record, ply }, signal });
