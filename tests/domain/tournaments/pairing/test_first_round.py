"""The first round of a Swiss, paired without the engine, is the one that the engine finds."""

from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.pairing.engine import (
    Competitor,
    PairingTask,
    PlayedPairing,
    dutch_pairing,
    engine_pairing,
    first_pairing,
)
from tests.support.cases import cases

NEW = Competitor((), (0,), 0, is_present=True)
AWAY = NEW._replace(is_present=False)


def task(competitors, forbidden=(), *, strongest_is_first=True) -> PairingTask:
    return PairingTask(tuple(competitors), 5, 10, frozenset(forbidden), strongest_is_first)


@cases(200)
@given(
    st.lists(st.sampled_from([NEW, NEW, NEW, AWAY]), min_size=2, max_size=33),
    st.sets(st.tuples(st.integers(1, 33), st.integers(1, 33)).filter(lambda two: two[0] < two[1]), max_size=4),
    st.booleans(),
)
def test_a_first_round_is_paired_as_by_the_engine(competitors, forbidden, strongest_is_first):
    known = {two for two in forbidden if two[1] <= len(competitors)}
    asked = task(competitors, known, strongest_is_first=strongest_is_first)
    if sum(each.is_present for each in competitors) < 2:
        return
    assert dutch_pairing(asked) == engine_pairing(asked)


def test_two_halves_meet_in_order_and_the_last_has_the_bye():
    found = first_pairing(task([NEW] * 5))
    assert found == ((1, 3), (4, 2), (5, None))


def test_other_rounds_and_other_scores_and_forbidden_pairs_need_the_engine():
    played = Competitor((PlayedPairing(2, is_first=True),), (0, 0), 0, is_present=True)
    accelerated = NEW._replace(scores=(10,))
    assert first_pairing(task([played, played._replace(history=(PlayedPairing(1, is_first=False),))])) is None
    assert first_pairing(task([accelerated, accelerated, NEW, NEW])) is None
    assert first_pairing(task([NEW] * 4, {(1, 3)})) is None
