"""Absent entrants rank last. Sealed results do not show attendance."""

from dataclasses import replace
from datetime import UTC, datetime

from domain.kernel.players import PlayerId
from domain.tournaments.commands import FinishTournament, StartTournament, TournamentTimePasses
from domain.tournaments.entrants.commands import AcceptPartner
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.matches.no_show import absent_entrants, absent_last
from domain.tournaments.rounds.commands import MatchReport, RecordResult
from domain.tournaments.rounds.events import ResultAdjudicated, ResultRecorded
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.terms import EntrantId, Points, Result
from domain.tournaments.viewing import TournamentView
from service.platform.store.events import VersionedEvent
from service.tournaments.documents import tournament_event_document
from tests.support.tournament import (
    ANN,
    BEN,
    CAT,
    DAN,
    OPEN_NOW,
    OWNER,
    WINDOW,
    WON,
    created,
    hours,
    link_table,
    register,
    registers,
    table,
)
from tests.support.tournaments import KNOCK_OUT

GHOST = Result(Points(100), Points(0), "forfeit")


def begun(**settings):
    given = created(replace(OPEN_NOW, **settings)).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER))
    given = given.after(given.pair(OWNER))
    return given.after(link_table(1, 1, table(1, 1)), link_table(1, 2, table(1, 2)))


def line(entrant: str, rank: int) -> Standing:
    return Standing(rank, EntrantId(entrant), Points(0), (), 0, 0, 0, 0, 0)


def test_an_entrant_idle_in_every_match_is_absent():
    given = begun()
    loser = given.tournament.rounds[0].paired.matches[0].second
    given = given.after(RecordResult(1, 1, GHOST, (table(1, 1),), idle=(loser,)))

    assert absent_entrants(given.tournament, given.format_) == {loser}
    assert absent_entrants(given.tournament, given.format_, frozenset((1,))) == frozenset()


def test_an_entrant_who_acts_in_a_later_match_is_no_longer_absent():
    given = begun()
    match = given.tournament.rounds[0].paired.matches[0]
    given = given.after(RecordResult(1, 1, GHOST, (table(1, 1),), idle=(match.second,)))
    given = given.after(RecordResult(1, 2, WON, (table(1, 2),)))
    given = given.played(WON, WON)

    assert absent_entrants(given.tournament, given.format_) == frozenset()


def test_absent_entrants_share_the_last_rank_and_others_move_up():
    ranked = (line("a", 1), line("b", 2), line("c", 2), line("d", 4))

    moved = absent_last(ranked, frozenset(map(EntrantId, ("a", "c"))))

    assert [(each.entrant, each.rank, each.is_absent) for each in moved] == [
        ("b", 1, False),
        ("d", 2, False),
        ("a", 4, True),
        ("c", 4, True),
    ]


def test_nobody_is_first_when_everybody_is_absent():
    ranked = (line("a", 1), line("b", 1))

    assert {each.rank for each in absent_last(ranked, frozenset(map(EntrantId, "ab")))} == {2}


def test_at_the_deadline_an_inactive_side_is_absent_even_if_its_bots_have_won():
    given = begun(rounds=replace(WINDOW, adjudication="current_score")).late(hours(26))
    reports = (MatchReport(1, first=1, no_show=(True, False)), MatchReport(2, first=1, no_show=(True, True)))

    results = [each for each in given.when(TournamentTimePasses(reports)) if isinstance(each, ResultAdjudicated)]

    assert [(each.first, each.second, each.kind) for each in results] == [(0, 100, "forfeit"), (0, 0, "double_forfeit")]


def test_activity_is_hidden_with_the_result():
    given = begun(is_sealed=True)
    entrant = given.tournament.rounds[0].paired.matches[0].second
    events = (
        ResultRecorded(1, 1, *GHOST, (), (entrant,)),
        ResultAdjudicated(1, 1, *GHOST, "withdrawal", (), (), (entrant,), ANN, 3),
    )
    for event in events:
        versioned = VersionedEvent(9, event, datetime(2026, 11, 23, tzinfo=UTC))
        hidden = tournament_event_document(versioned, TournamentView("trn_1", 9, given.tournament, ANN))["data"]
        shown = tournament_event_document(versioned, TournamentView("trn_1", 9, given.tournament, OWNER))["data"]
        assert hidden["idle"] is None
        assert hidden.get("hands", 0) == 0
        assert shown["idle"] == [entrant]


def test_nobody_wins_a_knock_out_only_by_byes_and_walkovers():
    cup = replace(
        KNOCK_OUT, entrants=replace(KNOCK_OUT.entrants, least=3), rounds=replace(KNOCK_OUT.rounds, window_s=60)
    )
    given = created(cup, format_of(cup))
    for captain, partner in (("ann", "abe"), ("ben", "bob"), ("cat", "col")):
        entrant = EntrantId(captain.upper())
        given = given.after(register(PlayerId(captain), PlayerId(partner)))
        given = given.after(AcceptPartner(PlayerId(partner), entrant, Applicant(PlayerId(partner))))
    given = given.after(StartTournament(OWNER))
    given = given.after(given.pair(OWNER))
    [match] = given.tournament.rounds[0].paired.matches
    given = given.after(link_table(1, 1, table(1, 1)))
    both = Result(Points(0), Points(0), "double_forfeit")
    given = given.after(RecordResult(1, 1, both, (table(1, 1),), idle=tuple(match)))
    given = given.after(FinishTournament(OWNER, "nobody came"))

    assert {(each.rank, each.is_absent) for each in tournament_standings(given.tournament)} == {(3, True)}
