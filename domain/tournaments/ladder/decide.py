"""Decides the commands of a ladder, and what becomes of challenges that nobody answers."""

from collections.abc import Callable
from typing import Any

from domain.kernel.instants import SECOND_MS, Instant, later
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.entrants.checks import active_entry
from domain.tournaments.ladder import refusals
from domain.tournaments.ladder.commands import AnswerLadderChallenge, ChallengeEntrant, WithdrawLadderChallenge
from domain.tournaments.ladder.events import (
    LadderChallengeAccepted,
    LadderChallengeMade,
    LadderChallengeWithdrawn,
    LadderPlaceLost,
)
from domain.tournaments.ladder.order import busy_entrants, ladder_order
from domain.tournaments.ladder.parts import OpenChallenge
from domain.tournaments.ladder.rules import rules_of
from domain.tournaments.matches.results import check_running
from domain.tournaments.parts import Entry
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import EntrantOut, NotTakingPart
from domain.tournaments.rounds.events import RoundPaired
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Match


def _own_entry(tournament: Tournament, by: PlayerId) -> Entry:
    """Returns the entrant of a player in a running ladder.

    Raises:
        NoLadder, LadderEnded, NotTakingPart: challenges are not possible there, for the player, or any more.
        TournamentNotRunning, PlayPaused: the ladder is not played now.
    """
    entry = tournament.entry_of(by)
    if entry is None:
        raise NotTakingPart(message("{by} does not take part", by=by), hint=message("enter first"))
    if not tournament.settings.is_ladder:
        raise refusals.NoLadder(
            message("a {format} has no challenges", format=tournament.settings.format),
            hint=message("wait to be paired"),
        )
    check_running(tournament)
    if tournament.has_paired_all:
        raise refusals.LadderEnded(
            message("the time for challenges is over"), hint=message("play your open match, if you have one")
        )
    if entry.id not in tournament.order:
        raise NotTakingPart(message("{id} has no place", id=entry.id), hint=message("wait until it is complete"))
    return entry


def _challenge(recorder: TournamentRecorder, command: ChallengeEntrant) -> None:
    tournament = recorder.tournament
    own, rules = _own_entry(tournament, command.by), rules_of(tournament.settings)
    other = active_entry(tournament, command.entrant)
    for entry in (own, other):
        if entry.status != "entered":
            raise EntrantOut(message("{id} lacks players", id=entry.id), hint=message("wait until it is complete"))
    order = ladder_order(tournament)
    above = order.index(own.id) - order.index(other.id)
    if not 1 <= above <= rules.reach:
        best = max(0, order.index(own.id) - rules.reach)
        raise refusals.OutOfReach(
            message(
                "{id} is not one of the {reach} entrants above {id_2}", id=other.id, reach=rules.reach, id_2=own.id
            ),
            hint=(
                message("challenge one of facts.entrants") if order.index(own.id) else message("wait to be challenged")
            ),
            facts={"entrants": list(order[best : order.index(own.id)])},
        )
    _check_free(tournament, own.id, other.id)
    until = later(recorder.now, rules.answer_ms)
    recorder.record(LadderChallengeMade(own.id, command.by, other.id, recorder.now, until))


def _check_free(tournament: Tournament, *entrants: EntrantId) -> None:
    busy = [each for each in entrants if each in busy_entrants(tournament)]
    if busy:
        raise refusals.HasChallenge(
            message("{busy} has an open challenge or match", busy=", ".join(busy)),
            hint=message("wait until it is over"),
            facts={"entrants": busy},
        )


def _answer(recorder: TournamentRecorder, command: AnswerLadderChallenge) -> None:
    own = _own_entry(recorder.tournament, command.by)
    challenge = _open_challenge(recorder.tournament, lambda each: each.challenged == own.id)
    if not command.accepts:
        recorder.record(
            LadderPlaceLost(challenge.challenger, command.by, challenge.challenged, "declined", recorder.now)
        )
        return
    recorder.record(LadderChallengeAccepted(challenge.challenger, command.by, challenge.challenged))
    window_s = recorder.tournament.settings.rounds.window_s
    deadline = None if window_s is None else later(recorder.now, window_s * SECOND_MS)
    match = Match(challenge.challenged, challenge.challenger)
    recorder.record(RoundPaired(recorder.tournament.next_number, None, recorder.now, "", (match,), (), deadline))


def _withdraw(recorder: TournamentRecorder, command: WithdrawLadderChallenge) -> None:
    own = _own_entry(recorder.tournament, command.by)
    challenge = _open_challenge(recorder.tournament, lambda each: each.challenger == own.id)
    recorder.record(LadderChallengeWithdrawn(own.id, command.by, challenge.challenged))


def _open_challenge(tournament: Tournament, is_wanted: Callable[[OpenChallenge], bool]) -> OpenChallenge:
    found = next(filter(is_wanted, tournament.challenges), None)
    if found is None:
        raise refusals.NoLadderChallenge(
            message("your entrant has no such challenge"), hint=message("read the ladder in the tournament")
        )
    return found


def next_answer_due(tournament: Tournament) -> Instant | None:
    """Returns when the next open challenge counts as not answered; `None` while there is none or play is paused."""
    if tournament.status != "running" or tournament.paused_at is not None:
        return None
    return min((each.until for each in tournament.challenges), default=None)


def end_unanswered_challenges(recorder: TournamentRecorder) -> None:
    """Gives the places of entrants that have not answered in time to their challengers, in the order of the times."""
    ends_at = recorder.tournament.ends_at
    if next_answer_due(recorder.tournament) is None or ends_at is None:
        return
    due = [each for each in recorder.tournament.challenges if each.until <= min(recorder.now, ends_at)]
    for each in sorted(due, key=lambda each: each.until):
        recorder.record(LadderPlaceLost(each.challenger, None, each.challenged, "unanswered", each.until))


COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {
    ChallengeEntrant: _challenge,
    AnswerLadderChallenge: _answer,
    WithdrawLadderChallenge: _withdraw,
}
"""The function for each command of a ladder."""
