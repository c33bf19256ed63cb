/** An option of a set-up, a format or an encoder: as the command line has it. */
export type Options = Record<string, string | number | boolean>;

/**
 * A value of a format: a `number` (a `bigint` if the format has more than 53 bits), bits as text of
 * 0 and 1, or bytes.
 */
export type Value = number | bigint | string | Uint8Array;

/** A game. */
export interface Game {
  /** Its identifier, as in `"nested"`. */
  id: string;
  title: string;
  /** The names of the seats. */
  seats: [string, string];
  /** Whether players may agree on a draw. */
  draws: boolean;
  /** Whether both seats see everything. */
  open: boolean;
  /** The options of its set-up. */
  setup: {
    name: string;
    kind: "words" | "number" | "flag" | "text";
    default: string;
    help: string;
  }[];
  /** The bots that play it, as `level1` to `level5`. */
  levels: { level: number; about: string }[];
  /** The identifiers of its formats. */
  formats: string[];
  /** How to play, as Markdown. */
  help: string;
}

/** A format. */
export interface Format {
  /** Its identifier, as in `"ttt.tiny"`. */
  id: string;
  /** The game that it belongs to; null for records, which every game has. */
  game: string | null;
  summary: string;
  /** The fewest bits of any value. */
  min_bits: number;
  /** The most bits of any value; null if there is no limit. */
  max_bits: number | null;
  kind: "integer" | "bits" | "bytes";
  options: { name: string; values: unknown; default: string; help: string }[];
}

/** A value taken apart. */
export interface Inspection {
  format: string;
  /** How many bits it has. */
  bits: number;
  /** The value in its usual notation. */
  value: string;
  fields: { name: string; start: number; length: number; bits: string; meaning: string }[];
}

/** What a viewer may know of a position, and nothing else. */
export interface View {
  /** The encoded view. */
  bytes: Uint8Array;
  /** A drawing of it as text. */
  drawing: string;
}

/** All games. */
export function games(): Game[];

/** All formats. */
export function formats(): Format[];

/**
 * Encodes a text in a format, as `ennead encode` does.
 * @param options of the format; for `"record"` also `game` and the options of its set-up
 */
export function encode(format: string, text: string, options?: Options & { game?: string }): Value;

/** Decodes a value to the object that `ennead decode --json` prints. */
export function decode(format: string, value: Value): Record<string, any>;

/** Converts a value from one format to another, where both can hold the same thing. */
export function convert(from: string, to: string, value: Value, options?: Options): Value;

/** Takes a value apart, bit by bit, as `ennead inspect --json` does. */
export function inspect(format: string, value: Value): Inspection;

/** How a new match deals. */
export interface Chance {
  /** What everything random follows from; without it, deals are random. */
  seed?: number | bigint;
}

/** A match of any game. */
export class Match {
  /**
   * @param game its identifier; {@link games} lists them
   * @param setup options of its set-up, as in `{ depth: 3 }`
   */
  constructor(game: string, setup?: Options, how?: Chance);
  /** A match from a record: bytes, or hexadecimal digits. */
  static fromRecord(record: Uint8Array | string, how?: Chance): Match;
  /** The identifier of the game. */
  readonly game: string;
  /** The options of the set-up with their values. */
  readonly setup: Record<string, string>;
  /** The names of the seats. */
  readonly seats: [string, string];
  /** The name of the seat to move; null once the match is over. */
  readonly toMove: string | null;
  /** The number of the seat to move, 0 or 1; null once the match is over. */
  readonly seat: 0 | 1 | null;
  /** How the match ended: the name of the seat that has won, `"draw"`, or null. */
  readonly outcome: string | null;
  /** The moves so far. */
  readonly moves: string[];
  /** The match as a record. It holds everything, hidden cards included. */
  readonly record: Uint8Array;
  /** The legal moves; none once the match is over. */
  legalMoves(): string[];
  /**
   * Makes a move; chance makes its choices at once. A move that cannot be made throws
   * {@link IllegalMoveError} and changes nothing.
   */
  play(move: string): this;
  /** Takes back the last move and what chance decided after it; says whether there was one. */
  undo(): boolean;
  /** What a seat may know, given as its number or name; without one, what a spectator may know. */
  view(seat?: 0 | 1 | string): View;
  /** A match with the same moves. */
  copy(): Match;
}

/** How a bot thinks. */
export interface Thinking {
  /** The bot, such as `"level3"`; by default the one that analyses the game. */
  bot?: string;
  /** Milliseconds for the move, 200 if `nodes` is not given either. */
  ms?: number;
  /** Playouts or nodes for each choice; the answer is then the same on every machine. */
  nodes?: number;
  /** What everything random follows from; 1 if it is left out. */
  seed?: number;
}

/** The move that a bot makes. It blocks until then: use a worker where nothing may wait. */
export function bestMove(match: Match | Uint8Array | string, how?: Thinking): string;

/** Every error of this package, except for arguments of a wrong type. */
export class EnneadError extends Error {}
/** Wrong usage: no such game, format, bot or option. */
export class UsageError extends EnneadError {}
/** A text, a value or a record that is rejected. */
export class InputError extends EnneadError {}
/** A move that cannot be made. */
export class IllegalMoveError extends EnneadError {}
/** A fault of the package itself. */
export class InternalError extends EnneadError {}
