"""What happens in a tournament by itself, and when.

| at | what |
|---|---|
| `opens_at` | registration opens |
| `check_in_s` before the start | check-in opens |
| `closes_at` | registration closes |
| `starts_at` | who has not checked in is removed, the waiting list moves up, and the tournament begins; or it \
is cancelled, being too small |
| the deadline of a round | matches without a result are adjudicated |
| the time of a scheduled round | the service pairs it, as soon as the one before it is over |
| the end of the span of an arena | nobody is paired any more |
| `corrections_until` | the time for corrections is over, and the tournament is finished |
| the next round | the service has to pair it, or to finish where there is none or it can never be made: \
`state.awaited_round`, `admission.can_never_pair` |

While a tournament pauses none of it happens. What a schedule has brought about has happened for every later command,
whether or not the service was there in time; deadlines wait for the service, which alone knows how matches stand.
"""

from collections.abc import Callable, Iterable, Iterator

from domain.instants import Instant
from domain.table.events import PlayerId
from domain.tournament.commands import MatchReport
from domain.tournament.corrections import finish_if_due
from domain.tournament.events import (
    CheckInOpened,
    MemberLeft,
    RegistrationClosed,
    RegistrationOpened,
    TournamentCancelled,
    TournamentStarted,
)
from domain.tournament.playing import adjudicate, end_pairing_if_due
from domain.tournament.state import Entry, Tournament, TournamentRound, next_round_at
from domain.tournament.story import Story
from domain.tournament.taking_part import move_up, withdraw

Step = Callable[[Story], None]
TOO_FEW = "too few entrants"


def due(tournament: Tournament) -> Instant | None:
    """When something happens next by itself; none: nothing, before somebody does something."""
    if tournament.status == "running":
        return min((at for at in (_deadline(tournament), next_round_at(tournament)) if at is not None), default=None)
    return min((at for at, _ in _schedule(tournament)), default=None)


def registration_closes(tournament: Tournament) -> Instant | None:
    """When registration ends that is open; none where it is not, or somebody has to end it."""
    schedule = tournament.settings.schedule
    if tournament.status != "registration" or tournament.paused_at is not None:
        return None
    return min((at for at in (schedule.closes_at, schedule.starts_at) if at is not None), default=None)


def pass_time(story: Story, reports: Iterable[MatchReport]) -> None:
    """Lets happen all that time has brought about."""
    pass_schedule(story)
    told = tuple(reports)
    for played in overdue_rounds(story.tournament, story.now):
        adjudicate(story, played, told)


def overdue_rounds(tournament: Tournament, now: Instant) -> tuple[TournamentRound, ...]:
    """The rounds whose deadline is over while they have matches without a result."""
    return tuple(each for each in _with_deadline(tournament) if each.deadline is not None and each.deadline <= now)


def pass_schedule(story: Story) -> None:
    """Lets happen what the schedule has brought about, from the first to the last."""
    while steps := [(at, step) for at, step in _schedule(story.tournament) if at <= story.now]:
        _, step = min(steps, key=lambda each: each[0])
        step(story)
    end_pairing_if_due(story)


def _schedule(tournament: Tournament) -> Iterator[tuple[Instant, Step]]:
    """What is still to come by the schedule; of what comes at one moment, the first happens first."""
    schedule = tournament.settings.schedule
    if tournament.status == "announced":
        yield schedule.opens_at or Instant(0), lambda story: story.tell(RegistrationOpened())
    elif tournament.status in ("registration", "closed"):
        if schedule.check_in_at is not None and not tournament.check_in_open:
            yield schedule.check_in_at, lambda story: story.tell(CheckInOpened())
        if schedule.closes_at is not None and tournament.status == "registration":
            yield schedule.closes_at, lambda story: story.tell(RegistrationClosed())
        if schedule.starts_at is not None:
            yield schedule.starts_at, start_or_cancel
    elif tournament.finishing is not None:
        yield tournament.finishing.until, finish_if_due


def _deadline(tournament: Tournament) -> Instant | None:
    """When matches are adjudicated, where there are any without a result."""
    return min((each.deadline for each in _with_deadline(tournament) if each.deadline is not None), default=None)


def _with_deadline(tournament: Tournament) -> Iterator[TournamentRound]:
    """The rounds in which a deadline will be of some effect."""
    if tournament.paused_at is None:
        yield from (each for each in tournament.open_rounds if not each.is_over)


# ------------------------------------------------------------------------------------------------ the start


def start_or_cancel(story: Story) -> None:
    """Begins the tournament; where too few are there it is cancelled."""
    gather(story)
    if entrants_there(story.tournament) < story.tournament.settings.entrants.least:
        story.tell(TournamentCancelled(None, TOO_FEW))
    else:
        begin(story, None)


def gather(story: Story) -> None:
    """Removes who has not checked in, and moves the waiting list up."""
    if story.tournament.check_in_open:
        for entry in story.tournament.entries:
            if entry.has_place or entry.status == "waiting":
                _remove_absent(story, entry)
    move_up(story)


def _remove_absent(story: Story, entry: Entry) -> None:
    """Removes an entrant of which nobody is there; of others, where players are missing, those who are not."""
    here = sum(member.is_here for member in entry.members)
    if here >= story.tournament.settings.entrants.members_least:
        return
    if not entry.has_place:
        withdraw(story, entry, None, "not_checked_in")
    elif not here:
        withdraw(story, entry, None, "no_show")
    else:
        story.tell(*(MemberLeft(entry.id, each.player, "no_show") for each in entry.members if not each.is_here))


def entrants_there(tournament: Tournament) -> int:
    """How many entrants have a place and all their players."""
    return sum(entry.status == "entered" for entry in tournament.entries)


def begin(story: Story, by: PlayerId | None) -> None:
    """Begins the tournament with those who have a place: the strongest first, and of equals who came first."""
    placed = sorted((entry for entry in story.tournament.entries if entry.has_place), key=lambda entry: -entry.rating)
    story.tell(TournamentStarted(by, story.now, tuple(entry.id for entry in placed)))
