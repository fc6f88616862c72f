"""Automatic events of a tournament, and their times.

| time | event |
|---|---|
| `opens_at` | registration opens |
| `check_in_s` before the start | check-in opens, and house bots that are entrants are checked in |
| `closes_at` | registration closes |
| `starts_at` | players that have not checked in are removed, the waiting list moves up, and the tournament begins; \
with too few entrants it is cancelled |
| an hour before the agreed time of a match | its players are reminded |
| the end of a call for a free place | the entrant is out, and the next one on the waiting list is called |
| an announced vacation begins | the service calls the substitute that was arranged for it |
| the end of a substitution for a time | the replaced player gets the seat back |
| the deadline of a round | matches without a result are adjudicated |
| the time of a scheduled round | the service pairs it, after the round before it has ended |
| `answer_days` after a challenge in a ladder | the challenged entrant loses its place |
| the end of the span of an arena or a ladder | pairing ends |
| `corrections_until` | the time for corrections ends, and the tournament is finished |
| the next round | the service pairs it, or finishes the tournament if there is none or it can never be paired: \
`due.awaited_round`, `proposed_rounds.can_never_pair` |

None of this happens while a tournament is paused. Scheduled events apply to every later command, even if the service
was not running at their time. Deadlines wait for the service, because only the service knows the tables of matches.
"""

from collections.abc import Callable, Iterable, Iterator

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId, bot_of
from domain.tournaments import events
from domain.tournaments.entrants.alternates import ends_of_calls, move_up
from domain.tournaments.entrants.events import MemberLeft, PlayerCheckedIn
from domain.tournaments.entrants.registration import withdraw
from domain.tournaments.entrants.seeding import seed_of_lots, starting_order
from domain.tournaments.entrants.substitutions import begins_of_substitutions, ends_of_substitutions
from domain.tournaments.ladder.decide import end_unanswered_challenges, next_answer_due
from domain.tournaments.matches.corrections import finish_if_due
from domain.tournaments.matches.results import adjudicate
from domain.tournaments.matches.times import remind, waiting_reminders
from domain.tournaments.parts import Entry, TournamentRound
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.rounds.commands import MatchReport
from domain.tournaments.rounds.decide import end_pairing_if_due, is_pairing_to_end
from domain.tournaments.rounds.due import next_round_at
from domain.tournaments.state import Tournament

ScheduledStep = Callable[[TournamentRecorder], None]
TOO_FEW = "too few entrants"


def due_at(tournament: Tournament) -> Instant | None:
    """Returns the time of the next automatic event; `None` if the tournament waits for a command."""
    times: list[Instant | None] = [at for at, _ in _scheduled_steps(tournament)]
    if tournament.status == "running":
        times += (_next_deadline(tournament), next_round_at(tournament), next_answer_due(tournament))
        times += (at for _, _, at in waiting_reminders(tournament))
        times += (at for at, *_ in begins_of_substitutions(tournament))
    return min((at for at in times if at is not None), default=None)


def registration_closes(tournament: Tournament) -> Instant | None:
    """Returns when the open registration closes; `None` if it is not open, or closes by hand."""
    schedule = tournament.settings.schedule
    if tournament.status != "registration" or tournament.paused_at is not None:
        return None
    return min((at for at in (schedule.closes_at, schedule.starts_at) if at is not None), default=None)


def pass_time(recorder: TournamentRecorder, reports: Iterable[MatchReport]) -> None:
    """Applies all automatic events that are due."""
    pass_schedule(recorder)
    remind(recorder)
    known_reports = tuple(reports)
    for round_ in overdue_rounds(recorder.tournament, recorder.now):
        adjudicate(recorder, round_, known_reports)


def overdue_rounds(tournament: Tournament, now: Instant) -> tuple[TournamentRound, ...]:
    """Returns the rounds that are past their deadline and have matches without a result."""
    return tuple(
        each for each in _rounds_with_deadline(tournament) if each.deadline is not None and each.deadline <= now
    )


def is_time_to_pass(tournament: Tournament, now: Instant) -> bool:
    """Returns whether `TournamentTimePasses` has an effect: something is due that is not the next round."""
    at = due_at(tournament)
    if at is None or at > now:
        return False
    if tournament.status != "running" or overdue_rounds(tournament, now) or is_pairing_to_end(tournament, now):
        return True
    others = (
        next_answer_due(tournament),
        *(each for _, _, each in waiting_reminders(tournament)),
        *(each for each, _ in ends_of_calls(tournament)),
        *(each for each, _ in ends_of_substitutions(tournament)),
    )
    return any(each is not None and each <= now for each in others)


def pass_schedule(recorder: TournamentRecorder) -> None:
    """Applies the scheduled events that are due, in order."""
    while steps := [(at, step) for at, step in _scheduled_steps(recorder.tournament) if at <= recorder.now]:
        _, step = min(steps, key=lambda each: each[0])
        step(recorder)
    end_unanswered_challenges(recorder)
    end_pairing_if_due(recorder)


def _scheduled_steps(tournament: Tournament) -> Iterator[tuple[Instant, ScheduledStep]]:
    """Yields the future scheduled events. Simultaneous ones are in the order in which they are applied."""
    schedule = tournament.settings.schedule
    if tournament.status == "announced":
        yield schedule.opens_at or Instant(0), lambda recorder: recorder.record(events.RegistrationOpened())
    elif tournament.status in ("registration", "closed"):
        if schedule.check_in_at is not None and not tournament.check_in_open:
            yield schedule.check_in_at, _open_check_in
        if schedule.closes_at is not None and tournament.status == "registration":
            yield schedule.closes_at, lambda recorder: recorder.record(events.RegistrationClosed())
        if schedule.starts_at is not None:
            yield schedule.starts_at, start_or_cancel
    elif tournament.finishing is not None:
        yield tournament.finishing.until, finish_if_due
    yield from ends_of_calls(tournament)
    yield from ends_of_substitutions(tournament)


def _open_check_in(recorder: TournamentRecorder) -> None:
    recorder.record(events.CheckInOpened())
    members = (each for entry in recorder.tournament.entries if entry.status != "out" for each in entry.members)
    bots = [each.player for each in members if bot_of(each.player) is not None]
    recorder.record(*(PlayerCheckedIn(bot, bot) for bot in bots))


def _next_deadline(tournament: Tournament) -> Instant | None:
    """Returns the next deadline of a round with open matches."""
    return min((each.deadline for each in _rounds_with_deadline(tournament) if each.deadline is not None), default=None)


def _rounds_with_deadline(tournament: Tournament) -> Iterator[TournamentRound]:
    """Yields the open rounds whose deadline has an effect."""
    if tournament.paused_at is None:
        yield from (each for each in tournament.open_rounds if not each.is_over)


# ------------------------------------------------------------------------------------------------ the start


def start_or_cancel(recorder: TournamentRecorder) -> None:
    """Begins the tournament, or cancels it if too few entrants are there."""
    remove_absent_and_move_up(recorder)
    if complete_entrants(recorder.tournament) < recorder.tournament.settings.entrants.least:
        recorder.record(events.TournamentCancelled(None, TOO_FEW))
    else:
        begin_tournament(recorder, None)


def remove_absent_and_move_up(recorder: TournamentRecorder) -> None:
    """Removes players that have not checked in, and moves the waiting list up."""
    if recorder.tournament.check_in_open:
        for entry in recorder.tournament.entries:
            if entry.has_place or entry.status == "waiting":
                _remove_absent(recorder, entry)
    move_up(recorder)


def _remove_absent(recorder: TournamentRecorder, entry: Entry) -> None:
    """Removes an entrant if none of its players is there. If some are missing and needed, removes those."""
    here = sum(member.is_here for member in entry.members)
    if here >= recorder.tournament.settings.entrants.members_least:
        return
    if not entry.has_place:
        withdraw(recorder, entry, None, "not_checked_in")
    elif not here:
        withdraw(recorder, entry, None, "no_show")
    else:
        recorder.record(*(MemberLeft(entry.id, each.player, "no_show") for each in entry.members if not each.is_here))


def complete_entrants(tournament: Tournament) -> int:
    """Returns the number of entrants that have a place and all their players."""
    return sum(entry.status == "entered" for entry in tournament.entries)


def begin_tournament(recorder: TournamentRecorder, by: PlayerId | None) -> None:
    """Begins the tournament with the entrants that have a place, in the order of `seeding`."""
    tournament = recorder.tournament
    seed = seed_of_lots(tournament, recorder.context.secret)
    recorder.record(events.TournamentStarted(by, recorder.now, starting_order(tournament, seed), seed))
