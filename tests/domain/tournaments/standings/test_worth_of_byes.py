"""The worth of the bye of an entrant without an opponent: a win, a draw, a loss, or the mean of its own results."""

from dataclasses import replace

import pytest

from domain.kernel.refusals import Refusal
from domain.tournaments.exports.trf import Heading, trf
from domain.tournaments.settings import Byes
from domain.tournaments.standings.appearances import appearances
from domain.tournaments.standings.possible_ranks import RemainingPlay, possible_ranks
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import (
    Bye,
    Entrant,
    EntrantId,
    Match,
    PairingByeWorth,
    PairingContext,
    PlayedRound,
    Points,
    Result,
    Round,
)
from tests.support.tournament import OPEN_NOW, created

A, B, C = map(EntrantId, "ABC")


def played(number: int, match: Match, result: tuple[int, int] | None, bye: EntrantId) -> PlayedRound:
    """Returns a round of three entrants, one of which has no opponent."""
    done = None if result is None else Result(*map(Points, result))
    return PlayedRound(Round(number, (match,), (Bye(bye, "pairing"),)), (done,))


def three(*rounds: PlayedRound) -> PairingContext:
    entrants = tuple(Entrant(each, seed) for seed, each in enumerate((A, B, C), 1))
    return PairingContext(entrants, rounds, has_mean_byes=True)


FIRST = played(1, Match(A, B), (100, 0), C)
SECOND = played(2, Match(A, C), (50, 50), B)
THIRD = played(3, Match(B, C), (0, 100), A)


@pytest.mark.parametrize(("worth", "points"), [("full", 100), ("half", 50), ("zero", 0)])
def test_a_pairing_bye_is_worth_what_the_settings_say(worth: PairingByeWorth, points: int):
    known = pairing_context(created(replace(OPEN_NOW, byes=Byes(pairing=worth))).tournament)

    assert known.bye_worth().of(Bye(A, "pairing")) == points
    assert [known.bye_worth().of(Bye(A, kind)) for kind in ("full", "half", "zero")] == [100, 50, 0]


def test_an_average_bye_is_worth_a_draw_before_any_result_and_then_the_mean_of_all_results():
    assert three(FIRST).points() == {A: 100, B: 0, C: 50}
    assert three(FIRST, SECOND).points() == {A: 150, B: 0, C: 100}
    # A has 100 and 50, B has 0 and 0, C has 50 and 100.
    assert three(FIRST, SECOND, THIRD).points() == {A: 225, B: 0, C: 225}


def test_half_hundredths_of_a_mean_are_rounded_up():
    uneven = played(2, Match(A, C), (25, 50), B)

    assert three(FIRST, uneven, THIRD).points()[A] == 100 + 25 + 63


def test_standings_show_the_same_points_for_the_bye():
    assert [each.points for each in appearances(three(FIRST, SECOND, THIRD))[A]] == [100, 50, 75]


def test_possible_ranks_allow_for_means_that_still_change():
    settled, open_ = three(FIRST, SECOND, THIRD), three(FIRST, played(2, Match(A, C), None, B))

    assert [(each.entrant, each.best, each.worst) for each in possible_ranks(settled, RemainingPlay())] == [
        (A, 1, 2),
        (B, 3, 3),
        (C, 1, 2),
    ]
    # C may still lose and keep the mean 0, or win and pass A.
    assert [(each.best, each.worst, each.is_exact) for each in possible_ranks(open_, RemainingPlay())] == [
        (1, 3, False),
        (1, 3, False),
        (1, 3, False),
    ]


def test_the_report_refuses_byes_that_differ():
    with pytest.raises(Refusal, match="average"):
        trf(three(FIRST), (), Heading("Cup", rounds=3), {})
