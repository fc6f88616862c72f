"""Settings: valid values, and the times until which each can be changed."""

from dataclasses import fields, replace

import pytest

from domain.kernel.instants import Instant
from domain.tournaments.commands import ChangeSettings, CreateTournament, StartTournament
from domain.tournaments.decide import decide
from domain.tournaments.entrants.gates import Gates
from domain.tournaments.events import RegistrationOpened, SettingsChanged
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.settings import (
    BoardSettings,
    Byes,
    EntrantSettings,
    LateEntry,
    RoundPlan,
    Schedule,
    TableGame,
    TournamentSettings,
)
from tests.support.laws import law
from tests.support.tournament import (
    ANN,
    BEN,
    CHECKED_IN,
    CLOSES,
    OPEN_NOW,
    OPENS,
    OWNER,
    PLAYERS_PLAN,
    STARTS,
    Given,
    created,
    hours,
    registers,
)

WRONG = {
    "name": [replace(OPEN_NOW, name=""), replace(OPEN_NOW, name=" "), replace(OPEN_NOW, name="x" * 81)],
    "play.hands": [replace(OPEN_NOW, play=TableGame("sheng_ji", "zhang-2021", hands=0))],
    "entrants.members_least": [
        replace(OPEN_NOW, entrants=EntrantSettings("team", 0, 4)),
        replace(OPEN_NOW, entrants=EntrantSettings("pair", 1, 2)),
        replace(OPEN_NOW, entrants=EntrantSettings("player", 2, 2)),
    ],
    "entrants.members_most": [
        replace(OPEN_NOW, entrants=EntrantSettings("team", 4, 3)),
        replace(OPEN_NOW, entrants=EntrantSettings("team", 4, 13)),
    ],
    "entrants.least": [replace(OPEN_NOW, entrants=EntrantSettings("player", least=1))],
    "entrants.capacity": [
        replace(OPEN_NOW, entrants=EntrantSettings("player", capacity=1)),
        replace(OPEN_NOW, entrants=EntrantSettings("player", capacity=1025)),
        replace(OPEN_NOW, entrants=EntrantSettings("player", capacity=4, least=5)),
    ],
    "entrants.answer_s": [
        replace(OPEN_NOW, entrants=EntrantSettings("player", capacity=4, answer_s=59)),
        replace(OPEN_NOW, entrants=EntrantSettings("player", answer_s=3600)),
    ],
    "gates.reliability": [replace(OPEN_NOW, gates=Gates(reliability=101))],
    "gates.games": [replace(OPEN_NOW, gates=Gates(games=-1))],
    "gates.rating_most": [replace(OPEN_NOW, gates=Gates(1500, 1400))],
    "gates.players": [replace(OPEN_NOW, gates=Gates(players=("x",) * 10_001))],
    "schedule.check_in_s": [
        replace(OPEN_NOW, schedule=Schedule(check_in_s=60)),
        replace(OPEN_NOW, schedule=Schedule(check_in_s=0, starts_at=STARTS)),
        replace(OPEN_NOW, schedule=Schedule(opens_at=OPENS, check_in_s=20 * 3600 + 1, starts_at=STARTS)),
    ],
    "schedule.closes_at": [replace(OPEN_NOW, schedule=Schedule(OPENS, OPENS))],
    "schedule.starts_at": [
        replace(OPEN_NOW, schedule=Schedule(OPENS, STARTS, None, CLOSES)),
        replace(OPEN_NOW, schedule=Schedule(OPENS, None, None, OPENS)),
    ],
    "rounds.window_s": [
        replace(OPEN_NOW, rounds=RoundPlan("window")),
        replace(OPEN_NOW, rounds=RoundPlan("window", 0)),
    ],
    "rounds.interval_s": [replace(OPEN_NOW, rounds=RoundPlan(interval_s=-1))],
    "rounds.win": [replace(OPEN_NOW, rounds=RoundPlan(win=40, draw=50))],
    "rounds.draw": [replace(OPEN_NOW, rounds=RoundPlan(draw=10, loss=20))],
    "rounds.loss": [replace(OPEN_NOW, rounds=RoundPlan(loss=-1))],
    "late.until_round": [replace(OPEN_NOW, late=LateEntry(-1))],
    "late.bye": [replace(OPEN_NOW, late=LateEntry(1, "full"))],
    "byes.half": [replace(OPEN_NOW, byes=Byes(half=-1))],
    "byes.zero": [replace(OPEN_NOW, byes=Byes(zero=101))],
    "byes.until_round": [replace(OPEN_NOW, byes=Byes(until_round=-1))],
    "boards.per_match": [replace(OPEN_NOW, boards=BoardSettings(0, "imps"))],
    "boards.pools": [replace(OPEN_NOW, boards=BoardSettings(8, "imps", pools=0))],
    "corrections_s": [replace(OPEN_NOW, corrections_s=-1), replace(OPEN_NOW, corrections_s=30 * 24 * 3600 + 1)],
    "tie_breaks": [
        replace(OPEN_NOW, tie_breaks=("buchholz", "buchholz")),
        replace(OPEN_NOW, tie_breaks=tuple(map(str, range(21)))),
    ],
}
EVERYTHING = TournamentSettings(
    name="League night",
    play=TableGame("sheng_ji", "zhang-2021", {"start_level": "8"}, hands=4),
    format="swiss",
    figures={"rounds": 5},
    entrants=EntrantSettings("team", 4, 6, capacity=16, least=4, answer_s=3600),
    gates=Gates(1000, 2000, 90, 10, (ANN, BEN), by_code=True),
    schedule=Schedule(OPENS, CLOSES, 3600, STARTS),
    rounds=RoundPlan(
        *("window", 7 * 24 * 3600, 3600, "absent_loses"),
        is_automatic=False,
        win=2000,
        draw=1000,
        leaving="ends_match",
        played_elsewhere=True,
    ),
    late=LateEntry(2, "half"),
    byes=Byes(half=1, zero=2, until_round=4),
    is_rated=True,
    tie_breaks=("buchholz", "direct"),
    boards=BoardSettings(16, "victory_points", "mitchell", 2),
    is_sealed=True,
    season="ssn_1",
    series="srs_1",
    corrections_s=900,
)


@law
@pytest.mark.parametrize(("option", "settings"), [(name, each) for name, some in WRONG.items() for each in some])
def test_invalid_settings_are_named(option, settings):
    with pytest.raises(InvalidSettings) as raised:
        decide(None, CreateTournament(OWNER, settings), Given().moment)

    assert raised.value.facts["option"] == option
    assert raised.value.hint


@pytest.mark.parametrize(("now", "option"), [(CLOSES, "schedule.closes_at"), (STARTS, "schedule.closes_at")])
def test_a_tournament_whose_registration_is_already_over_cannot_be_created(now, option):
    with pytest.raises(InvalidSettings) as raised:
        decide(None, CreateTournament(OWNER, PLAYERS_PLAN), Given(now=now).moment)
    assert raised.value.facts["option"] == option

    without_end = replace(PLAYERS_PLAN, schedule=Schedule(OPENS, None, None, STARTS))
    with pytest.raises(InvalidSettings) as raised:
        decide(None, CreateTournament(OWNER, without_end), Given(now=STARTS).moment)
    assert raised.value.facts["option"] == "schedule.starts_at"
    assert decide(None, CreateTournament(OWNER, without_end), Given(now=Instant(STARTS - 1)).moment).events


def test_all_settings_are_kept():
    assert created(EVERYTHING).tournament.settings == EVERYTHING


ANOTHER = {
    "name": "Saturday",
    "play": TableGame("sheng_ji", "other"),
    "format": "arena",
    "figures": {"rounds": 9},
    "entrants": EntrantSettings("player", capacity=8),
    "gates": Gates(games=5),
    "schedule": Schedule(OPENS, CLOSES, 60, STARTS),
    "rounds": RoundPlan(interval_s=60),
    "late": LateEntry(3),
    "byes": Byes(half=2),
    "is_rated": True,
    "tie_breaks": ("direct",),
    "boards": BoardSettings(4, "imps"),
    "is_sealed": True,
    "season": "ssn_2",
    "series": "srs_2",
    "corrections_s": 60,
    "public": False,
}
FIXED = {"play", "format", "figures", "is_rated", "boards", "season", "series"}


def test_every_setting_is_tested_here():
    assert set(ANOTHER) == {each.name for each in fields(TournamentSettings)}


@pytest.mark.parametrize("name", ANOTHER)
def test_all_settings_can_change_until_registration_opens(name):
    changed = replace(PLAYERS_PLAN, **{name: ANOTHER[name]})

    assert created(PLAYERS_PLAN).when(ChangeSettings(OWNER, changed)) == (SettingsChanged(OWNER, changed),)


@pytest.mark.parametrize("name", ANOTHER)
def test_essential_settings_are_fixed_once_registration_is_open(name):
    changed = replace(PLAYERS_PLAN, **{name: ANOTHER[name]})
    given = created(PLAYERS_PLAN).at(OPENS)

    if name in FIXED:
        refusal = given.refusal(ChangeSettings(OWNER, changed))
        assert (refusal.code(), refusal.facts) == ("setting_fixed", {"settings": [name]})
    else:
        assert given.when(ChangeSettings(OWNER, changed)) == (SettingsChanged(OWNER, changed),)


@pytest.mark.parametrize("name", ANOTHER)
def test_no_setting_can_change_after_the_start(name):
    given = created(OPEN_NOW).after(*registers((ANN, BEN)), StartTournament(OWNER))

    changed = ChangeSettings(OWNER, replace(OPEN_NOW, **{name: ANOTHER[name]}))
    assert given.refused(changed) == "tournament_begun"


def test_the_kind_and_size_of_entrants_are_fixed_once_registration_is_open():
    given = created(PLAYERS_PLAN).at(OPENS)
    refusal = given.refusal(ChangeSettings(OWNER, replace(PLAYERS_PLAN, entrants=EntrantSettings("pair", 2, 2))))

    fixed = ["entrants.kind", "entrants.members_least", "entrants.members_most"]
    assert refusal.facts == {"settings": fixed}


def test_where_matches_are_played_is_fixed_once_registration_is_open():
    elsewhere = replace(PLAYERS_PLAN, rounds=RoundPlan(played_elsewhere=True))
    refusal = created(PLAYERS_PLAN).at(OPENS).refusal(ChangeSettings(OWNER, elsewhere))

    assert refusal.facts == {"settings": ["rounds.played_elsewhere"]}


def test_past_times_cannot_be_moved():
    given = created(PLAYERS_PLAN)
    later = replace(PLAYERS_PLAN, schedule=Schedule(hours(11), hours(21), None, STARTS))

    assert given.after(ChangeSettings(OWNER, later)).at(OPENS).tournament.status == "announced"
    assert given.at(OPENS).refusal(ChangeSettings(OWNER, later)).facts == {"settings": ["schedule.opens_at"]}
    closing = replace(PLAYERS_PLAN, schedule=Schedule(OPENS, hours(21), None, STARTS))
    assert given.at(OPENS).after(ChangeSettings(OWNER, closing)).at(CLOSES).tournament.status == "registration"
    assert given.at(CLOSES).refusal(ChangeSettings(OWNER, closing)).facts == {"settings": ["schedule.closes_at"]}


def test_an_invalid_change_is_refused():
    assert created(OPEN_NOW).refused(ChangeSettings(OWNER, WRONG["late.bye"][0])) == "invalid_settings"


def test_changed_gates_apply_to_later_entrants():
    given = created(OPEN_NOW).after(*registers((ANN,)), ChangeSettings(OWNER, replace(OPEN_NOW, gates=Gates(games=5))))

    assert given.statuses() == {"ANN": "entered"}
    assert given.refused(registers((BEN,))[0]) == "too_few_games"


def test_a_change_that_moves_the_opening_into_the_past_opens_registration_at_once():
    at_once = replace(CHECKED_IN, schedule=replace(CHECKED_IN.schedule, opens_at=Instant(1)))

    assert created(CHECKED_IN).when(ChangeSettings(OWNER, at_once))[1:] == (RegistrationOpened(),)
