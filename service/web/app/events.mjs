// One sentence for each event, for the live region and the log.
import { short, shorts, spokenAll } from "./cards.mjs";
import { has, list, t } from "./i18n.mjs";

/** Returns the name of a player at a seat. Equal names get the number of the seat. @param {any} view @param {number} seat */
export function nameOf(view, seat) {
  const player = view.seats[seat]?.player;
  if (!player) return t("seat.free");
  if (seat === view.you) return t("seat.you");
  const name = displayName(view, seat);
  const twice = view.seats.some((/** @type {any} */ each) => each.seat !== seat && displayName(view, each.seat) === name);
  return twice ? t("seat.numbered", { name, seat: seat + 1 }) : name;
}

/** @param {any} view @param {number} seat */
function displayName(view, seat) {
  const { player, bot } = view.seats[seat] ?? {};
  if (!player) return "";
  if (bot && has(`bot.${bot}`)) return t(`bot.${bot}`);
  return view.players?.[player]?.name ?? t("player.unknown");
}

/** @param {any} view @param {number[]} seats */
export const namesOf = (view, seats) => list(seats.map((seat) => nameOf(view, seat)));

/** @param {string} suit */
export const trumpName = (suit) => t(suit === "NT" ? "trump.none" : `suit.${suit}`);

/**
 * Returns a sentence about a seat. About the own seat it is the text with `.you`, where there is one.
 *
 * @param {string} key @param {any} view @param {number} seat @param {Object<string, string | number>} [gaps]
 */
export function about(key, view, seat, gaps = {}) {
  const own = `${key}.you`;
  const isOwn = seat === view.you && (has(own) || has(`${own}.other`));
  return t(isOwn ? own : key, { name: nameOf(view, seat), ...gaps });
}

/** A sentence about each of several seats, which have one card each. */
const eachOf = (/** @type {string} */ key, /** @type {any} */ data, /** @type {any} */ view, /** @type {(cards: string[]) => string} */ cards) =>
  data.seats.map((/** @type {number} */ seat, /** @type {number} */ at) => about(key, view, seat, { cards: cards([data.cards[at]]) })).join(t("text.gap"));

/** @type {Object<string, (data: any, view: any, cards: (cards: string[]) => string) => string>} */
const SENTENCES = {
  table_started: () => t("event.started"),
  hand_opened: (data) => t("event.hand", { n: data.hand }),
  declared: (data, view, cards) =>
    about("event.declared", view, data.seat, { cards: cards(data.cards), suit: trumpName(data.trump_suit) }),
  declaration_passed: (data, view) => about("event.not_declared", view, data.seat),
  plan_filed: (data, view) => about("event.plan", view, data.seat),
  trump_fixed: (data, view) =>
    about("event.trump", view, data.dealer, { suit: trumpName(data.trump_suit) }),
  kitty_taken: (data, view) => about("event.kitty_taken", view, data.seat),
  kitty_buried: (data, view) => about("event.kitty_buried", view, data.seat),
  kitty_bid: (data, view, cards) => about("event.kitty_bid", view, data.seat, { cards: cards(data.cards) }),
  kitty_revealed: (data, view, cards) => t("event.kitty_revealed", { cards: cards(data.cards) }),
  friends_called: (data, view) =>
    data.solo
      ? about("event.solo", view, data.seat)
      : about("event.called", view, data.seat, { calls: list(data.calls.map(callText)) }),
  call_answered: (data, view) => about("event.friend", view, data.seat),
  cards_played: (data, view, cards) => about("event.played", view, data.seat, { cards: cards(data.cards) }),
  trick_won: (data, view) => about("event.trick", view, data.seat, { n: data.points }),
  throw_failed: (data, view, cards) =>
    about("event.throw_failed", view, data.seat, { cards: cards(data.cards) }),
  lead_forced: (data, view, cards) => about("event.forced", view, data.seat, { cards: cards(data.cards) }),
  hand_scored: (data) => t("event.scored", { n: data.opponent_points }),
  hand_redealt: () => t("event.redealt"),
  hand_conceded: (data, view) => t("event.conceded", { names: namesOf(view, data.seats) }),
  match_ended: () => t("event.ended"),
  combination_played: (data, view, cards) =>
    about("event.played", view, data.seat, { cards: cards(data.cards) }),
  turn_passed: (data, view) => about("event.passed", view, data.seat),
  round_ended: (data, view) => about("event.round", view, data.leader),
  ran_out: (data, view) => about("event.out", view, data.seat, { place: data.place }),
  places_scored: (data, view) => t("event.places", { names: namesOf(view, data.order) }),
  tribute_revealed: (data, view, cards) => eachOf("event.tribute_by", data, view, cards),
  tribute_taken: (data, view, cards) => about("event.takes", view, data.seat, { cards: cards([data.card]) }),
  tribute_left: (data, view, cards) => about("event.gets", view, data.seat, { cards: cards([data.card]) }),
  discards_revealed: (data, view, cards) => eachOf("event.returned_by", data, view, cards),
  discard_taken: (data, view, cards) => about("event.takes", view, data.seat, { cards: cards([data.card]) }),
  discard_left: (data, view, cards) => about("event.gets", view, data.seat, { cards: cards([data.card]) }),
  proposal_made: (data, view) => about("event.proposed", view, data.seat),
  move_undone: () => t("event.undone"),
  taken_back: () => t("event.undone"),
  claim_proven: (data, view) => about("event.claimed", view, data.seat),
  seat_left: (data, view) => about("event.left", view, data.seat),
};

/**
 * Returns the sentence of an event; null for events without one.
 *
 * @param {any} event @param {any} view @param {boolean} [aloud] whether cards are named for a screen reader
 */
export function sentence(event, view, aloud = false) {
  const make = SENTENCES[event.type];
  return make ? make(event.data, view, aloud ? spokenAll : shorts) : null;
}

/** Returns a call as words, such as "second ♥A". @param {any} call */
export function callText(call) {
  const card = short(call.card);
  return call.word === "ordinal" ? t("call.ordinal", { n: call.ordinal, card }) : t(`call.${call.word}`, { card });
}
