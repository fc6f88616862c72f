"""Matches open seeks to full tables; those that have waited longest come first.

The seekers lead one after the other. Each leader gets the variant they like best for which there are enough others. Of
the possible groups, the one whose members have waited longest is chosen: the first in lexicographic order. So the
result depends only on the seeks and their order.

The number of search steps is limited, because ranges that partly overlap could make a search take too long. If the
steps run out, the next search begins after the last leader.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from domain.clocks.rules import ClockRules
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.seeks.clocks import clock_of
from domain.seeks.opponents import NOTHING_KNOWN, Acquaintances, is_acceptable
from domain.seeks.wishes import Common, Seek, Variant, common_of, shared_with
from domain.table.spectators import Spectators

KeptApart = Callable[[PlayerId, PlayerId], bool]
"""Returns whether two players must not meet."""
AcceptsOther = Callable[[Seek, Seek], bool]
"""Returns whether two seeks can be at one table."""


class SeekMatch(NamedTuple):
    """A full table.

    Attributes:
        seeks: the ids of the seeks, the leader's first, the others in order.
        variant: the rules.
        hands: the number of hands, the fewest that all accept, or `None` to play until the match is won.
        clock: the kind of clock that the leader likes best, with the most seconds per move that all accept.
        spectators: the delay for spectators.
        players: the player on each seat.
    """

    seeks: tuple[str, ...]
    variant: Variant
    hands: int | None
    clock: ClockRules
    spectators: Spectators
    players: tuple[PlayerId, ...]


class Matches(NamedTuple):
    """The result of a search.

    Attributes:
        tables: the tables that can be filled.
        last: the id of the last leader if the steps ran out, or `None` if all seeks have led.
    """

    tables: list[SeekMatch]
    last: str | None


class Steps(NamedTuple):
    """How often a search may try a seek in a group: for one leader and in total."""

    for_one: int = 3_000
    for_all: int = 100_000


STEPS = Steps()


def nobody(_: PlayerId, __: PlayerId) -> bool:
    """Excludes no pairing."""
    return False


def matches(
    seeks: Sequence[Seek], apart: KeptApart = nobody, steps: Steps = STEPS, known: Acquaintances = NOTHING_KNOWN
) -> Matches:
    """Returns the tables that can be filled. Each seek is used at most once.

    Args:
        seeks: the open seeks, longest waiting first.
        apart: the pairing exclusions.
        steps: the limits of the search.
        known: the facts about players that wishes about opponents need.
    """
    accepts = partial(_accept_each_other, apart=apart, known=known)
    found: list[SeekMatch] = []
    used: set[str] = set()
    left = steps.for_all
    of_variant = _places(seeks)
    for place, leader in enumerate(seeks):
        if leader.id in used:
            continue
        if left <= 0:
            return Matches(found, seeks[place - 1].id)
        for variant in leader.variants:
            places = of_variant[variant.key]
            others = [seeks[each] for each in places[bisect_right(places, place) :] if seeks[each].id not in used]
            search = _Search(leader, variant, others, accepts, min(left, steps.for_one))
            group = search.group()
            left -= search.taken
            if group is not None:
                found.append(_match(variant, *group))
                used.update(found[-1].seeks)
                break
    return Matches(found, None)


def _places(seeks: Sequence[Seek]) -> dict[str, list[int]]:
    """Returns, for each variant, the indices of the seeks that accept it, in order."""
    places: dict[str, list[int]] = {}
    for place, seek in enumerate(seeks):
        for key in {variant.key for variant in seek.variants}:
            places.setdefault(key, []).append(place)
    return places


class _Search:
    """The search for a group around one seek with one variant, among others that accept it.

    Seeks that do not fit the leader are excluded first and cost no steps. Otherwise many seeks that cannot be matched
    would use up the steps of later ones.
    """

    def __init__(
        self, leader: Seek, variant: Variant, others: Sequence[Seek], accepts: AcceptsOther, steps: int
    ) -> None:
        self._leader = leader
        self._variant = variant
        self._accepts = accepts
        self._steps = steps
        self.taken = 0
        common = common_of(leader)
        self._others = [seek for seek in others if shared_with(common, seek) and self._fits((leader,), seek)]

    def group(self) -> tuple[tuple[Seek, ...], Common] | None:
        """Returns the seeks that fill the table and what they have in common, or `None` if no group was found."""
        alone = (self._leader,)
        if not _has_room(self._variant, alone):
            return None
        if sum(len(seek.players) for seek in (*alone, *self._others)) < self._variant.seats:
            return None
        return self._filled(alone, common_of(self._leader), 0)

    def _filled(self, group: tuple[Seek, ...], common: Common, first: int) -> tuple[tuple[Seek, ...], Common] | None:
        if sum(len(seek.players) for seek in group) == self._variant.seats:
            return group, common
        for place in range(first, len(self._others)):
            if self.taken >= self._steps:
                return None
            self.taken += 1
            seek = self._others[place]
            wider = shared_with(common, seek)
            if wider is None or not self._fits(group, seek):
                continue
            filled = self._filled((*group, seek), wider, place + 1)
            if filled is not None:
                return filled
        return None

    def _fits(self, group: tuple[Seek, ...], seek: Seek) -> bool:
        """Returns whether a seek fits all members of the group."""
        return _has_room(self._variant, (*group, seek)) and all(self._accepts(seek, other) for other in group)


def _accept_each_other(one: Seek, two: Seek, apart: KeptApart, known: Acquaintances) -> bool:
    """Returns whether the players of two seeks accept each other at a table."""
    twos = [(first, second) for first in one.players for second in two.players]
    return _get_on(one, two) and all(
        not apart(first, second)
        and is_acceptable(one.opponents, first, second, known)
        and is_acceptable(two.opponents, second, first, known)
        for first, second in twos
    )


def _has_room(variant: Variant, group: tuple[Seek, ...]) -> bool:
    pairs = sum(len(seek.players) == 2 for seek in group)
    return sum(len(seek.players) for seek in group) <= variant.seats and pairs <= variant.pairs


def _get_on(one: Seek, two: Seek) -> bool:
    """Returns whether the seeks have different players and accept bots where the other is one."""
    minds = (one.is_bot and not two.with_bots) or (two.is_bot and not one.with_bots)
    return not minds and not set(one.players) & set(two.players)


def _match(variant: Variant, group: tuple[Seek, ...], common: Common) -> SeekMatch:
    per_move_s = common.pace.per_move_s
    return SeekMatch(
        seeks=tuple(seek.id for seek in group),
        variant=variant,
        hands=common.hands.least if common.hands else None,
        clock=clock_of(common.pace.kinds[0], per_move_s.most if per_move_s else None),
        spectators=common.spectators,
        players=seated(variant, [seek.players for seek in group]),
    )


def seated(variant: Variant, parties: Sequence[tuple[PlayerId, ...]]) -> tuple[PlayerId, ...]:
    """Returns the player on each seat. Pairs sit in one team, and parties take the first seats that are free.

    Args:
        variant: the seats and teams.
        parties: the singles and pairs that fill the table, in the order in which they choose.
    """
    free = [list(team) for team in variant.teams]
    seats: dict[Seat, PlayerId] = {}
    # Pairs go first, so that a single player does not take a seat in a team that a pair needs.
    for party in sorted(parties, key=len, reverse=True):
        team = min((team for team in free if len(team) >= len(party)), key=lambda team: team[0])
        for player in party:
            seats[team.pop(0)] = player
    return tuple(seats[Seat(seat)] for seat in range(variant.seats))
