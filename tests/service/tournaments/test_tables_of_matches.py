"""Tables of matches in the store: they end with their match, and only players of the match get seats."""

import dataclasses
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.clocks.ladder import Ladder
from domain.kernel.instants import SECOND_MS, Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.asking import asking
from domain.table.commands import ChallengePlayer, TimePasses
from domain.table.events import TableCalledOff
from domain.table.match_ref import MatchRef
from domain.table.match_table import SeatsOfMatch
from domain.tools.verification import verify
from domain.tournaments.commands import CancelTournament
from domain.tournaments.entrants.commands import (
    AskForBye,
    CallSubstitute,
    LeaveEntrant,
    OfferToSubstitute,
    WithdrawEntrant,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.rounds.commands import OverrideResult, PairAgain
from domain.tournaments.rounds.events import PairingRefused
from domain.tournaments.settings import RoundPlan
from domain.tournaments.state import Tournament
from domain.tournaments.terms import LOSS, WIN, Result
from service.notifications.projections import AccountFeeds
from service.platform.sources import time_of_day
from service.processes.rebuild import rebuild
from service.tables.handlers import Tables
from service.tables.records import events_of_record, record_document
from service.tournaments.command_facts import TooManyTournaments
from service.tournaments.handlers import Tournaments
from service.tournaments.jobs import continue_tournament
from service.tournaments.process import TournamentStep
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.clock import MovableClock
from tests.support.fixtures import another, limited
from tests.support.stored import catch_up
from tests.support.tournaments import (
    NIGHT,
    SWISS,
    created,
    end,
    follow,
    noted,
    of,
    open_tables,
    player,
    seated,
    settle,
    started,
)

EVENS = (Seat(0), Seat(2))


def owner_of(service: Service, tournament: str) -> PlayerId:
    return of(service, tournament).staff[0][0]


def called_off(service: Service, table: str) -> list[str]:
    """Returns the recorded reasons for calling a table off."""
    return [each.event.why for each in service.table_cache.since(table, 0) if isinstance(each.event, TableCalledOff)]


def records(service: Service, players: list[PlayerId]) -> list[tuple[int, int]]:
    """Returns the counted turns and hands of these players."""
    catch_up(service)
    known = [service.reliability.of(each) for each in players]
    return [(record.turns, record.hands_begun) for record in known]


def playing(service: Service, settings=SWISS, entrants: int = 4) -> tuple[str, list[str]]:
    """Returns a tournament in its first round, and its tables."""
    tournament, _ = started(service, settings, entrants)
    settle(service)
    return tournament, open_tables(service, tournament)


# ------------------------------------------------------------------------------------------------ they end


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


# -- owners of seats ---------------------------------------------------------------------------------------------------


def test_a_substitute_called_after_linking_gets_the_seat(at_work: Service):
    tournament, tables = playing(at_work)
    entry = of(at_work, tournament).entries[0]
    captain = entry.captain
    [table] = [each for each in tables if captain in seated(at_work.table_cache.newest(each).table)]
    seat = at_work.table_cache.newest(table).table.seat_of(captain)
    assert seat is not None
    substitute = player(at_work)
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    at_work.tournaments.carry_out(tournament, CallSubstitute(captain, entry.id, substitute, captain))

    settle(at_work)
    settle(at_work)

    now = at_work.table_cache.newest(table).table
    assert (now.seat_of(substitute), now.seat_of(captain)) == (seat, None)
    assert Counter(seated(now))[substitute] == 1
    taken_over = [
        each for each in at_work.table_cache.since(table, 0) if type(each.event).__name__ == "SubstituteSeated"
    ]
    assert len(taken_over) == 1
    assert open_tables(at_work, tournament) == tables, "no other table is opened"
    end(at_work, table, EVENS)
    settle(at_work)
    number = tables.index(table)
    assert of(at_work, tournament).rounds[0].results[number] is not None


def test_a_player_who_left_keeps_the_seat_until_a_substitute_is_called(at_work: Service):
    tournament, tables = playing(at_work)
    entry = of(at_work, tournament).entries[0]
    captain, partner = entry.players
    [table] = [each for each in tables if captain in seated(at_work.table_cache.newest(each).table)]
    at_work.tournaments.carry_out(tournament, LeaveEntrant(partner))
    settle(at_work)
    assert partner in seated(at_work.table_cache.newest(table).table)
    substitute = player(at_work)
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    at_work.tournaments.carry_out(tournament, CallSubstitute(captain, entry.id, substitute))
    settle(at_work)
    players = seated(at_work.table_cache.newest(table).table)
    assert substitute in players
    assert partner not in players


def test_other_players_cannot_take_a_seat_that_was_left(at_work: Service):
    ladder = Ladder(grace_s=0, stand_in_after=1, stand_in="caretaker", forfeit_after_s=None)
    tournament, tables = playing(
        at_work, dataclasses.replace(SWISS, play=dataclasses.replace(SWISS.play, ladder=ladder)), 2
    )
    [table] = tables
    [away, *_] = asking(at_work.table_cache.newest(table).table)
    much_later = Instant(time_of_day() + 2 * 86_400 * SECOND_MS)
    at_work.tables.carry_out(table, TimePasses(), now=much_later)
    assert at_work.table_cache.newest(table).table.absences[away.seat].stays
    outsider = player(at_work)
    partner = seated(at_work.table_cache.newest(table).table)[(away.seat + 2) % 4]
    with pytest.raises(SeatsOfMatch):
        at_work.tables.carry_out(table, ChallengePlayer(partner, outsider, away.seat))
    assert tournament


# ------------------------------------------------------------------------------------------------ few appends


def versions(service: Service, tournament: str, kind: str) -> list[int]:
    """Returns the numbers of events of a kind per command of a tournament."""
    found = Counter(
        each.version - place
        for place, each in enumerate(
            each for each in service.tournaments.since(tournament, 0) if type(each.event).__name__ == kind
        )
    )
    return sorted(found.values())


def test_linking_a_round_and_recording_its_results_takes_few_commands(
    at_work: Service, monkeypatch: pytest.MonkeyPatch
):
    commands: Counter[str] = Counter()
    carry_out = Tournaments.carry_out

    def counts(self, tournament_id, command, **more):
        commands[type(command).__name__] += 1
        return carry_out(self, tournament_id, command, **more)

    tournament, _ = started(at_work, SWISS, 8)
    monkeypatch.setattr(Tournaments, "carry_out", counts)
    monkeypatch.setattr(WorkerContext, "service", limited(at_work, matches_at_once=3))
    continue_tournament(tournament)
    assert commands == {"PairRound": 1, "LinkTables": 2}
    assert versions(at_work, tournament, "TableLinked") == [4]
    for table in open_tables(at_work, tournament):
        end(at_work, table, EVENS)
    commands.clear()
    continue_tournament(tournament)
    assert commands["RecordResults"] == 2


# -- impossible pairings -----------------------------------------------------------------------------------------------


def refusals(tournament: str, service: Service) -> list[PairingRefused]:
    return [each.event for each in service.tournaments.since(tournament, 0) if isinstance(each.event, PairingRefused)]


def without_pairs(service: Service) -> tuple[str, Tournament]:
    """Returns a tournament of two pairs that both lack a player before the first round."""
    tournament, _ = started(service, SWISS, 2)
    for entry in of(service, tournament).entries:
        service.tournaments.carry_out(tournament, LeaveEntrant(entry.players[1]))
    return tournament, of(service, tournament)


def test_a_failed_pairing_is_reported_once_and_not_due_again(at_work: Service):
    tournament, before = without_pairs(at_work)
    settle(at_work)
    [account_events] = refusals(tournament, at_work)
    assert account_events.round == 1
    assert account_events.code
    assert account_events.detail
    assert continue_tournament(tournament) == 0
    assert len(refusals(tournament, at_work)) == 1
    due = at_work.database.read("due_tournaments", {"limit": 1000})
    assert not any(tournament in stream for stream, *_ in due)

    substitutes = [player(at_work), player(at_work)]
    for entry, substitute in zip(before.entries, substitutes, strict=True):
        at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
        at_work.tournaments.carry_out(tournament, CallSubstitute(entry.captain, entry.id, substitute))
    settle(at_work)
    assert len(of(at_work, tournament).rounds) == 1
    assert of(at_work, tournament).pairing_refused is None


def test_a_tournament_continues_when_only_byes_prevent_a_pairing(at_work: Service):
    tournament, field = started(at_work, NIGHT, 4)
    owner = owner_of(at_work, tournament)
    for entrant in field[:2]:
        at_work.tournaments.carry_out(tournament, AskForBye(owner, entrant, 1, "zero"))
    settle(at_work)
    first, second = of(at_work, tournament).rounds
    assert (first.paired.matches, first.closed_at is not None) == ((), True)
    assert {bye.kind for bye in first.paired.byes} == {"zero", "full"}
    assert len(second.paired.matches) == 1
    assert refusals(tournament, at_work) == []


# -- limits and work ---------------------------------------------------------------------------------------------------


def test_the_number_of_open_tournaments_of_an_owner_is_limited(at_work: Service):
    with another(dataclasses.replace(at_work.settings, tournaments_per_owner=2)) as strict:
        first, owner = created(strict, SWISS)
        strict.tournaments.create(owner, SWISS)
        follow(strict)
        for asks in (strict.tournaments.create, strict.tournaments.foresee_creation):
            with pytest.raises(TooManyTournaments):
                asks(owner, SWISS)
        strict.tournaments.create(player(strict), SWISS)
        strict.tournaments.carry_out(first, CancelTournament(owner, "too many"))
        follow(strict)
        assert strict.tournaments.create(owner, SWISS).id


def test_work_recorded_again_waits_from_the_new_time(at_work: Service):
    tournament, _ = created(at_work, SWISS)
    settle(at_work)
    asked = {"tournaments": [tournament], "tables": []}
    at_work.database.run("note_tournament_work", asked)
    with at_work.database.session() as session:
        session.execute("UPDATE shengji.tournament_work SET since = now() - interval '1 day'")
    at_work.database.run("note_tournament_work", asked)
    [(_, mark, waits_s)] = at_work.database.read("tournament_work", {"limit": 10})
    assert mark == 2
    assert waits_s < 3600
    at_work.database.run("drop_tournament_work", {"tournament_id": tournament, "mark": 2})


def test_work_of_a_tournament_without_a_head_stays_recorded(at_work: Service):
    tournament, _ = created(at_work, SWISS)
    settle(at_work)
    at_work.database.run("note_tournament_work", {"tournaments": [tournament], "tables": []})
    rename = "UPDATE shengji.head SET stream = $1 WHERE stream = $2"
    stream = f"tournament-{tournament}"
    with at_work.database.session() as session:
        session.execute(rename, [f"away-{stream}", stream])
    at_work.tournaments._cached.clear()
    assert continue_tournament(tournament) == 0
    assert tournament in noted(at_work)
    with at_work.database.session() as session:
        session.execute(rename, [stream, f"away-{stream}"])
    at_work.database.run("drop_tournament_work", {"tournament_id": tournament, "mark": 1})
