"""Play without a movement: boards are assigned so that all are compared equally often."""

from collections import Counter
from itertools import combinations

import pytest
from domain.tournaments.movements.comparison import Sitting, balanced_rounds, bots_beside, fields
from domain.tournaments.movements.movement import Movement, NoMovement
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.seats import Seat
from domain.tournaments.rounds import EntrantId
from tests.support.laws import law

PAIRS = pytest.mark.parametrize("pairs", range(4, 33))
ROUNDS = pytest.mark.parametrize("rounds", [1, 2, 5, 11, 40])
ENTRANTS = st.integers(1, 24).map(lambda count: [EntrantId(f"ent_{number}") for number in range(count)])


def met(movement: Movement) -> Counter[frozenset[int]]:
    return Counter(frozenset((seating.even, seating.odd)) for each in movement.rounds for seating in each)


def spread(counts: list[int]) -> int:
    return max(counts) - min(counts)


@law
@PAIRS
@ROUNDS
def test_in_each_round_all_pairs_but_at_most_one_play_the_same_boards(pairs: int, rounds: int):
    movement = balanced_rounds(pairs, rounds)

    assert len(movement.rounds) == rounds
    for number, each in enumerate(movement.rounds, start=1):
        playing = [pair for seating in each for pair in (seating.even, seating.odd)]
        assert len(set(playing)) == len(playing) == pairs - pairs % 2
        assert {seating.boards for seating in each} == {number}
        assert len(movement.sitting_out(number)) == pairs % 2


@law
@PAIRS
@ROUNDS
def test_numbers_of_meetings_and_of_byes_differ_by_at_most_one(pairs: int, rounds: int):
    movement = balanced_rounds(pairs, rounds)
    meetings = met(movement)
    out = Counter(pair for number in range(1, rounds + 1) for pair in movement.sitting_out(number))

    assert spread([meetings[frozenset(two)] for two in combinations(range(1, pairs + 1), 2)]) <= 1
    assert spread([out[pair] for pair in range(1, pairs + 1)]) <= 1


@law
@PAIRS
@ROUNDS
def test_everybody_who_plays_a_round_is_compared_with_equally_many_others(pairs: int, rounds: int):
    movement = balanced_rounds(pairs, rounds)
    compared: Counter[int] = Counter()
    for two, times in movement.comparisons().items():
        compared.update(dict.fromkeys(two, times))
    out = Counter(pair for number in range(1, rounds + 1) for pair in movement.sitting_out(number))
    others = pairs // 2 - 1

    assert all(compared[pair] == (rounds - out[pair]) * others for pair in range(1, pairs + 1))


@pytest.mark.parametrize("pairs", [4, 8, 12, 20, 24, 32])
def test_where_latin_squares_exist_all_pairs_are_compared_equally_often(pairs: int):
    compared = balanced_rounds(pairs, pairs - 1).comparisons()

    assert {compared[frozenset(two)] for two in combinations(range(1, pairs + 1), 2)} == {pairs // 2 - 1}


@pytest.mark.parametrize(("pairs", "most"), [(6, 2), (10, 2), (14, 4), (16, 4), (18, 4), (26, 6), (30, 8)])
def test_otherwise_comparisons_are_spread_evenly(pairs: int, most: int):
    compared = balanced_rounds(pairs, pairs - 1).comparisons()

    assert spread([compared[frozenset(two)] for two in combinations(range(1, pairs + 1), 2)]) <= most


@pytest.mark.parametrize(("pairs", "rounds"), [(3, 3), (0, 1), (8, 0)])
def test_too_few_pairs_or_rounds_are_refused(pairs: int, rounds: int):
    with pytest.raises(NoMovement):
        balanced_rounds(pairs, rounds)


def by_field(sittings: list[Sitting]) -> dict[tuple[int, int], list[EntrantId]]:
    found: dict[tuple[int, int], list[EntrantId]] = {}
    for sitting in sittings:
        found.setdefault((sitting.board, sitting.field), []).append(sitting.entrant)
    return found


@given(ENTRANTS, st.integers(0, 9), st.integers(1, 9), st.binary(max_size=4))
def test_comparisons_of_any_two_players_with_bots_differ_by_at_most_one(
    entrants: list[EntrantId], boards: int, size: int, key: bytes
):
    compared: Counter[EntrantId] = Counter()
    for field in by_field(fields(entrants, boards, size, 4, key)).values():
        compared.update(dict.fromkeys(field, len(field) - 1))

    assert spread([compared[entrant] for entrant in entrants]) <= 1


@given(ENTRANTS, st.integers(1, 9), st.integers(1, 9), st.integers(3, 8))
def test_everybody_plays_every_board_once_on_the_same_seat(
    entrants: list[EntrantId], boards: int, size: int, seats: int
):
    sittings = fields(entrants, boards, size, seats, b"key")

    assert Counter((sitting.entrant, sitting.board) for sitting in sittings) == Counter(
        (entrant, board) for entrant in entrants for board in range(1, boards + 1)
    )
    assert all(sitting.seat == (sitting.board - 1) % seats for sitting in sittings)


@given(ENTRANTS, st.integers(1, 9), st.integers(1, 9))
def test_fields_have_the_requested_size_where_possible(entrants: list[EntrantId], boards: int, size: int):
    sizes = [len(field) for field in by_field(fields(entrants, boards, size, 4, b"key")).values()]

    assert min(sizes) >= min(size, len(entrants))
    assert spread(sizes) <= 1


def test_fields_are_derived_from_the_key():
    entrants = [EntrantId(f"ent_{number}") for number in range(12)]

    assert fields(entrants, 4, 4, 4, b"one") == fields(entrants, 4, 4, 4, b"one")
    assert fields(entrants, 4, 4, 4, b"one") != fields(entrants, 4, 4, 4, b"two")


def test_players_who_have_met_least_meet_next():
    """Two fields of two. In three boards everybody has met everybody."""
    entrants = [EntrantId(name) for name in "abcd"]
    together = Counter(frozenset(field) for field in by_field(fields(entrants, 3, 2, 4, b"key")).values())

    assert together == Counter(frozenset(two) for two in combinations(entrants, 2))


@pytest.mark.parametrize(("entrants", "size"), [(["a", "a"], 2), (["a", "b"], 0)])
def test_nobody_is_listed_twice_and_no_field_is_empty(entrants: list[EntrantId], size: int):
    with pytest.raises(ValueError, match="named once"):
        fields(entrants, 1, size, 4, b"key")


def test_all_players_of_a_board_sit_with_the_same_bots():
    sitting = Sitting(EntrantId("a"), 3, 1, Seat(2))

    assert bots_beside(sitting, 4, ["steady", "random"]) == {3: "steady", 0: "random", 1: "steady"}
    assert bots_beside(sitting._replace(entrant=EntrantId("b")), 4, ["steady", "random"]) == bots_beside(
        sitting, 4, ["steady", "random"]
    )
