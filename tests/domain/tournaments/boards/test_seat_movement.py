"""Seating for seat-by-seat comparison: seats and table companions vary for any attendance."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.boards.movements.seats import SeatedRound, seat_history, seated_round
from domain.tournaments.terms import EntrantId
from tests.support.cases import cases


def field(players: int) -> list[EntrantId]:
    return [EntrantId(f"P{number:03}") for number in range(players)]


def played(players: int, seats: int, rounds: int, key: bytes = b"key") -> list[SeatedRound]:
    """Plays `rounds` rounds with all players present."""
    found: list[SeatedRound] = []
    for number in range(rounds):
        found.append(seated_round(field(players), seats, seat_history(found), key + bytes([number])))
    return found


def seats_had(rounds: list[SeatedRound], players: int, seats: int) -> dict[str, list[int]]:
    """Number of times that every player had each seat, counted from the tables."""
    found = {player: [0] * seats for player in field(players)}
    for each in rounds:
        for table in each.tables:
            for seat, player in enumerate(table):
                found[player][seat] += 1
    return found


SIZES = st.tuples(st.integers(4, 9), st.integers(2, 4), st.integers(0, 8)).map(
    lambda each: (each[0], each[0] * each[1] + each[2] % each[0])
)
KEYS = st.binary(min_size=1, max_size=8)


@cases(40)
@given(SIZES, st.integers(1, 7), KEYS)
def test_every_player_sits_once_per_round_or_sits_out_and_fewer_than_a_table_sit_out(size, rounds, key):
    seats, players = size
    for each in played(players, seats, rounds, key):
        everybody = [player for table in each.tables for player in table]
        assert all(len(table) == seats for table in each.tables)
        assert sorted([*everybody, *each.out]) == field(players)
        assert len(each.out) == players % seats


@pytest.mark.slow
@cases(40)
@given(SIZES, st.integers(1, 9), KEYS)
def test_numbers_of_byes_differ_by_at_most_one(size, rounds, key):
    seats, players = size
    out = Counter(player for each in played(players, seats, rounds, key) for player in each.out)
    counts = [out[player] for player in field(players)]
    assert max(counts) - min(counts) <= 1


@pytest.mark.slow
@cases(30)
@given(st.integers(4, 9), st.integers(2, 4), st.integers(1, 12), KEYS)
def test_without_byes_the_uses_of_each_seat_differ_by_at_most_one(seats, tables, rounds, key):
    players = seats * tables
    for mine in seats_had(played(players, seats, rounds, key), players, seats).values():
        assert max(mine) - min(mine) <= 1


@cases(20)
@given(SIZES, st.integers(1, 9), KEYS)
def test_with_byes_the_uses_of_each_seat_differ_by_at_most_two(size, rounds, key):
    seats, players = size
    for mine in seats_had(played(players, seats, rounds, key), players, seats).values():
        assert max(mine) - min(mine) <= 2


@cases(60)
@given(st.lists(st.lists(st.integers(0, 9), min_size=6, max_size=6), min_size=6, max_size=6), KEYS)
def test_players_sit_where_they_have_sat_least_where_possible(costs: list[list[int]], key: bytes):
    past = seat_history([])
    for player, mine in zip(field(6), costs, strict=True):
        past.seats.update({(player, seat): count for seat, count in enumerate(mine)})
    [table] = seated_round(field(6), 6, past, key).tables

    least = min(sum(costs[player][seat] for player, seat in enumerate(order)) for order in permutations(range(6)))
    assert sum(past.seats[player, seat] for seat, player in enumerate(table)) == least


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seats", "rounds"), [(20, 5, 5), (24, 6, 6), (15, 5, 10), (40, 8, 8), (13, 6, 7)])
def test_table_companions_vary_more_than_by_lot(players: int, seats: int, rounds: int):
    ours, by_lot = (company(each, players) for each in (played(players, seats, rounds), drawn(players, seats, rounds)))

    assert sum(count * count for count in ours) < sum(count * count for count in by_lot)
    assert max(ours) <= max(by_lot)


def drawn(players: int, seats: int, rounds: int) -> list[SeatedRound]:
    """Makes `rounds` random rounds that are independent of each other."""
    return [seated_round(field(players), seats, seat_history([]), b"lot" + bytes([number])) for number in range(rounds)]


def company(rounds: list[SeatedRound], players: int) -> list[int]:
    """Number of times that every two players were at a table."""
    met = Counter(frozenset(two) for each in rounds for table in each.tables for two in combinations(table, 2))
    return [met[frozenset(two)] for two in combinations(field(players), 2)]


def test_comparisons_vary_too():
    rounds = played(20, 5, 5)
    compared = Counter(
        frozenset(two)
        for each in rounds
        for column in zip(*each.tables, strict=True)
        for two in combinations(column, 2)
    )
    # 5 rounds of 5 seats, each at 4 tables: 150 comparisons for 190 pairs of players.
    assert compared.total() == 150
    assert len(compared) > 100


def test_a_round_is_derived_from_its_key_and_another_key_gives_another():
    assert played(15, 5, 3) == played(15, 5, 3)
    assert played(15, 5, 3) != played(15, 5, 3, b"other")


def test_a_hundred_players_can_be_seated():
    assert len(played(100, 5, 2)[1].tables) == 20


def test_late_and_leaving_players_are_handled():
    rounds = played(15, 5, 2)
    fewer = [player for player in field(15) if player != "P003"]
    third = seated_round([*fewer, EntrantId("P900"), EntrantId("P901")], 5, seat_history(rounds), b"third")
    assert len(third.tables) == 3
    assert len(third.out) == 1
    assert "P003" not in {player for table in third.tables for player in table}


def test_too_few_players_for_a_table_are_not_seated():
    with pytest.raises(ValueError, match="are too few for a table"):
        seated_round(field(4), 5, seat_history([]), b"")
