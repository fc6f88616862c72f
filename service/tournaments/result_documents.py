"""Results, corrections and standings of a tournament, as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.instants import Instant, write_instant
from domain.tournaments.boards.records import Assigned
from domain.tournaments.entrants.leaving_cost import LeavingCost
from domain.tournaments.exports.cross_table import By, CrossTableRow
from domain.tournaments.exports.documents import (
    by_opponents_document,
    cross_table_document,
    possible_rank_document,
    standing_document,
)
from domain.tournaments.matches.corrections import reopen_until
from domain.tournaments.matches.events import ResultConfirmed
from domain.tournaments.parts import Correction, Entry, MatchTime, ReportedResult
from domain.tournaments.rounds.events import (
    BoardOverridden,
    ResultAdjudicated,
    ResultOverridden,
    ResultRecorded,
    ResultRestored,
)
from domain.tournaments.standings.possible_ranks import PossibleRanks
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Result
from domain.tournaments.viewing import TournamentView
from service.platform.documents import Json
from service.tournaments.board_document_types import AssignedBoard, MatchResult
from service.tournaments.board_documents import assigned_document
from service.tournaments.command_document_types import LeavingCost as LeavingCostDocument
from service.tournaments.command_document_types import LeavingCostMatch
from service.tournaments.result_document_types import (
    ProposedTimes,
    TournamentCorrection,
    TournamentCorrectionBoard,
    TournamentCorrections,
    TournamentResultsMatch,
)
from service.tournaments.result_document_types import ReportedResult as ReportedResultDocument

MatchResultEvent = ResultRecorded | ResultAdjudicated | ResultOverridden | ResultConfirmed | ResultRestored


def instant_text(instant: Instant | None) -> str | None:
    """Returns the instant in RFC 3339 format, or `None`."""
    return None if instant is None else write_instant(instant)


def proposal_document(time: MatchTime) -> ProposedTimes | None:
    """Returns the open proposal of times of a match, if any."""
    if time.side is None:
        return None
    return {"side": time.side, "times": [write_instant(each) for each in time.proposed]}


def report_document(report: ReportedResult | None) -> ReportedResultDocument | None:
    """Returns what a side of a match has reported, if anything."""
    if report is None:
        return None
    return {"side": report.side, "outcome": report.outcome, "is_disputed": report.is_disputed}


def result_document(tournament: Tournament, event: MatchResultEvent | BoardOverridden) -> TournamentResultsMatch | None:
    """Returns the result in an event, or `None` if the event sets none."""
    if event.first is None or event.second is None or event.kind is None:
        return None
    return _match_result(tournament, event.round, event.match, Result(event.first, event.second, event.kind))


def results_document(tournament: Tournament, number: int) -> list[TournamentResultsMatch]:
    """Returns the current results of the matches of a round."""
    results = enumerate(tournament.rounds[number - 1].results, start=1)
    return [_match_result(tournament, number, match, result) for match, result in results if result is not None]


def _match_result(tournament: Tournament, number: int, match: int, result: Result) -> TournamentResultsMatch:
    sides = tournament.rounds[number - 1].paired.matches[match - 1]
    return {
        "round": number,
        "number": match,
        "first": sides.first,
        "second": sides.second,
        "result": _result(result),
    }


def result_members(result: Result | None) -> MatchResult | None:
    """Returns the members of a result, or `None`."""
    return None if result is None else _result(result)


def _result(result: Result) -> MatchResult:
    return {"first": result.first, "second": result.second, "kind": result.kind}


def corrections_document(seen: TournamentView) -> TournamentCorrections:
    """Returns the corrections by staff and the reopenings, in order: author, time, reason, old and new values."""
    tournament = seen.tournament
    return {
        "tournament": seen.tournament_id,
        "version": seen.version,
        "status": tournament.status,
        "corrections_until": instant_text(tournament.finishing.until if tournament.finishing is not None else None),
        "reopen_until": instant_text(reopen_until(tournament)),
        "reopened": [
            {"by": each.by, "at": write_instant(each.at), "reason": each.reason} for each in tournament.reopened
        ],
        "corrections": [_correction(each, is_hidden=seen.hides(each.round)) for each in tournament.corrected],
    }


def _assigned_score(each: Assigned | None) -> AssignedBoard | None:
    return None if each is None else assigned_document(each)


def _correction(each: Correction, *, is_hidden: bool) -> TournamentCorrection:
    place = each.place
    board: TournamentCorrectionBoard | None = None
    if place is not None:
        board = {
            "board": place.board,
            "room": place.room,
            "was": None if is_hidden else _assigned_score(each.was),
            "now": None if is_hidden else _assigned_score(each.now),
        }
    return {
        "round": each.round,
        "match": each.match,
        "by": each.by,
        "at": instant_text(each.at),
        "reason": each.reason,
        "before": None if is_hidden else result_members(each.before),
        "after": None if is_hidden else result_members(each.after),
        "board": board,
    }


def standings_document(
    seen: TournamentView, standings: Sequence[Standing], possible: Mapping[EntrantId, PossibleRanks]
) -> Json:
    """Returns the standings, with the calculation of every tie-break, and possible ranks where known."""
    entries = {entry.id: entry for entry in seen.tournament.entries}
    return {
        "tournament": seen.tournament_id,
        "version": seen.version,
        "name": seen.tournament.settings.name,
        "is_final": seen.tournament.status == "finished",
        "standings": [_standing(each, entries[each.entrant], possible.get(each.entrant)) for each in standings],
    }


def entrant_standing(tournament: Tournament, standing: Standing, possible: PossibleRanks | None = None) -> Any:
    """Returns a line of the standings, with the name and the players of its entrant."""
    entry = tournament.entry(standing.entrant)
    return None if entry is None else _standing(standing, entry, possible)


def _standing(standing: Standing, entry: Entry, possible: PossibleRanks | None) -> Json:
    return {
        **standing_document(standing),
        "possible_ranks": possible_rank_document(possible),
        "name": entry.name,
        "players": list(entry.players),
    }


def named_cross_table_document(seen: TournamentView, by: By, rows: Sequence[CrossTableRow]) -> Json:
    """Returns the cross table, with the names and players of its rows."""
    entries = {entry.id: entry for entry in seen.tournament.entries}
    written = by_opponents_document(rows) if by == "opponents" else cross_table_document(rows)
    return {
        "tournament": seen.tournament_id,
        "version": seen.version,
        "name": seen.tournament.settings.name,
        "is_final": seen.tournament.status == "finished",
        "by": by,
        "rounds": len(seen.tournament.rounds),
        "rows": [
            {
                "against": None,
                **document,
                "name": entries[row.entrant].name,
                "players": list(entries[row.entrant].players),
            }
            for row, document in zip(rows, written, strict=True)
        ],
    }


def leaving_document(cost: LeavingCost) -> LeavingCostDocument:
    """Returns the cost of leaving, with a sentence that explains it."""
    match: LeavingCostMatch | None = None
    if cost.round is not None and cost.match is not None and cost.table is not None:
        match = {"round": cost.round, "number": cost.match, "table": cost.table}
    return {
        "match": match,
        "seat_goes_to": cost.seat_goes_to,
        "stand_in": cost.stand_in,
        "substitute": cost.substitute,
        "ends": cost.ends,
        "result": result_members(cost.result),
        "rating": cost.rating,
        "sentence": cost.sentence,
    }
