"""Formats by name: parameters and compatible settings."""

from dataclasses import replace

import pytest

from domain.clocks.rules import ClockRules
from domain.kernel.refusals import InvalidRules
from domain.tournaments.formats.catalogue import format_of, sides_of
from domain.tournaments.formats.checks import checked_format
from domain.tournaments.formats.kinds import FORMATS
from domain.tournaments.settings import (
    PLAYERS,
    BoardSettings,
    Byes,
    EntrantSettings,
    LateEntry,
    RoundPlan,
    TableGame,
    TournamentSettings,
)
from domain.tournaments.terms import Points
from tests.support.formats import ARENA, CLOCK, INDIVIDUALS, KNOCK_OUT, NIGHT, PLAY, ROUND_ROBIN, SWISS
from tests.support.tournament import PAIRS

SIX = TableGame("sheng_ji", "six-player-teams", clock=CLOCK)


NO_CLOCK = replace(PLAY, clock=ClockRules("none"))


def refused(settings: TournamentSettings) -> tuple[str, object]:
    """Code of the refusal of these settings, and the setting that it names."""
    with pytest.raises(InvalidRules) as raised:
        checked_format(settings)
    assert raised.value.hint
    return raised.value.code(), raised.value.facts.get("option")


@pytest.mark.parametrize("settings", [SWISS, INDIVIDUALS, ROUND_ROBIN, KNOCK_OUT, NIGHT, ARENA])
def test_every_format_works_with_its_default_parameters(settings: TournamentSettings):
    assert checked_format(settings) == format_of(settings)


def test_the_list_of_formats_is_complete():
    paired = {"swiss", "individual_swiss", "round_robin", "knock_out", "groups_knock_out"}
    paired |= {"night", "arena", "challenge_ladder"}
    assert set(FORMATS) == paired | {"duplicate_pairs", "duplicate_individual"}


def test_parameters_configure_the_format():
    assert format_of(replace(SWISS, figures={"rounds": 5, "is_accelerated": True})).rules[:1] == (5,)
    assert format_of(replace(ROUND_ROBIN, figures={"cycles": 2})).rules == (2, False)
    assert format_of(replace(ROUND_ROBIN, figures={"by_lot": True})).rules == (1, True)
    assert format_of(replace(INDIVIDUALS, figures={"rounds": 7})).rules.rounds == 7
    assert format_of(replace(KNOCK_OUT, figures={"third_place": True})).rules.third_place
    assert format_of(replace(NIGHT, figures={"rounds": 7})).rules.rounds == 7


@pytest.mark.parametrize(
    ("settings", "option"),
    [
        (replace(SWISS, format="ladder"), "format"),
        (replace(ARENA, figures={}), "figures.minutes"),
        (replace(ARENA, figures={"minutes": 0}), "figures.minutes"),
        (replace(ARENA, figures={"minutes": 60, "patience_s": -1}), "figures.patience_s"),
        (replace(ARENA, figures={"minutes": 60, "streak_factor": 0}), "figures.streak_factor"),
        (replace(ARENA, play=NO_CLOCK), "rounds.window_s"),
        (replace(NIGHT, figures={"rounds": 3, "partners": "for ever"}), "figures.partners"),
        (replace(SWISS, figures={}), "figures.rounds"),
        (replace(SWISS, figures={"rounds": 0}), "figures.rounds"),
        (replace(SWISS, figures={"rounds": 101}), "figures.rounds"),
        (replace(SWISS, figures={"rounds": True}), "figures.rounds"),
        (replace(SWISS, figures={"rounds": 3, "is_accelerated": 1}), "figures.is_accelerated"),
        (replace(SWISS, figures={"rounds": 3, "cycles": 1}), "figures.cycles"),
        (replace(ROUND_ROBIN, figures={"cycles": 3}), "figures.cycles"),
        (replace(KNOCK_OUT, figures={"third_place": "yes"}), "figures.third_place"),
        (replace(SWISS, play=TableGame("bridge", "any")), "play.game"),
        (replace(SWISS, tie_breaks=("wins", "beauty")), "tie_breaks"),
        (replace(NIGHT, entrants=replace(PLAYERS, least=3)), "entrants.least"),
        (replace(INDIVIDUALS, entrants=replace(PLAYERS, least=3)), "entrants.least"),
        (replace(INDIVIDUALS, figures={}), "figures.rounds"),
        (replace(ROUND_ROBIN, figures={"by_lot": "yes"}), "figures.by_lot"),
        (replace(SWISS, play=NO_CLOCK), "rounds.window_s"),
        (replace(KNOCK_OUT, play=NO_CLOCK), "rounds.window_s"),
        (replace(SWISS, tie_breaks=("lots", "wins")), "tie_breaks"),
    ],
)
def test_unknown_parameters_games_and_tie_breaks_are_named(settings: TournamentSettings, option: str):
    assert refused(settings) == ("invalid_settings", option)


@pytest.mark.parametrize(
    ("settings", "option"),
    [
        (replace(SWISS, entrants=PLAYERS), "entrants"),
        (replace(SWISS, entrants=EntrantSettings("team", 2, 4)), "entrants"),
        (replace(NIGHT, entrants=PAIRS), "entrants"),
        (replace(INDIVIDUALS, entrants=PAIRS), "entrants"),
        (replace(INDIVIDUALS, play=SIX), "play"),
        (replace(INDIVIDUALS, tie_breaks=("sonneborn_berger",)), "tie_breaks"),
        (replace(SWISS, play=TableGame("sheng_ji", "zhao-peng-you")), "play"),
        (replace(SWISS, play=TableGame("zheng_shangyou", "zheng-shangyou")), "play"),
        (replace(NIGHT, play=SIX), "play"),
        (replace(SWISS, play=SIX), "entrants"),
        (replace(SWISS, boards=BoardSettings(4, "imps")), "boards"),
        (replace(ARENA, entrants=PLAYERS), "entrants"),
        (replace(ARENA, tie_breaks=("buchholz",)), "tie_breaks"),
        (replace(ARENA, late=LateEntry(2)), "late.until_round"),
        (replace(ARENA, byes=Byes(half=1)), "byes"),
        (replace(ARENA, rounds=RoundPlan("window", 60)), "rounds.pace"),
        (replace(ARENA, rounds=RoundPlan(interval_s=60)), "rounds.interval_s"),
        (replace(ARENA, rounds=RoundPlan(is_automatic=False)), "rounds.is_automatic"),
        (replace(SWISS, tie_breaks=("imps",)), "tie_breaks"),
        (replace(NIGHT, tie_breaks=("buchholz",)), "tie_breaks"),
        (replace(ROUND_ROBIN, late=LateEntry(2)), "late.until_round"),
        (replace(KNOCK_OUT, late=LateEntry(2)), "late.until_round"),
        (replace(KNOCK_OUT, rounds=RoundPlan(window_s=60)), "rounds.adjudication"),
        (replace(KNOCK_OUT, rounds=RoundPlan(win=Points(50), draw=Points(50), loss=Points(50))), "rounds.win"),
    ],
)
def test_incompatible_settings_are_refused_and_named(settings: TournamentSettings, option: str):
    assert refused(settings) == ("format_does_not_fit", option)


@pytest.mark.parametrize(
    ("settings", "detail", "hint"),
    [
        (
            replace(NIGHT, entrants=PAIRS),
            "entrants.kind cannot be pair: an entrant of this tournament has 1 player",
            "make each entrant a player",
        ),
        (
            replace(SWISS, entrants=PLAYERS),
            "entrants.kind cannot be player: an entrant of this tournament has 2 players",
            "make each entrant a pair",
        ),
        (
            replace(SWISS, entrants=EntrantSettings("pair", 2, 3)),
            "entrants.members_least and entrants.members_most have to be 2",
            "give 2",
        ),
        (
            replace(SWISS, entrants=EntrantSettings("team", 3, 4)),
            "entrants.members_least cannot be 3: a team fills two or more sides of 2 players",
            "give 4, or a larger multiple of 2",
        ),
        (replace(SWISS, figures={}), "figures.rounds is missing", "give a whole number from 1 to 100"),
        (replace(SWISS, figures={"rounds": None}), "figures.rounds cannot be null", None),
        (replace(SWISS, figures={"rounds": True}), "figures.rounds cannot be true", None),
        (replace(SWISS, figures={"rounds": "3"}), 'figures.rounds cannot be "3"', None),
        (replace(ROUND_ROBIN, figures={"by_lot": [True]}), "figures.by_lot cannot be a list", "give true or false"),
        (replace(NIGHT, figures={"rounds": 3, "partners": None}), "figures.partners cannot be null", None),
    ],
)
def test_refusals_name_the_member_and_what_is_right(settings: TournamentSettings, detail: str, hint: str | None):
    with pytest.raises(InvalidRules) as raised:
        checked_format(settings)
    assert str(raised.value) == detail
    assert hint in (None, raised.value.hint)


def test_an_unknown_profile_is_refused_by_the_game():
    with pytest.raises(InvalidRules):
        checked_format(replace(SWISS, play=TableGame("sheng_ji", "nobody-plays-this")))


@pytest.mark.parametrize(
    "settings",
    [
        replace(SWISS, entrants=EntrantSettings("team", 2, 2)),
        replace(SWISS, play=NO_CLOCK, rounds=RoundPlan(window_s=60)),
        replace(SWISS, play=NO_CLOCK, rounds=RoundPlan(is_automatic=False)),
        replace(SWISS, entrants=EntrantSettings("team", 3, 3), play=SIX),
        replace(SWISS, late=LateEntry(2), tie_breaks=("buchholz", "lots")),
        replace(ROUND_ROBIN, late=LateEntry(1)),
        replace(ARENA, rounds=RoundPlan(window_s=60), tie_breaks=("wins", "average_rating", "lots")),
        replace(NIGHT, figures={"rounds": 3, "partners": "drawn"}),
        replace(KNOCK_OUT, rounds=RoundPlan(window_s=60, adjudication="absent_loses")),
        replace(NIGHT, late=LateEntry(2), tie_breaks=("wins", "progressive")),
    ],
)
def test_compatible_settings_are_accepted(settings: TournamentSettings):
    assert checked_format(settings)


def test_partners_sit_opposite_each_other():
    assert sides_of(PLAY) == ((0, 2), (1, 3))
