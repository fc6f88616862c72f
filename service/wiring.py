"""Creates and connects the parts of the service that work and requests use. `api_wiring` adds those of requests."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from argon2 import PasswordHasher

from domain.ratings.elo import RatingRules
from domain.ratings.outcomes import RatingParameters
from service.accounts.attempts import Attempts
from service.accounts.closing.handlers import Closing
from service.accounts.guests.handlers import Guests
from service.accounts.handlers import Accounts
from service.accounts.logins import Logins
from service.accounts.oauth.handlers import Grants
from service.accounts.passwords import Passwords
from service.accounts.reliability.handlers import Reliability
from service.accounts.sessions.handlers import Sessions
from service.accounts.tickets.handlers import Tickets
from service.availability.handlers import Availability
from service.availability.own_calendar import OwnCalendars
from service.availability.vacations import Vacations
from service.boards.handlers import Boards
from service.leagues.closed_accounts import LeavingLeagues
from service.leagues.handlers import Leagues
from service.lobby.invitations.handlers import Invitations
from service.lobby.matchmaking.handlers import Matchmaking
from service.lobby.rematch.handlers import Rematches
from service.lobby.seeks.handlers import Seeks
from service.notifications.handlers import AccountEvents, AccountEventWriter, Mail, newest_account_events
from service.notifications.inbox.handlers import Inboxes
from service.notifications.inbox.own_inbox import OwnInboxes
from service.notifications.mail.handlers import Notifications
from service.notifications.webhooks.guard import guard_of
from service.notifications.webhooks.handlers import Webhooks
from service.platform.basics import Basics, parts_of, wire_basics
from service.platform.computing import Computing
from service.platform.counting import Counting
from service.platform.feeds.listeners import Listeners
from service.platform.feeds.notifier import Notifier
from service.platform.feeds.poller import Poller
from service.platform.limits import LIMITS, Limits
from service.platform.settings import Settings
from service.platform.slow_work import RunSlowWork, run_in_this_thread
from service.platform.sources import SOURCES, Randomness, Sources, TimeSource
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.folding import newest_versions
from service.platform.store.sandbox_time import clock_of_sandboxes
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
from service.tables.analysis.handlers import Analyses, newest_judged
from service.tables.analysis.puzzles import Puzzles
from service.tables.asked import Asked
from service.tables.cache import TableCache
from service.tables.closed_accounts import LeavingTables
from service.tables.decision_clock import DecisionClock
from service.tables.handlers import Admission, Tables
from service.tables.lists import Lists
from service.tables.player_commands import PlayerCommands
from service.tables.views import Views
from service.tournaments.closed_accounts import LeavingTournaments
from service.tournaments.command_facts import PlayerFacts, Resources
from service.tournaments.guests.handlers import TournamentGuests
from service.tournaments.handlers import Tournaments
from service.tournaments.rehearsals.handlers import Rehearsals
from service.tournaments.templates.handlers import Templates


@dataclass(frozen=True)
class Platform(Basics):
    """What all features use: settings, stores, limits, time and randomness."""

    clock: TimeSource
    randomness: Randomness
    store: EventStore
    notifier: Notifier
    poller: Poller
    counting: Counting
    computing: Computing
    listeners: Listeners
    mail: Mail


@dataclass(frozen=True)
class AccountServices(Platform):
    """Accounts, what other players know of them, and how they are notified."""

    accounts: Accounts
    tickets: Tickets
    availability: Availability
    logins: Logins
    sessions: Sessions
    guests: Guests
    grants: Grants
    blocks: Blocks
    reliability: Reliability
    admission: Admission
    ratings: Ratings
    grades: GradeBook
    notifications: Notifications
    webhooks: Webhooks
    account_events: AccountEvents
    event_writer: AccountEventWriter


@dataclass(frozen=True)
class TableServices(AccountServices):
    """Tables, and how players come to them and talk at them."""

    table_cache: TableCache
    views: Views
    asked: Asked
    decision_clock: DecisionClock
    tables: Tables
    lists: Lists
    inboxes: Inboxes
    player_commands: PlayerCommands
    vacations: Vacations
    invitations: Invitations
    seeks: Seeks
    matchmaking: Matchmaking
    rematches: Rematches
    analyses: Analyses
    puzzles: Puzzles
    boards: Boards
    chat: Chat
    notes: Notes
    templates: Templates
    moderation: Moderation
    sandboxes: Sandboxes


@dataclass(frozen=True)
class Service(TableServices):
    """All parts of one process."""

    tournaments: Tournaments
    tournament_guests: TournamentGuests
    rehearsals: Rehearsals
    own_inboxes: OwnInboxes
    own_calendars: OwnCalendars
    leagues: Leagues
    series: AllSeries
    series_process: SeriesProcess
    closing: Closing

    def start_hearing(self) -> None:
        """Starts to receive notifications from other processes, for the listeners of this one."""
        self.notifier.start()
        self.poller.start()

    def close(self) -> None:
        """Closes all connections."""
        self.notifier.close()
        self.counting.close()
        self.database.close()


def wire(
    settings: Settings,
    run_slow_work: RunSlowWork = run_in_this_thread,
    limits: Limits = LIMITS,
    sources: Sources = SOURCES,
    hasher: PasswordHasher | None = None,
    open_database: Callable[..., Database] = Database,
) -> Service:
    """Creates the parts of one process. Connections are opened on demand.

    Args:
        settings: the settings.
        run_slow_work: runs CPU-bound work; a process with gevent has to pass its own.
        limits: limits of work.
        sources: the sources of time and random bytes.
        hasher: hashes passwords; by default with the parameters of RFC 9106.
        open_database: makes the pool of connections; a process with gevent has to pass its own.

    Raises:
        InvalidSetting: DATABASE_URL or REDIS_URL is not set.
    """
    platform = _platform(wire_basics(settings, limits, open_database), run_slow_work, sources)
    return _tournament_services(_table_services(_account_services(platform, Passwords(run_slow_work, hasher))))


def _platform(on: Basics, run_slow_work: RunSlowWork, sources: Sources) -> Platform:
    settings, database = on.settings, on.database
    notifier = Notifier(settings.redis_url)
    newest = [
        partial(each, database) for each in (newest_versions, newest_account_events, newest_messages, newest_judged)
    ]
    return Platform(
        **parts_of(on),
        clock=sources.clock,
        randomness=sources.randomness,
        store=EventStore(database),
        notifier=notifier,
        poller=Poller(notifier, newest),
        counting=Counting(settings.redis_url, on.limits),
        computing=Computing(run_slow_work),
        listeners=Listeners(settings.listeners_per_player),
        mail=mail_of(settings),
    )


def _account_services(on: Platform, passwords: Passwords) -> AccountServices:
    database, settings, randomness = on.database, on.settings, on.randomness
    accounts = Accounts(database, settings.token_cache_s, randomness)
    blocks, reliability = Blocks(database, accounts), Reliability(database)
    attempts = Attempts(on.counting, on.limits)
    logins = Logins(database, passwords, attempts)
    sessions = Sessions(database, accounts, logins, randomness)
    return AccountServices(
        **parts_of(on),
        accounts=accounts,
        tickets=Tickets(accounts, on.vault, on.counting, on.clock, on.limits.ticket_s),
        availability=Availability(database),
        logins=logins,
        sessions=sessions,
        guests=Guests(database, accounts, sessions, attempts, randomness, settings.sign_up),
        grants=Grants(database, accounts, randomness),
        blocks=blocks,
        reliability=reliability,
        admission=Admission(blocks, reliability),
        ratings=Ratings(database, rating_rules(settings), accounts.sandbox_of, on.clock),
        grades=GradeBook(database, accounts.sandbox_of, on.clock),
        notifications=Notifications(database, randomness, sends_mail=bool(settings.smtp_host)),
        webhooks=Webhooks(database, guard_of(settings), on.vault, randomness),
        account_events=AccountEvents(database),
        event_writer=AccountEventWriter(database, on.notifier, on.mail),
    )


def _table_services(on: AccountServices) -> TableServices:
    database, settings, randomness, accounts = on.database, on.settings, on.randomness, on.accounts
    cache = TableCache(database, on.store, settings.cached_tables)
    decision_clock = DecisionClock(on.availability.calendars, clock_of_sandboxes(database, on.clock))
    views = Views(cache, accounts.known_names, 4 * settings.cached_tables)
    tables = Tables(on.store, cache, on.notifier, decision_clock, settings.bot_grace_s, randomness)
    lists = Lists(database)
    inboxes = Inboxes(database, on.availability.calendars)
    chat = Chat(database, tables, on.notifier, on.event_writer, randomness)
    return TableServices(
        **parts_of(on),
        table_cache=cache,
        views=views,
        asked=Asked(cache, views),
        decision_clock=decision_clock,
        tables=tables,
        lists=lists,
        inboxes=inboxes,
        player_commands=PlayerCommands(cache, tables, accounts, on.admission, decision_clock),
        vacations=Vacations(
            database, on.availability, tables, partial(lists.own_ids, ("playing",)), randomness, on.event_writer
        ),
        invitations=Invitations(database, tables, on.admission, randomness),
        seeks=Seeks(database, accounts, on.event_writer, randomness),
        matchmaking=Matchmaking(database, tables, on.blocks, on.event_writer, randomness),
        rematches=Rematches(tables, accounts, on.admission, randomness),
        analyses=Analyses(database, on.store, cache, views, on.notifier, randomness),
        puzzles=Puzzles(database, on.store),
        boards=Boards(database, accounts, tables, on.event_writer, randomness),
        chat=chat,
        notes=Notes(database, tables),
        templates=Templates(database),
        moderation=Moderation(database, accounts, chat, on.event_writer, randomness),
        sandboxes=Sandboxes(database, tables, accounts, on.notifier, Bounds.of(settings), randomness),
    )


def _tournament_services(on: TableServices) -> Service:
    database, store, notifier, accounts = on.database, on.store, on.notifier, on.accounts
    sources = Sources(on.clock, on.randomness)
    tournaments = Tournaments(
        database,
        store,
        notifier,
        PlayerFacts(
            *(accounts, on.reliability, on.ratings),
            lambda table: on.tables.newest(table).table,
            lambda player: [each.span for each in on.vacations.of(player)],
        ),
        on.vault,
        Resources(on.settings.tournaments_per_owner, on.computing, sources),
    )
    leagues = Leagues(database, store, notifier, accounts, sources, tournaments.applicants.facts_of)
    series = AllSeries(database, store, notifier, accounts, tournaments, sources)
    givers_up = (
        LeavingLeagues(database, store, accounts, leagues).leave_all,
        series.end_all,
        LeavingTournaments(database, store, accounts, tournaments).leave_all,
        LeavingTables(database, store, on.tables, on.lists).leave_all,
    )
    return Service(
        **parts_of(on),
        tournaments=tournaments,
        tournament_guests=TournamentGuests(tournaments, on.guests),
        rehearsals=Rehearsals(database, tournaments, on.sandboxes, accounts, notifier, sources),
        own_inboxes=OwnInboxes(database, on.inboxes, on.tables, tournaments),
        own_calendars=OwnCalendars(on.availability, on.vacations, on.inboxes, tournaments),
        leagues=leagues,
        series=series,
        series_process=SeriesProcess(series, store, notifier, accounts, tournaments),
        closing=Closing(database, accounts, on.logins, on.seeks.withdraw_all, givers_up),
    )


def rating_rules(settings: Settings) -> RatingParameters:
    """Returns the parameters of the ratings."""
    return RatingParameters(
        RatingRules(
            start=settings.elo_start,
            scale=settings.elo_scale,
            k=settings.elo_k,
            later_k=settings.elo_later_k,
            games_at_k=settings.elo_games_at_k,
        )
    )


def mail_of(settings: Settings) -> Mail:
    """Returns how mails are written, and whether this server sends them."""
    return Mail(settings.mail_turn_wait_s, sends=bool(settings.smtp_host), gathers_s=settings.mail_gather_s)
