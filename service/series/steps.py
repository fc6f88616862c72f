"""The next automatic step of a stored series."""

import hashlib
import logging
from datetime import UTC, datetime

from ulid import ULID

from domain.kernel.instants import Instant, instant_of
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.series.decide import Series, SeriesCommand
from domain.tournaments.series.plan import Occurrence, TournamentId
from domain.tournaments.series.steps import next_step
from service.series.events import next_unsettled

_log = logging.getLogger(__name__)


def step_of(series_id: str, series: Series, now: Instant) -> SeriesCommand | None:
    """Returns the next step of a series; `None` if nothing is due, it has ended, or its rule cannot be read."""
    if series.has_ended:
        return None
    try:
        following = next_unsettled(series)
    except InvalidSettings as error:
        _log.error("%s: this release does not know its rule or its time zone: %s", series_id, error.detail)
        return None
    return next_step(series, following, following and tournament_id(series_id, following), now)


def tournament_id(series_id: str, occurrence: Occurrence) -> TournamentId:
    """Returns the id of the tournament of an occurrence. Its time is the local start, read as UTC."""
    begins = instant_of(datetime.fromisoformat(occurrence.key).replace(tzinfo=UTC))
    suffix = hashlib.sha256(f"{series_id}:{occurrence.key}".encode()).digest()[:10]
    return TournamentId(f"trn_{ULID(begins.to_bytes(6, 'big') + suffix)}")
