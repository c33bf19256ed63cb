// Pointer gestures: click, drag, pinch and wheel.

/**
 * @typedef {object} Gestures
 * @property {(x: number, y: number, coarse: boolean) => void} click
 * @property {(x: number, y: number, coarse: boolean) => void} hover
 * @property {() => void} leave
 * @property {(dx: number, dy: number) => void} drag
 * @property {(factor: number, x: number, y: number) => void} pinch
 * @property {(amount: number, x: number, y: number) => boolean} wheel whether the board zooms
 */

const SLOP = 7;

/** @param {HTMLElement} node @param {Gestures} gestures */
export function pointers(node, gestures) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let moved = false;
  let start = { x: 0, y: 0 };

  /** @param {MouseEvent} event */
  const place = (event) => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const at = place(event);
    if (down.size === 0) moved = false;
    else moved = true;
    down.set(event.pointerId, at);
    start = at;
  });

  node.addEventListener("pointermove", (event) => {
    const at = place(event);
    const before = down.get(event.pointerId);
    if (!before) {
      gestures.hover(at.x, at.y, event.pointerType === "touch");
      return;
    }
    if (!moved && Math.hypot(at.x - start.x, at.y - start.y) > SLOP) {
      moved = true;
      node.setPointerCapture(event.pointerId);
    }
    if (!moved) return;
    if (down.size === 1) gestures.drag(at.x - before.x, at.y - before.y);
    else pinch(event.pointerId, at);
    down.set(event.pointerId, at);
  });

  /** @param {number} id @param {{x: number, y: number}} at */
  function pinch(id, at) {
    const other = [...down].find(([key]) => key !== id)?.[1];
    const before = down.get(id);
    if (!other || !before) return;
    const middle = (/** @type {{x: number, y: number}} */ p) => ({
      x: (p.x + other.x) / 2,
      y: (p.y + other.y) / 2,
    });
    const [a, b] = [middle(before), middle(at)];
    const factor =
      Math.hypot(at.x - other.x, at.y - other.y) /
      Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    gestures.pinch(factor, b.x, b.y);
    gestures.drag(b.x - a.x, b.y - a.y);
  }

  node.addEventListener("pointerup", (event) => {
    const at = place(event);
    if (down.delete(event.pointerId) && !moved)
      gestures.click(at.x, at.y, event.pointerType === "touch");
  });
  node.addEventListener("pointercancel", (event) => {
    down.delete(event.pointerId);
    moved = true;
  });
  node.addEventListener("pointerleave", () => down.size === 0 && gestures.leave());
  node.addEventListener(
    "wheel",
    (event) => {
      const at = place(event);
      const unit = event.deltaMode === 1 ? 30 : 1;
      const speed = event.ctrlKey ? 0.01 : 0.0024;
      const amount = -Math.max(-240, Math.min(240, event.deltaY * unit)) * speed;
      if (gestures.wheel(amount, at.x, at.y)) event.preventDefault();
    },
    { passive: false },
  );
}
