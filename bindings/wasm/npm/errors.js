// Errors with the texts of the command line.

/** Every error of this package, except for arguments of a wrong type. */
export class EnneadError extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** Wrong usage: no such game, format, bot or option. */
export class UsageError extends EnneadError {}

/** A text, a value or a record that is rejected. */
export class InputError extends EnneadError {}

/** A move that cannot be made. */
export class IllegalMoveError extends EnneadError {}

/** A fault of the package itself. */
export class InternalError extends EnneadError {}

const KINDS = { usage: UsageError, input: InputError, move: IllegalMoveError };

/** @param {{kind: keyof typeof KINDS, message: string}} failed */
export const errorOf = ({ kind, message }) => new KINDS[kind](message);
