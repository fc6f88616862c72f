"""The read model of series: their list entries. The subscription `series` maintains it."""

from collections.abc import Sequence
from typing import Any

from domain.tournaments.series.decide import Series
from service.platform.store.checkpoints import Run, Work, no_work
from service.platform.store.event_store import LoggedEvent
from service.platform.store.heads import Folded, folded_heads
from service.platform.store.projection import Projection
from service.series.events import SERIES

NAME = "series"


class SeriesProjection(Projection):
    """Keeps the read model up to date with the log."""

    name = NAME

    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Returns the work that applies a batch to the read model."""
        all_series = folded_heads(self._database, self._store, SERIES, [each.stream for each in batch])
        if not all_series:
            return no_work

        def keep(run: Run) -> None:
            for each in all_series:
                run("put_series", _row(each))

        return keep


def _row(each: Folded[Series]) -> dict[str, Any]:
    series = each.state
    template, recurrence = series.plan.template, series.plan.recurrence
    return {
        "id": each.id,
        "version": each.version,
        "updated_at": each.updated_at,
        "opens_next_at": SERIES.due_time(series),
        "rated": template.is_rated,
        "owner": series.owner,
        "name": template.name,
        "status": "ended" if series.has_ended else "running",
        "game": template.play.game,
        "format": template.format,
        "rule": recurrence.rule,
        "zone": recurrence.zone,
        "sandbox": series.sandbox,
        "is_public": template.public,
    }
