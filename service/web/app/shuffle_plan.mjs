// What is shuffled in a hand, who draws first and who cuts, as the rules of both games say.

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = ["C", "D", "H", "S"];
const DECK = [...SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit)), "SJ", "BJ"];
const WITH_POINTS = ["5", "10", "K"];
const FILLER = "FC";

/** @typedef {import("./shuffle.mjs").Dice} Dice */
/** @typedef {{options: any, players: number}} Rules the options that differ from the defaults, and the number of seats */

/** @param {number} seat @param {number} players @param {number} steps to the right */
const besides = (seat, players, steps) => (seat + steps + players) % players;

/** @param {Rules} rules */
function decksOf({ options, players }) {
  const decks = options.decks ?? 2;
  return decks === "auto" ? Math.floor(players / 2) : decks;
}

/** @param {number} decks */
const ordered = (decks) => Array.from({ length: decks }, () => DECK).flat();

/** How many cards are taken out so that all hands have equal numbers (EX-KITTY-01). @param {Rules} rules @param {number} cards */
function tooMany({ options, players }, cards) {
  if (options.kitty_removes_cards !== "on" || typeof options.kitty_size !== "number") return 0;
  return (cards - options.kitty_size) % players;
}

/** The unshuffled pack of a hand of Sheng Ji (SJ-DECK-03). @param {Rules} rules @param {string | null} trumpRank */
function shengJiPack(rules, trumpRank) {
  const decks = decksOf(rules);
  const { filler_cards: fillers = 0, jokers_removed: jokers = 0, permanent_twos: twos } = rules.options;
  const whole = [...ordered(decks), ...Array.from({ length: fillers }, () => FILLER)];
  const low = RANKS.filter((rank) => !WITH_POINTS.includes(rank) && rank !== trumpRank && !(twos === "on" && rank === "2"));
  const harmless = low.flatMap((rank) => Array.from({ length: decks }, () => SUITS.map((suit) => rank + suit)).flat());
  const out = [
    ...Array.from({ length: jokers }, (_, turn) => (turn % 2 ? "BJ" : "SJ")),
    ...harmless.slice(0, tooMany(rules, whole.length - jokers)),
  ];
  return whole.filter((card) => {
    const at = out.indexOf(card);
    if (at >= 0) out.splice(at, 1);
    return at < 0;
  });
}

/** The count of an exposed card; null if another one replaces it (SJ-FIRST-02). @param {Rules} rules @param {string} card */
function countOf({ options }, card) {
  if (card === "SJ" || card === "BJ") return null;
  const rank = card.slice(0, -1);
  if (rank === "A") return options.first_drawer_ace === "one" ? 1 : null;
  return RANKS.indexOf(rank) + 2;
}

/** The first drawer of the first hand of Sheng Ji (SJ-FIRST-03). @param {Rules} rules @param {Dice} dice @param {number | null} chosen */
async function firstOfShengJi(rules, dice, chosen) {
  const { options, players } = rules;
  if (chosen !== null) return { first_drawer: chosen, shuffler: null, exposed: [] };
  const seat = await dice.below(players);
  if (options.first_drawer_method !== "count") {
    return { first_drawer: seat, shuffler: options.first_drawer_method === "shuffler" ? seat : null, exposed: [] };
  }
  const whole = ordered(decksOf(rules));
  const exposed = [];
  for (;;) {
    const [card] = whole.splice(await dice.below(whole.length), 1);
    exposed.push(card);
    const count = countOf(rules, card);
    if (count !== null) return { first_drawer: besides(seat, players, (count - 1) % players), shuffler: seat, exposed };
  }
}

/**
 * What precedes a deal of Sheng Ji. In later hands the first drawer follows from the play, so it is taken from the record.
 *
 * @param {Rules} rules @param {Dice} dice
 * @param {{recorded: any, isFirst: boolean, redealt: any, chosen: number | null}} hand `redealt` is how the hand that is repeated was prepared
 */
async function shengJiPlan(rules, dice, { recorded, isFirst, redealt, chosen }) {
  const { options, players } = rules;
  if (!isFirst && redealt) {
    const steps = (options.redeal_dealer ?? "keep") === "keep" ? 0 : 1;
    return { first_drawer: besides(redealt.first_drawer, players, steps), cutter: besides(redealt.cutter, players, steps) };
  }
  const found = isFirst ? await firstOfShengJi(rules, dice, chosen) : { first_drawer: recorded.first_drawer };
  const steps = options.cutter === "any_other" ? 1 + (await dice.below(players - 1)) : -1;
  return { ...found, cutter: besides(found.first_drawer, players, steps) };
}

/** What precedes a deal of Zheng Shangyou (ZS-DEAL-01). @param {Rules} rules @param {Dice} dice @param {any} hand as for Sheng Ji */
async function zhengShangyouPlan({ options, players }, dice, { recorded, isFirst, chosen }) {
  if (!isFirst) return { first_drawer: recorded.first_drawer, cutter: besides(recorded.first_drawer, players, -1), exposed: null };
  const lot = await dice.below(players);
  const first = chosen ?? lot;
  const exposed = options.zs_first_lead === "drawn_card_holder" ? DECK[await dice.below(DECK.length)] : null;
  return { first_drawer: first, cutter: besides(first, players, -1), exposed };
}

/** How each game prepares a hand, and its pack. @type {Object<string, {type: string, plan: Function, pack: Function, scored: string}>} */
export const GAMES = {
  sheng_ji: { type: "hand_prepared", plan: shengJiPlan, pack: shengJiPack, scored: "hand_scored" },
  zheng_shangyou: { type: "deal_prepared", plan: zhengShangyouPlan, pack: () => DECK, scored: "places_scored" },
};
