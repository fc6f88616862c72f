"""Applies events to the state of a tournament. This module never refuses anything."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.kernel.events import BrokenHistory
from domain.kernel.instants import later
from domain.tournaments import events as tournament_events
from domain.tournaments.entrants import evolve as entrants_evolve
from domain.tournaments.ladder import evolve as ladder_evolve
from domain.tournaments.matches import evolve as matches_evolve
from domain.tournaments.parts import CorrectionPeriod, Reopening, folded_state
from domain.tournaments.rounds import evolve as rounds_evolve
from domain.tournaments.rounds.evolve import last_known_time, with_round, without_pairing_refusal
from domain.tournaments.staff import staff_after_appointment, staff_after_dismissal, staff_after_passing
from domain.tournaments.state import Tournament


def evolve(tournament: Tournament | None, event: Any) -> Tournament:
    """Returns the tournament after an event.

    Raises:
        BrokenHistory: the event cannot follow the earlier ones.
    """
    if tournament is None:
        if not isinstance(event, tournament_events.TournamentCreated):
            raise BrokenHistory(f"{type(event).__name__} before the tournament was created")
        return Tournament(
            settings=event.settings,
            status="announced",
            check_in_open=False,
            paused_at=None,
            started_at=None,
            staff=((event.owner, "owner"),),
            sandbox=event.world,
        )
    after = _AFTER.get(type(event))
    if after is None:
        raise BrokenHistory(f"{type(event).__name__} is nothing that happens in a tournament")
    return without_pairing_refusal(after(tournament, event), event)


def fold(events: Iterable[Any], tournament: Tournament | None = None) -> Tournament:
    """Returns the tournament after all these events, which are applied to `tournament`. Raises `BrokenHistory`."""
    return folded_state(evolve, events, tournament)


def _after_settings(tournament: Tournament, event: tournament_events.SettingsChanged) -> Tournament:
    return tournament._replace(settings=event.settings)


def _after_appointment(tournament: Tournament, event: tournament_events.StaffAppointed) -> Tournament:
    return tournament._replace(staff=staff_after_appointment(tournament.staff, event.player, event.role))


def _after_dismissal(tournament: Tournament, event: tournament_events.StaffDismissed) -> Tournament:
    return tournament._replace(staff=staff_after_dismissal(tournament.staff, event.player))


def _after_ownership_passed(tournament: Tournament, event: tournament_events.OwnershipPassed) -> Tournament:
    return tournament._replace(staff=staff_after_passing(tournament.staff, event.by, event.player))


def _after_opening(tournament: Tournament, _: tournament_events.RegistrationOpened) -> Tournament:
    return tournament._replace(status="registration")


def _after_closing(tournament: Tournament, _: tournament_events.RegistrationClosed) -> Tournament:
    return tournament._replace(status="closed")


def _after_check_in_opened(tournament: Tournament, _: tournament_events.CheckInOpened) -> Tournament:
    return tournament._replace(check_in_open=True)


def _after_undone_opening(tournament: Tournament, event: tournament_events.OpeningUndone) -> Tournament:
    return tournament._replace(status=event.status, check_in_open=event.check_in_open)


def _after_start(tournament: Tournament, event: tournament_events.TournamentStarted) -> Tournament:
    return tournament._replace(status="running", started_at=event.at, order=event.order, seeded=())


def _after_pause(tournament: Tournament, event: tournament_events.TournamentPaused) -> Tournament:
    return tournament._replace(paused_at=event.at, pauses=tournament.pauses + 1)


def _after_resumption(tournament: Tournament, event: tournament_events.TournamentResumed) -> Tournament:
    paused_at = event.at if tournament.paused_at is None else tournament.paused_at
    paused_ms = tournament.paused_ms + event.at - paused_at
    calls = tuple(
        each._replace(until=later(each.until, event.at - max(each.at, paused_at))) for each in tournament.calls
    )
    challenges = tuple(
        each._replace(until=later(each.until, event.at - paused_at)) if each.until > paused_at else each
        for each in tournament.challenges
    )
    tournament = tournament._replace(paused_at=None, paused_ms=paused_ms, calls=calls, challenges=challenges)
    for round_ in tournament.open_rounds:
        if round_.deadline is not None and round_.deadline > paused_at:
            deadline = later(round_.deadline, event.at - paused_at)
            tournament = with_round(tournament, round_._replace(deadline=deadline))
    if not tournament.rounds:
        return tournament
    return with_round(tournament, tournament.rounds[-1]._replace(deadline=event.deadline))


def _after_end_of_play(tournament: Tournament, event: tournament_events.CorrectionsOpened) -> Tournament:
    finishing = CorrectionPeriod(event.until, event.reason)
    return tournament._replace(status="finishing", waiting=(), challenges=(), scheduled=None, finishing=finishing)


def _after_finish(tournament: Tournament, event: tournament_events.TournamentFinished) -> Tournament:
    finished_at = tournament.finished_at or event.at or last_known_time(tournament)
    return tournament._replace(
        status="finished",
        paused_at=None,
        lots=event.lots,
        waiting=(),
        challenges=(),
        finishing=None,
        finished_at=finished_at,
    )


def _after_reopening(tournament: Tournament, event: tournament_events.TournamentReopened) -> Tournament:
    reopening = Reopening(event.by, event.at, event.reason)
    return tournament._replace(
        status="finishing", finishing=CorrectionPeriod(event.until), reopened=(*tournament.reopened, reopening)
    )


def _after_cancel(tournament: Tournament, _: tournament_events.TournamentCancelled) -> Tournament:
    return tournament._replace(status="cancelled", paused_at=None, waiting=(), challenges=(), finishing=None)


def _after_pairing_ended(tournament: Tournament, _: tournament_events.PairingEnded) -> Tournament:
    return tournament._replace(has_paired_all=True, waiting=(), challenges=())


_AFTER: dict[type, Callable[[Tournament, Any], Tournament]] = {
    **entrants_evolve.AFTER,
    **rounds_evolve.AFTER,
    **matches_evolve.AFTER,
    **ladder_evolve.AFTER,
    tournament_events.SettingsChanged: _after_settings,
    tournament_events.StaffAppointed: _after_appointment,
    tournament_events.StaffDismissed: _after_dismissal,
    tournament_events.OwnershipPassed: _after_ownership_passed,
    tournament_events.StaffActUndone: lambda tournament, _: tournament,
    tournament_events.RegistrationOpened: _after_opening,
    tournament_events.RegistrationClosed: _after_closing,
    tournament_events.CheckInOpened: _after_check_in_opened,
    tournament_events.OpeningUndone: _after_undone_opening,
    tournament_events.PairingEnded: _after_pairing_ended,
    tournament_events.TournamentStarted: _after_start,
    tournament_events.TournamentPaused: _after_pause,
    tournament_events.TournamentResumed: _after_resumption,
    tournament_events.CorrectionsOpened: _after_end_of_play,
    tournament_events.TournamentFinished: _after_finish,
    tournament_events.TournamentReopened: _after_reopening,
    tournament_events.TournamentCancelled: _after_cancel,
}
