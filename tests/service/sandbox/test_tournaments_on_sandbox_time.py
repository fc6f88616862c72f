"""Tournaments in sandboxes follow the sandbox clock."""

from typing import Any

import psycopg
import pytest

from domain.kernel.instants import DAY_MS, HOUR_MS, Instant, instant_of, read_instant
from domain.table.commands import CallOff
from domain.tournaments.rounds.commands import NotePairingRefused, PairRound
from domain.tournaments.rounds.refusals import NoLegalPairing
from service.sandbox.jobs import do_due_work
from service.tables.events import ENDS
from service.tournaments.events import stream_of
from service.tournaments.handlers import Tournaments
from service.tournaments.jobs import TournamentDispatch, continue_tournament
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api
from tests.support.clocked_sandboxes import ClockedSandbox, recorded
from tests.support.fixtures import limited
from tests.support.stored import catch_up
from tests.support.tournaments import follow
from tests.support.tournaments_in_sandboxes import WINDOWS, held, of
from tests.support.tournaments_served import PAIRS, Tournament

STARTS = read_instant("2027-03-20T18:00:00.000Z")


def at(service: Service, tournament: Tournament, *types: str) -> list[Instant]:
    """Returns when events of these types were recorded."""
    return recorded(service, stream_of(tournament.id), *types)


def test_a_complete_tournament_keeps_its_times_however_far_the_clock_is_moved(
    at_work: Service, sandbox: ClockedSandbox
):
    tournament = held(sandbox, **WINDOWS)

    sandbox.advance("2027-06-01T00:00:00Z")

    ended = of(at_work, tournament)
    assert ended.status == "finished"
    assert at(at_work, tournament, "tournament_started") == [STARTS]
    second = Instant(STARTS + DAY_MS + HOUR_MS)
    assert at(at_work, tournament, "round_paired") == [STARTS, second]
    assert at(at_work, tournament, "table_linked") == [STARTS, STARTS, second, second]
    ends = [Instant(STARTS + DAY_MS), Instant(second + DAY_MS)]
    assert at(at_work, tournament, "round_closed") == ends
    assert [each.deadline for each in ended.rounds] == ends
    # No break follows the last round.
    assert at(at_work, tournament, "tournament_finished") == [ends[1]]


def test_tables_are_called_off_at_the_deadline_however_far_the_clock_is_moved(
    at_work: Service, sandbox: ClockedSandbox
):
    tournament = held(sandbox, **WINDOWS)

    sandbox.advance("2027-06-01T00:00:00Z")

    rounds = of(at_work, tournament).rounds
    assert [[_ended_at(at_work, table, "table_called_off") for (table,) in round_.tables] for round_ in rounds] == [
        [round_.deadline] * 2 for round_ in rounds
    ]


def test_a_cancelled_table_is_processed_before_time_continues(at_work: Service, sandbox: ClockedSandbox):
    """A tournament table ends like any other table."""
    tournament = held(sandbox, **WINDOWS)
    sandbox.advance("2027-03-20T18:00:00Z")
    [(table,), _] = of(at_work, tournament).rounds[0].tables
    assert _is_noted(at_work, sandbox)

    at_work.tables.carry_out(table, CallOff("match_called_off"))

    assert not _is_noted(at_work, sandbox)
    follow(at_work)
    assert _is_noted(at_work, sandbox)


def _is_noted(service: Service, sandbox: ClockedSandbox) -> bool:
    """Checks whether tournaments of the sandbox process all ended tables before their deadlines."""
    sandbox.move("2027-06-01T00:00:00Z")
    asked = {"sandbox": sandbox.id, "ends": list(ENDS), "has_mailboxes": False}
    noted = {is_noted for *_, is_noted, _ in service.database.read("next_in_sandbox", asked)}
    sandbox.move("2027-03-20T18:00:00Z")
    assert len(noted) == 1
    return noted == {True}


def test_nothing_happens_while_the_clock_stands_still(at_work: Service, sandbox: ClockedSandbox):
    tournament = held(sandbox, **WINDOWS)
    sandbox.settle()
    before = tournament.version()

    assert sandbox.settle() == 0

    assert tournament.version() == before
    assert of(at_work, tournament).status == "registration"


def test_a_schedule_is_checked_against_the_clock_of_the_sandbox(api: Api, sandbox: ClockedSandbox):
    past = {**PAIRS, "schedule": {"starts_at": "2027-03-20T11:00:00Z"}}
    assert sandbox.author.post("/v1/tournaments", past).json["code"] == "invalid_settings"
    ahead_here_alone = {**PAIRS, "schedule": {"starts_at": "2027-03-20T13:00:00Z"}}
    assert sandbox.author.post("/v1/tournaments", ahead_here_alone).status_code == 201
    earlier = api.sign_up().in_sandbox(now="2001-01-01T00:00:00Z")
    long_ago = {**PAIRS, "schedule": {"starts_at": "2001-01-02T00:00:00Z"}}
    assert earlier.post("/v1/tournaments", long_ago).status_code == 201


@pytest.mark.slow
def test_results_are_recorded_when_the_table_ends_and_the_next_round_follows(at_work: Service, sandbox: ClockedSandbox):
    """Nobody moves, so stand-ins play for all, at their own times long before the clock."""
    play = {
        "profile": "zheng-shangyou-4-partners",
        "hands": 1,
        "clock": {"kind": "simple", "per_move_s": 3600},
        "ladder": {"grace_s": 0, "stand_in_after": 1},
    }
    rounds = {"interval_s": 7200}
    tournament = held(sandbox, play=play, rounds=rounds, schedule=WINDOWS["schedule"])

    sandbox.advance("2027-12-31T00:00:00Z")

    ended = of(at_work, tournament)
    assert ended.status == "finished"
    for round_, noted in zip(ended.rounds, _in_twos(at(at_work, tournament, "result_recorded")), strict=True):
        over = [_ended_at(at_work, table) for (table,) in round_.tables]
        assert sorted(over) == noted
        assert round_.closed_at == max(over)
    first, second = ended.rounds
    assert first.paired_at == STARTS
    assert second.paired_at == (first.closed_at or 0) + 7_200_000


def _in_twos(times: list[Instant]) -> list[list[Instant]]:
    return [times[place : place + 2] for place in range(0, len(times), 2)]


def _ended_at(service: Service, table: str, how: str = "match_ended") -> Instant:
    with psycopg.connect(service.settings.database_url or "") as connection:
        row = connection.execute(
            "SELECT recorded_at FROM shengji.event WHERE stream = %s AND type = %s", [f"table-{table}", how]
        ).fetchone()
    assert row
    return instant_of(row[0])


def test_the_real_clock_does_not_affect_tournaments_of_sandboxes(at_work: Service, sandbox: ClockedSandbox):
    """Their times are in the past by the real clock."""
    sandbox.move("2001-01-01T00:00:00Z")
    tournament = held(sandbox, schedule={"starts_at": "2001-01-02T00:00:00Z"}, rounds=WINDOWS["rounds"])
    follow(at_work)
    before = tournament.version()
    WorkerContext.queue.redis.flushdb()

    TournamentDispatch(at_work.database, WorkerContext.queue, 1.0).poll()

    assert not [each for each in WorkerContext.queue.queues["tables"].job_ids if tournament.id in each]
    assert continue_tournament(tournament.id) == 0
    assert tournament.version() == before


def test_a_sandbox_with_a_due_tournament_is_found(at_work: Service, sandbox: ClockedSandbox):
    tournament = held(sandbox)
    tournament.done(tournament.owner, "start_tournament")
    sandbox.settle()

    def found() -> bool:
        return sandbox.id in {row[0] for row in at_work.database.read("due_sandboxes", {"limit": 1000})}

    assert not found()
    tournament.done(tournament.owner, "pair_round", round=1)
    follow(at_work)
    assert found()
    assert sandbox.author.get("/v1/sandbox").json["at_rest"] is False

    sandbox.settle()
    assert not found()
    assert all(len(each["tables"]) == 1 for each in tournament.round(1)["matches"])
    assert sandbox.author.get("/v1/sandbox").json["at_rest"] is True


def test_a_failing_tournament_does_not_block_others(at_work: Service, sandbox: ClockedSandbox):
    """A round that the format refuses to pair waits for staff."""
    tournament = held(sandbox, **WINDOWS)
    stuck = held(sandbox, pairs=3, format="swiss", figures={"rounds": 2}, **WINDOWS)
    with pytest.MonkeyPatch.context() as patched:
        _refuse_to_pair(patched, stuck.id)
        sandbox.advance("2027-03-21T00:00:00Z")

        assert of(at_work, stuck).status == "running"
        assert not of(at_work, stuck).rounds
        assert len(of(at_work, tournament).rounds) == 1
        assert sandbox.author.get("/v1/sandbox").json["at_rest"] is True
        assert sandbox.settle() == 0

    # It is checked again when the clock has moved.
    sandbox.advance("2027-03-21T00:00:01Z")
    assert len(of(at_work, stuck).rounds) == 1


def _refuse_to_pair(patched: pytest.MonkeyPatch, tournament_id: str) -> None:
    carry_out = Tournaments.carry_out

    def refuses(self: Tournaments, to: str, command: Any, **more: Any) -> Any:
        if to == tournament_id and isinstance(command, PairRound | NotePairingRefused):
            raise NoLegalPairing("no pairing")
        return carry_out(self, to, command, **more)

    patched.setattr(Tournaments, "carry_out", refuses)


def test_a_job_out_of_time_leaves_a_tournament_to_the_next_job(
    at_work: Service, sandbox: ClockedSandbox, monkeypatch: pytest.MonkeyPatch
):
    tournament = held(sandbox, pairs=8, **WINDOWS)
    catch_up(at_work)
    follow(at_work)
    sandbox.move("2027-03-20T18:00:00Z")

    monkeypatch.setattr(WorkerContext, "service", limited(at_work, job_s=0.0))
    for _ in range(50):
        follow(at_work)
        do_due_work(sandbox.id)
    monkeypatch.setattr(WorkerContext, "service", at_work)
    sandbox.settle()

    (round_,) = of(at_work, tournament).rounds
    assert [len(tables) for tables in round_.tables] == [1, 1, 1, 1]
