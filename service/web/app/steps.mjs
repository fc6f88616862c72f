// A view of a table, moved on by one event, so that people see each move. The next view of the server replaces it.
// `stepped` is pure. It knows no rule: events say who plays what, and who wins.

/** Before the next view, nothing after these events can be shown. */
const BREAKS = new Set(["hand_opened", "hand_redealt", "move_undone", "taken_back", "hand_conceded"]);

/**
 * Returns the view after an event; the same view if the event changes nothing that people follow.
 *
 * @param {any} view @param {any} event @param {boolean} isStep whether the event is shown; if not, the next view shows it
 */
export function stepped(view, event, isStep) {
  if (!view?.match || view.is_behind || view.status !== "playing" || event.version <= view.version) return view;
  const step = STEPS[event.type];
  if (BREAKS.has(event.type) || (step && !isStep)) return { ...view, is_behind: event.version };
  const match = step?.(view.match, event.data, view);
  if (!match) return view;
  return { ...view, match, asked: event.asked ?? [], version: event.version, is_stepped: true };
}

/** @type {Object<string, (match: any, data: any, view: any) => any>} */
const STEPS = {
  declared: (match, { seat, cards }) => match.phase === "declaring" && { ...match, standing: { seat, cards } },
  trump_fixed: (match, { trump_suit, trump_rank, dealer }) =>
    match.phase === "declaring" &&
    { ...match, trump_suit, trump_rank: trump_rank ?? match.trump_rank, dealer, is_unsorted: true },
  kitty_taken: (match, { seat, cards }) => sized(match, seat, cards.length),
  kitty_buried: (match, { seat, cards }) => sized(match, seat, -cards.length),
  throw_failed: (match, { seat, cards }) => ({ ...match, failed_throw: { seat, cards } }),
  cards_played: (match, { seat, cards, reading }, view) => {
    const trick = match.trick ?? { plays: [], winning: seat };
    const next = { ...trick, plays: [...trick.plays, { seat, cards }], winning: reading.length ? seat : trick.winning };
    return { ...left(match, seat, cards, view), phase: "playing", trick: next, friends: withPlayed(match.friends, cards) };
  },
  call_answered: (match, { seat, call, joined }) => match.friends && { ...(joined ? withDeclarer(match, seat) : match), friends: withAnswer(match.friends, call, seat) },
  trick_won: (match, { seat, points }) =>
    match.trick && {
      ...withPoints(match, seat, points),
      trick: null,
      failed_throw: null,
      last_trick: { plays: match.trick.plays, winner: seat, points, failed_throw: match.failed_throw ?? null },
    },
  combination_played: (match, { seat, cards, reading }, view) =>
    match.phase === "climbing" && {
      ...left(match, seat, cards, view),
      round: [...match.round, { seat, cards, reading }],
      standing: { seat, cards, reading },
    },
  turn_passed: (match, { seat }) =>
    match.phase === "climbing" && { ...match, round: [...match.round, { seat, cards: [], reading: null }] },
  ran_out: (match, { seat }) => match.phase === "climbing" && { ...match, places: [...match.places, seat] },
  round_ended: (match, { leader }) =>
    match.phase === "climbing" && { ...match, round: [], last_round: match.round, standing: null, turn: leader },
};

/** Changes the size of a hand. @param {any} match @param {number} seat @param {number} by */
const sized = (match, seat, by) =>
  match.hand_sizes && { ...match, hand_sizes: match.hand_sizes.map((/** @type {number} */ size, /** @type {number} */ at) => (at === seat ? size + by : size)) };

/** Counts the copies of called cards in a play. @param {any} friends @param {string[]} cards */
const withPlayed = (friends, cards) =>
  friends && { ...friends, calls: friends.calls.map((/** @type {any} */ call) => ({ ...call, seen: call.seen + cards.filter((card) => card === call.card).length })) };

/** @param {any} friends @param {number} at @param {number} seat */
const withAnswer = (friends, at, seat) =>
  ({ ...friends, calls: friends.calls.map((/** @type {any} */ call, /** @type {number} */ index) => (index === at ? { ...call, answered_by: seat } : call)) });

/** Adds points to a seat that is not known as a declarer. Some tables hide points. @param {any} match @param {number} seat @param {number} points */
function withPoints(match, seat, points) {
  if (typeof match.opponent_points !== "number" || typeof match.points_taken?.[seat] !== "number") return match;
  return { ...match, opponent_points: match.opponent_points + points, points_taken: match.points_taken.with(seat, match.points_taken[seat] + points) };
}

/** A seat joins the side of the dealer, and its points no longer count for the opponents. @param {any} match @param {number} seat */
function withDeclarer(match, seat) {
  const own = match.points_taken?.[seat] ?? 0;
  const points = own ? withPoints(match, seat, -own) : match;
  return { ...points, declarers: [...(match.declarers ?? []), seat], ...(points.points_taken && { points_taken: points.points_taken.with(seat, null) }) };
}

/** Takes played cards out of a hand. Only the own hand has known cards. */
function left(match, seat, cards, view) {
  const next = sized(match, seat, -cards.length) || match;
  if (seat !== view.you || !match.hand) return next;
  const hand = [...match.hand];
  for (const card of cards) {
    const at = hand.indexOf(card);
    if (at >= 0) hand.splice(at, 1);
  }
  return { ...next, hand };
}
