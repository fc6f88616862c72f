"""Workers advance tournaments with few appends, report impossible pairings once, and keep recorded work."""

import dataclasses
from collections import Counter

import pytest

from domain.tournaments.commands import CancelTournament, UndoStaffAct
from domain.tournaments.entrants.commands import AskForBye, CallSubstitute, LeaveEntrant, OfferToSubstitute
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.refusals import ActHasFollowers
from domain.tournaments.rounds.commands import PairRound
from domain.tournaments.rounds.events import PairingRefused
from domain.tournaments.rounds.proposed_rounds import proposed_round
from domain.tournaments.state import Tournament, pairing_context
from service.tournaments.command_facts import TooManyTournaments
from service.tournaments.handlers import Tournaments
from service.tournaments.jobs import TournamentDispatch, continue_tournament
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.fixtures import another, limited
from tests.support.opened_tables import EVENS, owner_of
from tests.support.tournament import BY_DIRECTOR
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
    settle,
    started,
)


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


def test_the_number_of_open_tournaments_of_an_owner_is_limited(at_work: Service):
    with another(dataclasses.replace(at_work.settings, tournaments_per_owner=2)) as strict:
        first, owner = created(strict, SWISS)
        strict.tournaments.create(owner, SWISS)
        follow(strict)
        for asks in (strict.tournaments.create, strict.tournaments.dry_run_of_creation):
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
    assert waits_s < 3600
    at_work.database.run("drop_tournament_work", {"tournament_id": tournament, "mark": mark})
    assert at_work.database.read("tournament_work", {"limit": 10}) == []


def test_work_after_finished_work_is_queued_at_once(at_work: Service):
    """Its job must not count as the one before, which may still be known to the dispatch or to Redis."""
    tournament, _ = created(at_work, SWISS)
    settle(at_work)
    dispatch = TournamentDispatch(at_work.database, WorkerContext.queue, again_s=3600)

    for _ in range(2):
        at_work.database.run("note_tournament_work", {"tournaments": [tournament], "tables": []})
        assert dispatch.poll() == 1
        [(mark,)] = at_work.database.read("tournament_mark", {"tournament_id": tournament})
        at_work.database.run("drop_tournament_work", {"tournament_id": tournament, "mark": mark})


def test_finished_work_does_not_remove_work_that_was_recorded_after_it(at_work: Service):
    tournament, _ = created(at_work, SWISS)
    settle(at_work)
    asked = {"tournaments": [tournament], "tables": []}
    at_work.database.run("note_tournament_work", asked)
    [(first,)] = at_work.database.read("tournament_mark", {"tournament_id": tournament})
    at_work.database.run("drop_tournament_work", {"tournament_id": tournament, "mark": first})
    at_work.database.run("note_tournament_work", asked)

    at_work.database.run("drop_tournament_work", {"tournament_id": tournament, "mark": first})

    [(second,)] = at_work.database.read("tournament_mark", {"tournament_id": tournament})
    assert second > first
    at_work.database.run("drop_tournament_work", {"tournament_id": tournament, "mark": second})


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
    [(mark,)] = at_work.database.read("tournament_mark", {"tournament_id": tournament})
    at_work.database.run("drop_tournament_work", {"tournament_id": tournament, "mark": mark})


def test_a_pairing_is_undone_with_its_tables_until_a_player_has_acted_there(at_work: Service):
    tournament, _ = started(at_work, dataclasses.replace(SWISS, rounds=BY_DIRECTOR), 4)
    owner = owner_of(at_work, tournament)
    for has_moved in (False, True):
        known = of(at_work, tournament)
        paired = proposed_round(pairing_context(known), format_of(known.settings), b"seed")
        assert paired
        act = at_work.tournaments.carry_out(tournament, PairRound(owner, paired, b"seed")).version
        settle(at_work)
        tables = open_tables(at_work, tournament)
        undo = UndoStaffAct(owner, act, "by mistake")
        if has_moved:
            end(at_work, tables[0], EVENS)
            with pytest.raises(ActHasFollowers):
                at_work.tournaments.carry_out(tournament, undo)
            continue
        at_work.tournaments.carry_out(tournament, undo)
        settle(at_work)
        assert of(at_work, tournament).rounds == ()
        assert {at_work.table_cache.newest(table).table.status for table in tables} == {"cancelled"}
