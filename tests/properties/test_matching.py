"""Matchmaking for any seeks: no player sits twice, every wish is met, and those who waited longest go first."""

import string
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.clocks.rules import CLOCK_KINDS, ClockRules
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.seeks.matching import SeekMatch, matches
from domain.seeks.opponents import ANY_OPPONENT
from domain.seeks.wishes import AcceptedClocks, IntegerSpan, Seek, Variant
from domain.table.spectators import NO_DELAY, Spectators

TWO_TEAMS = Variant("two teams", ((Seat(0), Seat(2)), (Seat(1), Seat(3))))
THREE_ALONE = Variant("three alone", ((Seat(0),), (Seat(1),), (Seat(2),)))
TWO_OF_THREE = Variant("six", (tuple(map(Seat, (0, 2, 4))), tuple(map(Seat, (1, 3, 5)))))
VARIANTS = (TWO_TEAMS, THREE_ALONE, TWO_OF_THREE)
PLAYERS = [PlayerId(letter) for letter in string.ascii_lowercase[:14]]
APART = {frozenset("ab"), frozenset("cd")}


def span(low: int, high: int) -> st.SearchStrategy[IntegerSpan]:
    return st.tuples(st.integers(low, high), st.integers(low, high)).map(lambda ends: IntegerSpan(min(ends), max(ends)))


def mostly(usual: Any, other: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from([usual] * 5 + [other])


def parties() -> st.SearchStrategy[tuple[PlayerId, ...]]:
    singles = st.tuples(st.sampled_from(PLAYERS))
    return singles | singles | st.permutations(PLAYERS).map(lambda players: tuple(players[:2]))


def paces() -> st.SearchStrategy[AcceptedClocks]:
    kinds = st.lists(st.sampled_from(CLOCK_KINDS), min_size=1, max_size=3, unique=True)
    return st.builds(
        lambda kinds, per_move_s: AcceptedClocks(tuple(kinds), per_move_s if set(kinds) != {"none"} else None),
        kinds,
        span(10, 15),
    )


def seeks() -> st.SearchStrategy[Seek]:
    return st.builds(
        Seek,
        id=st.just(""),
        players=parties(),
        variants=st.lists(st.sampled_from(VARIANTS), min_size=1, max_size=2, unique=True).map(tuple),
        hands=span(1, 3) | mostly(None, IntegerSpan(1, 3)),
        pace=paces() | st.just(AcceptedClocks(("none", "simple"), IntegerSpan(10, 15))),
        spectators=mostly(NO_DELAY, Spectators("hand")),
        with_bots=mostly(usual=True, other=False),
        is_bot=mostly(usual=False, other=True),
        opponents=st.just(ANY_OPPONENT),
    )


LISTS = st.lists(seeks(), min_size=3, max_size=12).map(
    lambda found: [seek._replace(id=f"seek {number:02}") for number, seek in enumerate(found)]
)


def apart(one: PlayerId, two: PlayerId) -> bool:
    return frozenset((one, two)) in APART


def can_sit_together(group: Sequence[Seek]) -> bool:
    """Whether there is a table that fits the wishes of a whole group at once."""
    players = [player for seek in group for player in seek.players]
    strangers = [pair for pair in combinations(players, 2) if not is_party(pair, group)]
    if len(set(players)) < len(players) or any(apart(*pair) for pair in strangers):
        return False
    if any(one.is_bot and not two.with_bots for one in group for two in group if one is not two):
        return False
    if len({seek.spectators for seek in group}) > 1 or len({seek.hands is None for seek in group}) > 1:
        return False
    if group[0].hands and not any(all(within(count, seek.hands) for seek in group) for count in range(1, 5)):
        return False
    if not any(accepted(kind, seconds, group) for kind in CLOCK_KINDS for seconds in range(10, 16)):
        return False
    return any(fills(variant, group) for variant in VARIANTS)


def is_party(pair: Sequence[PlayerId], group: Sequence[Seek]) -> bool:
    return any(set(pair) <= set(seek.players) for seek in group)


def within(number: int, span: IntegerSpan | None) -> bool:
    return span is not None and span.least <= number <= span.most


def accepted(kind: str, seconds: int, group: Sequence[Seek]) -> bool:
    return all(kind in seek.pace.kinds and (kind == "none" or within(seconds, seek.pace.per_move_s)) for seek in group)


def fills(variant: Variant, group: Sequence[Seek]) -> bool:
    """Whether the group has as many players as there are seats, and a team with room for every pair."""
    wished = all(variant in seek.variants for seek in group)
    pairs = sum(len(seek.players) == 2 for seek in group)
    room = sum(len(team) // 2 for team in variant.teams)
    return wished and sum(len(seek.players) for seek in group) == variant.seats and pairs <= room


def per_move_s(clock: ClockRules) -> int:
    return clock.per_move_s or clock.increment_s or clock.period_s or 0


@given(LISTS)
def test_every_table_is_full_of_different_players_and_every_seek_is_used_once(found: list[Seek]):
    tables = matches(found, apart).tables

    used = [seek for table in tables for seek in table.seeks]
    assert len(set(used)) == len(used)
    for table in tables:
        assert len(table.players) == len(set(table.players)) == table.variant.seats
        assert can_sit_together([seek for seek in found if seek.id in table.seeks])


@given(LISTS)
def test_every_table_satisfies_the_wishes_of_its_players(found: list[Seek]):
    for table in matches(found, apart).tables:
        for seek in found:
            if seek.id in table.seeks:
                assert table.variant in seek.variants
                assert table.hands is None if seek.hands is None else within(table.hands, seek.hands)
                assert table.clock.kind in seek.pace.kinds
                assert table.clock.kind == "none" or within(per_move_s(table.clock), seek.pace.per_move_s)
                assert table.spectators == seek.spectators


@given(LISTS)
def test_pairs_play_as_partners(found: list[Seek]):
    for table in matches(found, apart).tables:
        team_of = {table.players[seat]: team for team in table.variant.teams for seat in team}
        for seek in found:
            if seek.id in table.seeks:
                assert len({team_of[player] for player in seek.players}) == 1


@given(LISTS)
def test_no_table_that_could_be_filled_is_left_unfilled(found: list[Seek]):
    used = {seek for table in matches(found, apart).tables for seek in table.seeks}
    left = [seek for seek in found if seek.id not in used]
    assert not any(can_sit_together(group) for size in range(2, 7) for group in combinations(left, size))


@given(LISTS)
def test_the_longest_waiting_seek_goes_first(found: list[Seek]):
    """The first seek that fits any table is used, and its table has no place for a seek that waited longer."""
    tables: list[SeekMatch] = matches(found, apart).tables
    possible = [group for size in range(2, 7) for group in combinations(found, size) if can_sit_together(group)]
    assert bool(tables) == bool(possible)
    if tables:
        first = min(seek.id for group in possible for seek in group[:1])
        assert tables[0].seeks[0] == first
        of_it = [tuple(seek.id for seek in group) for group in possible if group[0].id == first]
        by_its_rules = [ids for ids in of_it if fills(tables[0].variant, [seek for seek in found if seek.id in ids])]
        assert tables[0].seeks == min(by_its_rules)
        liked = next(seek for seek in found if seek.id == first).variants
        better = liked[: liked.index(tables[0].variant)]
        groups = [[seek for seek in found if seek.id in ids] for ids in of_it]
        assert not any(fills(variant, group) for variant in better for group in groups)


@given(LISTS)
def test_the_same_seeks_in_the_same_order_give_the_same_tables(found: list[Seek]):
    assert matches(found, apart).tables == matches(list(found), apart).tables
