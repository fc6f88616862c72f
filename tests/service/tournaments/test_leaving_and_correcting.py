"""Players who leave and sides that never appear, in matches decided by staff, deadlines or new pairings."""

import dataclasses
from random import Random

import pytest

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.commands import TournamentTimePasses
from domain.tournaments.entrants.commands import LeaveEntrant, WithdrawEntrant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.rounds.commands import OverrideBoard, OverrideResult, PairAgain, PairRound
from domain.tournaments.rounds.proposed_rounds import proposed_round
from domain.tournaments.settings import BoardSettings, RoundPlan
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import Bye, Match, Result, Round
from service.platform.sources import time_of_day
from service.processes.rebuild import rebuild
from service.wiring import Service
from tests.service.tournaments.test_leaving_and_absent import (
    HOUR_MS,
    begun,
    of_hands,
    play_hands,
    rated,
    rating_changes,
)
from tests.support.boards import score_hand
from tests.support.duplicate_tournaments import BOARDS
from tests.support.tournaments import KNOCK_OUT, NIGHT, SWISS, of, open_tables, seated, settle, started

BY_STAFF = "as seen by the director"


def owner_of(service: Service, tournament: str) -> PlayerId:
    return of(service, tournament).staff[0][0]


@pytest.mark.parametrize("decided", ["deadline", "staff"])
def test_a_player_who_left_a_match_that_is_decided_later_away_from_the_table_alone_loses_rating(
    at_work: Service, decided: str
):
    tournament, [table] = begun(at_work, of_hands(NIGHT, window_s=86_400))
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1)
    at_work.tournaments.carry_out(tournament, LeaveEntrant(players[0]))
    settle(at_work)

    if decided == "staff":
        result = Result(100, 0, "adjudicated")
        at_work.tournaments.carry_out(tournament, OverrideResult(owner_of(at_work, tournament), 1, 1, result, BY_STAFF))
    else:
        later = Instant(time_of_day() + 25 * HOUR_MS)
        at_work.tournaments.carry_out(tournament, TournamentTimePasses(), now=later)
    settle(at_work)

    assert rating_changes(at_work, players[0]) == [(None, -16)]
    assert [rating_changes(at_work, each) for each in players[1:]] == [[], [], []]


def test_of_two_players_who_leave_in_turn_the_first_loses_rating(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(SWISS), 2)
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1)
    at_work.tournaments.carry_out(tournament, LeaveEntrant(players[0]))
    settle(at_work)
    dry_run = at_work.tournaments.dry_run(tournament, LeaveEntrant(players[2])).cost
    at_work.tournaments.carry_out(tournament, LeaveEntrant(players[2]))
    settle(at_work)

    [result] = of(at_work, tournament).rounds[0].results
    assert result is not None
    assert result.kind == "forfeit"
    assert rating_changes(at_work, players[0]) == [(None, -16)]
    assert [rating_changes(at_work, each) for each in players[1:]] == [[], [], []]
    assert dry_run is not None
    assert (dry_run.ends, dry_run.rating) == (True, "unchanged")


@pytest.mark.parametrize("result", [Result(100, 0, "played"), Result(0, 100, "adjudicated")])
def test_an_override_does_not_restore_a_rated_game_for_the_player_who_left(at_work: Service, result: Result):
    tournament, [table] = begun(at_work, dataclasses.replace(of_hands(NIGHT), corrections_s=900))
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1)
    at_work.tournaments.carry_out(tournament, LeaveEntrant(players[0]))
    settle(at_work)
    play_hands(at_work, table, 2)
    settle(at_work)
    rated(at_work)

    at_work.tournaments.carry_out(tournament, OverrideResult(owner_of(at_work, tournament), 1, 1, result, BY_STAFF))

    assert rating_changes(at_work, players[0]) == [(None, -16)]
    assert [rating_changes(at_work, each) for each in players[1:]] == [[], [], []]


@pytest.mark.slow
def test_games_of_a_re_paired_round_are_those_of_its_new_tables(at_work: Service, database_url: str):
    tournament, tables = begun(at_work, dataclasses.replace(of_hands(SWISS), corrections_s=900), 4)
    assert len(tables) == 2
    play_hands(at_work, tables[1], 1)
    gone = seated(at_work.table_cache.newest(tables[1]).table)[0]
    entry = of(at_work, tournament).entry_of(gone)
    assert entry is not None
    at_work.tournaments.carry_out(tournament, WithdrawEntrant(entry.captain, entry.id))
    round_ = of(at_work, tournament).rounds[0]
    there = [each for match in round_.paired.matches for each in match if each != entry.id]
    again = Round(1, (Match(there[0], there[1]),), (Bye(there[2], "pairing"),))
    at_work.tournaments.carry_out(
        tournament, PairAgain(owner_of(at_work, tournament), again, bytes(32), "one has gone")
    )
    settle(at_work)
    [table] = open_tables(at_work, tournament)
    play_hands(at_work, table, 2)
    settle(at_work)
    players = seated(at_work.table_cache.newest(table).table)
    before = {each: rating_changes(at_work, each) for each in (*players, entry.captain)}
    assert {len(found) for found in before.values()} <= {1, 2}
    assert all(before[each][0][0] is None for each in players), "the new match is rated"
    assert before[entry.captain][-1] == (None, -16)

    rebuild(database_url, "shengji_app", lambda *_: None)
    assert {each: rating_changes(at_work, each) for each in before} == before

    annulled = Result(0, 0, "double_forfeit")
    at_work.tournaments.carry_out(tournament, OverrideResult(owner_of(at_work, tournament), 1, 1, annulled, BY_STAFF))
    assert {rating_changes(at_work, each)[0][0] for each in players} == {"annulled"}
    assert rating_changes(at_work, entry.captain)[-1] == (None, -16), "the cancelled game is a different game"


def test_an_absent_side_does_not_win_when_the_opponents_withdraw(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(KNOCK_OUT, hands=2), 2)
    players = seated(at_work.table_cache.newest(table).table)
    absent = [players[1], players[3]]
    play_hands(at_work, table, 1, absent=absent)
    entry = of(at_work, tournament).entry_of(players[0])
    ghost = of(at_work, tournament).entry_of(players[1])
    assert entry is not None
    assert ghost is not None
    at_work.tournaments.carry_out(tournament, WithdrawEntrant(entry.captain, entry.id))
    settle(at_work)

    now = of(at_work, tournament)
    assert now.rounds[0].results == (Result(0, 0, "double_forfeit"),)
    assert [each.entrant for each in tournament_standings(now) if each.is_absent] == [ghost.id]


def test_a_played_board_is_rated_even_if_staff_assign_scores_to_all_boards_of_its_match(at_work: Service):
    settings = dataclasses.replace(
        BOARDS, is_rated=True, boards=BoardSettings(1, "matchpoints"), rounds=RoundPlan(is_automatic=False)
    )
    tournament, _ = started(at_work, settings, 4)
    owner = owner_of(at_work, tournament)
    now = of(at_work, tournament)
    paired = proposed_round(pairing_context(now), format_of(now.settings), bytes(32))
    assert paired is not None
    at_work.tournaments.carry_out(tournament, PairRound(owner, paired, bytes(32)))
    settle(at_work)
    [table, *_] = [table for tables in of(at_work, tournament).rounds[0].tables for table in tables]
    number = next(
        each for each, tables in enumerate(of(at_work, tournament).rounds[0].tables, start=1) if table in tables
    )
    score_hand(at_work, table, Random(3))
    board = of(at_work, tournament).rounds[0].places[number - 1][0].board
    assigned = OverrideBoard(owner, 1, number, board, BY_STAFF, averages=("average_plus", "average"))
    at_work.tournaments.carry_out(tournament, assigned)
    assert of(at_work, tournament).rounds[0].results[number - 1] is not None

    rated(at_work)

    with at_work.database.session() as session:
        rows = session.execute("SELECT game, result ->> 'void' FROM rated_game").fetchall()
    assert dict(rows).get(table, "nothing is rated") is None
