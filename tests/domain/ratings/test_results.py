"""Results of games, and which of them count after corrections."""

import pytest

from domain.kernel.instants import Instant
from domain.ratings.results import Annulled, GameId, GameResult, Replaced, Side
from tests.support.rating import LIVE, game, players, sides
from tests.support.replayed import standing

ONE, TWO, THREE = (game(number, "ab", "cd") for number in (1, 2, 3))
TWO_TURNED = game(2, "cd", "ab")


def test_without_corrections_all_results_count_in_order():
    assert standing([TWO, ONE, THREE]) == (TWO, ONE, THREE)


def test_an_annulled_game_does_not_count():
    assert standing([ONE, TWO, THREE, Annulled(TWO.game)]) == (ONE, THREE)


def test_a_replaced_result_counts_in_its_original_place():
    assert standing([ONE, TWO, THREE, Replaced(TWO_TURNED)]) == (ONE, TWO_TURNED, THREE)


def test_the_last_correction_of_a_game_counts():
    assert standing([ONE, TWO, THREE, Annulled(TWO.game), Replaced(TWO_TURNED)]) == (ONE, TWO_TURNED, THREE)
    assert standing([ONE, TWO, THREE, Replaced(TWO_TURNED), Annulled(TWO.game)]) == (ONE, THREE)


@pytest.mark.parametrize("log", [[Annulled(ONE.game)], [Replaced(ONE)], [ONE, ONE], [ONE, Annulled(ONE.game), ONE]])
def test_a_game_has_one_result_and_only_existing_results_can_be_corrected(log):
    with pytest.raises(ValueError, match="tbl_1 has"):
        standing(log)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"sides": sides("abcd")}, "two sides"),
        ({"sides": ()}, "two sides"),
        ({"sides": (*sides("abcd"), Side((), 2))}, "no players"),
        ({"sides": sides("ab", "bc")}, "twice"),
        ({"sides": sides("ab", "c")}, "seats"),
        ({"sides": sides("ab", "cd", places=(2, 3))}, "place 1"),
        ({"hands": -1}, "are negative"),
        ({"levels": -1}, "are negative"),
        ({"reason": "forfeited"}, "name its player"),
        ({"forfeited_by": players("c")[0]}, "name its player"),
        ({"reason": "forfeited", "forfeited_by": players("e")[0]}, "does not play"),
        ({"reason": "forfeited", "forfeited_by": players("a")[0]}, "forfeiting player wins"),
    ],
)
def test_an_invalid_result_is_refused(wrong, why):
    right = {"game": GameId("tbl_1"), "pool": LIVE, "ended_at": Instant(0), "sides": sides("ab", "cd")}

    assert GameResult(**right).players == players("abcd")
    with pytest.raises(ValueError, match=why):
        GameResult(**{**right, **wrong})
