"""Corrections of the last season: the next season is recomputed until it begins, and not afterwards."""

from collections.abc import Sequence

import pytest

from domain.tournaments.entrants.commands import WithdrawEntrant
from domain.tournaments.leagues.commands import EndLeague, OverrideDivisions, RecordDivisionCorrected
from domain.tournaments.leagues.events import DivisionCorrected
from domain.tournaments.terms import EntrantId
from tests.support.leagues import SEASON_H, SETTLES, STARTS, Told, placed
from tests.support.tournament import OWNER, hours

FIRST, SECOND = "abc", "def"
RIGHT = ["c", "b", "a"]
"""The corrected standings of division 1, in which a is relegated instead of c."""


def over() -> Told:
    """A league whose first season has ended. The members a to f finished in the order of their seeds."""
    told = Told()
    for place, name in enumerate(FIRST + SECOND):
        told.register(name, rating=2000 - place)
    told.until(SETTLES)
    told.until(STARTS)
    told.play()
    assert told.league.standings == (tuple(FIRST), tuple(SECOND))
    return told


def corrects(ranked: Sequence[str] = RIGHT, season: int = 1, division: int = 1) -> RecordDivisionCorrected:
    return RecordDivisionCorrected(season, division, placed(map(EntrantId, ranked)))


def next_settled(told: Told) -> Told:
    told.until(hours(76 + SEASON_H))
    assert told.league.season is not None
    assert told.league.season.status == "settled"
    return told


def right_from_the_start() -> Told:
    told = Told()
    for place, name in enumerate(FIRST + SECOND):
        told.register(name, rating=2000 - place)
    told.until(SETTLES)
    told.until(STARTS)
    told.play({name: place for place, name in enumerate([*RIGHT, *SECOND])})
    return told


def test_an_unsettled_next_season_uses_the_corrected_standings():
    told = over()
    [event] = told.ask(corrects())
    assert isinstance(event, DivisionCorrected)
    assert (event.effect, event.divisions, event.moves) == ("counts", None, None)
    assert told.league.season is not None
    assert [each.entrant for each in told.league.season.divisions[0].standings or ()] == RIGHT
    assert next_settled(told).divisions() == next_settled(right_from_the_start()).divisions()


def test_a_settled_season_is_recomputed_until_it_begins():
    told, right = next_settled(over()), next_settled(right_from_the_start())
    assert told.divisions() != right.divisions()
    [event] = told.ask(corrects())
    assert event.effect == "remade"
    assert told.divisions() == right.divisions()
    assert told.league.season == right.league.season
    assert told.league.standings == right.league.standings


def test_undoing_a_correction_restores_the_divisions():
    told = next_settled(over())
    before = told.league
    told.ask(corrects())
    told.ask(corrects(FIRST))
    assert told.league == before


def test_withdrawn_members_and_late_members_are_in_no_division():
    told = over()
    told.register("new")
    told = next_settled(told)
    for name in ("f", "new"):
        told.ask(WithdrawEntrant(OWNER, EntrantId(name), "ill"))
    told.register("late")
    told.ask(corrects())
    playing = {each for division in told.divisions() for each in division}
    assert playing == set("abcde")
    assert told.league.season is not None
    withdrawn = {move.entrant for move in told.league.season.moves if move.reason == "withdrawn"}
    assert withdrawn == {"f", "new"}


def test_divisions_made_by_staff_are_kept():
    told = next_settled(over())
    made = (tuple(map(EntrantId, "fed")), tuple(map(EntrantId, "cba")))
    told.ask(OverrideDivisions(OWNER, 2, made, "agreed"))
    [event] = told.ask(corrects())
    assert (event.effect, event.divisions) == ("overridden", None)
    assert told.divisions() == [list("fed"), list("cba")]


def test_a_season_that_has_begun_is_unchanged_and_the_standings_are_recorded():
    told = next_settled(over())
    told.until(hours(100 + SEASON_H))
    before = told.divisions()
    [event] = told.ask(corrects())
    assert (event.effect, event.divisions) == ("too_late", None)
    assert told.divisions() == before
    assert told.league.standings == (tuple(RIGHT), tuple(SECOND))


def test_known_standings_are_recorded_once():
    told = over()
    assert told.ask(corrects(FIRST)) == ()
    assert len(told.ask(corrects())) == 1
    assert told.ask(corrects()) == ()


def test_an_ended_league_can_still_be_corrected():
    told = over()
    told.ask(EndLeague(OWNER, "enough"))
    [event] = told.ask(corrects())
    assert event.effect == "counts"


def test_only_the_last_played_season_can_be_corrected():
    told = over()
    assert told.refused(corrects(season=2)) == "no_season_played"
    assert told.refused(corrects(division=3)) == "no_such_division"
    assert Told().refused(corrects()) == "no_season_played"
    with pytest.raises(ValueError, match="other entrants"):
        told.ask(corrects("xyz"))
