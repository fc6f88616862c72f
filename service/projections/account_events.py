"""The account feed: the events that concern a player, across all tables, derived from the log.

An account event never contains a card. The subscription `accounts` processes the log command by command and writes
account events in the transaction of its checkpoint. So each is written once, in order. `service.application.seeks`
writes the account events of seeks, which belong to no table.

| event at a table | recipients | type |
|---|---|---|
| another player sits down or leaves before the start | the host, and the seated players | `seat_taken`, `seat_left` |
| a player is challenged to a seat | that player | `challenged` |
| the challenge is answered | the challenger | `challenge_accepted`, `challenge_declined` |
| it is withdrawn, or the table begins or ends before an answer | the challenged player | `challenge_withdrawn` |
| the seat in the challenge has a player again, or the match ends | the challenged player | `challenge_withdrawn` |
| the match begins | the seated players | `table_started` |
| the table is cancelled | the seated players | `table_cancelled` |
| a seat is asked for something new, or asked again after it acted | its player | `turn_began` |
| half or a fifth of the time for a turn is left | its player | `turn_reminder` |
| a vacation ends during a turn | its player | `turn_resumed` |
| a turn was not answered in time | its player | `turn_missed` |
| a stand-in takes a seat; its player comes back | the seated players | `stand_in_seated`, `seat_resumed` |
| a substitute takes over a seat | the former player, and the seated players | `substitute_seated` |
| the table has not begun in time | the host, and the seated players | `table_expired` |
| a tournament ends the match at the table | the seated players | `table_called_off` |
| a hand is over | the seated players | `hand_over` |
| a proposal is made | the other seated players | `proposal_made` |
| a proposal is declined or withdrawn, or undoes a move | the other seated players | `proposal_ended` |
| the match is over | the seated players | `match_ended` |

`service/projections/tournament_news.py` lists the account events of tournaments, and
`service/projections/league_news.py` those of leagues. Handlers write the remaining ones directly
(`service/application/telling.py`): messages in the room of the seats (`chat_message`), moderation (`moderated`), seeks,
and challenges on boards (`board_challenged`, `board_challenge_answered`).
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args

import orjson
from cachetools import LRUCache

from domain.games import GAMES
from domain.instants import write_instant
from domain.seats import Seat
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
from domain.tournament.events import RegistrationOpened
from domain.tournament.evolve import evolve as evolve_tournament
from domain.tournament.leagues.evolve import evolve_league
from service.notifier import Notifier
from service.projections.documents import Json, timestamp_of_move
from service.projections.league_news import LeagueMoved, LeagueNewsType, league_news_of
from service.projections.mail_kinds import USUAL, kind_of
from service.projections.registrations import Closing, closing_of, keep_registrations, players_of_series
from service.projections.reminders import WITHOUT_CALENDARS, Calendars, Change, changes_of, keep_reminders
from service.projections.streams import At, table_of
from service.projections.subscription import Run, Subscription, Work, commands_of
from service.projections.tournament_news import Moved, TournamentNewsType, heard_of, news_of, opening_of
from service.projections.tournament_news import News as TournamentNews
from service.store.database import Database
from service.store.event_store import EventStore, Logged
from service.store.events import event_of
from service.store.leagues import STREAM_PREFIX as LEAGUES
from service.store.leagues import league_of
from service.store.tables import STREAM_PREFIX
from service.store.tournaments import STREAM_PREFIX as TOURNAMENTS
from service.store.tournaments import tournament_of

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


class Mail(NamedTuple):
    """How mails are written.

    Attributes:
        turn_waits_s: seconds before a mail about a turn, in which the player may still answer it.
        sends: whether this server sends mails. Mails of sandboxes are always written, and never sent.
    """

    turn_waits_s: float
    sends: bool = True


class Told(NamedTuple):
    """An account event for a player, not yet numbered."""

    player: PlayerId
    type: AccountEventType
    data: Json


class Recorded(NamedTuple):
    """An account event with its table, or `None`, and the time when it happened."""

    table_id: str | None
    recorded_at: datetime
    told: Told


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
        first_version: version of the first event.
        before: the table before the command; `None` if the command opened it.
    """

    by: str
    first_version: int
    before: Table | None
    events: Sequence[Any]
    after: Table

    @property
    def version(self) -> int:
        """The version of the last event."""
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


def told_of(happening: Happening) -> list[Told]:
    """Returns the account events of a command, in order. House bots receive none."""
    told = [
        each
        for version, event in enumerate(happening.events, start=happening.first_version)
        for each in _told_of_event(happening, version, event)
    ]
    return told + [
        Told(turn.player, "turn_began", {"seat": turn.seat, "what": turn.what, "version": happening.version})
        for turn in _turns_begun(happening)
    ]


def _told_of_event(happening: Happening, version: int, event: Any) -> Iterator[Told]:
    table = happening.after
    if isinstance(event, SeatTaken | SeatLeft):
        yield from _told_of_coming_and_going(happening, version, event)
    elif type(event) in _TOLD_TO_ONE:
        name, told, known = _TOLD_TO_ONE[type(event)]
        yield Told(told(event), name, {**known(event), "version": version})
    elif isinstance(event, TurnMissed):
        missed = {"seat": event.seat, "in_a_row": event.in_a_row, "version": version}
        yield from (Told(player, "turn_missed", missed) for seat, player in _seated(table) if seat == event.seat)
    elif isinstance(event, SubstituteSeated | TableExpired):
        yield from _told_to_those_outside(table, version, event)
    else:
        yield from _told_to_seated(happening, version, event)
    yield from _told_of_challenges_that_end(happening, version, event)


def _told_of_challenges_that_end(happening: Happening, version: int, event: Any) -> Iterator[Told]:
    """Yields events for challenged players whose challenge has ended without an answer."""
    # A player who accepted with this command has started the match or taken over the seat with it.
    accepted = {each.player for each in happening.events if isinstance(each, ChallengeAccepted)}
    earlier = happening.events[: version - happening.first_version]
    for challenge in happening.before.challenges if happening.before else ():
        is_news = _ends(event, challenge) and not any(_ends(each, challenge) for each in earlier)
        if is_news and challenge.player not in accepted:
            yield Told(challenge.player, "challenge_withdrawn", {"by": challenge.by, "version": version})


def _ends(event: Any, challenge: Challenge) -> bool:
    """Returns whether the event ends the challenge."""
    if isinstance(event, SeatResumed | SubstituteSeated):
        return challenge.seat == event.seat
    return isinstance(event, TableStarted | TableCancelled | TableExpired | TableCalledOff | MatchEnded)


def _told_of_coming_and_going(happening: Happening, version: int, event: SeatTaken | SeatLeft) -> Iterator[Told]:
    """Yields the events about a player who sits down or leaves, for the others at the table."""
    table = happening.after
    name: AccountEventType = "seat_taken" if isinstance(event, SeatTaken) else "seat_left"
    data = {"seat": event.seat, "player": event.player, "version": version}
    # If a table is opened with its players, they only learn that it has opened.
    host = () if table.sealed else (table.host,)
    others = [*host, *(player for _, player in _seated(table))] if happening.before else []
    for player in dict.fromkeys(others):
        if player not in (happening.by, event.player):
            yield Told(player, name, data)


def _told_to_those_outside(table: Table, version: int, event: SubstituteSeated | TableExpired) -> Iterator[Told]:
    """Yields events for the seated players and for one without a seat: the host, or the former player of a seat."""
    own = {player: seat for seat, player in _seated(table)}
    if isinstance(event, TableExpired):
        for player in dict.fromkeys([table.host, *own]):
            yield Told(player, "table_expired", {"seat": own.get(player), "version": version})
        return
    change = {"of": event.seat, "player": event.player, "instead_of": event.instead_of, "version": version}
    for player in dict.fromkeys([event.instead_of, *own]):
        yield Told(player, "substitute_seated", {"seat": own.get(player), **change})


def _told_to_seated(happening: Happening, version: int, event: Any) -> Iterator[Told]:
    if type(event) in _TOLD_TO_OTHERS:
        name, facts = _TOLD_TO_OTHERS[type(event)]
        for seat, player in _seated(happening.after):
            if player != happening.by:
                yield Told(player, name, {"seat": event.seat, **facts(event, seat), "version": version})
    elif type(event) in _TOLD_TO_ALL:
        name, more = _TOLD_TO_ALL[type(event)]
        for seat, player in _seated(happening.after):
            yield Told(player, name, {"seat": seat, **more(event, seat), "version": version})


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
"""Events for one recipient: the type, the recipient, and the data."""


_TOLD_TO_OTHERS: dict[type, tuple[AccountEventType, Callable[[Any, Seat], Json]]] = {
    ProposalMade: ("proposal_made", lambda event, seat: {"what": event.what, "asks_you": seat in event.seats}),
    ProposalDeclined: ("proposal_ended", lambda _, __: {"outcome": "declined"}),
    ProposalWithdrawn: ("proposal_ended", lambda _, __: {"outcome": "withdrawn"}),
    MoveUndone: ("proposal_ended", lambda _, __: {"outcome": "undone"}),
}
"""Events for all seated players except their author: the type and the data."""


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
"""Events for all seated players: the type and the data."""


def _seated(table: Table) -> Iterator[tuple[Seat, PlayerId]]:
    """Yields the seats that players hold, with their players."""
    for seat, occupant in enumerate(table.seats):
        if occupant and occupant.bot is None:
            yield Seat(seat), occupant.player


def _turns_begun(happening: Happening) -> Iterator[Asking]:
    """Yields the turns of players that begin with a command: newly asked, or asked again after they acted."""
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
    """Tournaments or leagues, event by event. The state after the last command of each is cached."""

    def __init__(self, store: EventStore, evolve: Callable[[S | None, Any], S]) -> None:
        self._store = store
        self._evolve = evolve
        self._known: LRUCache[str, tuple[int, S]] = LRUCache(TOURNAMENTS_KEPT)

    def steps(self, command: Sequence[Logged]) -> list[tuple[int, S | None, Any, S]]:
        """Returns for each event of a command: its version, the state before it, the event, and the state after it."""
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
    """The result of a batch of commands: account events, changes of reminders, and ends of registrations."""

    told: list[Recorded]
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
        """Prepares the subscription. The notifier announces each account with new events.

        Without `mail`, no mails are written, not even for sandboxes. `calendars` returns the times at which players
        pause.
        """
        self._database = database
        self._store = store
        self._calendars = calendars
        self._mail = mail
        self._notifier = notifier
        self._subscription = Subscription(database, store, NAME)
        self._tables: LRUCache[str, At] = LRUCache(TABLES_KEPT)
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
        """Returns the work that applies a batch. It stores the last number of each account in `numbers`."""
        taken = _Taken([], [], [])
        for command in commands_of(batch, STREAM_PREFIX, TOURNAMENTS, LEAGUES):
            if command[0].stream.startswith(TOURNAMENTS):
                self._take_in_tournament(command, taken)
            elif command[0].stream.startswith(LEAGUES):
                self._take_in_league(command, taken)
            else:
                self._take_in(command, taken.told, taken.changes)
        return lambda run: numbers.update(_write(run, taken, self._mail))

    def _take_in(self, command: Sequence[Logged], told: list[Recorded], changes: list[Change]) -> None:
        """Adds the account events of a command at a table, and the changes of reminders."""
        first = command[0]
        table_id = table_of(first.stream)
        happening = self._happening(command)
        told += [Recorded(table_id, first.stored.recorded_at, each) for each in told_of(happening)]
        changes += changes_of(table_id, happening.version, happening.before, happening.after, self._calendars)

    def _take_in_tournament(self, command: Sequence[Logged], taken: _Taken) -> None:
        """Adds the account events of a command to a tournament, and the end of its registration."""
        first = command[0]
        at = first.stored.recorded_at
        tournament_id = tournament_of(first.stream)
        asked = {"tournament_id": tournament_id}
        listeners = [PlayerId(player) for (player,) in self._database.read("tournament_listeners", asked)]
        steps = [Moved(tournament_id, *each) for each in self._tournaments.steps(command)]
        taken.told.extend(
            Recorded(news.table_id, at, Told(news.player, news.type, news.data))
            for moved in steps
            for news in (*self._opening(moved), *news_of(moved), *heard_of(moved, at, listeners))
        )
        taken.registrations.append((first.stream, closing_of(first.stream, steps[-1].after, at)))

    def _opening(self, moved: Moved) -> Iterator[TournamentNews]:
        if isinstance(moved.event, RegistrationOpened):
            yield from opening_of(moved, players_of_series(self._database.read, moved.tournament_id, moved.after))

    def _take_in_league(self, command: Sequence[Logged], taken: _Taken) -> None:
        """Adds the account events of a command to a league, and the end of registration for its next season."""
        first = command[0]
        at = first.stored.recorded_at
        steps = [LeagueMoved(league_of(first.stream), *each) for each in self._leagues.steps(command)]
        taken.told.extend(
            Recorded(None, at, Told(news.player, news.type, news.data))
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
        self._tables[stream] = At(first_version + len(events) - 1, after)
        return Happening(command[0].by or "", first_version, before, events, after)

    def _table_at(self, stream: str, version: int) -> Table | None:
        """Returns the table at a version, from the cache or folded from its events."""
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


def tell(run: Run, told: Sequence[Recorded], mail: Mail | None) -> dict[PlayerId, int]:
    """Writes account events with their webhook deliveries and mails. Returns the last number of each account."""
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
    """Reads the feeds of accounts."""

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
