"""Closing an account: its games stay, with its id in them; everything that says who it was goes.

Events never hold a name, so none has to be changed. The player first gives up what is not over, by commands like any
other, so that the tables' events say so: where a match goes on, a bot stands in; then everything personal goes in one
transaction. Should the process die between the two, the account is still open and can be closed again.
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
from service.tables.cache import table_of
from service.tables.handlers import Tables
from service.tables.lists import AFTER_ALL
from service.tables.projections import NAME as TABLES_PROJECTION

WHO_COMES = {"table_opened": "host", "seat_taken": "player"}
"""The events by which somebody comes to a table, and the member that says who."""
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
"""The statements that take away what belongs to a player, given `player_id`. A new table with such rows needs a
statement here. A test searches all tables for rows of a closed account.
"""
PAGE = 100

_log = logging.getLogger(__name__)


class HouseStays(Exception):
    """Players of the house are no accounts that could be closed."""


class GiversUp(NamedTuple):
    """Who carries out commands by which a player gives up what is not over.

    Attributes:
        tables, seeks: take them one by one.
        leave_tournaments, leave_leagues: take a player out of all tournaments, and of all leagues.
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
        """Puts together what closing needs: where data is, who gives up what is not over and checks passwords."""
        tables, seeks, self._leave_tournaments, self._leave_leagues, self._end_series = givers_up
        self._database = database
        self._tables = tables
        self._seeks = seeks
        self._accounts = accounts
        self._logins = logins
        self._store = store
        self._listed = Subscription(database, store, TABLES_PROJECTION)

    def close(self, player: PlayerId, password: GivenPassword | None) -> None:
        """Closes an account for good.

        Args:
            player: whose account.
            password: of its login, where it has one.

        Raises:
            WrongPassword: the account has a login, and this is not its password.
            TooManyAttempts: there were wrong passwords for this account.
            HouseStays: it is a player of the house.
            AccountClosed: it was closed meanwhile.
            TableBusy: a table moves so fast that its seat could not be given up; nothing was closed.
        """
        if self._accounts.player(player).kind == "house":
            raise HouseStays
        self._logins.confirm(player, password)
        self._seeks.withdraw_all(player)
        self._give_all_up(player)
        self._database.together(lambda run: _close(run, player))
        self._accounts.forget()
        # A table may have been opened meanwhile for what the player sought.
        self._give_all_up(player)

    def _give_all_up(self, player: PlayerId) -> None:
        self._leave_leagues(player)
        self._end_series(player)
        self._leave_tournaments(player)
        for table_id in sorted({*self._tables_not_over(player), *self._tables_of_late(player)}):
            self._give_up(table_id, player)

    def _give_up(self, table_id: str, player: PlayerId) -> None:
        """Calls a table off if it is the player's, or else leaves it; what is over is refused, and stays."""
        for command in (Cancel(player), Leave(player)):
            try:
                self._tables.carry_out(table_id, command)
            except Refusal:
                continue
            except UnreadableStream as error:
                # Nobody can move it, so nobody waits there; the account is closed all the same.
                _log.warning("%s cannot be read; a seat there stays with a closed account", error.stream)
            return

    def _tables_not_over(self, player: PlayerId) -> Iterator[str]:
        """Tables of the player that have not begun, or go on, as far as the lists know."""
        for status in ("open", "playing"):
            before = AFTER_ALL
            wanted = {"player_id": player, "status": status, "free": False, "limit": PAGE}
            while rows := self._database.read("list_own_tables", {**wanted, "before": before}):
                yield from (summary["id"] for (summary,) in rows)
                before = rows[-1][0]["id"]

    def _tables_of_late(self, player: PlayerId) -> Iterator[str]:
        """Tables that the player has opened or sat down at, and which the lists have not taken in yet."""
        place = self._listed.checkpoint()
        while batch := self._store.feed(place, READ_LIMIT):
            for logged in batch:
                name, data = logged.stored.record.type, logged.stored.record.data
                # Of the event nothing else is read: one that cannot be read is no reason to keep an account.
                if name in WHO_COMES and player == data.get(WHO_COMES[name]):
                    yield table_of(logged.stream)
            place = batch[-1].place


def close_players(database: Database, sandbox_id: str, most: int) -> int:
    """Closes players of a sandbox that is over, one by one, as if each had closed their account.

    Args:
        database: where they are.
        sandbox_id: id of the sandbox.
        most: so many players, and no more; where there are fewer the sandbox has ended.

    Returns:
        How many players were closed.
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
    """Takes away everything that says who a player was; false when that was done before."""
    if not run("hold_player", {"player_id": player}):
        return False
    for statement in WHAT_GOES:
        run(statement, {"player_id": player})
    run("close_player", {"player_id": player})
    return True
