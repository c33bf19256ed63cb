// Short tones for moves. Off by default.

const KEY = "ennead.sound";

/** @type {AudioContext | null} */
let context = null;

export function on() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** @param {boolean} yes */
export function set(yes) {
  try {
    localStorage.setItem(KEY, yes ? "on" : "off");
  } catch {
    // Without storage, the sound stays off.
  }
}

/** @type {Record<string, [number, number][]>} pitch in Hz, begin in seconds */
const TUNES = {
  yours: [[523, 0]],
  theirs: [[392, 0]],
  won: [
    [523, 0],
    [659, 0.11],
    [784, 0.22],
  ],
  lost: [
    [392, 0],
    [330, 0.14],
  ],
  drawn: [
    [440, 0],
    [440, 0.16],
  ],
};

/** @param {"yours" | "theirs" | "won" | "lost" | "drawn"} what */
export function play(what) {
  // Browsers block sound until the viewer has interacted with the page.
  if (!on() || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  for (const [pitch, begin] of TUNES[what]) tone(context, pitch, context.currentTime + begin);
}

/** @param {AudioContext} context @param {number} pitch @param {number} begin */
function tone(context, pitch, begin) {
  const gain = context.createGain();
  const source = context.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(0.12, begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + 0.16);
  source.connect(gain).connect(context.destination);
  source.start(begin);
  source.stop(begin + 0.18);
}
