"""The double-dummy value of the last tricks of a hand of Sheng Ji: the result if all cards were known to everyone.

The value of a trick is what the opponents of the declarers have at the end of the hand, if both sides play as well as
possible from its lead on. It is found by an alpha-beta search over all plays that the rules allow, trick by trick from
the last one backwards. Earlier tricks than the caller has time for get bounds, which are certain, but wide:

    at least   what the opponents have taken before the trick, and what the seat on lead certainly wins for them
    at most    that, all points left in the hands but those that the seat on lead certainly wins for the declarers, and
               the points in the kitty, multiplied for the largest unit that an opponent holds

`domain/tools/sure_tricks.py` says what the seat on lead certainly wins.

Throws that fail are left out, since they never gain: the seat could have led the forced unit itself. Games with called
friends are not solved, because a play may change the sides. Neither are tables where following is not enforced.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from domain.games.registry import GAMES
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS
from domain.games.sheng_ji.commands import Play
from domain.games.sheng_ji.early_end import most_factor
from domain.games.sheng_ji.holding import hand_cards, in_suit
from domain.games.sheng_ji.kitty_bonus import kitty_factor
from domain.games.sheng_ji.packing import shapes_in
from domain.games.sheng_ji.play_events import ThrowFailed
from domain.games.sheng_ji.state import MatchState, Scored, Tricks
from domain.kernel.cards import Cards, points
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.table.events import HandOpened
from domain.table.evolve import evolve
from domain.table.game import Game
from domain.tools.sure_tricks import sure_tricks

Known = dict[tuple[Any, ...], int]
"""The exact values of positions between two tricks."""


class TrickValue(NamedTuple):
    """What the opponents have at the end of the hand, if all play their best from a trick on.

    Attributes:
        trick: the number of the trick, from 1.
        low, high: the least and the greatest possible value. They are equal if the value is exact.
        is_exact: whether the position was solved.
    """

    trick: int
    low: int
    high: int
    is_exact: bool


class _TimeUp(Exception):
    """The caller has no more time."""


def trick_values(events: Sequence[Any], hand: int, is_time_up: Callable[[], bool]) -> list[TrickValue] | None:
    """Returns the values of the tricks of a hand, from the first to the last.

    Args:
        events: the events of the table from its opening, with all cards.
        hand: the number of the hand.
        is_time_up: whether the search has to stop. It is asked at every position.

    Returns:
        The values, or `None` if the hand cannot be solved: another game, called friends, or no enforcement.
    """
    starts = starts_of_tricks(events, hand)
    if not starts or not _can_be_solved(starts[0]):
        return None
    found: list[TrickValue] = []
    known: Known = {}
    time_is_up = False
    for state in reversed(starts):
        trick, (low, high) = state.phase.number, _bounds(state)  # type: ignore[union-attr]  # `starts_of_tricks` yields tricks
        if not time_is_up:
            try:
                low = high = _value(GAMES["sheng_ji"], state, -1, high + 1, known, is_time_up)
            except _TimeUp:
                time_is_up = True
        found.append(TrickValue(trick, low, high, not time_is_up))
    return found[::-1]


def _can_be_solved(match: MatchState) -> bool:
    return match.rules.friends is None and match.rules.value("enforcement") != "honor"


def starts_of_tricks(events: Sequence[Any], hand: int) -> list[MatchState]:
    """Returns the match before the lead of each trick of a hand."""
    table = evolve(GAMES, None, events[0])
    if table.game.name != "sheng_ji":
        return []
    found: list[MatchState] = []
    current = 0
    for event in events[1:]:
        current = event.hand if isinstance(event, HandOpened) else current
        table = evolve(GAMES, table, event)
        match table.match:
            case MatchState(phase=Tricks(trick=None, throw=None) as tricks) if current == hand:
                is_new = not found or found[-1].phase.number != tricks.number  # type: ignore[union-attr]  # as above
                if is_new and tricks.hands[tricks.turn].known:
                    found.append(table.match)
    return found


def _bounds(match: MatchState) -> tuple[int, int]:
    """Returns the least and the greatest value of a position."""
    tricks: Any = match.phase
    taken, fines = _taken(tricks), sum(tricks.penalties)
    left = sum(points(hand_cards(tricks.deal.order, hand.known)) for hand in tricks.hands)
    sure, kitty = sure_tricks(match, tricks), points(tricks.kitty)
    low, high = taken - fines, taken + fines + left + kitty * _largest_factor(match, tricks)
    if tricks.deal.declares(tricks.turn):
        return low, taken + fines if sure.is_all else high - sure.points
    if sure.is_all:
        return low + left + kitty * kitty_factor(match.rules.kitty_multiplier, 1, 1, 1), high
    return low + sure.points, high


def _largest_factor(match: MatchState, tricks: Tricks) -> int:
    """Returns the largest factor of the kitty with which the opponents can win the last trick."""
    rules, chains = match.rules, tricks.deal.order.chains
    held = [
        (suit, in_suit(hand.known, suit))
        for seat, hand in enumerate(tricks.hands)
        if not tricks.deal.declares(Seat(seat))
        for suit in EFFECTIVE_SUITS
    ]
    longest = max(holding.bit_count() for _, holding in held)
    if rules.bombs != "off" or rules.kitty_unit_source == "any_play":
        return most_factor(rules, longest)
    # The winning play has a unit of the shape of the decisive one, and as many cards as the lead.
    shapes = {(1, 1)}.union(*(shapes_in(chains[suit], holding) for suit, holding in held if holding))
    factors = [kitty_factor(rules.kitty_multiplier, width, length, longest) for width, length in shapes]
    return max(*factors, rules.kitty_multiplier_singles_throw if longest > 1 else 0)


def _taken(tricks: Tricks) -> int:
    return sum(won for seat, won in enumerate(tricks.points) if not tricks.deal.declares(Seat(seat)))


def _value(game: Game, match: MatchState, low: int, high: int, known: Known, is_time_up: Callable[[], bool]) -> int:
    """Returns the value of a position, exactly if it is between `low` and `high`, or a bound on that side."""
    phase = match.phase
    if isinstance(phase, Scored):
        return phase.score.opponent_points
    if not isinstance(phase, Tricks):
        raise TypeError(f"nothing is played in {type(phase).__name__}")
    if is_time_up():
        raise _TimeUp
    key = (phase.hands, phase.turn, phase.points, phase.penalties) if phase.trick is None else None
    if key is not None and key in known:
        return known[key]
    is_declarer = phase.deal.declares(phase.turn)
    best, window = None, (low, high)
    for after in _plays(game, match, phase):
        value = _value(game, after, *window, known, is_time_up)
        if is_declarer:
            best = value if best is None else min(best, value)
            window = (window[0], min(window[1], best))
        else:
            best = value if best is None else max(best, value)
            window = (max(window[0], best), window[1])
        if window[0] >= window[1]:
            break
    if best is None:
        raise ValueError("no play is possible")
    if key is not None and low < best < high:
        known[key] = best
    return best


def _plays(game: Game, match: MatchState, tricks: Tricks) -> Iterator[MatchState]:
    """Yields the match after each possible play of the seat that has to play, high cards first."""
    order, hand = tricks.deal.order, tricks.hands[tricks.turn].known
    held = hand_cards(order, hand)[::-1]
    sizes = range(1, len(held) + 1) if tricks.trick is None else (tricks.trick.lead.size,)
    tried: set[Cards] = set()
    for size in sizes:
        for cards in combinations(held, size):
            if cards in tried:
                continue
            tried.add(cards)
            try:
                done = game.decide(match, tricks.turn, Play(cards))
            except Refusal:
                continue
            if not any(isinstance(event, ThrowFailed) for event in done.events):
                yield done.state
