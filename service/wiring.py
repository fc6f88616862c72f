"""The one place that puts the parts of the service together."""

from dataclasses import dataclass

from domain.bots import BOTS
from service.application.accounts import Accounts
from service.application.listeners import Listeners
from service.application.lists import Lists
from service.application.tables import Tables
from service.application.webhook_guard import Guard
from service.application.webhooks import Webhooks
from service.doorbell import Doorbell
from service.lookout import Lookout
from service.projections.account_events import AccountEvents
from service.projections.streams import Streams
from service.projections.views import Views
from service.rate_limits import RateLimits
from service.settings import InvalidSetting, Settings, read_ranges
from service.store.database import Database
from service.store.event_store import EventStore


@dataclass(frozen=True, slots=True)
class Service:
    """All parts, as one process holds them."""

    settings: Settings
    database: Database
    store: EventStore
    doorbell: Doorbell
    lookout: Lookout
    streams: Streams
    views: Views
    tables: Tables
    accounts: Accounts
    lists: Lists
    rate_limits: RateLimits
    account_events: AccountEvents
    listeners: Listeners
    webhooks: Webhooks

    def start_hearing(self) -> None:
        """Begins to hear of what other processes do, for those who wait here."""
        self.doorbell.start()
        self.lookout.start()

    def close(self) -> None:
        """Lets go of connections."""
        self.doorbell.close()
        self.rate_limits.close()
        self.database.close()


def wire(settings: Settings) -> Service:
    """The parts for one process; connections are made when they are needed.

    Raises:
        InvalidSetting: it is not said which PostgreSQL or Redis to use.
    """
    if not settings.database_url or not settings.redis_url:
        raise InvalidSetting("set DATABASE_URL and REDIS_URL, or use `shengji run`, which starts servers of its own")
    database = Database(settings.database_url, role=settings.database_role, connections=settings.database_connections)
    store = EventStore(database)
    doorbell = Doorbell(settings.redis_url)
    streams = Streams(database, store, settings.cached_tables)
    return Service(
        settings=settings,
        database=database,
        store=store,
        doorbell=doorbell,
        lookout=Lookout(database, doorbell),
        streams=streams,
        views=Views(streams, 4 * settings.cached_tables),
        tables=Tables(store, streams, doorbell, settings.bot_grace_s),
        accounts=Accounts(database, settings.token_cache_s),
        lists=Lists(database),
        account_events=AccountEvents(database),
        listeners=Listeners(settings.listeners_per_token),
        rate_limits=RateLimits(settings.redis_url, settings),
        webhooks=Webhooks(database, _guard(settings)),
    )


def _guard(settings: Settings) -> Guard:
    """Where webhooks may lead."""
    return Guard(loopback=settings.webhook_loopback, ranges=read_ranges(settings.webhook_private_ranges))


def house_bots() -> list[str]:
    """The names of all bots of the house."""
    return sorted({name for bots in BOTS.values() for name in bots})
