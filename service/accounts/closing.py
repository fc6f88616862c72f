"""Closing an account. Its games keep its id; all its personal data is deleted.

Events never contain a name, so no event has to change. First the player gives up everything unfinished, by ordinary
commands, so that the events of the tables record it: in a running match, a bot takes the seat. Then one transaction
deletes all personal data. If the process dies in between, the account is still open and can be closed again.
"""

import logging
from collections.abc import Callable, Iterator
from typing import NamedTuple

from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.table.commands import Cancel, Leave
from service.accounts.attempts import GivenPassword
from service.accounts.handlers import AccountClosed, Accounts
from service.accounts.logins import Logins
from service.lobby.seeks.handlers import Seeks
from service.platform.store.database import Database
from service.platform.store.event_store import READ_LIMIT, EventStore
from service.platform.store.folding import UnreadableStream
from service.platform.store.subscription import Run, Subscription
from service.tables.events import table_of
from service.tables.handlers import Tables
from service.tables.lists import AFTER_ALL
from service.tables.projections import NAME as TABLES_PROJECTION

WHO_COMES = {"table_opened": "host", "seat_taken": "player"}
"""The events with which a player joins a table, and the member that has the player's id."""
WHAT_GOES = (
    "drop_login",
    "drop_codes",
    "drop_clients",
    "drop_grants",
    "drop_tokens",
    "drop_webhooks",
    "drop_availability",
    "drop_vacations",
    "drop_mails",
    "drop_player_reminders",
    "drop_seeks",
    "drop_invitations",
    "drop_account_events",
    "disown_sandboxes",
    "drop_talk",
    "drop_notes",
    "drop_blocks",
    "drop_reports",
    "drop_moderation",
    "leave_boards",
)
"""The statements that delete the data of a player, given `player_id`. A new table with such rows needs a statement
here. A test searches all tables for rows of a closed account.
"""
PAGE = 100

_log = logging.getLogger(__name__)


class HouseStays(Exception):
    """The player is a house bot, which has no account to close."""


class GiversUp(NamedTuple):
    """The handlers that give up a player's unfinished tables, seeks, tournaments, leagues and series.

    Attributes:
        tables, seeks: handlers of commands for one table or seek.
        leave_tournaments, leave_leagues: withdraw a player from all tournaments, and from all leagues.
        end_series: ends all series of a player, so that they open no more tournaments.
    """

    tables: Tables
    seeks: Seeks
    leave_tournaments: Callable[[PlayerId], None]
    leave_leagues: Callable[[PlayerId], None]
    end_series: Callable[[PlayerId], None]


class Closing:
    """Closes accounts."""

    def __init__(
        self, database: Database, store: EventStore, givers_up: GiversUp, accounts: Accounts, logins: Logins
    ) -> None:
        """Takes the stores, the handlers that give up what is unfinished, the accounts, and the check of passwords."""
        tables, seeks, self._leave_tournaments, self._leave_leagues, self._end_series = givers_up
        self._database = database
        self._tables = tables
        self._seeks = seeks
        self._accounts = accounts
        self._logins = logins
        self._store = store
        self._listed = Subscription(database, store, TABLES_PROJECTION)

    def close(self, player: PlayerId, password: GivenPassword | None) -> None:
        """Closes an account. This cannot be undone.

        Args:
            player: the player who closes their account.
            password: the password of the login, if there is one.

        Raises:
            WrongPassword: the account has a login, and the password is missing or wrong.
            TooManyAttempts: too many wrong passwords were given for this account.
            HouseStays: the player is a house bot.
            AccountClosed: the account was closed meanwhile.
            StreamBusy: a table changes so fast that its seat could not be given up. Nothing was closed.
        """
        if self._accounts.player(player).kind == "house":
            raise HouseStays
        self._logins.confirm(player, password)
        self._seeks.withdraw_all(player)
        self._give_all_up(player)
        self._database.together(lambda run: _close(run, player))
        self._accounts.forget()
        # A seek may have led to a new table meanwhile.
        self._give_all_up(player)

    def _give_all_up(self, player: PlayerId) -> None:
        self._leave_leagues(player)
        self._end_series(player)
        self._leave_tournaments(player)
        for table_id in sorted({*self._tables_not_over(player), *self._tables_of_late(player)}):
            self._give_up(table_id, player)

    def _give_up(self, table_id: str, player: PlayerId) -> None:
        """Cancels a table if the player opened it, or else leaves it. Finished tables refuse both and stay."""
        for command in (Cancel(player), Leave(player)):
            try:
                self._tables.carry_out(table_id, command)
            except Refusal:
                continue
            except UnreadableStream as error:
                # No command can reach this table, so nobody waits there. The account can be closed.
                _log.warning("%s cannot be read; a seat there stays with a closed account", error.stream)
            return

    def _tables_not_over(self, player: PlayerId) -> Iterator[str]:
        """Yields the player's open and running tables, by the list of tables."""
        for status in ("open", "playing"):
            before = AFTER_ALL
            wanted = {"player_id": player, "status": status, "free": False, "limit": PAGE}
            while rows := self._database.read("list_own_tables", {**wanted, "before": before}):
                yield from (summary["id"] for (summary,) in rows)
                before = rows[-1][0]["id"]

    def _tables_of_late(self, player: PlayerId) -> Iterator[str]:
        """Yields tables that the player has opened or joined and that the list of tables does not have yet."""
        place = self._listed.checkpoint()
        while batch := self._store.feed(place, READ_LIMIT):
            for logged in batch:
                name, data = logged.stored.record.type, logged.stored.record.data
                # Only these members are read, so events in an unknown form do not prevent the closing of an account.
                if name in WHO_COMES and player == data.get(WHO_COMES[name]):
                    yield table_of(logged.stream)
            place = batch[-1].place


def close_players(database: Database, sandbox_id: str, most: int) -> int:
    """Closes players of an expired sandbox, as if each had closed their account.

    Args:
        database: the database.
        sandbox_id: id of the sandbox.
        most: maximum number of players to close. If fewer remain, the sandbox ends.

    Returns:
        The number of closed players.
    """
    players = database.read("sandbox_players", {"world": sandbox_id, "limit": most})
    for (player,) in players:
        database.together(lambda run, one=player: _forget(run, one))  # type: ignore[misc]  # bound at once
    if len(players) < most:
        database.run("end_sandbox", {"id": sandbox_id})
    return len(players)


def _close(run: Run, player: PlayerId) -> None:
    if not _forget(run, player):
        raise AccountClosed(player)


def _forget(run: Run, player: PlayerId) -> bool:
    """Deletes all personal data of a player. Returns false if the account was already closed."""
    if not run("hold_player", {"player_id": player}):
        return False
    for statement in WHAT_GOES:
        run(statement, {"player_id": player})
    run("close_player", {"player_id": player})
    return True
