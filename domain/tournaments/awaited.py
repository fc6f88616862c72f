"""What a tournament expects of its players: decisions for which it, or another player, waits."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.format import entrants_of_match
from domain.tournaments.state import Tournament, is_played_elsewhere
from domain.tournaments.terms import EntrantId

AwaitedKind = Literal[
    "partner_consent", "check_in", "agree_time", "report_result", "confirm_result", "accept_place", "answer_challenge"
]
"""What a player has to do.

Agree to play for an entrant, check in, answer proposed times, report or confirm a result, or answer a call for a place
or a challenge in a ladder.
"""


class AwaitedDecision(NamedTuple):
    """A decision that waits for a player.

    Attributes:
        what: its kind.
        until: its deadline, or `None`.
        round, match: the match that it is about, or `None`.
        times: the times that the other side proposes for the match.
    """

    what: AwaitedKind
    until: Instant | None
    round: int | None = None
    match: int | None = None
    times: tuple[Instant, ...] = ()


class Awaited(NamedTuple):
    """A player for whom a tournament waits, the entrant, and the decision."""

    player: PlayerId
    entrant: EntrantId
    decision: AwaitedDecision


def awaited_players(tournament: Tournament) -> Iterator[Awaited]:
    """Yields the players that a tournament waits for, in no order. A paused tournament has no deadlines."""
    for awaited in _awaited(tournament):
        is_paused = tournament.paused_at is not None
        yield awaited._replace(decision=awaited.decision._replace(until=None)) if is_paused else awaited


def _awaited(tournament: Tournament) -> Iterator[Awaited]:
    if tournament.play_is_over:
        return
    yield from _asked_before_the_start(tournament)
    for call in tournament.open_calls:
        yield from _players_of(tournament, (call.entrant,), AwaitedDecision("accept_place", call.until))
    for challenge in tournament.challenges:
        decision = AwaitedDecision("answer_challenge", challenge.until)
        yield from _players_of(tournament, (challenge.challenged,), decision)
    yield from _asked_for_times(tournament)
    yield from _asked_for_results(tournament)


def opponents_of(tournament: Tournament, decision: AwaitedDecision, entrant: EntrantId) -> tuple[PlayerId, ...]:
    """Returns the players of the other side of a challenge or match; none if the decision is about neither.

    The decision may be older than the state of the tournament.
    """
    others: list[EntrantId] = []
    if decision.what == "answer_challenge":
        others = [each.challenger for each in tournament.challenges if each.challenged == entrant]
    elif decision.round is not None and decision.match is not None:
        format_ = format_of(tournament.settings)
        for round_ in tournament.rounds[decision.round - 1 : decision.round]:
            for match in round_.paired.matches[decision.match - 1 : decision.match]:
                sides = [format_.entrants_of(side) for side in match]
                others = [each for side in sides if entrant not in side for each in side]
    return tuple(player for each in others if (entry := tournament.entry(each)) for player in entry.players)


def _asked_before_the_start(tournament: Tournament) -> Iterator[Awaited]:
    """Yields the players who are asked to play for an entrant, or to check in."""
    schedule = tournament.settings.schedule
    closes_at = min((at for at in (schedule.closes_at, schedule.starts_at) if at is not None), default=None)
    is_to_check_in = tournament.check_in_open and not tournament.has_begun
    for entry in tournament.entries:
        if entry.status != "out" and (tournament.can_enter or entry.has_place):
            consent = AwaitedDecision("partner_consent", None if tournament.has_begun else closes_at)
            yield from (Awaited(player, entry.id, consent) for player in entry.invited)
        if is_to_check_in and (entry.has_place or entry.status == "waiting"):
            check_in = AwaitedDecision("check_in", schedule.starts_at)
            yield from (Awaited(each.player, entry.id, check_in) for each in entry.members if not each.is_here)


def _asked_for_times(tournament: Tournament) -> Iterator[Awaited]:
    """Yields the players of open matches to whom the other side proposes times."""
    format_ = format_of(tournament.settings)
    for round_ in tournament.open_rounds:
        for time in round_.times:
            if time.side is not None and round_.results[time.match - 1] is None:
                match = round_.paired.matches[time.match - 1]
                asked = match.second if time.side == "first" else match.first
                decision = AwaitedDecision(
                    "agree_time", round_.deadline, round_.paired.number, time.match, time.proposed
                )
                yield from _players_of(tournament, format_.entrants_of(asked), decision)


def _asked_for_results(tournament: Tournament) -> Iterator[Awaited]:
    """Yields the players of open matches who report a result, or confirm that of the other side."""
    format_ = format_of(tournament.settings)
    for round_ in tournament.open_rounds:
        for number in round_.open_matches():
            if not is_played_elsewhere(tournament, round_, number):
                continue
            match, report = round_.paired.matches[number - 1], round_.report_of(number)
            what: AwaitedKind = "report_result"
            asked: Iterable[EntrantId] = entrants_of_match(format_, match)
            if report is not None and not report.is_disputed:
                what = "confirm_result"
                asked = format_.entrants_of(match.second if report.side == "first" else match.first)
            decision = AwaitedDecision(what, round_.deadline, round_.paired.number, number)
            yield from _players_of(tournament, asked, decision)


def _players_of(tournament: Tournament, entrants: Iterable[EntrantId], decision: AwaitedDecision) -> Iterator[Awaited]:
    for entry in map(tournament.entry, entrants):
        if entry is not None:
            yield from (Awaited(player, entry.id, decision) for player in entry.players)
