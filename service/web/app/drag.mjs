// Choosing a run of cards by dragging over it. Taps and keys do the same, so nobody needs to drag.
import { useRef } from "./html.mjs";

const BEGINS_PX = 8;

/** The id of the card at a point of the window. @param {number} x @param {number} y */
const cardAt = (x, y) => document.elementFromPoint(x, y)?.closest("[data-id]")?.getAttribute("data-id") ?? "";

/**
 * Returns handlers for the element around the cards. A drag chooses all cards from the first to the one under the
 * pointer; if the first was chosen, it clears them.
 *
 * @param {string[]} ids of all cards, in the order of the screen
 * @param {string[]} chosen
 * @param {(ids: string[]) => void} choose
 * @param {boolean} off
 */
export function useDrag(ids, chosen, choose, off) {
  const drag = useRef(/** @type {any} */ (null));
  const dragged = useRef(false);
  const onPointerDown = (/** @type {PointerEvent} */ event) => {
    dragged.current = false;
    const first = cardAt(event.clientX, event.clientY);
    drag.current = null;
    if (off || !first || event.button !== 0) return;
    // A finger captures the card under it. Without the capture the moves reach the cards that it passes.
    const target = /** @type {Element} */ (event.target);
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    drag.current = { pointer: event.pointerId, first, x: event.clientX, y: event.clientY, before: chosen, last: "" };
  };
  const onPointerMove = (/** @type {PointerEvent} */ event) => {
    const now = drag.current;
    if (!now || now.pointer !== event.pointerId) return;
    if (!dragged.current && Math.hypot(event.clientX - now.x, event.clientY - now.y) < BEGINS_PX) return;
    const under = cardAt(event.clientX, event.clientY);
    if (!under || under === now.last || (under === now.first && !dragged.current)) return;
    dragged.current = true;
    now.last = under;
    const [from, to] = [ids.indexOf(now.first), ids.indexOf(under)].sort((one, other) => one - other);
    if (from < 0) return;
    const run = ids.slice(from, to + 1);
    const rest = now.before.filter((/** @type {string} */ id) => !run.includes(id));
    choose(now.before.includes(now.first) ? rest : [...rest, ...run]);
  };
  const end = () => {
    drag.current = null;
  };
  /** Returns whether a click ends a drag, so that it does not choose a card once more. */
  const endsDrag = () => {
    const ends = dragged.current;
    dragged.current = false;
    return ends;
  };
  return { handlers: { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end, onPointerLeave: end }, endsDrag };
}
