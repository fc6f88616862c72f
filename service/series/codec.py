"""Converts the folded state of a series to JSON and back, for `head`.

As with tables (`store/tables.py`), a state of another revision is not read. It is folded again from the events.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from domain.kernel.instants import Instant, utc
from domain.tournaments.parts import BrokenHistory
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.series.decide import Series, evolve_series, opens_at, unsettled
from domain.tournaments.series.plan import Occurrence
from service.platform.store.codec import decoder, encoder
from service.platform.store.folding import Folding
from service.series.recurrence import occurrences

STATE_REVISION = 3
STREAM_PREFIX = "series-"

_write = encoder(Series)
_read = decoder(Series)


def stream_of(series_id: str) -> str:
    """Returns the name of the stream of a series."""
    return STREAM_PREFIX + series_id


def series_of(stream: str) -> str:
    """Returns the id of the series of a stream."""
    return stream.removeprefix(STREAM_PREFIX)


def head_document(series: Series) -> dict[str, Any]:
    """Returns the series as JSON."""
    return {"series": _write(series)}


def series_from_head(document: dict[str, Any]) -> Series:
    """Returns the series that `head_document` wrote."""
    series: Series = _read(document["series"])
    return series


def fold(events: Iterable[Any]) -> Series:
    """Returns the series after the events. Raises `BrokenHistory` if there are none, or if they do not fit together."""
    series: Series | None = None
    for event in events:
        series = evolve_series(series, event)
    if series is None:
        raise BrokenHistory("a series without events")
    return series


def next_unsettled(series: Series) -> Occurrence | None:
    """Returns the next occurrence that is not settled yet, or `None` if the rule has no more.

    Raises:
        InvalidSettings: the program no longer knows the rule or the time zone.
    """
    return next(unsettled(series, occurrences(series.plan.recurrence, series.settled)), None)


def due_time(series: Series) -> datetime | None:
    """Returns when the next tournament of the series opens; `None` if the series has ended.

    The time is in the past if the tournament is late. It is also in the past if the rule has no more occurrences, or
    the program no longer knows the rule: then the series is due to end at once.
    """
    if series.has_ended:
        return None
    try:
        following = next_unsettled(series)
    except InvalidSettings:
        following = None
    return utc(Instant(series.settled) if following is None else opens_at(series.plan, following))


SERIES = Folding(STREAM_PREFIX, STATE_REVISION, fold, head_document, series_from_head, due_time)
"""How the streams of series are folded and stored."""
