"""The one place that puts the parts of the service together."""

from dataclasses import dataclass
from functools import partial

from argon2 import PasswordHasher

from domain.games.bots import BOTS
from domain.ratings.elo import RatingRules
from domain.ratings.replay import Rules
from service.accounts.attempts import Attempts
from service.accounts.closing import Closing, GiversUp
from service.accounts.handlers import Accounts
from service.accounts.logins import Logins
from service.accounts.oauth.handlers import Grants
from service.accounts.passwords import Passwords
from service.accounts.reliability import Reliability
from service.availability.handlers import Availability
from service.availability.vacations import Vacations
from service.boards.handlers import Boards
from service.leagues.closed_accounts import LeavingLeagues
from service.leagues.handlers import Leagues
from service.lobby.invitations.handlers import Invitations
from service.lobby.matchmaking.handlers import Matchmaking
from service.lobby.rematch.handlers import Rematches
from service.lobby.seeks.handlers import Seeks
from service.notifications.account_events import AccountEvents, Mail, newest_account_events
from service.notifications.account_notifications import Telling
from service.notifications.mail.handlers import Notifications
from service.notifications.webhooks.guard import Guard
from service.notifications.webhooks.handlers import Webhooks
from service.platform.aside import Aside, on_the_spot
from service.platform.computing import Computing
from service.platform.counting import Counting
from service.platform.feeds.listeners import Listeners
from service.platform.feeds.notifier import Notifier
from service.platform.feeds.poller import Poller
from service.platform.limits import LIMITS, Limits
from service.platform.rate_limits import RateLimits
from service.platform.settings import InvalidSetting, Settings, read_ranges
from service.platform.sources import SOURCES, Clock, Randomness, Sources
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.folding import newest_versions
from service.platform.store.sandbox_time import times
from service.platform.store.vault import Vault
from service.ratings.grades.handlers import GradeBook
from service.ratings.handlers import Ratings
from service.sandbox.handlers import Bounds, Sandboxes
from service.series.handlers import AllSeries
from service.series.process import SeriesProcess
from service.social.blocks.handlers import Blocks
from service.social.chat.handlers import Chat
from service.social.chat.rooms import newest_messages
from service.social.moderation.handlers import Moderation
from service.social.notes.handlers import Notes
from service.tables.admission import Admission
from service.tables.cache import TableCache
from service.tables.clocks import DecisionClock
from service.tables.handlers import Tables
from service.tables.lists import Lists
from service.tables.player_commands import PlayerCommands
from service.tables.views import Views
from service.tournaments.closed_accounts import LeavingTournaments
from service.tournaments.command_facts import PlayerFacts, Resources
from service.tournaments.handlers import Tournaments
from service.tournaments.player_commands import TournamentCommands


@dataclass(frozen=True, slots=True)
class Service:
    """All parts, as one process holds them."""

    settings: Settings
    limits: Limits
    database: Database
    store: EventStore
    notifier: Notifier
    poller: Poller
    streams: TableCache
    views: Views
    moments: DecisionClock
    tables: Tables
    player_commands: PlayerCommands
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
    worlds: Sandboxes
    tournaments: Tournaments
    tournament_commands: TournamentCommands
    computing: Computing
    ratings: Ratings
    grades: GradeBook
    boards: Boards
    leagues: Leagues
    series: AllSeries
    series_process: SeriesProcess
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
    settings: Settings,
    aside: Aside = on_the_spot,
    limits: Limits = LIMITS,
    sources: Sources = SOURCES,
    hasher: PasswordHasher | None = None,
) -> Service:
    """The parts for one process; connections are made when they are needed.

    Args:
        settings: what to use.
        aside: does what takes the processor for long; a process that serves with gevent has to give its own.
        limits: how long work may take.
        sources: where the time and random bytes come from.
        hasher: hashes passwords; by default with the parameters of RFC 9106.

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
    streams = TableCache(database, store, settings.cached_tables)
    availability = Availability(database)
    now = times(database, clock)
    moments = DecisionClock(availability.calendars, now)
    tables = Tables(store, streams, notifier, moments, settings.bot_grace_s, randomness)
    accounts = Accounts(database, settings.token_cache_s, randomness)
    counting, computing = Counting(settings.redis_url), Computing(aside)
    logins = Logins(database, Passwords(aside, hasher), Attempts(counting))
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
        PlayerFacts(accounts, reliability, ratings, lambda table: streams.now(table).table),
        vault,
        Resources(settings.tournaments_per_owner, computing, sources),
    )
    leagues = Leagues(database, store, notifier, accounts, sources, tournaments.applicants.of)
    series = AllSeries(database, store, notifier, accounts, tournaments, sources)
    givers_up = GiversUp(
        tables,
        seeks,
        LeavingTournaments(database, store, tournaments).leave_all,
        LeavingLeagues(database, store, leagues).leave_all,
        series.end_all,
    )
    return Service(
        settings=settings,
        limits=limits,
        database=database,
        store=store,
        notifier=notifier,
        poller=Poller(
            notifier,
            [partial(each, database) for each in (newest_versions, newest_account_events, newest_messages)],
        ),
        streams=streams,
        views=Views(streams, 4 * settings.cached_tables),
        moments=moments,
        tables=tables,
        player_commands=PlayerCommands(streams, tables, accounts, admission, moments),
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
        worlds=Sandboxes(database, streams, accounts, notifier, Bounds.of(settings), randomness),
        tournaments=tournaments,
        tournament_commands=TournamentCommands(tournaments, randomness),
        computing=computing,
        ratings=ratings,
        grades=GradeBook(database, accounts.world_of, clock),
        boards=Boards(database, accounts, tables, telling, randomness),
        leagues=leagues,
        series=series,
        series_process=SeriesProcess(series, store, notifier, accounts, tournaments),
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
