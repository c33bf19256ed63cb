// Dragging with mouse, pen or finger. A press without movement stays a click.

const THRESHOLD = 6;

/**
 * @typedef {object} Drag
 * @property {() => boolean} allowed
 * @property {() => void} begin
 * @property {(x: number, y: number) => void} over
 * @property {(x: number, y: number) => void} drop
 * @property {() => void} end after a drop or a cancelled drag
 */

/**
 * @param {HTMLElement} element
 * @param {Drag} drag
 */
export function draggable(element, drag) {
  let from = { x: 0, y: 0, id: -1, moving: false };

  const finish = () => {
    if (from.moving) {
      element.classList.remove("dragging");
      element.style.removeProperty("transform");
      drag.end();
    }
    from = { x: 0, y: 0, id: -1, moving: false };
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !drag.allowed()) return;
    from = { x: event.clientX, y: event.clientY, id: event.pointerId, moving: false };
  });
  element.addEventListener("pointermove", (event) => {
    if (event.pointerId !== from.id) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.moving) {
      if (Math.hypot(dx, dy) < THRESHOLD) return;
      from.moving = true;
      element.setPointerCapture(event.pointerId);
      element.classList.add("dragging");
      drag.begin();
    }
    element.style.setProperty("transform", `translate(${dx}px, ${dy}px)`);
    drag.over(event.clientX, event.clientY);
  });
  element.addEventListener("pointerup", (event) => {
    if (event.pointerId !== from.id) return;
    if (from.moving) {
      swallowClick(element);
      drag.drop(event.clientX, event.clientY);
    }
    finish();
  });
  element.addEventListener("pointercancel", finish);
  element.addEventListener("lostpointercapture", finish);
}

/**
 * Suppresses the click that follows the end of a drag.
 * @param {HTMLElement} element
 */
function swallowClick(element) {
  const stop = (/** @type {Event} */ event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  element.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => element.removeEventListener("click", stop, { capture: true }), 0);
}
