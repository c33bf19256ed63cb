// A short pause before a bot's reply is shown: a reply within a few milliseconds looks like a
// glitch. Only the page waits; the server has already moved on.

const KEY = "ennead.beat";

/** Milliseconds between two positions. */
const BEAT = 500;

/** Whether the page pauses: as set in the address (`?beat=0`), else as stored, else yes. */
export function isOn() {
  const wanted = new URLSearchParams(location.search).get("beat");
  if (wanted !== null) return wanted !== "0";
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

/** @param {boolean} on */
export function set(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Without storage, the page keeps its default.
  }
}

/**
 * @template {{kind: string}} F
 */
export class Beat {
  /** @param {(frame: F) => void} deliver @param {() => number} [now] milliseconds */
  constructor(deliver, now = () => performance.now()) {
    this.deliver = deliver;
    this.now = now;
    /** The time of the last position shown or choice made. */
    this.since = -Infinity;
    /** @type {F[]} */
    this.queue = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Restarts the pause. */
  restart() {
    this.since = this.now();
  }

  /**
   * Delivers a frame immediately, unless it is a reply that arrives too early. Frames behind a
   * waiting one also wait, to preserve their order.
   * @param {F} frame
   * @param {boolean} isReply
   */
  push(frame, isReply) {
    const wait = isReply && isOn() ? this.since + BEAT - this.now() : 0;
    if (this.queue.length === 0 && wait <= 0) {
      this.pass(frame);
      return;
    }
    this.queue.push(frame);
    this.timer ??= setTimeout(() => this.flush(), wait);
  }

  /** Delivers all waiting frames; of several states only the latest. */
  flush() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const queue = this.queue;
    this.queue = [];
    const newest = queue.findLastIndex(({ kind }) => kind === "state");
    queue.forEach((frame, at) => {
      if (frame.kind !== "state" || at === newest) this.pass(frame);
    });
  }

  /** @param {F} frame */
  pass(frame) {
    if (frame.kind === "state") this.restart();
    this.deliver(frame);
  }

  destroy() {
    clearTimeout(this.timer);
    this.queue = [];
  }
}
