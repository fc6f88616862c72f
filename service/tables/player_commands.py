"""Commands of players to a table: checked against their accounts, then carried out or dry-run."""

from typing import NamedTuple

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.orders.order import numbered_orders
from domain.table.checks import acting_seat, check_may_give
from domain.table.commands import Act, ChallengePlayer, CommandAtTable, GiveOrders, Sit, TableCommand
from domain.table.decide import check
from domain.table.order_preview import PreviewedTurn, preview_of
from domain.table.pausing import check_not_paused
from domain.table.sealing import check_may_command
from domain.table.state import Table
from service.accounts.handlers import Accounts, CannotBeChallenged
from service.accounts.reliability.handlers import TooUnreliable
from service.platform.documents import Json
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import CommandResult, check_version
from service.social.blocks.handlers import SeatRefused
from service.tables.cache import TableCache
from service.tables.decision_clock import DecisionClock
from service.tables.documents import foreseen_orders
from service.tables.events import VersionedTable
from service.tables.handlers import Admission, Tables

PREVIEW_EVENTS = 4000
"""The maximum number of events of a table for which orders are previewed."""


class DryRun(NamedTuple):
    """A command that would be accepted.

    Attributes:
        version: the version of the table.
        facts: the part of the result that the player may know, as JSON of the game; empty for commands that are no
            moves.
    """

    version: int
    facts: Json


class PlayerCommands:
    """Carries out the commands of players, or checks them in a dry run."""

    def __init__(
        self,
        table_cache: TableCache,
        tables: Tables,
        accounts: Accounts,
        admission: Admission,
        decision_clock: DecisionClock,
    ) -> None:
        """Takes the cached tables, their commands, the accounts, the admission to tables, and the clocks."""
        self._table_cache = table_cache
        self._tables = tables
        self._accounts = accounts
        self._admission = admission
        self._decision_clock = decision_clock

    def carry_out(self, table_id: str, command: CommandAtTable, expected: int | None, key: Key | None) -> CommandResult:
        """Carries a command out.

        Args:
            table_id: id of the table.
            command: the command of the player.
            expected: the version that the table must have; `None` for any.
            key: idempotency key. A command that was carried out before returns the same result.

        Raises:
            CannotBeChallenged, SeatRefused, TooUnreliable: see `_check_accounts`.
            NoSuchTable, Refusal, StaleVersion, KeyReused, StreamBusy: see `Tables.carry_out`.
        """
        try:
            self._check_accounts(table_id, command)
        except (CannotBeChallenged, SeatRefused, TooUnreliable):
            # The command may have been carried out before the accounts changed.
            done = self._tables.earlier_result(key)
            if done is None:
                raise
            return done
        return self._tables.carry_out(table_id, command, expected=expected, key=key)

    def dry_run(self, table_id: str, by: PlayerId, command: CommandAtTable, expected: int | None) -> DryRun:
        """Checks whether a command would be accepted, using only what the player may know. Changes nothing.

        Args:
            table_id: id of the table.
            by: the player who sends the command.
            command: the command.
            expected: the version that the table must have; `None` for any.

        Raises:
            CannotBeChallenged, SeatRefused, TooUnreliable, NoSuchTable, Refusal, StaleVersion: as in `carry_out`.
        """
        self._check_accounts(table_id, command)
        at = self._table_cache.newest(table_id)
        if not (at.table.sees_delayed(by) or at.table.is_sealed_for(by)):
            check_version(at.version, expected)
        if isinstance(command, Act):
            return self._dry_run_of_move(table_id, at, command)
        check(GAMES, at.table, command, self._decision_clock.context(at.table))
        if isinstance(command, GiveOrders):
            return self._dry_run_of_orders(table_id, at, command)
        # Spectators with a delay are refused first, as in `Tables.carry_out`.
        check_version(at.version, expected)
        return DryRun(at.version, {})

    def _dry_run_of_move(self, table_id: str, at: VersionedTable, command: Act) -> DryRun:
        """Checks a move. The turn is public; the legality of the move is checked in the seat's own view."""
        check_may_give(at.table, command)
        check_not_paused(at.table, command)
        seat = acting_seat(at.table, command.by)
        own = self._table_cache.view(table_id, seat, from_version=at.version)
        return DryRun(own.version, _preview(own.table, seat, command))

    def _dry_run_of_orders(self, table_id: str, at: VersionedTable, command: GiveOrders) -> DryRun:
        """Explains orders that would be accepted, and says what they would do at once."""
        seat = acting_seat(at.table, command.by)
        own = self._table_cache.view(table_id, seat, from_version=at.version)
        turns = None if own.version > PREVIEW_EVENTS else self._last_turns(table_id, seat, own.version, command)
        return DryRun(own.version, foreseen_orders(own.table, seat, command, turns))

    def _last_turns(self, table_id: str, seat: Seat, version: int, command: GiveOrders) -> list[PreviewedTurn]:
        """Returns what the orders would have done in the last turns of the seat. Folds the table from its beginning."""
        events = [each.event for each in self._table_cache.since(table_id, 0, PREVIEW_EVENTS, until=version)]
        return preview_of(GAMES, events, seat, numbered_orders(command.orders), command)

    def _check_accounts(self, table_id: str, command: TableCommand) -> None:
        """Checks a challenge, or taking a seat, against the accounts of the players.

        Raises:
            CannotBeChallenged: see `Accounts.check_can_be_challenged`.
            SeatRefused: the host blocks the player.
            TooUnreliable: the player's reliability is below what the table requires.
            TableSealed: the table is sealed for the player.
        """
        if isinstance(command, ChallengePlayer):
            self._accounts.check_can_be_challenged([command.player], command.by)
        if isinstance(command, Sit):
            self._check_may_sit(table_id, command)

    def _check_may_sit(self, table_id: str, command: Sit) -> None:
        table = self._table_cache.cached(table_id).table
        if table.is_sealed_for(command.by):
            table = self._table_cache.newest(table_id).table
            check_may_command(table, command.by, command)
        self._admission.check(table, command.by)


def _preview(table: Table, seat: Seat, command: Act) -> Json:
    """Returns what a seat may know of the result of its move, from its own view of the table. Raises `Refusal`."""
    return table.game.preview(table.match, seat, command.move)
