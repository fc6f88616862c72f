// What the list of legal moves says about cards, also where it has one example for each combination.
import { isJoker, rankOf, within } from "./cards.mjs";
import { cardOf } from "./store.mjs";

/** The server lists no more combinations than this. */
const LISTED = 200;

/** Returns whether the server lists every legal answer in cards. @param {any} moves */
const isListed = (moves) => Boolean(moves?.complete && ["play", "pay_tribute", "discard"].includes(moves.asked));

/**
 * Returns whether the list has every combination, though not with all cards that make it.
 * Other cards of it have the same ranks, or are wild.
 */
const hasExamples = (/** @type {any} */ moves) =>
  Boolean(moves?.asked === "play" && moves.combinations && moves.cards.length && moves.cards.length < LISTED);

/** Returns whether the list tells which cards are in no legal answer. @param {any} moves */
export const isJudged = (moves) => isListed(moves) || hasExamples(moves);

/** Returns whether a legal move has all these cards. @param {any} moves @param {string[]} wanted */
export function isWithin(moves, wanted) {
  if (isListed(moves)) return moves.cards.some((/** @type {string[]} */ cards) => within(wanted, cards));
  return moves.cards.some((/** @type {string[]} */ cards, /** @type {number} */ at) => isLike(wanted, cards, moves.combinations[at].pattern));
}

/** Returns whether cards can be part of a combination of which there is an example with the fewest wild cards. */
function isLike(/** @type {string[]} */ wanted, /** @type {string[]} */ example, /** @type {string} */ pattern) {
  // Only the server knows which cards are wild, so those that may be are never ruled out.
  const isFixed = (/** @type {string} */ card) => pattern === "single" || !(isJoker(card) || rankOf(card) === "2");
  return wanted.length <= example.length && within(wanted.filter(isFixed).map(rankOf), example.map(rankOf));
}

/** Returns whether no legal move has all chosen cards together. @param {any} moves @param {string[]} chosen */
export const isDeadEnd = (moves, chosen) => isJudged(moves) && chosen.length > 0 && !isWithin(moves, chosen.map(cardOf));

/** Returns how many cards every legal play has; 0 if that differs or is not known. @param {any} moves @returns {number} */
export function countOf(moves) {
  if (moves?.count) return moves.count;
  if (moves?.asked !== "play" || moves.lead || !moves.combinations) return 0;
  const sizes = new Set(moves.cards.map((/** @type {string[]} */ cards) => cards.length));
  return sizes.size === 1 ? [...sizes][0] : 0;
}
