"""Play without a movement: boards are assigned so that all are compared equally often."""

from collections import Counter
from itertools import combinations

import pytest

from domain.tournaments.boards.movements.balanced import balanced_rounds
from domain.tournaments.boards.movements.movement import Movement, NoMovement
from tests.support.laws import law
from tests.support.movements import comparisons

PAIRS = pytest.mark.parametrize("pairs", range(4, 33))
ROUNDS = pytest.mark.parametrize("rounds", [1, 2, 5, 11, 40])


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
    for two, times in comparisons(movement).items():
        compared.update(dict.fromkeys(two, times))
    out = Counter(pair for number in range(1, rounds + 1) for pair in movement.sitting_out(number))
    others = pairs // 2 - 1

    assert all(compared[pair] == (rounds - out[pair]) * others for pair in range(1, pairs + 1))


@pytest.mark.parametrize("pairs", [4, 8, 12, 20, 24, 32])
def test_where_latin_squares_exist_all_pairs_are_compared_equally_often(pairs: int):
    compared = comparisons(balanced_rounds(pairs, pairs - 1))

    assert {compared[frozenset(two)] for two in combinations(range(1, pairs + 1), 2)} == {pairs // 2 - 1}


@pytest.mark.parametrize(("pairs", "most"), [(6, 2), (10, 2), (14, 4), (16, 4), (18, 4), (26, 6), (30, 8)])
def test_otherwise_comparisons_are_spread_evenly(pairs: int, most: int):
    compared = comparisons(balanced_rounds(pairs, pairs - 1))

    assert spread([compared[frozenset(two)] for two in combinations(range(1, pairs + 1), 2)]) <= most


@pytest.mark.parametrize(("pairs", "rounds"), [(3, 3), (0, 1), (8, 0)])
def test_too_few_pairs_or_rounds_are_refused(pairs: int, rounds: int):
    with pytest.raises(NoMovement):
        balanced_rounds(pairs, rounds)
