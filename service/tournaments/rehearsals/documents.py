"""The documents about rehearsals."""

from functools import cache

from domain.kernel.instants import SECOND_MS, Instant, instant_of, utc
from domain.kernel.refusals import all_refusals
from domain.tournaments.parts import RefusedPairing
from domain.tournaments.rehearsals import report_of
from domain.tournaments.state import Tournament
from service.platform.documents import timestamp
from service.sandbox.handlers import Sandbox
from service.tournaments.rehearsals import document_types
from service.tournaments.rehearsals.handlers import Rehearsal


def rehearsal_document(rehearsal: Rehearsal, sandbox: Sandbox, tournament: Tournament) -> document_types.Rehearsal:
    """Returns a rehearsal and its report."""
    report, started_at, finished_at = report_of(tournament), tournament.started_at, tournament.finished_at
    until = instant_of(sandbox.clock) if finished_at is None else finished_at
    return {
        "id": sandbox.id,
        "tournament": rehearsal.tournament,
        "status": "finished" if tournament.is_over else "playing" if rehearsal.ended_at is None else "stopped",
        "tournament_status": tournament.status,
        "changed": rehearsal.changed,
        "now": timestamp(sandbox.clock),
        "started_at": _time(started_at),
        "finished_at": _time(finished_at),
        "duration_s": None if started_at is None else (until - started_at) // SECOND_MS,
        "rounds": report.rounds,
        "matches": report.matches,
        "results": report.results,
        "byes": report.byes,
        "refusal": refusal_document(report.refusal),
    }


def _time(instant: Instant | None) -> str | None:
    return None if instant is None else timestamp(utc(instant))


def refusal_document(refusal: RefusedPairing | None) -> document_types.RehearsalRefusal | None:
    """Returns why a round cannot be paired, with a title that each language has."""
    if refusal is None:
        return None
    # A release may have dropped the code that an older one has stored.
    title = _titles().get(refusal.code, refusal.detail)
    return {"round": refusal.round, "code": refusal.code, "title": title, "detail": refusal.detail}


@cache
def _titles() -> dict[str, str]:
    return {each.code(): each.title() for each in all_refusals()}
