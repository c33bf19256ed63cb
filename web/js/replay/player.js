// The current step, and playback.

/** Milliseconds per step at speed 1. */
const STEP = 1100;

export class Player {
  /** @param {number} length how many steps there are, at least one */
  constructor(length) {
    this.length = length;
    this.at = 0;
    this.playing = false;
    this.speed = 1;
    /** @type {(() => void)[]} */
    this.listeners = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {() => void} listener called after every change */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {number} step is clamped to the existing steps */
  jump(step) {
    const at = Math.max(0, Math.min(this.length - 1, step));
    if (at === this.at) return;
    this.at = at;
    if (at === this.length - 1) this.playing = false;
    this.changed();
  }

  /** @param {number} by */
  step(by) {
    this.playing = false;
    this.changed();
    this.jump(this.at + by);
  }

  toggle() {
    if (!this.playing && this.at === this.length - 1) this.at = 0;
    this.playing = !this.playing && this.length > 1;
    this.changed();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.changed();
  }

  changed() {
    clearTimeout(this.timer);
    if (this.playing) this.timer = setTimeout(() => this.jump(this.at + 1), STEP / this.speed);
    for (const listener of this.listeners) listener();
  }

  destroy() {
    this.listeners = [];
    clearTimeout(this.timer);
  }
}
