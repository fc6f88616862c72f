"""Movements of tables: Mitchell, Howell and individual, for every supported size."""

from collections import Counter
from itertools import combinations, product
from statistics import fmean

import pytest

from domain.tournaments.boards.movements.howell import FEWEST, MOST, howell_movement
from domain.tournaments.boards.movements.individual import OFFERED, individual_movement
from domain.tournaments.boards.movements.mitchell import mitchell_movement, most_rounds
from domain.tournaments.boards.movements.movement import Movement, NoMovement, TableSeating
from tests.support.laws import law
from tests.support.movements import comparisons

MITCHELL = pytest.mark.parametrize("pairs", range(5, 41))
HOWELL = pytest.mark.parametrize("pairs", range(FEWEST, MOST + 1))
INDIVIDUAL = pytest.mark.parametrize("players", OFFERED)


def meetings(movement: Movement) -> Counter[frozenset[int]]:
    return Counter(frozenset((seating.even, seating.odd)) for each in movement.rounds for seating in each)


def boards_of_pairs(movement: Movement) -> Counter[tuple[int, int]]:
    """Number of times that each pair plays each set."""
    seatings = [seating for each in movement.rounds for seating in each]
    return Counter((pair, seating.boards) for seating in seatings for pair in (seating.even, seating.odd))


def assert_playable(movement: Movement) -> None:
    """Checks that nobody is at two tables, no set at two tables in a round, and nobody plays a set twice."""
    for each in movement.rounds:
        pairs = [pair for seating in each for pair in (seating.even, seating.odd)]
        assert len(set(pairs)) == len(pairs)
        assert set(pairs) <= set(range(1, movement.pairs + 1))
        assert len({seating.table for seating in each}) == len(each)
        sets = [seating.boards for seating in each]
        assert len(set(sets)) == len(sets)
        assert set(sets) <= set(range(1, movement.sets + 1))
    assert set(boards_of_pairs(movement).values()) == {1}
    assert set(meetings(movement).values()) == {1}


def sitting_out(movement: Movement) -> Counter[int]:
    return Counter(pair for number in range(1, len(movement.rounds) + 1) for pair in movement.sitting_out(number))


@law
@MITCHELL
def test_in_a_mitchell_nobody_repeats_a_pair_or_a_board(pairs: int):
    assert_playable(mitchell_movement(pairs))


@law
@MITCHELL
def test_a_mitchell_with_an_odd_number_of_tables_is_complete_and_an_even_one_lacks_a_round(pairs: int):
    tables = (pairs + 1) // 2

    assert len(mitchell_movement(pairs).rounds) == most_rounds(pairs) == (tables if tables % 2 else tables - 1)


@law
@MITCHELL
def test_every_pair_keeps_its_direction_and_is_compared_with_all_pairs_of_it(pairs: int):
    movement = mitchell_movement(pairs)
    evens = {seating.even for each in movement.rounds for seating in each}

    assert movement.winners == 2
    assert evens == set(range(1, (pairs + 1) // 2 + 1))
    assert all({*two} <= evens or not {*two} & evens for two in comparisons(movement))


@law
@MITCHELL
def test_with_an_odd_number_of_pairs_one_sits_out_in_each_round(pairs: int):
    out = sitting_out(mitchell_movement(pairs))

    assert out.total() == (pairs % 2) * most_rounds(pairs)
    assert set(out.values()) <= {1}


def test_the_even_mitchell_skips_a_table_half_way():
    movement = mitchell_movement(8)
    tables_of_five = [seating.table for each in movement.rounds for seating in each if seating.odd == 5]

    assert tables_of_five == [1, 2, 4]


@law
@MITCHELL
def test_an_arrow_switch_gives_one_winner_and_changes_only_directions(pairs: int):
    plain = mitchell_movement(pairs)
    switched = mitchell_movement(pairs, switched=2)

    assert switched.winners == 1
    assert switched.rounds[:-2] == plain.rounds[:-2]
    assert [
        [seating._replace(even=seating.odd, odd=seating.even) for seating in each] for each in switched.rounds[-2:]
    ] == [[*each] for each in plain.rounds[-2:]]


def rivalry(movement: Movement) -> Counter[frozenset[int]]:
    """Dependence between the results of every two pairs."""
    tables_of: dict[int, list[TableSeating]] = {}
    for seating in (seating for each in movement.rounds for seating in each):
        tables_of.setdefault(seating.boards, []).append(seating)
    found: Counter[frozenset[int]] = Counter()
    for tables in tables_of.values():
        for table in tables:
            found[frozenset((table.even, table.odd))] += len(tables) - 1
        for one, other in combinations(tables, 2):
            for here, there in product((one.even, one.odd), (other.even, other.odd)):
                same = (here == one.even) == (there == other.even)
                found[frozenset((here, there))] += 1 if same else -1
    return found


def more_rivalry_within_directions(tables: int, switched: int) -> float:
    """Mean for two pairs that started in one direction, minus that for two pairs that did not."""
    found = rivalry(mitchell_movement(2 * tables, switched=switched))
    evens, odds = range(1, tables + 1), range(tables + 1, 2 * tables + 1)
    within = [found[frozenset(two)] for group in (evens, odds) for two in combinations(group, 2)]
    return fmean(within) - fmean(found[frozenset(two)] for two in product(evens, odds))


@pytest.mark.parametrize("tables", range(5, 18))
def test_switching_an_eighth_of_the_rounds_minimises_the_effect_of_directions(tables: int):
    rounds = most_rounds(2 * tables)
    found = [abs(more_rivalry_within_directions(tables, switched)) for switched in range(rounds // 2 + 1)]

    eighth = max(1, round(rounds / 8))
    assert abs(eighth - found.index(min(found))) <= 1
    assert found[eighth] < found[0] / 2


@pytest.mark.parametrize(
    ("pairs", "rounds", "switched"), [(4, None, 0), (8, 4, 0), (8, 0, 0), (10, 6, 0), (10, 5, 6), (10, 5, -1)]
)
def test_an_impossible_mitchell_is_refused(pairs: int, rounds: int | None, switched: int):
    with pytest.raises(NoMovement):
        mitchell_movement(pairs, rounds, switched)


@HOWELL
def test_in_a_howell_nobody_repeats_a_board_and_no_set_is_at_two_tables_at_once(pairs: int):
    assert_playable(howell_movement(pairs))


@HOWELL
def test_in_a_howell_all_pairs_meet_once(pairs: int):
    everybody = {frozenset(two) for two in combinations(range(1, pairs + 1), 2)}

    assert meetings(howell_movement(pairs)) == Counter(everybody)


@HOWELL
def test_every_set_of_a_howell_is_compared(pairs: int):
    movement = howell_movement(pairs)
    tables = Counter(seating.boards for each in movement.rounds for seating in each)

    assert len(tables) == movement.sets
    assert min(tables.values()) >= 2


@HOWELL
def test_in_a_howell_with_an_odd_number_each_pair_sits_out_once(pairs: int):
    out = sitting_out(howell_movement(pairs))

    assert out == (Counter(range(1, pairs + 1)) if pairs % 2 else Counter())


@pytest.mark.parametrize("pairs", [8, 12, 16])
def test_in_the_balanced_howells_all_pairs_are_compared_equally_often(pairs: int):
    compared = comparisons(howell_movement(pairs))

    assert {compared[frozenset(two)] for two in combinations(range(1, pairs + 1), 2)} == {pairs // 2 - 1}


@pytest.mark.parametrize(("pairs", "spread"), [(6, 2), (10, 2), (14, 2), (18, 2), (20, 4)])
def test_in_the_other_howells_comparisons_differ_little(pairs: int, spread: int):
    compared = comparisons(howell_movement(pairs))
    counts = [compared[frozenset(two)] for two in combinations(range(1, pairs + 1), 2)]

    assert max(counts) - min(counts) == spread


@pytest.mark.parametrize("pairs", [0, 2, 3, 4, 5, 21, 22])
def test_an_unsupported_howell_is_refused(pairs: int):
    with pytest.raises(NoMovement):
        howell_movement(pairs)


def test_four_pairs_can_compare_a_board_only_by_playing_it_at_two_tables_at_once():
    """Therefore such a Howell is not offered. The only other meeting is at the other table of the round."""
    rounds = [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]
    for one, other in combinations(rounds, 2):
        assert all({*here} & {*there} for here, there in product(one, other))


@INDIVIDUAL
def test_everybody_partners_everybody_once_and_opposes_everybody_twice(players: int):
    seatings = [seating for each in individual_movement(players).rounds for seating in each]
    everybody = [frozenset(two) for two in combinations(range(1, players + 1), 2)]

    assert Counter(frozenset(each) for seating in seatings for each in (seating.even, seating.odd)) == Counter(
        everybody
    )
    assert Counter(frozenset(two) for seating in seatings for two in product(seating.even, seating.odd)) == Counter(
        everybody * 2
    )


@INDIVIDUAL
def test_everybody_plays_every_round_and_every_set_once(players: int):
    movement = individual_movement(players)

    assert len(movement.rounds) == players - 1
    for number, each in enumerate(movement.rounds, start=1):
        seated = [player for seating in each for player in (*seating.even, *seating.odd)]
        assert sorted(seated) == list(range(1, players + 1))
        assert {seating.boards for seating in each} == {number}
        assert [seating.table for seating in each] == list(range(1, players // 4 + 1))


@pytest.mark.parametrize(("players", "counts"), [(4, {1}), (8, {3}), (12, {3, 5, 7}), (16, {7})])
def test_any_two_players_are_compared_about_equally_often(players: int, counts: set[int]):
    compared = comparisons(individual_movement(players))

    assert {compared[frozenset(two)] for two in combinations(range(1, players + 1), 2)} == counts


@pytest.mark.parametrize("players", [0, 1, 6, 10, 20])
def test_an_unsupported_individual_is_refused(players: int):
    with pytest.raises(NoMovement):
        individual_movement(players)
