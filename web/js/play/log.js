// The moves of a match as lines of text, as far as this page has received them.

export class MoveLog {
  constructor() {
    /** How many lines precede those that are known. */
    this.skipped = 0;
    /** @type {string[]} */
    this.lines = [];
  }

  /** Replaces all lines. @param {string[]} lines */
  reset(lines) {
    this.skipped = 0;
    this.lines = lines;
  }

  /**
   * Takes a frame with the lines from `first` on.
   * @param {{first: number, lines: string[]}} frame
   */
  take({ first, lines }) {
    const kept = this.lines.slice(0, Math.max(0, first - this.skipped));
    const follows = first >= this.skipped && kept.length === first - this.skipped;
    this.lines = follows ? [...kept, ...lines] : lines;
    if (!follows) this.skipped = first;
  }

  get last() {
    return this.lines.at(-1) ?? "";
  }
}
