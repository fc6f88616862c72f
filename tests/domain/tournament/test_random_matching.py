"""Random pairs: all matchings are equally likely, and unavoidable repeats are minimal."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.shuffle import Dice, shuffled
from domain.tournaments.pairing.random_matching import drawn_pairs, maximum_matching


def all_ways(those: tuple) -> list[list[tuple]]:
    """All complete matchings, by exhaustive search."""
    if not those:
        return [[]]
    one, *rest = those
    return [[(one, two), *way] for two in rest for way in all_ways(tuple(each for each in rest if each != two))]


def most_pairs(left: frozenset[int], edges: set[frozenset[int]]) -> int:
    """Maximum number of edges in a matching, by exhaustive search."""
    if not left:
        return 0
    one = min(left)
    rest = left - {one}
    with_it = [1 + most_pairs(rest - {two}, edges) for two in rest if {one, two} in edges]
    return max([most_pairs(rest, edges), *with_it])


@st.composite
def graphs(draw):
    size = draw(st.integers(0, 10))
    possible = [frozenset(pair) for pair in combinations(range(size), 2)]
    return size, {edge for edge in possible if draw(st.integers(0, 3)) == 0}


@given(graphs(), st.data())
def test_a_maximum_matching_has_the_maximum_number_of_pairs(graph, data):
    size, edges = graph
    near = [sorted(two for two in range(size) if {one, two} in edges) for one in range(size)]
    begin = [-1] * size
    for one, two in data.draw(st.permutations(sorted(map(sorted, edges))))[: size // 4]:
        if begin[one] == begin[two] == -1:
            begin[one], begin[two] = two, one

    mates = maximum_matching(near, begin)

    pairs = {frozenset((one, two)) for one, two in enumerate(mates) if two != -1}
    assert pairs <= edges
    assert all(mates[mates[one]] == one for one in range(size) if mates[one] != -1)
    assert all(mates[one] != -1 for one in range(size) if begin[one] != -1)
    assert len(pairs) == most_pairs(frozenset(range(size)), edges)


def test_odd_cycles_do_not_hide_a_pair():
    """0 and 9 are together only along 0-1=2-4=3-6=5-7=8-9, the long way around both cycles, 2-3-4 and 7-6-5."""
    near = [[1], [0, 2], [1, 3, 4], [2, 4, 6], [2, 3], [7, 6], [7, 5, 3], [8, 6, 5], [7, 9], [8]]

    mates = maximum_matching(near, [-1, 2, 1, 4, 3, 6, 5, 8, 7, -1])

    assert mates == [1, 0, 4, 6, 2, 7, 3, 5, 9, 8]


@given(st.integers(1, 4), st.data())
def test_as_few_pairs_as_possible_repeat(half, data):
    those = tuple(range(2 * half))
    much = {frozenset(pair): data.draw(st.sampled_from([0, 1, 1, 2])) for pair in combinations(those, 2)}

    pairs = drawn_pairs(those, lambda one, two: much[frozenset((one, two))], Dice(b"seed", b""))

    assert sorted(each for pair in pairs for each in pair) == list(those)
    fewest = min(sum(much[frozenset(pair)] > 0 for pair in way) for way in all_ways(those))
    assert sum(much[frozenset(pair)] > 0 for pair in pairs) == fewest


def test_unavoidable_repeats_are_minimal():
    much = {frozenset(pair): 3 for pair in combinations("abcdef", 2)} | {frozenset(pair): 1 for pair in ("af", "bc")}

    pairs = drawn_pairs("abcdef", lambda one, two: much[frozenset((one, two))], Dice(b"seed", b""))

    assert set(map(frozenset, pairs)) == set(map(frozenset, ("af", "bc", "de")))


def test_the_only_matching_without_repeats_is_found_even_if_no_order_leads_to_it():
    fresh = {frozenset((number, 39 - number)) for number in range(20)}

    pairs = drawn_pairs(range(40), lambda one, two: frozenset((one, two)) not in fresh, Dice(b"seed", b""), orders=1)

    assert set(map(frozenset, pairs)) == fresh


def test_the_first_order_without_repeats_is_used():
    """Anybody can find the same pairs with the seed: shuffles are repeated until one has no forbidden pair."""
    before = {frozenset(pair) for pair in ((0, 1), (0, 2), (0, 3), (4, 5), (6, 7))}

    for number in range(60):
        label = bytes([number])
        dice, pairs = Dice(b"seed", label), [(0, 1)]
        while before & set(map(frozenset, pairs)):
            order = shuffled(range(8), dice)
            pairs = [(order[place], order[place + 1]) for place in range(0, 8, 2)]
        assert drawn_pairs(range(8), lambda one, two: frozenset((one, two)) in before, Dice(b"seed", label)) == pairs


def test_an_empty_field_has_no_pairs():
    assert drawn_pairs([], lambda one, two: 0, Dice(b"", b"")) == []


def chi_square(counts: Counter, outcomes: int) -> float:
    expected = counts.total() / outcomes
    return sum((counts[each] - expected) ** 2 / expected for each in counts) + (outcomes - len(counts)) * expected


def test_all_matchings_are_equally_likely():
    """Eight have 105 matchings. With 104 degrees of freedom chi-square is above 163.4 once in 5000 times."""
    counts = Counter(
        frozenset(map(frozenset, drawn_pairs(range(8), lambda one, two: 0, Dice(b"seed", number.to_bytes(4, "big")))))
        for number in range(4200)
    )

    assert chi_square(counts, 105) < 163.4


def test_all_matchings_without_repeats_are_equally_likely():
    """Of the 105 matchings of eight, 60 have no given pair. Above 106.4 is once in 5000 times at 59 degrees."""
    before = {frozenset(pair) for pair in ((0, 1), (2, 3), (4, 5), (6, 7))}
    ways = [way for way in all_ways(tuple(range(8))) if not before & set(map(frozenset, way))]

    def repeats(one: int, two: int) -> int:
        return frozenset((one, two)) in before

    counts = Counter(
        frozenset(map(frozenset, drawn_pairs(range(8), repeats, Dice(b"seed", number.to_bytes(4, "big")))))
        for number in range(3000)
    )

    assert len(ways) == 60
    assert set(counts) == {frozenset(map(frozenset, way)) for way in ways}
    assert chi_square(counts, 60) < 106.4
