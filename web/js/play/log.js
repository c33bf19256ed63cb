// The moves of a match as lines of text, as received so far.

export class MoveLog {
  constructor() {
    /** The number of lines before the known ones. */
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
   * Applies a frame with the lines from `first` on.
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
