"""The interface to the pairing package: minimum-cost matchings, compared with exhaustive search."""

import random
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.pairing.engine import cheapest_matching


def all_matchings(who):
    if not who:
        yield ()
        return
    for other in who[1:]:
        for rest in all_matchings([each for each in who[1:] if each != other]):
            yield ((who[0], other), *rest)


@given(seed=st.integers(0, 2**32), half=st.integers(1, 4), bits=st.integers(0, 140))
def test_a_cheapest_matching_is_complete_and_has_minimum_cost(seed, half, bits):
    luck = random.Random(seed)
    costs = {two: luck.getrandbits(bits) if bits else 0 for two in combinations(range(2 * half), 2)}

    found = cheapest_matching(2 * half, costs)

    assert sorted(each for two in found for each in two) == list(range(2 * half))
    assert all(one < two for one, two in found)
    assert list(found) == sorted(found)
    cheapest = min(sum(costs[two] for two in matching) for matching in all_matchings(list(range(2 * half))))
    assert sum(costs[two] for two in found) == cheapest


def test_two_medium_pairs_are_preferred_to_the_cheapest_with_the_most_expensive():
    costs = {(0, 1): 0, (2, 3): 100, (0, 2): 40, (1, 3): 40, (0, 3): 90, (1, 2): 90}

    assert cheapest_matching(4, costs) == ((0, 2), (1, 3))


def test_an_empty_field_has_an_empty_matching():
    assert cheapest_matching(0, {}) == ()
