// Errors with the messages of the command line.

/** Every error of this package, except for arguments of a wrong type. */
export class EnneadError extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** Wrong usage: an unknown game, format, bot or option. */
export class UsageError extends EnneadError {}

/** A rejected text, value or record. */
export class InputError extends EnneadError {}

/** An illegal move. */
export class IllegalMoveError extends EnneadError {}

/** A bug in the package itself. */
export class InternalError extends EnneadError {}

const KINDS = { usage: UsageError, input: InputError, move: IllegalMoveError };

/** @param {{kind: keyof typeof KINDS, message: string}} failed */
export const errorOf = ({ kind, message }) => new KINDS[kind](message);
