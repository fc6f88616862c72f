"""The moves that an expert compares: those that the rules of thumb rank highest, and others that may be better."""

from collections.abc import Iterator

from domain.games.sheng_ji.bots.burying import PLAIN, Taste, bury
from domain.games.sheng_ji.bots.follow_features import distinct
from domain.games.sheng_ji.bots.judging import Judge
from domain.games.sheng_ji.bots.lead_judging import LeadJudge
from domain.games.sheng_ji.bots.posing import led_unit, masks_of, standing_of
from domain.games.sheng_ji.bots.prospects import SIDE_SUITS
from domain.games.sheng_ji.commands import Play
from domain.games.sheng_ji.holding import hand_of
from domain.games.sheng_ji.lead import led_units
from domain.games.sheng_ji.playouts.problem import BURY, FOLLOW, LEAD, Trial
from domain.games.sheng_ji.state import Burying, MatchState, Trick, Tricks
from domain.games.sheng_ji.trick import beats
from domain.games.sheng_ji.units import weakness
from domain.kernel.cards import Cards
from domain.kernel.seats import Seat

MOST, MOST_BURIALS, MOST_CALLS = 12, 10, 6
"""The largest numbers of candidates."""
TASTES = (
    PLAIN,
    Taste(point=0.6),
    Taste(point=-0.4),
    Taste(short=1.8),
    Taste(short=0.4),
    Taste(pair=2.5),
    Taste(pair=0.3),
    Taste(ace=4.0),
    Taste(point=0.6, short=1.8),
    Taste(point=-0.4, short=1.8),
    Taste(point=0.6, short=0.4, pair=2.5),
    Taste(point=-0.4, short=0.4, pair=2.5),
)
"""Tastes in burying the kitty; the first one is the rule of thumb."""


def leads(match: MatchState, tricks: Tricks, seat: Seat) -> list[Play]:
    """Returns the leads to be compared, the one that rules of thumb rank highest first."""
    leader = LeadJudge(match, tricks, seat)
    ranked = sorted(leader.candidates(), key=leader.score, reverse=True)
    return [leader.play(*candidate) for candidate in ranked[:MOST]]


def follows(match: MatchState, tricks: Tricks, trick: Trick, seat: Seat) -> list[Play]:
    """Returns the follows to be compared, the one that rules of thumb rank highest first."""
    follower = Judge(match, tricks, trick, seat)
    ranked = follower.ranked()
    found = ranked[: MOST - 4] + list(_other_discards(follower))
    return [Play(cards) for cards in distinct(follower.order, found)][:MOST]


def burials(match: MatchState, burying: Burying, seat: Seat) -> list[Cards]:
    """Returns the burials to be compared, the rule of thumb first."""
    ways = [bury(match, burying, seat, taste) for taste in TASTES]
    return distinct(burying.deal.order, ways)[:MOST_BURIALS]


def trial_of_burial(match: MatchState, burying: Burying, cards: Cards) -> Trial:
    """Returns a burial as playouts try it."""
    hand = hand_of(burying.deal.order, cards)
    return Trial(BURY, masks_of(hand, match.rules.copies), (), None, len(cards))


def _other_discards(follower: Judge) -> Iterator[Cards]:
    """Yields other discards for a play that does not follow suit: the lowest cards of each suit, and points."""
    discarding = follower.discarding()
    if discarding is not None:
        lowest = [discarding.lowest(follower.order, suit) for suit in SIDE_SUITS]
        yield from (cards for cards in lowest if cards is not None)
        yield discarding.most_points(follower.order)


def trial_of_lead(match: MatchState, tricks: Tricks, play: Play) -> Trial:
    """Returns a lead as playouts try it."""
    order = tricks.deal.order
    hand = hand_of(order, play.cards)
    _, units = led_units(order, match.rules, hand, play.cards, play.units)
    led = tuple([led_unit(unit) for unit in sorted(units, key=weakness)])
    return Trial(LEAD, masks_of(hand, match.rules.copies), led, None, len(play.cards))


def trial_of_follow(match: MatchState, tricks: Tricks, trick: Trick, play: Play) -> Trial:
    """Returns a follow as playouts try it."""
    order, rules = tricks.deal.order, match.rules
    hand = hand_of(order, play.cards)
    better = beats(order, trick.lead, trick.standing, hand, rules.trump_throw_compare, rules.bombs)
    standing = standing_of(trick.lead, better) if better else None
    return Trial(FOLLOW, masks_of(hand, rules.copies), (), standing, len(play.cards))
