"""The one place that puts the parts of the service together."""

from dataclasses import dataclass

from domain.bots import BOTS
from domain.instants import instant_of
from domain.rating.elo import RatingRules
from domain.rating.replay import Rules
from service.application.accounts import Accounts
from service.application.admission import Admission
from service.application.attempts import Attempts
from service.application.availability import Availability
from service.application.blocks import Blocks
from service.application.boards import Boards
from service.application.chat import Chat
from service.application.closing import Closing, GiversUp
from service.application.computing import Computing
from service.application.grades import GradeBook
from service.application.invitations import Invitations
from service.application.leagues import Leagues
from service.application.listeners import Listeners
from service.application.lists import Lists
from service.application.logins import Logins
from service.application.matchmaking import Matchmaking
from service.application.moderation import Moderation
from service.application.moments import Moments
from service.application.notes import Notes
from service.application.notifications import Notifications
from service.application.oauth import Grants
from service.application.passwords import Aside, Passwords, on_the_spot
from service.application.ratings import Ratings
from service.application.rematch import Rematches
from service.application.seeks import Seeks
from service.application.series import AllSeries
from service.application.tables import Tables
from service.application.telling import Telling
from service.application.tournaments import AboutPlayers, Means, Tournaments
from service.application.vacations import Vacations
from service.application.webhook_guard import Guard
from service.application.webhooks import Webhooks
from service.application.worlds import Bounds, Worlds
from service.counting import Counting
from service.limits import LIMITS, Limits
from service.notifier import Notifier
from service.poller import Poller
from service.projections.account_events import AccountEvents, Mail
from service.projections.reliability import Reliability
from service.projections.streams import Streams
from service.projections.views import Views
from service.projections.world_time import time_in
from service.rate_limits import RateLimits
from service.settings import InvalidSetting, Settings, read_ranges
from service.sources import SOURCES, Clock, Randomness, Sources
from service.store.database import Database
from service.store.event_store import EventStore
from service.store.vault import Vault


@dataclass(frozen=True, slots=True)
class Service:
    """All parts, as one process holds them."""

    settings: Settings
    limits: Limits
    database: Database
    store: EventStore
    notifier: Notifier
    poller: Poller
    streams: Streams
    views: Views
    moments: Moments
    tables: Tables
    availability: Availability
    vacations: Vacations
    invitations: Invitations
    seeks: Seeks
    matchmaking: Matchmaking
    mail: Mail
    rematches: Rematches
    accounts: Accounts
    logins: Logins
    grants: Grants
    closing: Closing
    lists: Lists
    counting: Counting
    rate_limits: RateLimits
    account_events: AccountEvents
    listeners: Listeners
    webhooks: Webhooks
    vault: Vault
    chat: Chat
    notes: Notes
    blocks: Blocks
    moderation: Moderation
    reliability: Reliability
    admission: Admission
    notifications: Notifications
    worlds: Worlds
    tournaments: Tournaments
    computing: Computing
    ratings: Ratings
    grades: GradeBook
    boards: Boards
    leagues: Leagues
    series: AllSeries
    clock: Clock
    randomness: Randomness

    def start_hearing(self) -> None:
        """Begins to hear of what other processes do, for those who wait here."""
        self.notifier.start()
        self.poller.start()

    def close(self) -> None:
        """Lets go of connections."""
        self.notifier.close()
        self.counting.close()
        self.database.close()


def wire(
    settings: Settings, aside: Aside = on_the_spot, limits: Limits = LIMITS, sources: Sources = SOURCES
) -> Service:
    """The parts for one process; connections are made when they are needed.

    Args:
        settings: what to use.
        aside: does what takes the processor for long; a process that serves with gevent has to give its own.
        limits: how long work may take.
        sources: where the time and random bytes come from.

    Raises:
        InvalidSetting: it is not said which PostgreSQL or Redis to use.
    """
    if not settings.database_url or not settings.redis_url:
        raise InvalidSetting("set DATABASE_URL and REDIS_URL, or use `shengji run`, which starts servers of its own")
    database = Database(
        settings.database_url, role=settings.database_role, connections=settings.database_connections, limits=limits
    )
    store = EventStore(database)
    clock, randomness = sources.clock, sources.randomness
    notifier = Notifier(settings.redis_url)
    streams = Streams(database, store, settings.cached_tables)
    availability = Availability(database)
    moments = Moments(availability.calendars, lambda world: instant_of(time_in(database, world)), clock)
    tables = Tables(store, streams, notifier, moments, settings.bot_grace_s, randomness)
    accounts = Accounts(database, settings.token_cache_s, randomness)
    counting, computing = Counting(settings.redis_url), Computing(aside)
    logins = Logins(database, Passwords(aside), Attempts(counting))
    mail, vault = mail_of(settings), Vault(settings.secrets_keys.each)
    telling = Telling(database, notifier, mail)
    seeks = Seeks(database, accounts, telling, randomness)
    chat = Chat(database, streams, notifier, telling, randomness)
    blocks, reliability = Blocks(database, accounts), Reliability(database)
    admission = Admission(blocks, reliability)
    ratings = Ratings(database, rating_rules(settings), accounts.world_of, clock)
    tournaments = Tournaments(
        database,
        store,
        notifier,
        AboutPlayers(accounts, reliability, ratings, lambda table: streams.now(table).table),
        vault,
        Means(settings.tournaments_per_owner, computing, sources),
    )
    leagues = Leagues(database, store, notifier, accounts, sources, tournaments.applicant)
    series = AllSeries(database, store, notifier, accounts, tournaments, sources)
    givers_up = GiversUp(tables, seeks, tournaments.give_all_up, leagues.give_all_up, series.end_all)
    return Service(
        settings=settings,
        limits=limits,
        database=database,
        store=store,
        notifier=notifier,
        poller=Poller(database, notifier),
        streams=streams,
        views=Views(streams, 4 * settings.cached_tables),
        moments=moments,
        tables=tables,
        availability=availability,
        vacations=Vacations(database, availability, tables, streams, randomness),
        invitations=Invitations(database, streams, tables, admission, randomness),
        seeks=seeks,
        mail=mail,
        matchmaking=Matchmaking(database, tables, blocks, telling, randomness),
        rematches=Rematches(streams, tables, accounts, admission, randomness),
        accounts=accounts,
        logins=logins,
        grants=Grants(database, accounts, randomness),
        closing=Closing(database, store, givers_up, accounts, logins),
        lists=Lists(database),
        account_events=AccountEvents(database),
        listeners=Listeners(settings.listeners_per_player),
        counting=counting,
        rate_limits=RateLimits(counting, settings),
        webhooks=Webhooks(database, _guard(settings), vault, randomness),
        vault=vault,
        notifications=Notifications(database, randomness, sends_mail=bool(settings.smtp_host)),
        worlds=Worlds(database, streams, accounts, notifier, Bounds.of(settings), randomness),
        tournaments=tournaments,
        computing=computing,
        ratings=ratings,
        grades=GradeBook(database, accounts.world_of, clock),
        boards=Boards(database, accounts, tables, telling, randomness),
        leagues=leagues,
        series=series,
        clock=clock,
        randomness=randomness,
        chat=chat,
        notes=Notes(database, streams),
        blocks=blocks,
        reliability=reliability,
        admission=admission,
        moderation=Moderation(database, accounts, chat, telling, randomness),
    )


def _guard(settings: Settings) -> Guard:
    """Where webhooks may lead."""
    return Guard(loopback=settings.webhook_loopback, ranges=read_ranges(settings.webhook_private_ranges))


def rating_rules(settings: Settings) -> Rules:
    """By which figures games are rated."""
    return Rules(
        RatingRules(
            start=settings.elo_start,
            scale=settings.elo_scale,
            k=settings.elo_k,
            later_k=settings.elo_later_k,
            games_at_k=settings.elo_games_at_k,
        )
    )


def mail_of(settings: Settings) -> Mail:
    """How mails are written, and whether this server sends any."""
    return Mail(settings.mail_turn_wait_s, sends=bool(settings.smtp_host))


def house_bots() -> list[str]:
    """The names of all bots of the house."""
    return sorted({name for bots in BOTS.values() for name in bots})
