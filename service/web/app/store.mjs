// The state of one table in the browser, and how it changes. `reduce` is pure: tests call it with plain objects.
import { stepped } from "./steps.mjs";

/**
 * @typedef {object} TableState
 * @property {any} view the table as the server shows it; null until it is read
 * @property {any} moves what this seat is asked, and its legal moves
 * @property {number} version of the newest event or view
 * @property {string[]} chosen ids of chosen cards
 * @property {"connecting" | "open" | "lost"} link
 * @property {boolean} sending
 * @property {any} refusal the last problem document
 * @property {any} preview the answer to a dry run of the chosen cards
 * @property {any} held a finished trick that stays on the table for a moment
 * @property {any} scored the result of the hand that has just ended
 * @property {any[]} log the newest events, oldest first
 * @property {number} received when the view came, in milliseconds of the browser's clock
 * @property {any} failure a problem that prevents showing the table at all
 */

const LOG_LENGTH = 200;
const SCORES = ["hand_scored", "places_scored"];

/** @type {TableState} */
export const EMPTY = {
  view: null,
  moves: null,
  version: 0,
  chosen: [],
  link: "connecting",
  sending: false,
  refusal: null,
  preview: null,
  held: null,
  scored: null,
  log: [],
  received: 0,
  failure: null,
};

/**
 * @param {TableState} state
 * @param {any} action
 * @returns {TableState}
 */
export function reduce(state, action) {
  switch (action.type) {
    case "view":
      return withView(state, action);
    case "event":
      return withEvent(state, action);
    case "history":
      return { ...state, log: merged(action.events, state.log) };
    case "link":
      return state.link === action.link ? state : { ...state, link: action.link };
    case "toggle": {
      const chosen = state.chosen.includes(action.id)
        ? state.chosen.filter((id) => id !== action.id)
        : [...state.chosen, action.id];
      return { ...state, chosen, preview: null, held: null, refusal: null };
    }
    case "choose":
      return { ...state, chosen: action.ids, preview: null, held: null, refusal: null };
    case "previewed":
      return same(state.chosen, action.chosen) ? { ...state, preview: action.preview } : state;
    case "sending":
      return { ...state, sending: true, refusal: null };
    case "sent":
      return { ...state, sending: false, chosen: action.keep ? state.chosen : [], preview: null };
    case "refused":
      return { ...state, sending: false, refusal: action.problem };
    case "dismiss":
      return { ...state, [action.what]: null };
    case "failed":
      return { ...state, failure: action.problem };
    default:
      return state;
  }
}

/** @param {TableState} state @param {any} action */
function withView(state, { view, moves, received }) {
  if (!view || view.version < (state.view?.version ?? 0)) return state;
  const hand = view.match?.hand ?? [];
  const known = state.view?.match?.last_trick;
  const trick = view.match?.last_trick ?? null;
  const isNew = state.view && trick && view.match.phase === "playing" && !same(trick.plays, known?.plays);
  const newer = view.version > (state.view?.version ?? 0) || state.view?.is_stepped;
  return {
    ...state,
    view,
    moves: moves === undefined ? (newer ? null : state.moves) : moves,
    version: Math.max(state.version, view.version),
    chosen: state.chosen.filter((id) => isHeld(id, hand)),
    preview: newer ? null : state.preview,
    held: isNew ? trick : state.held,
    received,
    failure: null,
  };
}

/** @param {TableState} state @param {any} action `next` is the event after it, if it is known. */
function withEvent(state, { event, next, isStep = false }) {
  if (event.version <= state.version && state.log.some((each) => each.version === event.version)) return state;
  const log = [...state.log, event].slice(-LOG_LENGTH);
  const scored = SCORES.includes(event.type) ? event : state.scored;
  const logged = { ...state, log, scored, version: Math.max(state.version, event.version) };
  const view = stepped(state.view, event, isStep);
  if (view === state.view || view.is_behind) return { ...logged, view };
  // Until the next view it is the turn of the seat that acts next.
  const shown = next?.data?.seat === undefined ? view : { ...view, asked: [{ seat: next.data.seat, what: "play" }] };
  if (event.type === "trick_won") return { ...logged, view: shown, moves: null, held: view.match.last_trick };
  return event.type === "declared" ? { ...logged, view: shown } : { ...logged, view: shown, moves: null, held: null };
}

/** Joins two lists of events in order, each event once. @param {any[]} older @param {any[]} newer */
function merged(older, newer) {
  const first = newer[0]?.version ?? Infinity;
  return [...older.filter((event) => event.version < first), ...newer].slice(-LOG_LENGTH);
}

/** Returns whether the copy that an id names is still in the hand. @param {string} id @param {string[]} hand */
function isHeld(id, hand) {
  const at = id.lastIndexOf("-");
  const card = id.slice(0, at);
  return hand.filter((each) => each === card).length >= Number(id.slice(at + 1));
}

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The card that an id of a copy names. @param {string} id */
export const cardOf = (id) => id.slice(0, id.lastIndexOf("-"));
