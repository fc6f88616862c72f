"""The account feed: the events that concern a player, across all tables, derived from the log.

An account event never contains a card. The subscription `accounts` processes the log command by command and writes
account events in the transaction of its checkpoint. So each is written once, in order. `service.lobby.seeks.handlers`
writes the account events of seeks, which belong to no table.

| event at a table | recipients | type |
|---|---|---|
| somebody else sits down or leaves before the start | the host, and who is seated | `seat_taken`, `seat_left` |
| a player is challenged to a seat | that player | `challenged` |
| the challenge is answered | who challenged | `challenge_accepted`, `challenge_declined` |
| it is withdrawn, or the table begins or is off without an answer | who was challenged | `challenge_withdrawn` |
| the seat they were to take over has a player again, or the match ends | who was challenged | `challenge_withdrawn` |
| the match begins | who is seated | `table_started` |
| the table is called off | who is seated | `table_cancelled` |
| a seat is asked for what it was not asked for before, or again after it acted | its player | `turn_began` |
| half or a fifth of the time for a turn is left | its player | `turn_reminder` |
| a vacation ends while a turn waits | its player | `turn_resumed` |
| a turn was not answered in time | its player | `turn_missed` |
| a bot takes a seat until its player is back, who then comes back | who is seated | `stand_in_seated`, `seat_resumed` |
| somebody takes over the seat of another | that other, and who is seated | `substitute_seated` |
| the table has not begun in time | the host, and who is seated | `table_expired` |
| the match of a tournament that is played there goes on no longer | who is seated | `table_called_off` |
| a hand is over | who is seated | `hand_over` |
| something is proposed | every other who is seated | `proposal_made` |
| a proposal is declined, withdrawn, or a move undone by it | every other who is seated | `proposal_ended` |
| the match is over | who is seated | `match_ended` |

What players are told of tournaments stands in `service/tournaments/notifications.py`, and of leagues in
`service/leagues/notifications.py`. What is no event of these is told by whoever does it
(`service/notifications/account_notifications.py`): that something was said in the room of the seats (`chat_message`),
what moderators have done to a player (`moderated`), what becomes of seeks, and of challenges on boards
(`board_challenged`, `board_challenge_answered`).
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args

import orjson
from cachetools import LRUCache

from domain.games.registry import GAMES
from domain.kernel.instants import write_instant
from domain.kernel.seats import Seat
from domain.table.asking import Asking, asking
from domain.table.events import (
    ActedFor,
    ChallengeAccepted,
    ChallengeDeclined,
    ChallengeWithdrawn,
    MatchEnded,
    MoveUndone,
    PlayerChallenged,
    PlayerId,
    ProposalDeclined,
    ProposalMade,
    ProposalWithdrawn,
    SeatLeft,
    SeatResumed,
    SeatTaken,
    SecretPublished,
    StandInSeated,
    SubstituteSeated,
    TableCalledOff,
    TableCancelled,
    TableExpired,
    TableStarted,
    TurnMissed,
)
from domain.table.evolve import evolve, fold
from domain.table.state import Challenge, Table
from domain.tournaments.events import RegistrationOpened
from domain.tournaments.evolve import evolve as evolve_tournament
from domain.tournaments.leagues.evolve import evolve_league
from service.leagues.codec import STREAM_PREFIX as LEAGUES
from service.leagues.codec import league_of
from service.leagues.notifications import LeagueMoved, LeagueNewsType, league_news_of
from service.notifications.mail.kinds import USUAL, kind_of
from service.notifications.reminders import WITHOUT_CALENDARS, Calendars, Change, changes_of, keep_reminders
from service.platform.documents import Json, timestamp_of_move
from service.platform.feeds.notifier import Notifier
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, Logged
from service.platform.store.events import event_of
from service.platform.store.subscription import Run, Subscription, Work, commands_of
from service.tables.cache import VersionedTable, table_of
from service.tables.codec import STREAM_PREFIX
from service.tournaments.codec import STREAM_PREFIX as TOURNAMENTS
from service.tournaments.codec import tournament_of
from service.tournaments.notifications import Moved, TournamentNewsType, heard_of, news_of, opening_of
from service.tournaments.notifications import News as TournamentNews
from service.tournaments.registrations import Closing, closing_of, keep_registrations, players_of_series

AccountEventType = Literal[
    "challenged",
    "challenge_accepted",
    "challenge_declined",
    "challenge_withdrawn",
    "partner_asked",
    "partner_agreed",
    "partner_withdrew",
    "match_found",
    "seat_taken",
    "seat_left",
    "table_started",
    "table_cancelled",
    "turn_began",
    "turn_reminder",
    "turn_resumed",
    "turn_missed",
    "stand_in_seated",
    "seat_resumed",
    "substitute_seated",
    "proposal_made",
    "proposal_ended",
    "hand_over",
    "match_ended",
    "table_expired",
    "table_called_off",
    "chat_message",
    "moderated",
    "board_challenged",
    "board_challenge_answered",
    TournamentNewsType,
    LeagueNewsType,
]
ACCOUNT_EVENT_TYPES: tuple[AccountEventType, ...] = get_args(AccountEventType)

NAME = "accounts"
TURN_RESTS_S = 15 * 60.0
"""Minimum number of seconds between mails about turns at the same table."""
FEED_PREFIX = "account-"
TABLES_KEPT = 2000
TOURNAMENTS_KEPT = 32

S = TypeVar("S")


def feed_of(player: PlayerId) -> str:
    """Returns the stream name of the account feed of a player."""
    return FEED_PREFIX + player


def account_of(stream: str) -> PlayerId | None:
    """Returns the player of an account feed, or `None` for other streams."""
    return PlayerId(stream.removeprefix(FEED_PREFIX)) if stream.startswith(FEED_PREFIX) else None


def newest_account_events(database: Database, streams: Sequence[str]) -> dict[str, int]:
    """Returns the newest numbers of the account feeds among some streams. Raises `DatabaseUnavailable`."""
    accounts = [player for player in map(account_of, streams) if player]
    rows = database.read("account_numbers", {"players": accounts}) if accounts else ()
    return {feed_of(player): number for player, number in rows}


class Mail(NamedTuple):
    """How mails are written.

    Attributes:
        turn_waits_s: for so many seconds a turn may be answered before there is a mail about it.
        sends: whether this server sends any; those of sandboxes are written in any case, and never sent.
    """

    turn_waits_s: float
    sends: bool = True


class NewAccountEvent(NamedTuple):
    """An account event for a player, not yet numbered."""

    player: PlayerId
    type: AccountEventType
    data: Json


class TimedAccountEvent(NamedTuple):
    """What somebody is told, of which table, if of one, and when it happened."""

    table_id: str | None
    recorded_at: datetime
    told: NewAccountEvent


class Numbered(NamedTuple):
    """An account event with its number in the feed."""

    number: int
    type: str
    table_id: str | None
    data: Json
    recorded_at: datetime


class Happening(NamedTuple):
    """The events of one command, and the table before and after it.

    Attributes:
        by: author of the command: a player or the clock.
        first_version: of the first event.
        before: `None` if the command opened the table.
    """

    by: str
    first_version: int
    before: Table | None
    events: Sequence[Any]
    after: Table

    @property
    def version(self) -> int:
        """The version of the table after it."""
        return self.first_version + len(self.events) - 1


def account_event_document(event: Numbered) -> Json:
    """Returns an account event as JSON for its player."""
    return {
        "number": event.number,
        "type": event.type,
        "at": timestamp_of_move(event.recorded_at),
        "table": event.table_id,
        "data": event.data,
    }


def told_of(happening: Happening) -> list[NewAccountEvent]:
    """Returns the account events of a command, in order. House bots receive none."""
    told = [
        each
        for version, event in enumerate(happening.events, start=happening.first_version)
        for each in _told_of_event(happening, version, event)
    ]
    return told + [
        NewAccountEvent(turn.player, "turn_began", {"seat": turn.seat, "what": turn.what, "version": happening.version})
        for turn in _turns_begun(happening)
    ]


def _told_of_event(happening: Happening, version: int, event: Any) -> Iterator[NewAccountEvent]:
    table = happening.after
    if isinstance(event, SeatTaken | SeatLeft):
        yield from _told_of_coming_and_going(happening, version, event)
    elif type(event) in _TOLD_TO_ONE:
        name, told, known = _TOLD_TO_ONE[type(event)]
        yield NewAccountEvent(told(event), name, {**known(event), "version": version})
    elif isinstance(event, TurnMissed):
        missed = {"seat": event.seat, "in_a_row": event.in_a_row, "version": version}
        yield from (
            NewAccountEvent(player, "turn_missed", missed) for seat, player in _seated(table) if seat == event.seat
        )
    elif isinstance(event, SubstituteSeated | TableExpired):
        yield from _told_to_those_outside(table, version, event)
    else:
        yield from _told_to_seated(happening, version, event)
    yield from _told_of_challenges_that_end(happening, version, event)


def _told_of_challenges_that_end(happening: Happening, version: int, event: Any) -> Iterator[NewAccountEvent]:
    """Who was challenged, and can accept no more, since what they were asked for is over."""
    # Who has accepted by the same command has begun the match, or taken the seat over, by it.
    accepted = {each.player for each in happening.events if isinstance(each, ChallengeAccepted)}
    earlier = happening.events[: version - happening.first_version]
    for challenge in happening.before.challenges if happening.before else ():
        is_news = _ends(event, challenge) and not any(_ends(each, challenge) for each in earlier)
        if is_news and challenge.player not in accepted:
            yield NewAccountEvent(challenge.player, "challenge_withdrawn", {"by": challenge.by, "version": version})


def _ends(event: Any, challenge: Challenge) -> bool:
    """Returns whether the event ends the challenge."""
    if isinstance(event, SeatResumed | SubstituteSeated):
        return challenge.seat == event.seat
    return isinstance(event, TableStarted | TableCancelled | TableExpired | TableCalledOff | MatchEnded)


def _told_of_coming_and_going(
    happening: Happening, version: int, event: SeatTaken | SeatLeft
) -> Iterator[NewAccountEvent]:
    """Who sits down or leaves, for the others who are there."""
    table = happening.after
    name: AccountEventType = "seat_taken" if isinstance(event, SeatTaken) else "seat_left"
    data = {"seat": event.seat, "player": event.player, "version": version}
    # At a table that is opened with its players, these are told that it is.
    host = () if table.sealed else (table.host,)
    others = [*host, *(player for _, player in _seated(table))] if happening.before else []
    for player in dict.fromkeys(others):
        if player not in (happening.by, event.player):
            yield NewAccountEvent(player, name, data)


def _told_to_those_outside(
    table: Table, version: int, event: SubstituteSeated | TableExpired
) -> Iterator[NewAccountEvent]:
    """What concerns all who are seated, and somebody who may hold no seat: the host, or who held it before."""
    own = {player: seat for seat, player in _seated(table)}
    if isinstance(event, TableExpired):
        for player in dict.fromkeys([table.host, *own]):
            yield NewAccountEvent(player, "table_expired", {"seat": own.get(player), "version": version})
        return
    change = {"of": event.seat, "player": event.player, "instead_of": event.instead_of, "version": version}
    for player in dict.fromkeys([event.instead_of, *own]):
        yield NewAccountEvent(player, "substitute_seated", {"seat": own.get(player), **change})


def _told_to_seated(happening: Happening, version: int, event: Any) -> Iterator[NewAccountEvent]:
    if type(event) in _TOLD_TO_OTHERS:
        name, facts = _TOLD_TO_OTHERS[type(event)]
        for seat, player in _seated(happening.after):
            if player != happening.by:
                yield NewAccountEvent(player, name, {"seat": event.seat, **facts(event, seat), "version": version})
    elif type(event) in _TOLD_TO_ALL:
        name, more = _TOLD_TO_ALL[type(event)]
        for seat, player in _seated(happening.after):
            yield NewAccountEvent(player, name, {"seat": seat, **more(event, seat), "version": version})


_TOLD_TO_ONE: dict[type, tuple[AccountEventType, Callable[[Any], PlayerId], Callable[[Any], Json]]] = {
    PlayerChallenged: (
        "challenged",
        lambda event: event.player,
        lambda event: {"by": event.by, "seat": event.seat},
    ),
    ChallengeAccepted: (
        "challenge_accepted",
        lambda event: event.by,
        lambda event: {"player": event.player, "seat": event.seat},
    ),
    ChallengeDeclined: (
        "challenge_declined",
        lambda event: event.by,
        lambda event: {"player": event.player, "reason": event.reason},
    ),
    ChallengeWithdrawn: (
        "challenge_withdrawn",
        lambda event: event.player,
        lambda event: {"by": event.by},
    ),
}
"""The events of which one player is told: as what, who, and what of it."""


_TOLD_TO_OTHERS: dict[type, tuple[AccountEventType, Callable[[Any, Seat], Json]]] = {
    ProposalMade: ("proposal_made", lambda event, seat: {"what": event.what, "asks_you": seat in event.seats}),
    ProposalDeclined: ("proposal_ended", lambda _, __: {"outcome": "declined"}),
    ProposalWithdrawn: ("proposal_ended", lambda _, __: {"outcome": "withdrawn"}),
    MoveUndone: ("proposal_ended", lambda _, __: {"outcome": "undone"}),
}
"""The events of which all who are seated are told, but for who brought them about: as what, and what of it."""


_TOLD_TO_ALL: dict[type, tuple[AccountEventType, Callable[[Any, Seat], Json]]] = {
    TableStarted: ("table_started", lambda _, __: {}),
    TableCancelled: ("table_cancelled", lambda _, __: {}),
    TableCalledOff: ("table_called_off", lambda event, _: {"why": event.why}),
    StandInSeated: (
        "stand_in_seated",
        lambda event, _: {
            "of": event.seat,
            "reason": event.reason,
            "forfeits_at": None if event.forfeits_at is None else write_instant(event.forfeits_at),
        },
    ),
    SeatResumed: ("seat_resumed", lambda event, _: {"of": event.seat}),
    SecretPublished: ("hand_over", lambda event, _: {"hand": event.hand}),
    MatchEnded: (
        "match_ended",
        lambda event, seat: {
            "reason": event.reason,
            "winners": list(event.winners),
            "won": seat in event.winners,
        },
    ),
}
"""The events of which all who are seated are told: as what, and what of it."""


def _seated(table: Table) -> Iterator[tuple[Seat, PlayerId]]:
    """Yields the seats that players hold, with their players."""
    for seat, occupant in enumerate(table.seats):
        if occupant and occupant.bot is None:
            yield Seat(seat), occupant.player


def _turns_begun(happening: Happening) -> Iterator[Asking]:
    """The turns of players that begin with a command: who is newly asked, or again after having acted."""
    asked = asking(happening.before) if happening.before else ()
    before = {(each.seat, each.player, each.what) for each in asked if each.bot is None}
    acted_for = {event.seat for event in happening.events if isinstance(event, ActedFor)}
    for each in asking(happening.after):
        acted = each.player == happening.by and happening.after.match is not (
            happening.before and happening.before.match
        )
        acted = acted or each.seat in acted_for
        if each.bot is None and (acted or (each.seat, each.player, each.what) not in before):
            yield each


class _Followed(Generic[S]):
    """Tournaments or leagues, event by event: each of them is at hand as it was after the last command."""

    def __init__(self, store: EventStore, evolve: Callable[[S | None, Any], S]) -> None:
        self._store = store
        self._evolve = evolve
        self._known: LRUCache[str, tuple[int, S]] = LRUCache(TOURNAMENTS_KEPT)

    def steps(self, command: Sequence[Logged]) -> list[tuple[int, S | None, Any, S]]:
        """For each event of a command: its version, the state before it, it, and the state after it."""
        stream, version = command[0].stream, command[0].stored.version
        before: S | None
        known_version, before = self._known.get(stream, (0, None))
        if known_version != version - 1:
            before = None
            for stored in self._store.read_all(stream)[: version - 1]:
                before = self._evolve(before, event_of(stored.record))
        steps = []
        for logged in command:
            event = event_of(logged.stored.record)
            after = self._evolve(before, event)
            steps.append((logged.stored.version, before, event, after))
            before = after
        self._known[stream] = (steps[-1][0], steps[-1][3])
        return steps


class _Taken(NamedTuple):
    """What follows from a batch of commands: what players are told, and what is kept to tell them later."""

    told: list[TimedAccountEvent]
    changes: list[Change]
    registrations: list[tuple[str, Closing | None]]


class AccountFeeds:
    """Keeps the account feeds up to date with the log."""

    def __init__(
        self,
        database: Database,
        store: EventStore,
        notifier: Notifier,
        mail: Mail | None = None,
        calendars: Calendars = WITHOUT_CALENDARS,
    ) -> None:
        """Prepares the subscription; the notifier announces each account with new events.

        Without `mail` none is written, not even for sandboxes. Reminders are set by the `calendars` of players.
        """
        self._database = database
        self._store = store
        self._calendars = calendars
        self._mail = mail
        self._notifier = notifier
        self._subscription = Subscription(database, store, NAME)
        self._tables: LRUCache[str, VersionedTable] = LRUCache(TABLES_KEPT)
        self._tournaments = _Followed(store, evolve_tournament)
        self._leagues = _Followed(store, evolve_league)

    def catch_up(self) -> int:
        """Applies one batch of events and returns their number."""
        numbers: dict[PlayerId, int] = {}
        count = self._subscription.take_in(lambda batch: self._work_of(batch, numbers))
        for player, number in numbers.items():
            self._notifier.notify(feed_of(player), number)
        return count

    def _work_of(self, batch: Sequence[Logged], numbers: dict[PlayerId, int]) -> Work:
        """What follows from some commands; it adds the numbers of the last events of accounts."""
        taken = _Taken([], [], [])
        for command in commands_of(batch, STREAM_PREFIX, TOURNAMENTS, LEAGUES):
            if command[0].stream.startswith(TOURNAMENTS):
                self._take_in_tournament(command, taken)
            elif command[0].stream.startswith(LEAGUES):
                self._take_in_league(command, taken)
            else:
                self._take_in(command, taken.told, taken.changes)
        return lambda run: numbers.update(_write(run, taken, self._mail))

    def _take_in(self, command: Sequence[Logged], told: list[TimedAccountEvent], changes: list[Change]) -> None:
        """Adds what players are told of one command, and how it changes their reminders."""
        first = command[0]
        table_id = table_of(first.stream)
        happening = self._happening(command)
        told += [TimedAccountEvent(table_id, first.stored.recorded_at, each) for each in told_of(happening)]
        changes += changes_of(table_id, happening.version, happening.before, happening.after, self._calendars)

    def _take_in_tournament(self, command: Sequence[Logged], taken: _Taken) -> None:
        """Adds what players are told of one command to a tournament, and when its registration ends."""
        first = command[0]
        at = first.stored.recorded_at
        tournament_id = tournament_of(first.stream)
        asked = {"tournament_id": tournament_id}
        listeners = [PlayerId(player) for (player,) in self._database.read("tournament_listeners", asked)]
        steps = [Moved(tournament_id, *each) for each in self._tournaments.steps(command)]
        taken.told.extend(
            TimedAccountEvent(news.table_id, at, NewAccountEvent(news.player, news.type, news.data))
            for moved in steps
            for news in (*self._opening(moved), *news_of(moved), *heard_of(moved, at, listeners))
        )
        taken.registrations.append((first.stream, closing_of(first.stream, steps[-1].after, at)))

    def _opening(self, moved: Moved) -> Iterator[TournamentNews]:
        if isinstance(moved.event, RegistrationOpened):
            yield from opening_of(moved, players_of_series(self._database.read, moved.tournament_id, moved.after))

    def _take_in_league(self, command: Sequence[Logged], taken: _Taken) -> None:
        """Adds what players are told of one command to a league, and when registration for its next season ends."""
        first = command[0]
        at = first.stored.recorded_at
        steps = [LeagueMoved(league_of(first.stream), *each) for each in self._leagues.steps(command)]
        taken.told.extend(
            TimedAccountEvent(None, at, NewAccountEvent(news.player, news.type, news.data))
            for moved in steps
            for news in league_news_of(moved)
        )
        taken.registrations.append((first.stream, closing_of(first.stream, steps[-1].after, at)))

    def _happening(self, command: Sequence[Logged]) -> Happening:
        stream, first_version = command[0].stream, command[0].stored.version
        before = self._table_at(stream, first_version - 1)
        after, events = before, []
        for logged in command:
            event = event_of(logged.stored.record)
            after = evolve(GAMES, after, event)
            events.append(event)
        if after is None:
            raise ValueError("a command without events")
        self._tables[stream] = VersionedTable(first_version + len(events) - 1, after)
        return Happening(command[0].by or "", first_version, before, events, after)

    def _table_at(self, stream: str, version: int) -> Table | None:
        """The table of a stream at a version: as it was left by the command before, or folded from its events."""
        if version == 0:
            return None
        known = self._tables.get(stream)
        if known is not None and known.version == version:
            return known.table
        events = self._store.read_all(stream)[:version]
        return fold(GAMES, (event_of(stored.record) for stored in events))


def _write(run: Run, taken: _Taken, mail: Mail | None) -> dict[PlayerId, int]:
    keep_reminders(run, taken.changes)
    keep_registrations(run, taken.registrations)
    return tell(run, taken.told, mail)


def tell(run: Run, told: Sequence[TimedAccountEvent], mail: Mail | None) -> dict[PlayerId, int]:
    """Writes what players are told, for their webhooks and mails too, and returns the last number of each."""
    if not told:
        return {}
    kinds = [kind_of(each.told.type, each.told.data) if mail else None for each in told]
    rows = run(
        "tell_players",
        {
            "players": [each.told.player for each in told],
            "types": [each.told.type for each in told],
            "tables": [each.table_id for each in told],
            "data": [orjson.dumps(each.told.data).decode() for each in told],
            "recorded_at": [each.recorded_at for each in told],
            "kinds": kinds,
            "usual": [USUAL[kind] if kind else None for kind in kinds],
            "sends_mail": mail is not None and mail.sends,
            "turn_waits_s": mail.turn_waits_s if mail else 0.0,
            "turn_rests_s": TURN_RESTS_S,
        },
    )
    # Closed accounts receive no events.
    return {PlayerId(player): number for player, number in rows}


class AccountEvents:
    """The feeds of accounts, as they are read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def since(self, player: PlayerId, number: int, limit: int) -> list[Numbered]:
        """Returns at most `limit` events after a number, without a gap."""
        rows = self._database.read("account_events", {"player_id": player, "after": number, "limit": limit})
        return [Numbered(*row) for row in rows]

    def last(self, player: PlayerId) -> int:
        """Returns the number of the last event, or 0 if there is none."""
        rows = self._database.read("account_numbers", {"players": [player]})
        return int(rows[0][1]) if rows else 0
