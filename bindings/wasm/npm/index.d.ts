/** Options of a set-up, a format or an encoder, as on the command line. */
export type Options = Record<string, string | number | boolean>;

/**
 * A value of a format: a `number` (a `bigint` if the format has more than 53 bits), bits as a
 * string of 0 and 1, or bytes.
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
  levels: { level: number; about: string; elo: number | null }[];
  /** The opponent whose Elo is 0, in words. */
  anchor: string | null;
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
  /** The minimum number of bits of a value. */
  min_bits: number;
  /** The maximum number of bits of a value; null if there is no limit. */
  max_bits: number | null;
  kind: "integer" | "bits" | "bytes";
  options: { name: string; values: unknown; default: string; help: string }[];
}

/** A value dissected into its fields. */
export interface Inspection {
  format: string;
  /** The number of bits. */
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
 * Encodes text in a format, as `ennead encode` does.
 * @param options of the format; for `"record"` also `game` and the options of its set-up
 */
export function encode(format: string, text: string, options?: Options & { game?: string }): Value;

/** Decodes a value to the object that `ennead decode --json` prints. */
export function decode(format: string, value: Value): Record<string, any>;

/** Converts a value from one format to another, if both can hold its content. */
export function convert(from: string, to: string, value: Value, options?: Options): Value;

/** Dissects a value bit by bit, as `ennead inspect --json` does. */
export function inspect(format: string, value: Value): Inspection;

/** The source of chance in a match. */
export interface Chance {
  /** The seed of all randomness; without it, deals are random. */
  seed?: number | bigint;
}

/** A match of any game. */
export class Match {
  /**
   * @param game its identifier; {@link games} lists them
   * @param setup options of its set-up, as in `{ depth: 3 }`
   */
  constructor(game: string, setup?: Options, how?: Chance);
  /** Opens a match from a record: bytes, or hexadecimal digits. */
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
  /** The outcome of the match: the name of the winning seat, `"draw"`, or null. */
  readonly outcome: string | null;
  /** The moves so far. */
  readonly moves: string[];
  /** The match as a record. It contains everything, including hidden cards. */
  readonly record: Uint8Array;
  /** The legal moves; empty once the match is over. */
  legalMoves(): string[];
  /**
   * Makes a move; the chance choices that follow are drawn immediately. An illegal move throws
   * {@link IllegalMoveError} and changes nothing.
   */
  play(move: string): this;
  /** Takes back the last move and the chance choices after it; returns whether there was one. */
  undo(): boolean;
  /** The view of a seat, given by number or name; that of a spectator by default. */
  view(seat?: 0 | 1 | string): View;
  /** An independent copy of the match. */
  copy(): Match;
}

/** The bot and its budget. */
export interface Thinking {
  /** The bot, such as `"level3"`; by default the one that analyses the game. */
  bot?: string;
  /** Milliseconds for the move, 200 if `nodes` is not given either. */
  ms?: number;
  /** Playouts or nodes per choice; the answer is then the same on every machine. */
  nodes?: number;
  /** The seed of all randomness; 1 by default. */
  seed?: number;
}

/** The move that a bot chooses. It blocks until then: use a worker where that matters. */
export function bestMove(match: Match | Uint8Array | string, how?: Thinking): string;

/** Every error of this package, except for arguments of a wrong type. */
export class EnneadError extends Error {}
/** Wrong usage: an unknown game, format, bot or option. */
export class UsageError extends EnneadError {}
/** A rejected text, value or record. */
export class InputError extends EnneadError {}
/** An illegal move. */
export class IllegalMoveError extends EnneadError {}
/** A bug in the package itself. */
export class InternalError extends EnneadError {}
