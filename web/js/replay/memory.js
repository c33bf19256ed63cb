// Stores the current step in the browser's history entry, so that Reload, Back and Forward restore
// it without changing the link.

/** The minimum interval between writes, in milliseconds: browsers rate-limit history updates. */
const PAUSE = 350;

/** The stored step. @param {number} length number of steps */
export function remembered(length) {
  const step = history.state?.step;
  return Number.isInteger(step) && step > 0 && step < length ? step : 0;
}

/**
 * Stores the step of a player whenever it changes.
 * @param {import("./player.js").Player} player
 * @returns {() => void} stops it
 */
export function remember(player) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const here = location.href;
  const write = () => {
    timer = undefined;
    // The browser may already be at another entry while this page is being left.
    if (remembered(player.length) === player.at || location.href !== here) return;
    history.replaceState({ ...history.state, step: player.at }, "");
    timer = setTimeout(write, PAUSE);
  };
  player.listen(() => timer ?? write());
  return () => clearTimeout(timer);
}
