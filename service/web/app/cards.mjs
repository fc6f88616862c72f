// Names and order of cards for display. What may be played comes from the API alone.
import { t } from "./i18n.mjs";

export const SIGNS = { S: "♠\uFE0E", H: "♥\uFE0E", C: "♣\uFE0E", D: "♦\uFE0E" };
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = ["S", "H", "C", "D"];

export const isJoker = (/** @type {string} */ card) => card === "BJ" || card === "SJ";
export const isHidden = (/** @type {string} */ card) => card === "??";
export const rankOf = (/** @type {string} */ card) => (isJoker(card) ? card : card.slice(0, -1));
export const suitOf = (/** @type {string} */ card) => (isJoker(card) ? "J" : card.slice(-1));

/** Returns a short text such as ♥7, for buttons and sentences on the screen. @param {string} card */
export function short(card) {
  if (isHidden(card)) return "?";
  if (isJoker(card)) return t(`card.short.${card}`);
  return `${SIGNS[/** @type {"S"} */ (suitOf(card))]}${rankOf(card)}`;
}

/** @param {string[]} cards */
export const shorts = (cards) => cards.map(short).join(" ");

/** Returns the spoken name, such as "queen of spades". @param {string} card */
export function spoken(card) {
  if (isHidden(card)) return t("card.hidden");
  if (isJoker(card)) return t(`card.${card}`);
  return t("card.of", { rank: t(`rank.${rankOf(card)}`), suit: t(`suit.${suitOf(card)}`) });
}

/** @param {string[]} cards */
export const spokenAll = (cards) => cards.map(spoken).join(", ");

/** @typedef {{id: string, card: string, copy: number, copies: number}} Held */
/** @typedef {{name: string, label: string, cards: Held[]}} Group */

/**
 * Gives each copy an id of its own, because equal cards have the same name.
 *
 * @param {string[]} hand
 * @returns {Held[]}
 */
function withIds(hand) {
  /** @type {Object<string, number>} */
  const seen = {};
  const held = hand.map((card) => {
    seen[card] = (seen[card] ?? 0) + 1;
    return { id: `${card}-${seen[card]}`, card, copy: seen[card], copies: 0 };
  });
  return held.map((each) => ({ ...each, copies: seen[each.card] }));
}

/**
 * Groups a hand of Sheng Ji in rows: trumps first, then the plain suits. Within a row the order of the view stays,
 * once the view has one (after the trump suit is fixed).
 *
 * @param {string[]} hand
 * @param {any} match
 * @returns {Group[]}
 */
export function rowsOf(hand, match) {
  const { trump_rank: rank, trump_suit: suit, is_unsorted: isUnsorted = false } = match;
  const isTrump = (/** @type {string} */ card) => isJoker(card) || rankOf(card) === rank || suitOf(card) === suit;
  const sorted = suit && !isUnsorted ? hand : [...hand].sort((one, other) => place(other) - place(one));
  const all = withIds(sorted);
  const groups = [{ name: "T", label: t("hand.trumps"), cards: all.filter((each) => isTrump(each.card)) }];
  for (const each of SUITS) {
    const cards = all.filter((held) => !isTrump(held.card) && suitOf(held.card) === each);
    groups.push({ name: each, label: t(`suit.${each}`), cards });
  }
  return groups.filter((group) => group.cards.length);
}

function place(/** @type {string} */ card) {
  if (isJoker(card)) return card === "BJ" ? 1001 : 1000;
  return RANKS.indexOf(rankOf(card)) * 4 + (3 - SUITS.indexOf(suitOf(card)));
}

const CLIMBING = [...RANKS.slice(1), "2", "SJ", "BJ"];

/** Returns a hand of Zheng Shangyou as one row, high cards first. @param {string[]} hand @returns {Group[]} */
export function oneRow(hand) {
  const order = (/** @type {string} */ card) => CLIMBING.indexOf(rankOf(card)) * 4 + SUITS.indexOf(suitOf(card));
  const sorted = [...hand].sort((one, other) => order(other) - order(one));
  return sorted.length ? [{ name: "all", label: t("hand.all"), cards: withIds(sorted) }] : [];
}

/** Counts cards by name. @param {string[]} cards @returns {Map<string, number>} */
function counts(cards) {
  const result = new Map();
  for (const card of cards) result.set(card, (result.get(card) ?? 0) + 1);
  return result;
}

/** Returns whether `part` is within `whole`, counting copies. @param {string[]} part @param {string[]} whole */
export function within(part, whole) {
  const there = counts(whole);
  for (const [card, count] of counts(part)) if ((there.get(card) ?? 0) < count) return false;
  return true;
}
