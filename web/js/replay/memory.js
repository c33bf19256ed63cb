// The shown step, kept with this entry of the browser's history: Reload, Back and Forward find it again, and links stay as they are.

/** Browsers refuse to write entries more often than some hundred times in half a minute. */
const PAUSE = 350;

/** The step to begin with. @param {number} length how many there are */
export function remembered(length) {
  const step = history.state?.step;
  return Number.isInteger(step) && step > 0 && step < length ? step : 0;
}

/**
 * Keeps the step of a player from now on.
 * @param {import("./player.js").Player} player
 * @returns {() => void} ends it
 */
export function remember(player) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const here = location.href;
  const write = () => {
    timer = undefined;
    // Another entry may be there already while this page is on its way out.
    if (remembered(player.length) === player.at || location.href !== here) return;
    history.replaceState({ ...history.state, step: player.at }, "");
    timer = setTimeout(write, PAUSE);
  };
  player.listen(() => timer ?? write());
  return () => clearTimeout(timer);
}
