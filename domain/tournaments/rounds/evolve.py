"""How events of rounds change a tournament."""

from collections.abc import Callable
from typing import Any

from domain.kernel.events import BrokenHistory
from domain.kernel.instants import Instant
from domain.kernel.scores import BoardScore
from domain.tournaments.boards.records import Assigned, BoardResult, ChosenSet, DealtSet, Place
from domain.tournaments.entrants.evolve import entry_of, with_value, without_waiting
from domain.tournaments.ladder.parts import LadderStep
from domain.tournaments.parts import (
    CalledOffRound,
    Correction,
    MatchTime,
    RefusedPairing,
    ReplacedMatch,
    ScheduledRound,
    TournamentRound,
)
from domain.tournaments.rounds import events as round_events
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, LevelsWon, Result, Round

ResultGiven = round_events.ResultRecorded | round_events.ResultAdjudicated | round_events.ResultOverridden


def without_pairing_refusal(tournament: Tournament, event: Any) -> Tournament:
    """Clears a refused pairing, because any later event may make automatic pairing possible again."""
    if tournament.pairing_refused is None or isinstance(event, round_events.PairingRefused):
        return tournament
    return tournament._replace(pairing_refused=None)


def last_known_time(tournament: Tournament) -> Instant:
    """Returns the time of the last known event, for old tournaments whose end event carries no time."""
    times = (tournament.started_at, *(each.closed_at for each in tournament.rounds))
    return max((at for at in times if at is not None), default=Instant(0))


def _after_pairing(tournament: Tournament, event: round_events.RoundPaired) -> Tournament:
    if event.round != tournament.next_number:
        raise BrokenHistory(f"round {event.round} follows after {len(tournament.rounds)} rounds")
    paired = Round(event.round, event.matches, event.byes)
    nothing = (None,) * len(event.matches)
    empty = ((),) * len(event.matches)
    again = sum(each.round == event.round for each in tournament.called_off)
    opened = TournamentRound(
        paired,
        event.seed,
        event.deadline,
        empty,
        nothing,
        paired_at=event.at,
        places=empty,
        boards=empty,
        again=again,
        idle=empty,
        levels=nothing,
    )
    scheduled = tournament.scheduled
    if scheduled is not None and scheduled.number <= event.round:
        scheduled = None
    begun = tournament._replace(rounds=(*tournament.rounds, opened), scheduled=scheduled)
    return without_waiting(begun, *paired.entrants())


def _after_calling_off(tournament: Tournament, _: round_events.RoundCalledOff) -> Tournament:
    number = len(tournament.rounds)
    # Players may have seen the deals at their tables, so a set that began in this round is never played again.
    begun = {each.number for each in tournament.sets if each.round == number}
    chosen = tuple(each for each in tournament.chosen if each.number not in begun)
    round_ = tournament.rounds[-1]
    sets = tuple(0 if each in begun else each for each in round_.sets)
    undone = CalledOffRound(number, round_.tables, sets, round_.deals)
    # A discarded set is replaced by a new one, which players who left cannot know.
    left = tuple(
        each._replace(sets=tuple(which for which in each.sets if which not in begun)) for each in tournament.left
    )
    return without_newest_round(tournament)._replace(
        chosen=chosen, called_off=(*tournament.called_off, undone), left=left
    )


def without_newest_round(tournament: Tournament) -> Tournament:
    """Returns the tournament as if its newest round had not been paired. Its entrants become free again."""
    undone, number = tournament.rounds[-1], len(tournament.rounds)
    sets = tuple(each for each in tournament.sets if each.round != number)
    tournament = tournament._replace(rounds=tournament.rounds[:-1], sets=sets)
    if tournament.ends_at is None or tournament.has_paired_all:
        return tournament
    back = [each for each in undone.paired.entrants() if entry_of(tournament, each).status == "entered"]
    return tournament._replace(waiting=(*tournament.waiting, *((each, undone.paired_at) for each in back)))


def _after_choosing(tournament: Tournament, event: round_events.BoardsChosen) -> Tournament:
    others = tuple(each for each in tournament.chosen if each.number != event.set)
    new = (ChosenSet(event.set, event.by, event.boards),) if event.boards else ()
    return tournament._replace(chosen=(*others, *new))


def _after_dealing(tournament: Tournament, event: round_events.BoardsDealt) -> Tournament:
    new = tuple(DealtSet(each.set, event.round, each.commitment, each.secret or "") for each in event.commitments)
    round_ = round_at(tournament, event.round)._replace(sets=event.sets, deals=event.deals)
    return with_round(tournament._replace(sets=(*tournament.sets, *new)), round_)


def _after_link(tournament: Tournament, event: round_events.TableLinked) -> Tournament:
    round_ = round_at(tournament, event.round)
    tables = (*round_.tables[event.match - 1], event.table)
    board = next((int(each) for each in event.boards if each.isdecimal()), 0)
    places = (*round_.places[event.match - 1], Place(event.room, board))
    return with_round(
        tournament,
        round_._replace(
            tables=with_value(round_.tables, event.match, tables), places=with_value(round_.places, event.match, places)
        ),
    )


def _with_ladder_step(tournament: Tournament, round_: TournamentRound) -> Tournament:
    """Adds the match of a round to the steps of a ladder when it gets its first result."""
    if not tournament.settings.is_ladder or round_.results != (None,):
        return tournament
    [match] = round_.paired.matches
    step = LadderStep(match.second, match.first, "played", None, round_.paired.number)
    return tournament._replace(ladder=(*tournament.ladder, step))


def _after_result(tournament: Tournament, event: ResultGiven) -> Tournament:
    round_ = round_at(tournament, event.round)
    tournament = _with_ladder_step(tournament, round_)
    result = Result(event.first, event.second, event.kind)
    boards: tuple[BoardResult, ...] = ()
    idle: tuple[EntrantId, ...] = ()
    counted = None if isinstance(event, round_events.ResultAdjudicated) else event.levels
    levels = None if counted is None else LevelsWon(*counted)
    if isinstance(event, round_events.ResultOverridden):
        before = round_.results[event.match - 1]
        about = (event.round, event.match, event.by, event.at, event.reason)
        correction = Correction(*about, before, result, replaced=_match_now(round_, event.match))
        tournament = tournament._replace(corrected=(*tournament.corrected, correction))
        # The staff's result replaces the played result and all assigned scores of this match.
        round_ = round_._replace(assigned=tuple(each for each in round_.assigned if each.match != event.match))
    else:
        boards, idle = event.boards, event.idle or ()
    return with_round(
        tournament,
        round_._replace(
            results=with_value(round_.results, event.match, result),
            boards=with_value(round_.boards, event.match, boards),
            idle=with_value(round_.idle, event.match, idle),
            levels=with_value(round_.levels, event.match, levels),
        ),
    )


def _match_now(round_: TournamentRound, match: int) -> ReplacedMatch:
    """Returns what belongs to the result of a match, and the assigned scores of its round."""
    place = match - 1
    return ReplacedMatch(round_.boards[place], round_.assigned, round_.idle[place], round_.levels[place])


def _after_restoring(tournament: Tournament, event: round_events.ResultRestored) -> Tournament:
    """Restores what the newest correction of the match replaced, and records that as a further correction."""
    undone = next(
        (each for each in tournament.corrected[::-1] if (each.round, each.match) == (event.round, event.match)), None
    )
    if undone is None or undone.replaced is None:
        raise BrokenHistory(f"no correction of match {event.match} of round {event.round} can be undone")
    round_, replaced = round_at(tournament, event.round), undone.replaced
    restored = round_._replace(
        results=with_value(round_.results, event.match, undone.before),
        boards=with_value(round_.boards, event.match, replaced.boards),
        assigned=replaced.assigned,
        idle=with_value(round_.idle, event.match, replaced.idle),
        levels=with_value(round_.levels, event.match, replaced.levels),
    )
    about = (event.round, event.match, event.by, event.at, event.reason)
    correction = Correction(*about, undone.after, undone.before, undone.place, undone.now, undone.was)
    ladder = (
        tournament.ladder if undone.before else tuple(each for each in tournament.ladder if each.round != event.round)
    )
    return with_round(tournament._replace(corrected=(*tournament.corrected, correction), ladder=ladder), restored)


def _after_assigning(tournament: Tournament, event: round_events.BoardOverridden) -> Tournament:
    round_ = round_at(tournament, event.round)
    replaced = _match_now(round_, event.match)
    place = (event.match, event.board, event.room)
    assigned = tuple(each for each in round_.assigned if (each.match, each.board, each.room) != place)
    was = next((each for each in round_.assigned if each not in assigned), None)
    before, now = round_.results[event.match - 1], None
    if event.how != "as_played":
        score = None
        if event.excess is not None and event.levels is not None and event.step is not None:
            score = BoardScore(event.excess, event.levels, event.step)
        averages, shares = (event.for_even, event.for_odd), (event.even_share, event.odd_share)
        now = Assigned(*place, score, *averages, *shares)
        assigned += (now,)
    round_ = round_._replace(assigned=assigned)
    if event.first is not None and event.second is not None and event.kind is not None:
        result = Result(event.first, event.second, event.kind)
        round_ = round_._replace(results=with_value(round_.results, event.match, result))
    after, where = round_.results[event.match - 1], Place(event.room, event.board)
    about = (event.round, event.match, event.by, event.at, event.reason)
    correction = Correction(*about, before, after, where, was, now, replaced)
    return with_round(tournament._replace(corrected=(*tournament.corrected, correction)), round_)


def _after_scheduling(tournament: Tournament, event: round_events.RoundScheduled) -> Tournament:
    paired = None if event.matches is None else Round(event.round, event.matches, event.byes or ())
    return tournament._replace(scheduled=ScheduledRound(event.round, event.begins_at, paired, event.seed or ""))


def _after_unscheduling(tournament: Tournament, _: round_events.RoundUnscheduled) -> Tournament:
    return tournament._replace(scheduled=None)


def _after_moving_deadline(tournament: Tournament, event: round_events.DeadlineMoved) -> Tournament:
    round_ = round_at(tournament, event.round)._replace(deadline=event.deadline)
    times = tuple(_until(each, event.deadline) for each in round_.times)
    return with_round(tournament, round_._replace(times=times))


def _until(time: MatchTime, deadline: Instant) -> MatchTime:
    """Returns the time of a match without what is later than a deadline."""
    if time.plays_at is not None and time.plays_at > deadline:
        time = time._replace(plays_at=None, remind_at=None)
    proposed = tuple(each for each in time.proposed if each <= deadline)
    return time._replace(side=time.side if proposed else None, proposed=proposed)


def _after_closing_round(tournament: Tournament, event: round_events.RoundClosed) -> Tournament:
    return with_round(tournament, round_at(tournament, event.round)._replace(closed_at=event.at))


def _after_reopening_round(tournament: Tournament, event: round_events.RoundReopened) -> Tournament:
    return with_round(tournament, round_at(tournament, event.round)._replace(closed_at=None))


def _after_refusal(tournament: Tournament, event: round_events.PairingRefused) -> Tournament:
    return tournament._replace(pairing_refused=RefusedPairing(event.round, event.code, event.detail))


def round_at(tournament: Tournament, number: int) -> TournamentRound:
    """Returns a round by its number. Raises `BrokenHistory`."""
    if not 1 <= number <= len(tournament.rounds):
        raise BrokenHistory(f"something happens in round {number} of {len(tournament.rounds)}")
    return tournament.rounds[number - 1]


def with_round(tournament: Tournament, round_: TournamentRound) -> Tournament:
    """Returns the tournament with a round replaced."""
    rounds = list(tournament.rounds)
    rounds[round_.paired.number - 1] = round_
    return tournament._replace(rounds=tuple(rounds))


AFTER: dict[type, Callable[[Tournament, Any], Tournament]] = {
    round_events.RoundPaired: _after_pairing,
    round_events.BoardsChosen: _after_choosing,
    round_events.BoardsDealt: _after_dealing,
    round_events.RoundCalledOff: _after_calling_off,
    round_events.TableLinked: _after_link,
    round_events.ResultRecorded: _after_result,
    round_events.ResultAdjudicated: _after_result,
    round_events.ResultOverridden: _after_result,
    round_events.BoardOverridden: _after_assigning,
    round_events.ResultRestored: _after_restoring,
    round_events.RoundScheduled: _after_scheduling,
    round_events.RoundUnscheduled: _after_unscheduling,
    round_events.DeadlineMoved: _after_moving_deadline,
    round_events.RoundClosed: _after_closing_round,
    round_events.RoundReopened: _after_reopening_round,
    round_events.PairingRefused: _after_refusal,
}
"""The function for each event about rounds."""
