"""Tables of matches end with their match, round or tournament."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.kernel.players import PlayerId
from domain.table.asking import asking
from domain.table.events import TableCalledOff
from domain.table.match_ref import MatchRef
from domain.tools.verification import verify
from domain.tournaments.commands import CancelTournament
from domain.tournaments.entrants.commands import CallSubstitute, OfferToSubstitute, WithdrawEntrant
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.rounds.commands import OverrideResult, PairAgain
from domain.tournaments.settings import RoundPlan
from domain.tournaments.terms import LOSS, WIN, Result
from service.notifications.projections import AccountFeeds
from service.processes.rebuild import rebuild
from service.tables.handlers import Tables
from service.tables.records import events_of_record, record_document
from service.tournaments.jobs import continue_tournament
from service.tournaments.process import TournamentStep
from service.wiring import Service
from tests.support.clock import MovableClock
from tests.support.opened_tables import EVENS, owner_of, playing
from tests.support.stored import catch_up
from tests.support.tournaments import SWISS, end, follow, noted, of, open_tables, player, seated, settle, started


def called_off(service: Service, table: str) -> list[str]:
    """Returns the recorded reasons for calling a table off."""
    return [each.event.why for each in service.table_cache.since(table, 0) if isinstance(each.event, TableCalledOff)]


def records(service: Service, players: list[PlayerId]) -> list[tuple[int, int]]:
    """Returns the counted turns and hands of these players."""
    catch_up(service)
    known = [service.reliability.of(each) for each in players]
    return [(record.turns, record.hands_begun) for record in known]


def test_tables_reference_their_match(at_work: Service):
    tournament, tables = playing(at_work)
    assert [at_work.table_cache.newest(table).table.tournament_match for table in tables] == [
        MatchRef(tournament, 1, 1),
        MatchRef(tournament, 1, 2),
    ]
    assert (tables[1],) in at_work.database.read("tables_not_over", {"tournament_id": tournament})


def test_a_table_ends_without_penalty_when_staff_decide_its_match(at_work: Service):
    tournament, tables = playing(at_work)
    players = seated(at_work.table_cache.newest(tables[0]).table)
    before = records(at_work, players)
    decided = OverrideResult(owner_of(at_work, tournament), 1, 1, Result(WIN, LOSS), "nobody comes")
    at_work.tournaments.carry_out(tournament, decided)

    settle(at_work)
    settle(at_work)
    assert continue_tournament(tournament) == 0

    assert [called_off(at_work, table) for table in tables] == [["result_given"], []]
    table = at_work.table_cache.newest(tables[0]).table
    assert (table.status, asking(table)) == ("cancelled", ())
    assert records(at_work, players) == before
    assert of(at_work, tournament).rounds[0].tables == ((tables[0],), (tables[1],)), "no other is opened"
    assert tables[0] not in [row[0] for row in at_work.database.read("due_deadlines", {"within": 10**9, "limit": 1000})]


def test_a_table_ends_when_a_side_withdraws(at_work: Service):
    tournament, tables = playing(at_work)
    entry = of(at_work, tournament).entries[0]
    at_work.tournaments.carry_out(tournament, WithdrawEntrant(entry.captain, entry.id))
    settle(at_work)
    [ended] = [table for table in tables if called_off(at_work, table)]
    assert entry.captain in seated(at_work.table_cache.newest(ended).table)
    assert called_off(at_work, ended) == ["result_given"]


def test_tables_end_at_the_deadline(at_work: Service, clock: MovableClock):
    window = dataclasses.replace(SWISS, rounds=RoundPlan("window", window_s=3600, adjudication="draw"))
    tournament, tables = playing(at_work, window)
    clock.be_ahead(3601)
    continue_tournament(tournament)
    follow(at_work)
    continue_tournament(tournament)
    assert [called_off(at_work, table) for table in tables] == [["result_given"]] * 2


def test_re_pairing_a_round_ends_its_tables_and_opens_others(at_work: Service):
    tournament, tables = playing(at_work)
    [round_] = of(at_work, tournament).rounds
    again = PairAgain(owner_of(at_work, tournament), round_.paired, b"seed", "by mistake")
    at_work.tournaments.carry_out(tournament, again)
    settle(at_work)
    assert [called_off(at_work, table) for table in tables] == [["match_called_off"]] * 2
    assert len(open_tables(at_work, tournament)) == 2
    assert not set(open_tables(at_work, tournament)) & set(tables)


def test_tables_end_with_their_tournament(at_work: Service):
    tournament, tables = playing(at_work)
    cancel = CancelTournament(owner_of(at_work, tournament), "a storm")
    at_work.tournaments.carry_out(tournament, cancel)
    settle(at_work)
    assert [called_off(at_work, table) for table in tables] == [["tournament_over"]] * 2
    assert tournament not in noted(at_work)


def test_two_workers_call_a_table_off_once_and_another_continues_after_a_crash(
    at_work: Service, monkeypatch: pytest.MonkeyPatch
):
    tournament, tables = playing(at_work)
    at_work.tournaments.carry_out(tournament, CancelTournament(owner_of(at_work, tournament), "a storm"))
    follow(at_work)
    run = at_work.database.run

    def dies(statement, arguments=None):
        if statement == "end_tournament_tables":
            raise MemoryError
        return run(statement, arguments)

    with monkeypatch.context() as patched:
        patched.setattr(at_work.database, "run", dies)
        with pytest.raises(MemoryError):
            continue_tournament(tournament)
    assert tournament in noted(at_work)

    with ThreadPoolExecutor(3) as at_once:
        list(at_once.map(continue_tournament, [tournament] * 3))
    settle(at_work)
    assert [called_off(at_work, table) for table in tables] == [["tournament_over"]] * 2


def test_a_table_that_has_ended_meanwhile_is_not_touched(at_work: Service):
    tournament, tables = playing(at_work)
    at_work.tournaments.carry_out(tournament, CancelTournament(owner_of(at_work, tournament), "a storm"))
    end(at_work, tables[0], EVENS)
    continue_tournament(tournament)
    assert [called_off(at_work, table) for table in tables] == [[], ["tournament_over"]]
    assert at_work.table_cache.newest(tables[0]).table.status == "finished"
    assert at_work.database.read("tables_not_over", {"tournament_id": tournament}) == []


def test_an_unlinked_table_of_a_replaced_player_ends(at_work: Service, monkeypatch: pytest.MonkeyPatch):
    tournament, _ = started(at_work, SWISS, 2)
    [entry, _] = of(at_work, tournament).entries
    substitute = player(at_work)
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    opened: list[str] = []
    open_table = Tables.open

    def opens(self, command, key, **more):
        opened.append(open_table(self, command, key, **more).id)
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(Tables, "open", opens)
        with pytest.raises(MemoryError):
            continue_tournament(tournament)
    follow(at_work)
    [orphan] = opened
    step = TournamentStep(at_work, tournament)
    step._call_off_tables()
    assert called_off(at_work, orphan) == [], "this table will be linked"

    at_work.tournaments.carry_out(
        tournament, CallSubstitute(entry.captain, entry.id, substitute, instead_of=entry.players[1])
    )
    settle(at_work)

    assert called_off(at_work, orphan) == ["match_called_off"]
    [table] = open_tables(at_work, tournament)
    assert substitute in seated(at_work.table_cache.newest(table).table)


def test_players_of_a_cancelled_table_are_notified_and_its_record_verifies(at_work: Service):
    tournament, [table] = playing(at_work, SWISS, 2)
    players = seated(at_work.table_cache.newest(table).table)
    at_work.tournaments.carry_out(tournament, CancelTournament(owner_of(at_work, tournament), "a storm"))
    settle(at_work)
    feeds = AccountFeeds(at_work.database, at_work.store, at_work.notifier)
    while feeds.catch_up():
        pass

    account_events = [at_work.account_events.since(each, 0, 1000) for each in players]
    assert [[event.data["why"] for event in each if event.type == "table_called_off"] for each in account_events] == [
        ["tournament_over"]
    ] * 4
    document = record_document(at_work.store, table)
    assert (document["complete"], document["hands"]) == (True, 1)
    assert verify(events_of_record(document)).disagreements == ()


@pytest.mark.slow
def test_open_tables_are_known_after_a_rebuild_of_the_lists(at_work: Service, database_url: str):
    tournament, tables = playing(at_work)
    end(at_work, tables[0], EVENS)
    follow(at_work)
    at_work.tournaments.carry_out(tournament, CancelTournament(owner_of(at_work, tournament), "a storm"))

    rebuild(database_url, "shengji_app", lambda *_: None)

    assert at_work.database.read("tables_not_over", {"tournament_id": tournament}) == [(tables[1],)]
    assert tournament in noted(at_work)
    settle(at_work)
    assert called_off(at_work, tables[1]) == ["tournament_over"]
