// Where the focus goes after a dialog is shut: to the element that opened it, or to what has taken its place.

const TRIES_MS = [0, 60, 200, 600, 1500];

/** What led to each open dialog, the nearest first. @type {WeakMap<Element, Element[]>} */
const ways = new WeakMap();

/** Remembers the element that has the focus, before a dialog opens. @param {HTMLDialogElement} dialog */
export function rememberOpener(dialog) {
  const opener = document.activeElement;
  if (!opener || opener === document.body) return;
  const outer = opener.closest("dialog");
  ways.set(dialog, [opener, ...((outer && ways.get(outer)) ?? [])]);
}

/** Gives the focus back after a dialog was shut. @param {HTMLDialogElement} dialog */
export function returnFocus(dialog) {
  const way = ways.get(dialog) ?? [];
  const attempt = (/** @type {number} */ number) => {
    // Another dialog has opened, or the person has gone on.
    if (!isLost() || document.querySelector("dialog[open]")) return;
    const isLast = number === TRIES_MS.length - 1;
    const places = [...way.flatMap((opener) => [opener, successor(opener)]), ...(isLast || !way.length ? fallbacks() : [])];
    for (const place of places) {
      if (place?.isConnected) /** @type {HTMLElement} */ (place).focus({ preventScroll: true });
      if (!isLost()) return;
    }
    // A button cannot take the focus while its command is under way.
    if (!isLast) setTimeout(attempt, TRIES_MS[number + 1] - TRIES_MS[number], number + 1);
  };
  setTimeout(attempt, 0, 0);
}

/** Returns whether no element has the focus. */
const isLost = () => !document.activeElement || document.activeElement === document.body;

/** The element that was drawn anew in the place of one that is gone. @param {Element} opener */
function successor(opener) {
  const name = opener.getAttribute("data-testid");
  return name ? document.querySelector(`[data-testid="${CSS.escape(name)}"]`) : null;
}

const fallbacks = () => [document.querySelector("[data-testid=hand]"), document.querySelector("main")];
