"""Times at which the players of a match agree to play it.

| command | sender | when |
|---|---|---|
| `propose_time` | a player of the match | its round is open and has a deadline, and the match has no result |
| `agree_time` | a player of the other side | the same; the time is one of those proposed |
| `agree_time` | staff who do not play the match | the same; any time until the deadline |

House bots are always free: a side of bots alone agrees to the first proposed time at once.

A match has one open proposal at most. Either side can replace it, so the other side answers with times of its own. An
agreed time stays until both sides agree on another one. A deadline that moves before it removes it.

An agreed time changes no clock and decides no match. A match that is not played is adjudicated at the deadline of its
round, and staff can override a result at any time.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from domain.kernel.instants import Instant, write_instant
from domain.kernel.messages import message
from domain.kernel.players import PlayerId, bot_of
from domain.tournaments.formats.format import Format
from domain.tournaments.matches import results
from domain.tournaments.matches.commands import AgreeTime, ProposeTime
from domain.tournaments.matches.events import MatchReminded, MatchTimeAgreed, MatchTimeProposed
from domain.tournaments.parts import MatchTime, TournamentRound
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.rounds.refusals import NoDeadline, NotOfMatch, TimeNotProposed, TimeOutsideRound
from domain.tournaments.staff import has_right
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Match, MatchSide

MOST_TIMES = 5
"""The largest number of times in one proposal."""


def side_of(tournament: Tournament, format_: Format, match: Match, player: PlayerId) -> MatchSide | None:
    """Returns the side of a match for which a player plays, if any."""
    own = tournament.entry_of(player)
    if own is None:
        return None
    if own.id in format_.entrants_of(match.first):
        return "first"
    return "second" if own.id in format_.entrants_of(match.second) else None


def check_takes_part(tournament: Tournament, by: PlayerId) -> None:
    """Checks that a player takes part at all. This comes first, so others learn nothing. Raises `NotOfMatch`."""
    if tournament.entry_of(by) is None:
        raise NotOfMatch(
            message("{by} does not take part", by=by), hint=message("only the players of a match can do this")
        )


def own_side(recorder: TournamentRecorder, by: PlayerId, match: Match) -> MatchSide:
    """Returns the side of a match for which a player plays. Raises `NotOfMatch`."""
    side = side_of(recorder.tournament, recorder.context.format_, match, by)
    if side is None:
        raise NotOfMatch(message("{by} does not play in this match", by=by), hint=message("ask one of its players"))
    return side


def open_match(tournament: Tournament, number: int, match: int) -> tuple[TournamentRound, Match]:
    """Returns the round and the sides of a match without a result.

    Raises:
        TournamentNotRunning, PlayPaused: nobody plays now.
        NoSuchRound, NoSuchMatch: there is no such match.
        ResultStands: it has a result.
    """
    results.check_running(tournament)
    round_ = results.played_round(tournament, number)
    sides = results.match_of(round_, match)
    results.check_no_result(round_, match)
    return round_, sides


def _propose(recorder: TournamentRecorder, command: ProposeTime) -> None:
    check_takes_part(recorder.tournament, command.by)
    round_, match = open_match(recorder.tournament, command.round, command.match)
    side = own_side(recorder, command.by, match)
    times = tuple(sorted(set(command.times)))
    _check_times(recorder.now, round_, times)
    recorder.record(MatchTimeProposed(command.round, command.match, command.by, side, times))
    asked: MatchSide = "second" if side == "first" else "first"
    bots = _bots_of(recorder, match.second if side == "first" else match.first)
    if bots:
        recorder.record(MatchTimeAgreed(command.round, command.match, bots[0], asked, times[0], recorder.now))


def _bots_of(recorder: TournamentRecorder, side: EntrantId) -> tuple[PlayerId, ...]:
    """Returns the players of a side if all of them are house bots; otherwise none."""
    entries = map(recorder.tournament.entry, recorder.context.format_.entrants_of(side))
    players = tuple(player for entry in entries if entry is not None for player in entry.players)
    return players if all(bot_of(player) is not None for player in players) else ()


def _agree(recorder: TournamentRecorder, command: AgreeTime) -> None:
    tournament, is_staff = recorder.tournament, has_right(recorder.tournament, command.by, "rounds")
    if not is_staff:
        check_takes_part(tournament, command.by)
    round_, match = open_match(tournament, command.round, command.match)
    side = side_of(tournament, recorder.context.format_, match, command.by)
    if side is None and not is_staff:
        own_side(recorder, command.by, match)
    _check_times(recorder.now, round_, (command.plays_at,))
    known = round_.time_of(command.match)
    if side is not None and (known.side in (None, side) or command.plays_at not in known.proposed):
        raise TimeNotProposed(
            message("the other side does not propose {write_instant}", write_instant=write_instant(command.plays_at)),
            hint=message("agree to one of the times in the round document, or propose others"),
        )
    recorder.record(MatchTimeAgreed(command.round, command.match, command.by, side, command.plays_at, recorder.now))


def _check_times(now: Instant, round_: TournamentRound, times: Iterable[Instant]) -> None:
    """Checks that times lie ahead, before the deadline of the round. Raises `NoDeadline`, `TimeOutsideRound`."""
    if round_.deadline is None:
        raise NoDeadline(
            message("round {number} has no deadline", number=round_.paired.number),
            hint=message("times are agreed in rounds with rounds.window_s"),
        )
    for each in times:
        if not now < each <= round_.deadline:
            until = write_instant(round_.deadline)
            raise TimeOutsideRound(
                message("{write_instant} is not within the rest of the round", write_instant=write_instant(each)),
                hint=message("give a future time until {until}", until=until),
                facts={"at": until},
            )


# ------------------------------------------------------------------------------------------------ reminders


def waiting_reminders(tournament: Tournament) -> Iterator[tuple[TournamentRound, MatchTime, Instant]]:
    """Yields the agreed times of open matches of which players are not reminded yet, with the time of the reminder."""
    if tournament.status == "running" and tournament.paused_at is None:
        for round_ in tournament.open_rounds:
            for each in round_.times:
                if each.remind_at is not None and round_.results[each.match - 1] is None:
                    yield round_, each, each.remind_at


def remind(recorder: TournamentRecorder) -> None:
    """Records the reminders that are due."""
    for round_, each, at in tuple(waiting_reminders(recorder.tournament)):
        if at <= recorder.now and each.plays_at is not None:
            recorder.record(MatchReminded(round_.paired.number, each.match, each.plays_at, recorder.now))


COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {ProposeTime: _propose, AgreeTime: _agree}
"""The function for each command about the time of a match."""
