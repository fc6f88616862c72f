"""The streams of series. A stored state of another revision is not read; it is folded again from the events."""

from functools import partial

from domain.kernel.instants import Instant
from domain.tournaments.parts import folded_state
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.series.decide import Series, evolve_series, opens_at, unsettled_occurrences
from domain.tournaments.series.plan import Occurrence
from service.platform.store.folding import folding_of
from service.series.recurrence import occurrences

STATE_REVISION = 7
STREAM_PREFIX = "series-"


def next_unsettled(series: Series) -> Occurrence | None:
    """Returns the next occurrence that is not settled yet, or `None` if the rule has no more.

    Raises:
        InvalidSettings: the program no longer knows the rule or the time zone.
    """
    return next(unsettled_occurrences(series, occurrences(series.plan.recurrence, series.settled)), None)


def due(series: Series) -> Instant | None:
    """Returns when the next tournament of the series opens; `None` if the series has ended.

    The time is in the past if the tournament is late. If no occurrence is left, or the program no longer knows the
    rule, it is that of the last settled occurrence. So the next job ends the series.
    """
    if series.has_ended:
        return None
    try:
        following = next_unsettled(series)
    except InvalidSettings:
        following = None
    return series.settled if following is None else opens_at(series.plan, following)


SERIES = folding_of(STREAM_PREFIX, STATE_REVISION, Series, partial(folded_state, evolve_series), due)
"""How the streams of series are folded and stored."""
stream_of = SERIES.stream_of
series_of = SERIES.id_of
