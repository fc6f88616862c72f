"""Runs the projection of series, and reads series as another process does."""

from service.series.handlers import AllSeries
from service.series.projections import SeriesProjection
from service.wiring import Service
from tests.support.fixtures import SOURCES


def follow(service: Service) -> None:
    projection = SeriesProjection(service.database, service.store)
    while projection.catch_up():
        pass


def events(service: Service, series: str) -> list[object]:
    return [each.event for each in service.series.since(series, 0)]


def process_of(service: Service) -> AllSeries:
    """Returns an object for all series with an empty cache, as in a new process."""
    known = service.accounts, service.tournaments, SOURCES
    return AllSeries(service.database, service.store, service.notifier, *known)
