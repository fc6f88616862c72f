"""The result of an open match when a player leaves the tournament.

| the match | the player who leaves | outcome of the match |
|---|---|---|
| it has a table; `rounds.leaving` is `played_on` | one of a side with others who stay | is played on |
| it plays duplicate boards | one who is not in a pair or team | ends; the missing boards are average |
| it has a table; `rounds.leaving` is `ends_match` | one of a pair or team | ends by `adjudication`, lacking a player |
| the same | a partner for this round only | ends by the score where `adjudication` uses it, else drawn |
| it has no table yet, and no deadline | one of a pair or team, now incomplete | is forfeited |
| it has no table yet | a partner for this round only | is drawn |
| it has a table or not | all players of a side | is forfeited |
| no player of a side has acted, and it is not played on | anyone | is forfeited by that side (`matches/no_show.py`) |

When a match is played on, a bot takes the seat at once. The service calls the first eligible substitute from the list.
Staff and the partner of the player who left can also call one. While the match continues, an entrant that left can be
replaced in this way, and then takes part again.

A partner for one round never gets a worse result than the score. Ratings follow from the event: `left` and `hands` say
who left, and after how many hands (`ratings/rated_games.py`).
"""

from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.players import PlayerId
from domain.tournaments.boards.records import BoardResult
from domain.tournaments.boards.seat_by_seat import SeatBySeat
from domain.tournaments.formats.format import Format, entrants_of_match
from domain.tournaments.matches.adjudication import OverdueMatch, adjudicated_result, awarded_result, forfeited_result
from domain.tournaments.matches.results import report_for, result_of_seats
from domain.tournaments.parts import Entry, TournamentRound
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.rounds.commands import MatchReport
from domain.tournaments.rounds.events import ResultAdjudicated
from domain.tournaments.settings import RoundPlan
from domain.tournaments.state import Tournament, better_side
from domain.tournaments.terms import EntrantId, Match, Result


class Leaver(NamedTuple):
    """A player or entrant that has left a match.

    Attributes:
        entrant: the entrant for which they played.
        player: the player; `None` if staff removed a whole pair or team.
    """

    entrant: EntrantId
    player: PlayerId | None


class _OpenMatch(NamedTuple):
    """A match without a result that a player has left."""

    round_: TournamentRound
    number: int
    match: Match

    @property
    def has_table(self) -> bool:
        return bool(self.round_.tables[self.number - 1])


def match_to_continue(tournament: Tournament, format_: Format, entrant: EntrantId) -> tuple[int, int] | None:
    """Returns the round and number of a match at a table that continues without an entrant, or `None`."""
    for each in _matches_of(tournament, format_, entrant):
        if each.has_table and _is_played_on(tournament, format_, each, entrant):
            return each.round_.paired.number, each.number
    return None


def partners_in_match(tournament: Tournament, format_: Format, entrant: EntrantId) -> frozenset[EntrantId]:
    """Returns the remaining partners of an entrant in its open matches."""
    found = (
        _remaining_entries(tournament, format_, each.match, entrant)
        for each in _matches_of(tournament, format_, entrant)
    )
    return frozenset(entry.id for entries in found for entry in entries)


def settle_matches_of_withdrawn(recorder: TournamentRecorder, gone: Leaver, reports: Iterable[MatchReport]) -> None:
    """Ends the matches of a withdrawn entrant, unless they are played on."""
    known_reports = tuple(reports)
    for each in _matches_of(recorder.tournament, recorder.context.format_, gone.entrant):
        if each.has_table and _is_played_on(recorder.tournament, recorder.context.format_, each, gone.entrant):
            continue
        if _remaining_entries(recorder.tournament, recorder.context.format_, each.match, gone.entrant):
            _end_match(recorder, each, gone, _result_by_score(recorder, each, known_reports), known_reports)
        else:
            _end_match(
                recorder, each, gone, _result_by_forfeit(recorder, each, gone.entrant, known_reports), known_reports
            )


def settle_matches_of_incomplete(recorder: TournamentRecorder, gone: Leaver, reports: Iterable[MatchReport]) -> None:
    """Ends the matches of a pair or team that now lacks a player, unless they are played on or have a deadline."""
    entry, known_reports = recorder.tournament.entry(gone.entrant), tuple(reports)
    if entry is None or entry.status != "spared":
        return
    plan = recorder.tournament.settings.rounds
    for each in _matches_of(recorder.tournament, recorder.context.format_, gone.entrant):
        if not each.has_table and each.round_.deadline is None:
            _end_match(
                recorder, each, gone, _result_by_forfeit(recorder, each, gone.entrant, known_reports), known_reports
            )
        elif each.has_table and plan.leaving == "ends_match":
            _end_match(
                recorder,
                each,
                gone,
                _result_of_incomplete_side(recorder, each, gone.entrant, known_reports),
                known_reports,
            )


def _matches_of(tournament: Tournament, format_: Format, entrant: EntrantId) -> list[_OpenMatch]:
    """Returns the matches without a result in which an entrant plays."""
    return [
        _OpenMatch(round_, number, round_.paired.matches[number - 1])
        for round_ in tournament.open_rounds
        for number in round_.open_matches()
        if entrant in entrants_of_match(format_, round_.paired.matches[number - 1])
    ]


def _is_played_on(tournament: Tournament, format_: Format, each: _OpenMatch, entrant: EntrantId) -> bool:
    """Returns whether a match continues without an entrant.

    Boards never do, because all other tables would be compared with a bot.
    """
    goes_on = tournament.settings.rounds.leaving == "played_on" and tournament.settings.boards is None
    return goes_on and bool(_remaining_entries(tournament, format_, each.match, entrant))


def _remaining_entries(tournament: Tournament, format_: Format, match: Match, entrant: EntrantId) -> list[Entry]:
    """Returns the remaining entrants on the side of an entrant, or at the whole table where seats are compared."""
    side = next(side for side in match if entrant in format_.entrants_of(side))
    those = entrants_of_match(format_, match) if isinstance(format_, SeatBySeat) else format_.entrants_of(side)
    entries = (tournament.entry(other) for other in sorted(those) if other != entrant)
    return [entry for entry in entries if entry is not None and entry.status != "out"]


def _result_by_score(recorder: TournamentRecorder, each: _OpenMatch, reports: tuple[MatchReport, ...]) -> Result:
    return result_by_score(recorder.tournament.settings.rounds, report_for(reports, each.round_, each.number))


def result_by_score(plan: RoundPlan, report: MatchReport) -> Result:
    """Returns the result of a match that one of two partners for a round left.

    A side that never acted forfeits. Otherwise the leading side wins. Without a lead it is a draw, and also if overdue
    matches are not adjudicated by the score.
    """
    if any(report.no_show):
        return forfeited_result(plan, by_first=report.no_show[0], by_second=report.no_show[1])
    lead = report.first - report.second
    if lead == 0 or plan.adjudication in ("draw", "both_lose"):
        return Result(plan.draw, plan.draw, "adjudicated")
    return awarded_result(plan, to_first=lead > 0)


def _result_by_forfeit(
    recorder: TournamentRecorder, each: _OpenMatch, entrant: EntrantId, reports: tuple[MatchReport, ...]
) -> Result:
    """Returns a forfeit by the side of an entrant, and by the other side too if none of its players has acted."""
    is_first = entrant in recorder.context.format_.entrants_of(each.match.first)
    first, second = report_for(reports, each.round_, each.number).no_show
    return forfeited_result(
        recorder.tournament.settings.rounds, by_first=is_first or first, by_second=not is_first or second
    )


def _result_of_incomplete_side(
    recorder: TournamentRecorder, each: _OpenMatch, entrant: EntrantId, reports: tuple[MatchReport, ...]
) -> Result:
    """Returns the result by `adjudication` of a match in which a side lacks a player."""
    report = report_for(reports, each.round_, each.number)
    is_first = entrant in recorder.context.format_.entrants_of(each.match.first)
    if any(report.no_show):
        return _result_by_forfeit(recorder, each, entrant, reports)
    better = better_side(recorder.tournament, recorder.context.format_, each.match)
    overdue = OverdueMatch(
        report.first - report.second, is_first, not is_first, better, first_lacks=is_first, second_lacks=not is_first
    )
    return adjudicated_result(recorder.tournament.settings.rounds, overdue)


def _end_match(
    recorder: TournamentRecorder, each: _OpenMatch, gone: Leaver, result: Result, reports: tuple[MatchReport, ...]
) -> None:
    report = report_for(reports, each.round_, each.number)
    boards: tuple[BoardResult, ...] = report.boards if result.kind == "adjudicated" else ()
    if isinstance(recorder.context.format_, SeatBySeat):
        missing = {gone.entrant, *report.idle}
        result, boards = result_of_seats(recorder, each.round_, each.number, missing, (), "forfeit")
    left = gone.player if each.has_table else None
    number, hands = each.round_.paired.number, report.hands if left else 0
    idle = report.idle
    recorder.record(
        ResultAdjudicated(number, each.number, *result, "withdrawal", (), boards, idle=idle, left=left, hands=hands)
    )
