"""Who plays with whom: from the open seeks to full tables, those who have waited longest first.

The seekers take the lead one after the other. Who leads gets the rules that they like best of those for which there are
enough others, and among these the group whose members have waited longest: the first in the order in which dictionaries
order words. So the result depends on nothing but the seeks and their order.

Groups are searched step by step, and the number of steps is limited: ranges that overlap in part could be chosen so
that a search has no end in sight. Where the steps do not last for all, the next search begins behind who led last.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from domain.clocks.rules import ClockRules
from domain.kernel.seats import Seat
from domain.seeks.clocks import clock_of
from domain.seeks.wishes import Common, Seek, Variant, common_of, shared_with
from domain.table.events import PlayerId
from domain.table.spectators import Spectators

STEPS_FOR_ONE = 3_000
STEPS_FOR_ALL = 100_000
"""So many times a seek is tried in a group, for one who leads and for all together."""

Apart = Callable[[PlayerId, PlayerId], bool]
"""Whether two players must not meet."""


class Match(NamedTuple):
    """A full table.

    Attributes:
        seeks: their ids, the one who leads in front, the others in order.
        variant: by which rules.
        hands: how many; none: until the match is won. It is the fewest that all would play.
        clock: of the kind that the leader likes best, with the most seconds for each turn that all would give.
        spectators: how late they see it.
        players: who sits on each seat.
    """

    seeks: tuple[str, ...]
    variant: Variant
    hands: int | None
    clock: ClockRules
    spectators: Spectators
    players: tuple[PlayerId, ...]


class Matches(NamedTuple):
    """What has been found.

    Attributes:
        tables: those that can be filled.
        last: the id of the seek that led last, when there was no time for those behind it; none when all have led.
    """

    tables: list[Match]
    last: str | None


def nobody(_: PlayerId, __: PlayerId) -> bool:
    """Nobody has to be kept apart."""
    return False


def matches(seeks: Sequence[Seek], apart: Apart = nobody) -> Matches:
    """The tables that can be filled; every seek is used once at the most.

    Args:
        seeks: those that are open, the one that has waited longest in front.
        apart: who must not meet.
    """
    found: list[Match] = []
    used: set[str] = set()
    left = STEPS_FOR_ALL
    of_variant = _places(seeks)
    for place, leader in enumerate(seeks):
        if leader.id in used:
            continue
        if left <= 0:
            return Matches(found, seeks[place - 1].id)
        for variant in leader.variants:
            places = of_variant[variant.key]
            others = [seeks[each] for each in places[bisect_right(places, place) :] if seeks[each].id not in used]
            search = _Search(leader, variant, others, apart, min(left, STEPS_FOR_ONE))
            group = search.group()
            left -= search.taken
            if group is not None:
                found.append(_match(variant, *group))
                used.update(found[-1].seeks)
                break
    return Matches(found, None)


def _places(seeks: Sequence[Seek]) -> dict[str, list[int]]:
    """The places of those who would play by each variant, in order."""
    places: dict[str, list[int]] = {}
    for place, seek in enumerate(seeks):
        for key in {variant.key for variant in seek.variants}:
            places.setdefault(key, []).append(place)
    return places


class _Search:
    """The search for a group around one seek by one variant, among others who would play by it.

    Those who do not even go together with who leads are no candidates, and cost no steps: else many who wait in vain
    would use up the steps of those who come after them.
    """

    def __init__(self, leader: Seek, variant: Variant, others: Sequence[Seek], apart: Apart, steps: int) -> None:
        self._leader = leader
        self._variant = variant
        self._apart = apart
        self._steps = steps
        self.taken = 0
        common = common_of(leader)
        self._others = [seek for seek in others if shared_with(common, seek) and self._fits((leader,), seek)]

    def group(self) -> tuple[tuple[Seek, ...], Common] | None:
        """Those who fill the table, and what they have in common; none when nobody was found in time."""
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
        """Whether a seeker can sit at a table with all of the group."""
        return _has_room(self._variant, (*group, seek)) and all(
            _get_on(seek, other) and not any(self._apart(one, two) for one in seek.players for two in other.players)
            for other in group
        )


def _has_room(variant: Variant, group: tuple[Seek, ...]) -> bool:
    pairs = sum(len(seek.players) == 2 for seek in group)
    return sum(len(seek.players) for seek in group) <= variant.seats and pairs <= variant.pairs


def _get_on(one: Seek, two: Seek) -> bool:
    """Whether they are different players, and programs sit with those alone who would play with programs."""
    minds = (one.is_bot and not two.with_bots) or (two.is_bot and not one.with_bots)
    return not minds and not set(one.players) & set(two.players)


def _match(variant: Variant, group: tuple[Seek, ...], common: Common) -> Match:
    per_move_s = common.pace.per_move_s
    return Match(
        seeks=tuple(seek.id for seek in group),
        variant=variant,
        hands=common.hands.least if common.hands else None,
        clock=clock_of(common.pace.kinds[0], per_move_s.most if per_move_s else None),
        spectators=common.spectators,
        players=seated(variant, [seek.players for seek in group]),
    )


def seated(variant: Variant, parties: Sequence[tuple[PlayerId, ...]]) -> tuple[PlayerId, ...]:
    """Who sits where: pairs within one team, and everybody as far in front as those before leave room.

    Args:
        variant: which seats there are.
        parties: singles and pairs that fill them, those who choose first in front.
    """
    free = [list(team) for team in variant.teams]
    seats: dict[Seat, PlayerId] = {}
    # Pairs go first, so that no single takes the half of a team that a pair needs.
    for party in sorted(parties, key=len, reverse=True):
        team = min((team for team in free if len(team) >= len(party)), key=lambda team: team[0])
        for player in party:
            seats[team.pop(0)] = player
    return tuple(seats[Seat(seat)] for seat in range(variant.seats))
