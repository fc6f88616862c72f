"""The read model of series: what lists say of them. The subscription `series` keeps it."""

import logging
from typing import Any

from domain.tournament.series import Series
from service.projections.subscription import Overtaken, Run, Subscription
from service.store.database import Database, DatabaseUnavailable
from service.store.event_store import EventStore
from service.store.events import event_of
from service.store.series import STATE_REVISION, STREAM_PREFIX, due_time, fold, series_from_head, series_of

NAME = "series"

_log = logging.getLogger(__name__)


class SeriesProjection:
    """Keeps the read model up with the log."""

    def __init__(self, database: Database, store: EventStore, name: str = NAME) -> None:
        """Follows the log under that name."""
        self._database = database
        self._store = store
        self._subscription = Subscription(database, store, name)

    def catch_up(self) -> int:
        """Takes in one batch of events, and returns how many there were."""
        before, batch = self._subscription.next_batch()
        if not batch:
            return 0
        rows = self._rows(sorted({each.stream for each in batch if each.stream.startswith(STREAM_PREFIX)}))

        def keep(run: Run) -> None:
            for row in rows:
                run("put_series", row)

        try:
            self._subscription.move(before, batch[-1].place, keep)
        except Overtaken:
            return 0
        return len(batch)

    def _rows(self, streams: list[str]) -> list[dict[str, Any]]:
        """What lists say of the series of these streams, as their heads have them."""
        rows = []
        for stream, version, revision, state, _, updated_at, *_ in self._database.read("heads", {"streams": streams}):
            try:
                series = (
                    series_from_head(state)
                    if revision == STATE_REVISION
                    else fold(event_of(stored.record) for stored in self._store.read_all(stream))
                )
                rows.append({"id": series_of(stream), "version": version, "updated_at": updated_at, **_row(series)})
            except DatabaseUnavailable:
                raise
            except Exception:  # noqa: BLE001 - logged, with the name of the series
                # One that this program cannot read must not keep all others out of the lists.
                _log.exception("%s cannot be read; it is left out of the lists", stream)
        return rows


def _row(series: Series) -> dict[str, Any]:
    template, recurrence = series.plan.template, series.plan.recurrence
    return {
        "opens_next_at": due_time(series),
        "rated": template.is_rated,
        "owner": series.owner,
        "name": template.name,
        "status": "ended" if series.has_ended else "running",
        "game": template.play.game,
        "format": template.format,
        "rule": recurrence.rule,
        "zone": recurrence.zone,
        "world": series.world,
    }
