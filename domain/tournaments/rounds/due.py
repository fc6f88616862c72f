"""When the next round begins automatically, and which round the service has to pair now.

A round begins after the break (`interval_s`) that follows the round before it. After the last round there is no break.
"""

from domain.kernel.instants import SECOND_MS, Instant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.pairing import arena
from domain.tournaments.parts import ScheduledRound
from domain.tournaments.rounds.proposed_rounds import has_rounds_left
from domain.tournaments.state import Tournament, pairing_context


def next_round_at(tournament: Tournament) -> Instant | None:
    """Returns when the next round begins automatically, or the tournament ends; `None` if that cannot be predicted."""
    plan = tournament.settings.rounds
    if tournament.status != "running" or tournament.paused_at is not None or tournament.pairing_refused is not None:
        return None
    if tournament.scheduled is not None:
        return _scheduled_at(tournament, tournament.scheduled)
    if not plan.is_automatic:
        return None
    if tournament.ends_at is not None:
        return _next_arena_pairing(tournament, tournament.ends_at)
    if tournament.open_round is not None:
        return None
    if not tournament.rounds:
        return tournament.started_at
    last = tournament.rounds[-1]
    after = last.closed_at
    if after is None:
        return None
    if plan.pace == "window" and last.deadline is not None:
        after = max(after, last.deadline)
    return Instant(after + plan.interval_s * SECOND_MS) if plan.interval_s and _has_rounds_left(tournament) else after


def _has_rounds_left(tournament: Tournament) -> bool:
    """Returns whether a round follows. If none does, there is no break after the last one."""
    return has_rounds_left(pairing_context(tournament), format_of(tournament.settings))


def _scheduled_at(tournament: Tournament, scheduled: ScheduledRound) -> Instant | None:
    """Returns when a scheduled round begins; `None` while the round before it is open."""
    return scheduled.begins_at if all(each.is_over for each in tournament.open_rounds) else None


def _next_arena_pairing(tournament: Tournament, ends: Instant) -> Instant | None:
    """Returns when the next match can be paired, but at the latest the end of pairing. In a ladder, only that.

    Returns `None` if pairing has ended and matches are still open.
    """
    if tournament.has_paired_all:
        return None if tournament.open_rounds else ends
    if tournament.settings.is_ladder:
        return ends
    known, rules = pairing_context(tournament), arena.rules_of(tournament.settings)
    free = arena.waiting_entrants(known)
    at = arena.next_pairing(free, arena.records_of(known, rules), rules, known.forbidden_pairs)
    return ends if at is None else min(at, ends)


def awaited_round(tournament: Tournament, now: Instant) -> int | None:
    """Returns the number of the round that the service has to pair now, or `None`.

    After the last round it is the number that would follow, and the service finishes the tournament.
    """
    at = next_round_at(tournament)
    return tournament.next_number if at is not None and at <= now else None
