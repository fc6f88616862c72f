"""Brings a service up to date with its log, as its other processes do."""

from service.leagues.projections import LeaguesProjection
from service.notifications.projections import AccountFeeds
from service.ratings.grades.projections import GradesProjection
from service.ratings.projections import RatingsProjection
from service.series.projections import SeriesProjection
from service.wiring import Service
from tests.support.stored import catch_up
from tests.support.tournaments import follow


def follow_all(service: Service, feeds: AccountFeeds | None = None) -> None:
    """Updates feeds, lists, ratings and grades to the end of the log. By default no mails are written."""
    catch_up(service, feeds)
    follow(service)
    leagues = LeaguesProjection(service.database, service.store)
    series = SeriesProjection(service.database, service.store)
    ratings = RatingsProjection(service.database, service.store, service.ratings.rules)
    grades = GradesProjection(service.database, service.store)
    while leagues.catch_up() or series.catch_up() or ratings.catch_up() or grades.catch_up():
        pass
