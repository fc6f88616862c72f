"""What becomes of a match when a player leaves the tournament before the match is over.

| of the match | who leaves | it |
|---|---|---|
| it has a table; `rounds.leaving` is `played_on` | one of a side others of which stay | is played on |
| it plays duplicate boards | one who is not in a pair or team | ends; the boards that it lacks are average |
| it has a table; `rounds.leaving` is `ends_match` | one of a pair or team | ends by `adjudication`, lacking a player |
| the same | a partner for this round alone | ends by the score where `adjudication` goes by it, or drawn |
| it has no table yet, and no deadline | one of a pair or team, now incomplete | is forfeited |
| it has no table yet | a partner for this round alone | is drawn |
| it has a table or not | everybody of a side | is forfeited |
| nobody of a side has acted at its table, and it is not played on | anybody | is forfeited by that side (`no_show`) |

A match that is played on has a bot on the seat at once. The service calls the first substitute from the list who may
play; staff, and the partner of who has left, can call one, too. An entrant who has left can be replaced so as long as
the match goes on, and then takes part again.

A partner for one round is never worse off than by the score. Ratings follow from the event: `left` and `hands` say who
has left, and after how many hands (`rated.py`).
"""

from collections.abc import Iterable
from typing import NamedTuple

from domain.table.events import PlayerId
from domain.tournament.adjudication import Overdue, adjudicated, awarded, forfeited
from domain.tournament.commands import MatchReport
from domain.tournament.duplicate.records import BoardResult
from domain.tournament.duplicate.seat_by_seat import SeatBySeat
from domain.tournament.events import ResultAdjudicated
from domain.tournament.format import Format
from domain.tournament.playing import entrants_of, report_for, result_of_seats
from domain.tournament.rounds import EntrantId, Match, Result
from domain.tournament.settings import RoundPlan
from domain.tournament.state import Entry, Tournament, TournamentRound, better_side
from domain.tournament.story import Story


class Gone(NamedTuple):
    """Who has left a match.

    Attributes:
        entrant: for whom they played.
        player: who; none where a whole pair or team was removed by staff.
    """

    entrant: EntrantId
    player: PlayerId | None


class _Open(NamedTuple):
    """A match without a result in which somebody has left."""

    played: TournamentRound
    number: int
    match: Match

    @property
    def has_table(self) -> bool:
        return bool(self.played.tables[self.number - 1])


def match_to_go_on(tournament: Tournament, form: Format, entrant: EntrantId) -> tuple[int, int] | None:
    """The round and number of the match at a table that an entrant who has left was playing, while it is played on."""
    for each in _matches_of(tournament, form, entrant):
        if each.has_table and _is_played_on(tournament, form, each, entrant):
            return each.played.paired.number, each.number
    return None


def partners_in_match(tournament: Tournament, form: Format, entrant: EntrantId) -> frozenset[EntrantId]:
    """Who plays with an entrant in the matches that are played, and stays."""
    found = (_stay(tournament, form, each.match, entrant) for each in _matches_of(tournament, form, entrant))
    return frozenset(entry.id for entries in found for entry in entries)


def settle_matches_of_withdrawn(story: Story, gone: Gone, reports: Iterable[MatchReport]) -> None:
    """Ends the matches of an entrant who has withdrawn, unless they are played on."""
    told = tuple(reports)
    for each in _matches_of(story.tournament, story.moment.form, gone.entrant):
        if each.has_table and _is_played_on(story.tournament, story.moment.form, each, gone.entrant):
            continue
        if _stay(story.tournament, story.moment.form, each.match, gone.entrant):
            _end(story, each, gone, _by_score(story, each, told), told)
        else:
            _end(story, each, gone, _forfeited(story, each, gone.entrant, told), told)


def settle_matches_of_incomplete(story: Story, gone: Gone, reports: Iterable[MatchReport]) -> None:
    """Ends the matches of a pair or team that lacks a player now, unless they are played on or a deadline comes."""
    entry, told = story.tournament.entry(gone.entrant), tuple(reports)
    if entry is None or entry.status != "spared":
        return
    plan = story.tournament.settings.rounds
    for each in _matches_of(story.tournament, story.moment.form, gone.entrant):
        if not each.has_table and each.played.deadline is None:
            _end(story, each, gone, _forfeited(story, each, gone.entrant, told), told)
        elif each.has_table and plan.leaving == "ends_match":
            _end(story, each, gone, _of_a_side_that_lacks(story, each, gone.entrant, told), told)


def _matches_of(tournament: Tournament, form: Format, entrant: EntrantId) -> list[_Open]:
    """The matches without a result in which an entrant plays."""
    return [
        _Open(played, number, played.paired.matches[number - 1])
        for played in tournament.open_rounds
        for number in played.open_matches()
        if entrant in entrants_of(form, played.paired.matches[number - 1])
    ]


def _is_played_on(tournament: Tournament, form: Format, each: _Open, entrant: EntrantId) -> bool:
    """Whether a match goes on without an entrant. Boards do not: all others would be compared with a bot."""
    goes_on = tournament.settings.rounds.leaving == "played_on" and tournament.settings.boards is None
    return goes_on and bool(_stay(tournament, form, each.match, entrant))


def _stay(tournament: Tournament, form: Format, match: Match, entrant: EntrantId) -> list[Entry]:
    """Who plays with an entrant in a match and stays; everybody at the table, where each seat is compared."""
    side = next(side for side in match if entrant in form.entrants_of(side))
    those = entrants_of(form, match) if isinstance(form, SeatBySeat) else form.entrants_of(side)
    entries = (tournament.entry(other) for other in sorted(those) if other != entrant)
    return [entry for entry in entries if entry is not None and entry.status != "out"]


def _by_score(story: Story, each: _Open, told: tuple[MatchReport, ...]) -> Result:
    return by_score(story.tournament.settings.rounds, report_for(told, each.played, each.number))


def by_score(plan: RoundPlan, report: MatchReport) -> Result:
    """What a match is worth that one of two partners for a round has left: the score, and level where there is none."""
    if any(report.no_show):
        return forfeited(plan, by_first=report.no_show[0], by_second=report.no_show[1])
    lead = report.first - report.second
    if lead == 0 or plan.adjudication in ("draw", "both_lose"):
        return Result(plan.draw, plan.draw, "adjudicated")
    return awarded(plan, to_first=lead > 0)


def _forfeited(story: Story, each: _Open, entrant: EntrantId, told: tuple[MatchReport, ...]) -> Result:
    """Forfeited by the side of an entrant, and by the other one, too, if nobody of it has acted."""
    is_first = entrant in story.moment.form.entrants_of(each.match.first)
    first, second = report_for(told, each.played, each.number).no_show
    return forfeited(story.tournament.settings.rounds, by_first=is_first or first, by_second=not is_first or second)


def _of_a_side_that_lacks(story: Story, each: _Open, entrant: EntrantId, told: tuple[MatchReport, ...]) -> Result:
    """What `adjudication` says of a match a side of which lacks a player."""
    report = report_for(told, each.played, each.number)
    is_first = entrant in story.moment.form.entrants_of(each.match.first)
    if any(report.no_show):
        return _forfeited(story, each, entrant, told)
    better = better_side(story.tournament, story.moment.form, each.match)
    overdue = Overdue(
        report.first - report.second, is_first, not is_first, better, first_lacks=is_first, second_lacks=not is_first
    )
    return adjudicated(story.tournament.settings.rounds, overdue)


def _end(story: Story, each: _Open, gone: Gone, result: Result, told: tuple[MatchReport, ...]) -> None:
    report = report_for(told, each.played, each.number)
    boards: tuple[BoardResult, ...] = report.boards if result.kind == "adjudicated" else ()
    if isinstance(story.moment.form, SeatBySeat):
        missing = {gone.entrant, *report.idle}
        result, boards = result_of_seats(story, each.played, each.number, missing, (), "forfeit")
    left = gone.player if each.has_table else None
    number, hands = each.played.paired.number, report.hands if left else 0
    idle = report.idle
    story.tell(
        ResultAdjudicated(number, each.number, *result, "withdrawal", (), boards, idle=idle, left=left, hands=hands)
    )
