// Computes the deal of a hand once more from its published secret, and compares it with the record.
import { commitmentOf, cutAt, dice, fromHex, seedOf, shuffled } from "./shuffle.mjs";
import { GAMES } from "./shuffle_plan.mjs";

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The numbers of the hands of a record, in order. @param {any[]} events */
export const handsOf = (events) => events.filter((each) => each.type === "hand_opened").map((each) => each.data.hand);

/** The events of a hand, from its opening to that of the next one. @param {any[]} events @param {number} hand */
function eventsOf(events, hand) {
  const opened = (/** @type {any} */ each) => each.type === "hand_opened";
  const from = events.findIndex((each) => opened(each) && each.data.hand === hand);
  const to = events.findIndex((each, at) => at > from && opened(each));
  return { before: events.slice(0, from), during: events.slice(from, to < 0 ? undefined : to) };
}

/** The commitment that was published before a hand was opened. @param {any[]} before the events before it */
const announced = (before) => before.map((each) => (each.type === "table_opened" ? each.data.commitment : each.data?.next_commitment)).filter(Boolean).at(-1);

/** The entropy that each seat gave. @param {any[]} before @param {number} seats */
function given(before, seats) {
  const entropies = Array.from({ length: seats }, () => "");
  for (const { type, data } of before) {
    if (type === "seat_taken" || type === "entropy_changed") entropies[data.seat] = data.entropy;
    if (type === "seat_left") entropies[data.seat] = "";
  }
  return entropies;
}

/** The preparation of the hand before, if its cards were dealt again. @param {any[]} before @param {string} type */
function redealtBefore(before, type) {
  const ofLast = before.slice(before.findLastIndex((each) => each.type === "hand_opened"));
  if (!ofLast.some((each) => each.type === "hand_redealt")) return null;
  return ofLast.find((each) => each.type === type)?.data ?? null;
}

/** @param {any[]} during the events of a hand @param {string} type */
const dataOf = (during, type) => during.find((each) => each.type === type)?.data;

/** Where what was dealt differs from the pack. @param {any[]} during @param {any} dealt */
function spreadDifferences(during, dealt) {
  const drawn = during.filter((each) => each.type === "round_drawn").find(({ data }) =>
    data.cards.some((/** @type {string} */ card, /** @type {number} */ seat) =>
      card !== dealt.order[(data.round - 1) * dealt.seats + ((seat - dealt.first_drawer + dealt.seats) % dealt.seats)]));
  const kitty = dataOf(during, "kitty_taken")?.cards;
  const left = dealt.order.slice(dealt.seats * dealt.hand_size);
  return [
    ...(drawn ? [{ code: "drawn", round: drawn.data.round }] : []),
    ...(kitty && !same([...kitty].sort(), left.sort()) ? [{ code: "kitty" }] : []),
  ];
}

/** The first card of the pack that differs. @param {string[]} recorded @param {string[]} found */
function packDifferences(recorded, found) {
  if (recorded.length !== found.length) return [{ code: "count", recorded: recorded.length, found: found.length }];
  const at = found.findIndex((card, place) => card !== recorded[place]);
  if (at < 0) return [];
  const count = found.filter((card, place) => card !== recorded[place]).length;
  return [{ code: "card", n: count, place: at + 1, recorded: recorded[at], found: found[at] }];
}

/** Where a deal differs from what the secret gives. @param {any} table the data of its opening @param {any} parts of the record @param {Uint8Array} secret */
async function dealDifferences(table, { before, during, opened, dealt, recorded }, secret) {
  const { hand, entropies } = opened;
  const game = GAMES[table.game];
  const rules = { options: table.rules.options, players: entropies.length };
  const seed = await seedOf(secret, hand, entropies);
  const isFirst = !before.some((/** @type {any} */ each) => each.type === game.scored);
  const chosen = table.deals?.[hand - 1]?.first_drawer ?? null;
  const plan = await game.plan(rules, dice(seed, "prepare"), { recorded, isFirst, redealt: redealtBefore(before, game.type), chosen });
  const prepared = Object.keys(plan).filter((each) => !same(plan[each], recorded[each]));
  const pack = await shuffled(game.pack(rules, recorded.trump_rank ?? null), dice(seed, "shuffle"));
  const cut = await cutAt(entropies[plan.cutter], hand, pack.length);
  return [
    ...prepared.map((each) => ({ code: each })),
    ...(dealt.first_drawer === plan.first_drawer ? [] : [{ code: "drawer_of_deal" }]),
    ...(dealt.cut === cut ? [] : [{ code: "cut", recorded: dealt.cut, found: cut }]),
    ...packDifferences(dealt.order, [...pack.slice(cut), ...pack.slice(0, cut)]),
    ...spreadDifferences(during, dealt),
  ];
}

/**
 * Verifies the shuffle of a hand.
 *
 * @param {any[]} events of the record @param {number} hand
 * @returns {Promise<any>} `status` is "agrees", "differs", "chosen" for a chosen deal, "secret" without a secret, or
 *   "unknown" for what is no hand of a game known here. `differences` has their codes with gaps for texts.
 */
export async function checkHand(events, hand) {
  const { before, during } = eventsOf(events, hand);
  const table = dataOf(before, "table_opened");
  const opened = dataOf(during, "hand_opened");
  const dealt = dataOf(during, "cards_dealt");
  const recorded = during.find((each) => each.type === GAMES[table?.game]?.type)?.data;
  if (!opened || !dealt || !recorded) return { status: "unknown", differences: [] };
  const { commitment, entropies } = opened;
  const published = events.find((each) => each.type === "secret_published" && each.data.hand === hand)?.data.secret ?? null;
  const shown = { commitment, entropies, secret: published, cards: dealt.order.length };
  const isOwn = same(entropies, given(before, entropies.length));
  const early = [
    ...(commitment === announced(before) ? [] : [{ code: "announced" }]),
    ...(isOwn ? [] : [{ code: "entropies" }]),
  ];
  if (published === null) return { ...shown, status: early.length ? "differs" : "secret", differences: early };
  const secret = fromHex(published);
  if ((await commitmentOf(secret)) !== commitment) early.push({ code: "secret" });
  if (dealt.chosen) {
    if (!table.deals?.[hand - 1]) early.push({ code: "not_chosen" });
    return { ...shown, status: early.length ? "differs" : "chosen", differences: early };
  }
  const differences = [...early, ...(await dealDifferences(table, { before, during, opened, dealt, recorded }, secret))];
  return { ...shown, status: differences.length ? "differs" : "agrees", differences };
}
