"""Profiles whose rules can be played with boards, by format: the table in `formats`."""

from dataclasses import replace

import pytest

from domain.games.registry import GAMES
from domain.games.rulebooks import BOOK_OF_PROFILE
from domain.kernel.refusals import Refusal
from domain.tournaments.boards.by_movement import DuplicateIndividual, DuplicatePairs
from domain.tournaments.boards.scales import scale_of
from domain.tournaments.boards.seat_by_seat import SeatBySeat
from domain.tournaments.boards.solo import BoardSetting, every_deal
from domain.tournaments.formats.checks import checked_format
from domain.tournaments.formats.kinds import RoundRobin
from domain.tournaments.settings import (
    PLAYERS,
    BoardSettings,
    EntrantSettings,
    RoundPlan,
    TableGame,
    TournamentSettings,
)
from domain.tournaments.terms import Points

SIDES_OF_TWO = ["zhang-2016", "zhang-2021", "wikipedia-bashifen", "si-shi-fen", "sheng-ji-night"]
BY_SIDES = {**dict.fromkeys([*SIDES_OF_TWO, "zheng-shangyou-4-partners"], 2), "six-player-teams": 3, "san-jia-xi": 3}
ALONE = {"zhao-peng-you": 5, "levelup-5": 5, "zheng-shangyou": 5}
SEAT_BY_SEAT = {**ALONE, "six-player-teams": 6, "san-jia-xi": 6}
VPS = RoundPlan(is_automatic=False, win=Points(1200), draw=Points(1000), loss=Points(0))
PLAN = TournamentSettings(
    "Boards", TableGame("sheng_ji", "zhang-2021"), "duplicate_pairs", {"rounds": 2}, PLAYERS, rounds=VPS
)


def plan(profile: str, **changes: object) -> TournamentSettings:
    return replace(PLAN, play=TableGame(BOOK_OF_PROFILE[profile].game, profile), **changes)


def test_every_profile_is_in_the_table():
    assert set(BY_SIDES) | set(ALONE) == set(BOOK_OF_PROFILE)


@pytest.mark.parametrize("profile", sorted(BOOK_OF_PROFILE))
def test_boards_of_every_profile_can_be_played_alone_with_bots(profile: str):
    setting = BoardSetting(BOOK_OF_PROFILE[profile].game, profile, {}, "steady")
    assert len(every_deal(setting).pack) > 0
    assert (scale_of(setting.game, profile, {}) is None) == (profile == "zheng-shangyou")


@pytest.mark.parametrize("scoring", ["matchpoints", "imps", "victory_points"])
@pytest.mark.parametrize("profile", sorted(BY_SIDES))
def test_games_of_two_sides_have_boards_for_whole_sides_and_for_teams(profile: str, scoring: str):
    size = BY_SIDES[profile]
    sides = EntrantSettings("pair" if size == 2 else "team", size, size, 20, 4)
    teams = EntrantSettings("team", 2 * size, 2 * size + 1)
    boards = BoardSettings(2, scoring)  # type: ignore[arg-type]
    assert isinstance(checked_format(plan(profile, entrants=sides, boards=boards)), DuplicatePairs)
    of_teams = plan(profile, entrants=teams, boards=boards, format="round_robin", figures={})
    assert isinstance(checked_format(of_teams), RoundRobin)


@pytest.mark.parametrize("profile", sorted(BOOK_OF_PROFILE))
def test_every_profile_has_boards_with_changing_partners_or_seat_by_seat(profile: str):
    seats = SEAT_BY_SEAT.get(profile)
    field = replace(PLAYERS, least=8, capacity=8) if seats is None else replace(PLAYERS, least=2 * seats, capacity=20)
    made = checked_format(
        plan(profile, entrants=field, boards=BoardSettings(2, "matchpoints"), format="duplicate_individual")
    )
    assert made == (DuplicateIndividual(2) if seats is None else SeatBySeat(2, seats))


@pytest.mark.parametrize("profile", sorted(ALONE))
def test_games_without_two_sides_have_no_pairs_or_teams(profile: str):
    rules = GAMES[BOOK_OF_PROFILE[profile].game].rules(profile, {})
    assert len(GAMES[BOOK_OF_PROFILE[profile].game].teams(rules)) == ALONE[profile]
    for entrants, name, figures in (
        (EntrantSettings("pair", 2, 2, 20, 4), "duplicate_pairs", {"rounds": 2}),
        (EntrantSettings("team", 4, 4), "round_robin", {}),
    ):
        refused = plan(profile, entrants=entrants, boards=BoardSettings(2, "matchpoints"), format=name, figures=figures)
        with pytest.raises(Refusal) as raised:
            checked_format(refused)
        assert raised.value.facts["option"] == "play"
