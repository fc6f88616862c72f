// Shows what happens at a table one move at a time: a queue of events and views, with a pause before each move.

/** Milliseconds between moves that people see, by the setting. */
const GAPS_MS = { instant: 0, normal: 600, slow: 1400 };
/** With more moves than this, the oldest are shown at once: nobody waits for minutes after a break. */
const MOST_MOVES = 16;
/** How many gaps pass before an event. What ends a hand waits, so that people see the last trick. */
const BEFORE = {
  declared: 1, cards_played: 1, combination_played: 1, turn_passed: 0.5, round_ended: 0.5,
  hand_scored: 1, places_scored: 1, match_ended: 1,
};
/** How many gaps pass after an event, before the next one with a pause. */
const AFTER = { trick_won: 1 };

/** @param {any} item */
const isMove = (item) => item.type === "event" && item.event.type in BEFORE;

/**
 * @param {{apply: (item: any, next: any, isStep: boolean) => boolean, speed: () => string}} table `apply` shows an
 *   item, and returns whether people see a change. `next` is the event that follows. `isStep` is false for events that
 *   only the next view shows.
 */
export function oneByOne({ apply, speed }) {
  /** @type {any[]} */
  let queue = [];
  let timer = 0;
  let freeAt = 0;

  const gap = () => GAPS_MS[/** @type {keyof typeof GAPS_MS} */ (speed())] ?? 0;
  const show = (/** @type {boolean} */ isStep) => {
    const item = queue.shift();
    const next = queue.find((each) => each.type === "event")?.event ?? null;
    const isSeen = apply(item, next, isStep);
    const kind = item.event?.type;
    if (isSeen) freeAt = performance.now() + gap() * (AFTER[/** @type {keyof typeof AFTER} */ (kind)] ?? 0);
    // A pause before a move counts from the move before it.
    if (isSeen && isMove(item)) freeAt = performance.now();
  };
  const waits = (/** @type {any} */ item) => {
    if (!isMove(item)) return 0;
    return freeAt + gap() * BEFORE[/** @type {keyof typeof BEFORE} */ (item.event.type)] - performance.now();
  };
  const run = () => {
    timer = 0;
    while (queue.length) {
      const wait = queue.filter(isMove).length > MOST_MOVES ? 0 : waits(queue[0]);
      if (wait > 0) {
        timer = window.setTimeout(run, wait);
        return;
      }
      show(gap() > 0);
    }
  };
  return {
    /** @param {any} item an action of the store */
    push: (item) => {
      queue.push(item);
      if (timer && queue.filter(isMove).length <= MOST_MOVES) return;
      clearTimeout(timer);
      run();
    },
    /** The own move was shown. A trick that it ends stays longer. @param {boolean} isTrickOver */
    moved: (isTrickOver) => {
      freeAt = performance.now() + (isTrickOver ? gap() : 0);
    },
    /** Shows all that waits at once. */
    skip: () => {
      clearTimeout(timer);
      timer = 0;
      while (queue.length) show(false);
    },
    stop: () => {
      clearTimeout(timer);
      queue = [];
    },
    isBusy: () => queue.length > 0,
  };
}
