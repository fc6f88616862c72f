"""The ends of registrations of tournaments and leagues, stored by the subscription `accounts` with its checkpoint.

`service/notifications/closing_registrations.py` sends the reminders.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from domain.kernel.instants import utc
from domain.kernel.players import PlayerId
from domain.tournaments.leagues.seasons import registration_closes as league_closes
from domain.tournaments.leagues.state import League
from domain.tournaments.schedule import registration_closes
from domain.tournaments.state import Tournament
from service.platform.store.checkpoints import Run

LATEST = 4
"""Number of latest tournaments of a series whose players are notified of the next one."""


class RegistrationEnd(NamedTuple):
    """The end of the registration of a stream, its sandbox or `None`, and the time since when the end is known."""

    stream: str
    closes_at: datetime
    seen_at: datetime
    sandbox: str | None


def players_of_series(run: Run, tournament_id: str, tournament: Tournament) -> list[PlayerId]:
    """Returns the staff and players of the latest tournaments of the same series. Returns none without a series."""
    series = tournament.settings.series
    if series is None:
        return []
    parameters = {"series": series, "tournament_id": tournament_id, "limit": LATEST}
    return [PlayerId(player) for (player,) in run("series_players", parameters)]


def store_registrations(run: Run, found: Iterable[tuple[str, RegistrationEnd | None]]) -> None:
    """Writes the ends of registrations. The last value for each stream counts; `None` deletes it."""
    last = dict(found)
    gone = [stream for stream, closing in last.items() if closing is None]
    kept = [closing for closing in last.values() if closing is not None]
    if gone:
        run("drop_registrations", {"streams": gone})
    if kept:
        run(
            "store_registrations",
            {
                "streams": [each.stream for each in kept],
                "closes_at": [each.closes_at for each in kept],
                "seen_at": [each.seen_at for each in kept],
                "sandboxes": [each.sandbox for each in kept],
            },
        )


def closing_of(stream: str, state: Tournament | League, seen_at: datetime) -> RegistrationEnd | None:
    """Returns the end of the registration of a tournament or a league, or `None` if it is unknown or past."""
    at = league_closes(state) if isinstance(state, League) else registration_closes(state)
    return None if at is None else RegistrationEnd(stream, utc(at), seen_at, state.sandbox)
