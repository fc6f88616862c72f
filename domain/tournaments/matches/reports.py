"""Results that the players of a match report, if it is played elsewhere.

With `rounds.played_elsewhere` no tables are opened. Otherwise staff can mark single matches, which lose their tables:
these are called off, and nothing that has happened there counts.
Matches with duplicate boards, hidden results or overlapping rounds cannot be played elsewhere.

| command | sender | effect |
|---|---|---|
| `play_elsewhere` | staff | this match is played elsewhere |
| `report_result` | a player of the match | the result waits for the other side, and can be replaced |
| `confirm_result` | a player of the other side | the match has this result |
| `dispute_result` | a player of the other side | staff are asked; either side can report again |
| `override_result` | staff | the match has that result |

| at the deadline of the round | the match |
|---|---|
| a report waits for an answer | has the reported result |
| a report is disputed | is adjudicated as one where both sides are there |
| nothing is reported | is adjudicated as one where both sides are absent |

Nothing records what was played, so these results are not rated.
"""

from collections.abc import Callable
from typing import Any

from domain.kernel.messages import message
from domain.tournaments.matches.adjudication import reported_result
from domain.tournaments.matches.commands import ConfirmResult, DisputeResult, PlayElsewhere, ReportResult
from domain.tournaments.matches.events import MatchPlayedElsewhere, ResultConfirmed, ResultDisputed, ResultReported
from domain.tournaments.matches.times import check_takes_part, open_match, own_side
from domain.tournaments.parts import ReportedResult
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.rounds.refusals import (
    ElsewhereNotPossible,
    InvalidResult,
    NoOpenReport,
    PlayedAtTables,
    ReportedAlready,
)
from domain.tournaments.staff import checked_reason
from domain.tournaments.state import is_played_elsewhere
from domain.tournaments.terms import MatchSide


def _play_elsewhere(recorder: TournamentRecorder, command: PlayElsewhere) -> None:
    settings = recorder.tournament.settings
    round_, _ = open_match(recorder.tournament, command.round, command.match)
    if is_played_elsewhere(recorder.tournament, round_, command.match):
        raise ElsewhereNotPossible(
            message("the match is played elsewhere already"), hint=message("its players report the result")
        )
    if settings.boards is not None or settings.is_sealed or settings.span_ms is not None:
        raise ElsewhereNotPossible(
            message("duplicate boards, hidden results and overlapping rounds need tables"),
            hint=message("play the match at its table, or send override_result"),
        )
    reason = checked_reason(command.reason)
    recorder.record(MatchPlayedElsewhere(command.round, command.match, command.by, reason))


def _report(recorder: TournamentRecorder, command: ReportResult) -> None:
    side, report = _side_and_report(recorder, command)
    if report is not None and report.side != side and not report.is_disputed:
        raise ReportedAlready(
            message("the other side has reported a result"), hint=message("send confirm_result or dispute_result")
        )
    if command.outcome == "drawn" and recorder.context.format_.needs_winners:
        raise InvalidResult(
            message("a match of this tournament cannot be drawn"), hint=message("report the side that won")
        )
    recorder.record(ResultReported(command.round, command.match, command.by, side, command.outcome))


def _confirm(recorder: TournamentRecorder, command: ConfirmResult) -> None:
    side, report = _side_and_report(recorder, command)
    if report is None or report.side == side:
        raise NoOpenReport(
            message("the other side has not reported a result"), hint=message("report it yourself, or wait")
        )
    result = reported_result(recorder.tournament.settings.rounds, report.outcome)
    recorder.record(ResultConfirmed(command.round, command.match, command.by, side, *result))


def _dispute(recorder: TournamentRecorder, command: DisputeResult) -> None:
    side, report = _side_and_report(recorder, command)
    if report is None or report.side == side or report.is_disputed:
        raise NoOpenReport(
            message("no report of the other side waits for an answer"), hint=message("report the result, or ask staff")
        )
    reason = checked_reason(command.reason)
    recorder.record(ResultDisputed(command.round, command.match, command.by, side, reason))


def _side_and_report(
    recorder: TournamentRecorder, command: ReportResult | ConfirmResult | DisputeResult
) -> tuple[MatchSide, ReportedResult | None]:
    """Returns the side of the sender, and the report of the match.

    Raises:
        NotOfMatch: the sender does not play in the match.
        PlayedAtTables: the result comes from the table of the match; see `open_match` for other refusals.
    """
    check_takes_part(recorder.tournament, command.by)
    round_, match = open_match(recorder.tournament, command.round, command.match)
    if not is_played_elsewhere(recorder.tournament, round_, command.match):
        raise PlayedAtTables(
            message("the result comes from the table of the match"),
            hint=message("play it there, or ask staff for play_elsewhere"),
        )
    return own_side(recorder, command.by, match), round_.report_of(command.match)


COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {
    PlayElsewhere: _play_elsewhere,
    ReportResult: _report,
    ConfirmResult: _confirm,
    DisputeResult: _dispute,
}
"""The function for each command about reported results."""
