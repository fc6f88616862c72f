"""Duplicate boards in tournaments: scores of boards, standings, and settings that fit together."""

from dataclasses import replace

import pytest

from domain.kernel.refusals import Refusal
from domain.tournaments.entrants.commands import WithdrawEntrant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.checks import checked_format, default_least_entrants
from domain.tournaments.refusals import FormatDoesNotFit
from domain.tournaments.rounds.commands import CloseRound, OverrideResult, PairRound
from domain.tournaments.settings import PLAYERS, BoardSettings, EntrantSettings, TableGame, TournamentSettings
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.terms import Match, Round
from tests.support.duplicate_rounds import (
    HOWELL,
    INDIVIDUAL,
    PAIRS_16,
    TEAMS,
    VPS,
    begun,
    finished,
    lots,
    paired,
    play_round,
)
from tests.support.tournament import LOST, OWNER, PAIRS, SEED

# ------------------------------------------------------------------------------------------------ scores


def test_a_board_without_a_present_side_is_average_minus_for_it_and_more_for_the_other():
    here = paired(begun(PAIRS_16, 4))
    here = finished(here, 1, lambda *_: 20)
    late = here.tournament.rounds[0].paired.matches[1]
    here = here.after(WithdrawEntrant(OWNER, late.first, "gone"))
    here = here.after(CloseRound(OWNER, 1))

    shares = {each.entrant: each.points for each in tournament_standings(here.tournament)}
    assert shares[late.first] == 4000
    assert shares[late.second] == 6000
    first = here.tournament.rounds[0].paired.matches[0]
    assert (shares[first.first], shares[first.second]) == (5000, 5000)


def test_a_staff_decision_replaces_the_boards_of_a_match():
    here, score = begun(PAIRS_16, 4), lots("override")
    here = play_round(here, score)
    match = here.tournament.rounds[0].paired.matches[0]
    here = here.after(OverrideResult(OWNER, 1, 1, LOST, "they saw the cards"))

    shares = {each.entrant: each.points for each in tournament_standings(here.tournament)}
    assert (shares[match.first], shares[match.second]) == (4000, 6000)


def test_imps_against_the_datum_sum_to_zero():
    plan = replace(PAIRS_16, boards=BoardSettings(4, "imps"))
    here = play_round(begun(plan, 8), lots("imps"))
    found = tournament_standings(here.tournament)
    assert sum(each.points for each in found) == 0
    assert all(each.points % 100 == 0 for each in found)


def test_victory_points_are_shared_in_every_match_of_pairs():
    plan = replace(PAIRS_16, boards=BoardSettings(4, "victory_points"), rounds=VPS)
    here = play_round(begun(plan, 8), lots("vps"))
    points = {each.entrant: each.points for each in tournament_standings(here.tournament)}
    assert {points[match.first] + points[match.second] for match in here.tournament.rounds[0].paired.matches} == {2000}


def test_boards_can_break_ties():
    plan = replace(PAIRS_16, tie_breaks=("imps", "board_quotient", "levels_won", "wins"))
    here = play_round(begun(plan, 4), lots("ties"))
    for each in tournament_standings(here.tournament):
        assert [value.tie_break for value in each.values] == ["imps", "board_quotient", "levels_won", "wins"]
        assert len(each.values[0].parts) == 1


def test_standings_do_not_reveal_a_sealed_round():
    here = paired(begun(PAIRS_16, 4))
    here = finished(finished(here, 1, lambda *_: 100), 2, lambda *_: 0)
    assert {(each.points, each.wins) for each in tournament_standings(here.tournament)} == {(0, 0)}


# -- compatible settings -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "option"),
    [
        (replace(PAIRS_16, boards=None), "boards"),
        (replace(PAIRS_16, boards=BoardSettings(2, "matchpoints", "waltz")), "boards.movement"),
        (replace(PAIRS_16, figures={"rounds": 3, "switched": 1}), "figures.switched"),
        (replace(PAIRS_16, entrants=replace(PAIRS, least=3, capacity=20)), "entrants.least"),
        (replace(PAIRS_16, entrants=replace(PAIRS, least=4)), "entrants.capacity"),
        (replace(HOWELL, entrants=replace(PAIRS, least=6, capacity=21)), "entrants.capacity"),
        (replace(INDIVIDUAL, entrants=replace(PLAYERS, least=8, capacity=12)), "entrants.capacity"),
        (replace(INDIVIDUAL, boards=BoardSettings(2, "victory_points")), "boards.scoring"),
        (replace(PAIRS_16, boards=BoardSettings(2, "victory_points")), "rounds.draw"),
        (replace(PAIRS_16, format="swiss"), "boards"),
        (replace(TEAMS, entrants=EntrantSettings("team", 6, 6)), "boards"),
        (replace(TEAMS, entrants=EntrantSettings("team", 3, 6)), "entrants"),
        (replace(PAIRS_16, tie_breaks=("buchholz",), boards=None, format="swiss"), None),
        (replace(PAIRS_16, play=TableGame("zheng_shangyou", "zheng-shangyou-4-partners")), None),
        (
            replace(
                PAIRS_16, play=TableGame("zheng_shangyou", "zheng-shangyou-4-partners"), boards=BoardSettings(2, "imps")
            ),
            None,
        ),
        (TEAMS, None),
        (replace(TEAMS, boards=None), None),
    ],
)
def test_formats_boards_and_entrants_have_to_fit_together(plan: TournamentSettings, option: str | None):
    if option is None:
        assert checked_format(plan) == format_of(plan)
        return
    with pytest.raises(Refusal) as raised:
        checked_format(plan)
    assert raised.value.facts["option"] == option


LENGTHS = [
    # movement, entrants.least, rounds, maximum of rounds, numbers of entrants for these rounds
    ("mitchell", 8, 4, 3, 9),
    ("mitchell", 8, 5, 3, 9),
    ("mitchell", 8, 6, 3, 13),
    ("mitchell", 5, 4, 3, 9),
    ("howell", 8, 8, 7, 9),
    ("howell", 6, 6, 5, 7),
    ("howell", 8, 20, 7, None),
]


@pytest.mark.parametrize(("movement", "least", "rounds", "most", "enough"), LENGTHS)
def test_a_movement_with_too_many_rounds_for_its_smallest_field_is_refused(movement, least, rounds, most, enough):
    plan = replace(
        PAIRS_16,
        figures={"rounds": rounds},
        boards=BoardSettings(2, "matchpoints", movement),
        entrants=replace(PAIRS, least=least, capacity=20),
    )
    with pytest.raises(FormatDoesNotFit) as raised:
        checked_format(plan)
    assert raised.value.facts == {"option": "figures.rounds", "least": 1, "most": most, "entrants_least": enough}
    assert f"1 to {most} rounds" in raised.value.hint
    checked_format(replace(plan, figures={"rounds": most}))
    if enough is not None:
        assert checked_format(replace(plan, entrants=replace(PAIRS, least=enough, capacity=20)))
        assert enough == default_least_entrants("duplicate_pairs", movement, 20, rounds)


def test_an_individual_with_more_rounds_than_partners_is_refused():
    with pytest.raises(
        FormatDoesNotFit, match="with 8 entrants, a movement of individuals has at most 7 rounds, not 8"
    ):
        checked_format(replace(INDIVIDUAL, figures={"rounds": 8}, entrants=replace(PLAYERS, least=8, capacity=8)))


def test_balanced_rounds_of_pairs_can_have_any_number():
    balanced = replace(PAIRS_16, figures={"rounds": 40}, boards=BoardSettings(2, "matchpoints"))
    assert checked_format(balanced)


def test_a_round_has_to_follow_the_movement():
    here = begun(PAIRS_16, 4)
    made = here.pair(OWNER).paired
    turned = Round(1, (Match(made.matches[0].second, made.matches[0].first), made.matches[1]))
    assert here.refused(PairRound(OWNER, turned, SEED)) == "breaks_format"
