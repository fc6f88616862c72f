"""The dates of a tournament, for calendars."""

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.instants import Instant
from domain.kernel.messages import message
from domain.tournaments.pairing.partnerships import players_of_side
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId


class TournamentDate(NamedTuple):
    """A date of a tournament: key, description, and time."""

    key: str
    what: str
    at: Instant


class AgreedTime(NamedTuple):
    """The time on which the players of a match have agreed.

    Attributes:
        round, match: the numbers of the round and of the match in it.
        sides: the entrants of both sides.
        at: the agreed time.
    """

    round: int
    match: int
    sides: tuple[tuple[EntrantId, ...], ...]
    at: Instant

    @property
    def key(self) -> str:
        """A key that stays the same if the time changes."""
        return f"match_{self.round}_{self.match}"


def agreed_times(tournament: Tournament) -> Iterator[AgreedTime]:
    """Yields the agreed times of all matches without a result."""
    for number, round_ in enumerate(tournament.rounds, start=1):
        for time in round_.times:
            if time.plays_at is not None and round_.results[time.match - 1] is None:
                sides = tuple(players_of_side(side) for side in round_.paired.matches[time.match - 1])
                yield AgreedTime(number, time.match, sides, time.plays_at)


def dates_of(tournament: Tournament) -> Iterator[TournamentDate]:
    """Yields the dates of a tournament: registration, check-in, the start, and the deadlines of open rounds.

    While the tournament is paused no deadline of a round is known.
    """
    schedule = tournament.settings.schedule
    scheduled = tournament.scheduled if not tournament.is_over else None
    begins = () if scheduled is None else ((scheduled.number, scheduled.begins_at),)
    dates = (
        ("opens", message("registration opens"), schedule.opens_at),
        ("closes", message("registration closes"), schedule.closes_at),
        ("check_in", message("check-in opens"), schedule.check_in_at),
        ("start", "start", tournament.started_at if tournament.started_at is not None else schedule.starts_at),
        ("end", message("no further rounds are paired"), tournament.ends_at),
        (
            "corrections",
            message("the time for corrections ends"),
            tournament.finishing.until if tournament.finishing else None,
        ),
        *((f"begin_{number}", message("round {number} begins", number=number), at) for number, at in begins),
        *(
            (
                f"round_{number}",
                message("deadline of round {number}", number=number),
                each.deadline,
            )
            for number, each in enumerate(tournament.rounds, start=1)
            if each.closed_at is None and tournament.paused_at is None
        ),
    )
    return (TournamentDate(key, what, at) for key, what, at in dates if at is not None)
