// A plain trick-taking game for four seats with two packs. It is as large as a hand of Sheng Ji, and a move costs alike:
// it checks the card, changes the state, and adds one entry to the log of the match.
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const SEATS = 4;
const PACKS = 2;
const SUITS = 4;
const RANKS = 13;

const suit = (card) => Math.floor(card / RANKS) % SUITS;
const rank = (card) => card % RANKS;

function deal(random) {
  const pack = random.Shuffle([...Array(PACKS * SUITS * RANKS).keys()]);
  const each = pack.length / SEATS;
  return Object.fromEntries([...Array(SEATS).keys()].map((seat) => [seat, pack.slice(seat * each, (seat + 1) * each)]));
}

function mayPlay(hand, trick, card) {
  if (!hand.includes(card)) return false;
  const follows = (each) => suit(each) === suit(trick[0].card);
  return trick.length === 0 || follows(card) || !hand.some(follows);
}

function winner(trick) {
  const beats = (one, other) => suit(one.card) === suit(other.card) && rank(one.card) > rank(other.card);
  return trick.reduce((best, each) => (beats(each, best) ? each : best)).seat;
}

function play({ G, playerID, random }, card) {
  const seat = Number(playerID);
  const hand = G.players[seat];
  if (!mayPlay(hand, G.trick, card)) return INVALID_MOVE;
  hand.splice(hand.indexOf(card), 1);
  G.trick.push({ seat, card });
  G.next = (seat + 1) % SEATS;
  if (G.trick.length < SEATS) return;
  G.next = winner(G.trick);
  G.won[G.next] += 1;
  G.trick = [];
  if (hand.length > 0) return;
  G.hands += 1;
  G.players = deal(random);
}

const game = (hands) => ({
  name: "tricks",
  setup: ({ random }) => ({ players: deal(random), trick: [], won: Array(SEATS).fill(0), next: 0, hands: 0 }),
  playerView: PlayerView.STRIP_SECRETS,
  moves: { play: { move: play, client: false } },
  turn: { minMoves: 1, maxMoves: 1, order: { first: () => 0, next: ({ G }) => G.next } },
  endIf: ({ G }) => G.hands >= hands || undefined,
});

module.exports = { SEATS, game, mayPlay };
