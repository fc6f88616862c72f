"""The tie-break `levels_won` in matches without boards, and as a default of nights."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from domain.games.registry import GAMES
from domain.kernel.refusals import Refusal
from domain.tournaments.boards.records import Place
from domain.tournaments.commands import StartTournament
from domain.tournaments.formats.catalogue import default_tie_breaks, format_of
from domain.tournaments.formats.checks import checked_format
from domain.tournaments.matches.tables import TableAtPlace, outcome_of
from domain.tournaments.pairing.partnerships import players_of_side
from domain.tournaments.rounds.commands import OverrideResult, PairRound, RecordResult
from domain.tournaments.rounds.events import ResultOverridden, ResultRecorded
from domain.tournaments.settings import TableGame
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.terms import LevelsWon, Result, Round
from domain.tournaments.viewing import TournamentView
from service.platform.store.events import VersionedEvent
from service.tournaments.documents import tournament_event_document
from tests.domain.tournaments.matches.test_tables_of_matches import ANN, BEN, MATCH, conceded, started
from tests.support.tournament import LOST, OWNER, SEED, WON, created, link_table, registers, table
from tests.support.tournaments import NIGHT, SWISS

EIGHT = tuple(f"p{number}" for number in range(8))
TIED = replace(NIGHT, tie_breaks=("levels_won",))


def night(settings=TIED):
    """A night of eight with its first round paired and both tables open."""
    given = created(settings, format_of(settings)).after(*registers(EIGHT), StartTournament(OWNER))
    given = given.after(given.pair(OWNER))
    return given.after(link_table(1, 1, table(1, 1)), link_table(1, 2, table(1, 2)))


def record(match, result, levels):
    return RecordResult(1, match, result, (table(1, match),), levels=levels)


def ranks(given):
    return {each.entrant: (each.rank, each.points) for each in tournament_standings(given.tournament)}


def test_more_levels_won_rank_higher_among_equal_points():
    given = night().after(record(1, WON, LevelsWon(1, 0)), record(2, LOST, LevelsWon(2, 3)))
    first, second = given.tournament.rounds[0].paired.matches

    assert ranks(given) == {
        **dict.fromkeys(players_of_side(second.second), (1, 100)),
        **dict.fromkeys(players_of_side(first.first), (3, 100)),
        **dict.fromkeys(players_of_side(second.first), (5, 0)),
        **dict.fromkeys(players_of_side(first.second), (7, 0)),
    }


def test_a_result_set_by_staff_counts_no_levels():
    given = night().after(record(1, WON, LevelsWon(4, 1)))
    given = given.after(OverrideResult(OWNER, 1, 1, LOST, "the table was swapped"))

    [values] = {each.values for each in tournament_standings(given.tournament)}
    assert [value.value for value in values] == [0]


def test_the_result_of_the_table_counts_its_levels_again():
    given = night().after(record(1, WON, LevelsWon(4, 1)))
    before = ranks(given)
    for result in (LOST, WON):
        given = given.after(OverrideResult(OWNER, 1, 1, result, "the table was swapped"))

    assert ranks(given) == before
    assert given.tournament.rounds[0].levels[0] == LevelsWon(4, 1)


def test_the_same_result_of_another_kind_counts_no_levels():
    given = night().after(record(1, WON, LevelsWon(4, 1)))
    forfeit = OverrideResult(OWNER, 1, 1, WON._replace(kind="forfeit"), "they left")

    assert given.after(forfeit).tournament.rounds[0].levels[0] is None


def test_the_levels_of_a_match_are_those_climbed_at_its_table():
    given = started(SWISS).after(PairRound(OWNER, Round(1, (MATCH,)), SEED))
    at = conceded(given.tournament, ANN, BEN)
    evens, odds = at.match.positions
    climbed = at._replace(match=at.match._replace(positions=(evens, odds._replace(level=odds.level + 3))))

    made = outcome_of(
        given.tournament, given.format_, given.tournament.rounds[0], 1, (TableAtPlace(Place(), table(1, 1), climbed),)
    )

    assert made is not None
    assert (made.result, made.levels) == (LOST, LevelsWon(0, 3))


def test_nights_of_a_game_with_levels_use_them_as_the_default_tie_break():
    assert default_tie_breaks("night", "sheng_ji") == ("levels_won",)
    assert default_tie_breaks("night", "zheng_shangyou") == ()
    assert default_tie_breaks("swiss", "sheng_ji") == ()
    assert {name for name, game in GAMES.items() if game.has_levels} == {"sheng_ji"}


def test_a_game_without_levels_has_no_such_tie_break():
    assert checked_format(TIED)
    assert checked_format(replace(SWISS, tie_breaks=("levels_won",)))
    climbing = TableGame("zheng_shangyou", "zheng-shangyou-4-partners", hands=1, clock=NIGHT.play.clock)
    with pytest.raises(Refusal) as raised:
        checked_format(replace(TIED, play=climbing))
    assert raised.value.facts["option"] == "tie_breaks"


def test_levels_are_hidden_with_the_result():
    given = night(replace(TIED, is_sealed=True))
    recorded = ResultRecorded(1, 1, *Result(*WON), (), (), LevelsWon(3, 1))
    overridden = ResultOverridden(1, 1, OWNER, *Result(*WON), "as seen", None, LevelsWon(3, 1))
    for event in (recorded, overridden):
        versioned = VersionedEvent(9, event, datetime(2026, 11, 23, tzinfo=UTC))
        shown = [
            tournament_event_document(versioned, TournamentView("trn_1", 9, given.tournament, viewer))["data"]["levels"]
            for viewer in (given.tournament.entries[0].captain, OWNER)
        ]
        assert shown == [None, [3, 1]]
