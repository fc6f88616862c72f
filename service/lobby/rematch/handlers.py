"""Rematches: the players of a table play again at one new table. The order and number of requests do not matter.

The first request opens the new table with a command whose id follows from the old table's id, so it is opened once.
Then the old table records the id of the new one. If the process dies in between, the next request records it. If the
new table was cancelled or expired before it started, the next request opens another one, in the same way.
"""

from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.checks import SeatOccupied, check_rematch
from domain.table.commands import LinkRematch, Sit
from domain.table.rematch import Asker, Seating, rematch_of
from domain.table.state import Table
from service.accounts.handlers import Accounts
from service.platform.sources import Randomness
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import CommandResult
from service.tables.handlers import Admission, Tables

FINGERPRINT = "rematch"
ENTROPY_BYTES = 16


class Rematch(NamedTuple):
    """The new table, and whether this request opened it."""

    done: CommandResult
    opened: bool


class Rematches:
    """Opens tables for rematches. Methods raise `NoSuchTable`."""

    def __init__(self, tables: Tables, accounts: Accounts, admission: Admission, randomness: Randomness) -> None:
        """Takes the stores of tables and accounts, the check of who may take a seat, and the source of entropy."""
        self._randomness = randomness
        self._admission = admission
        self._tables = tables
        self._accounts = accounts

    def _entropy(self) -> str:
        return self._randomness.token_hex(ENTROPY_BYTES)

    def ask(self, table_id: str, by: PlayerId, seating: Seating, entropy: str) -> Rematch:
        """Opens the table of a rematch, or seats the player there if it is already open.

        Args:
            table_id: the finished table.
            by: the asking player.
            seating: how seats are assigned. Only the first request decides this.
            entropy: the player's contribution to the shuffle.

        Raises:
            NotSeated, NotOver: the player cannot ask for a rematch of this table.
            SeatRefused, TooUnreliable: the table does not admit the player.
            Refusal: the player can no longer take a seat at the new table.
            StreamBusy: other commands were first in every attempt.
        """
        table = self._tables.newest(table_id).table
        check_rematch(table, by)
        done, attempt = self._open(table_id, table, by, seating, entropy)
        link = Key(_command_id("link", attempt), FINGERPRINT)
        self._tables.carry_out(table_id, LinkRematch(by, done.id), key=link)
        if not done.replayed:
            return Rematch(done, opened=True)
        return Rematch(self._join(done, by, entropy), opened=False)

    def _open(
        self, table_id: str, table: Table, by: PlayerId, seating: Seating, entropy: str
    ) -> tuple[CommandResult, str]:
        """Opens the new table, or finds it. Returns it with a name for this attempt.

        Command ids are derived from the name. Attempts form a chain: each name contains the old table and the cancelled
        table of the previous attempt.
        """
        attempt = table_id
        key = Key(_command_id("open", attempt), FINGERPRINT)
        while (before := self._tables.earlier_result(key)) is not None:
            if self._tables.newest(before.id).table.status != "cancelled":
                return before, attempt
            attempt = f"{table_id}:{before.id}"
            key = Key(_command_id("open", attempt), FINGERPRINT)
        self._admission.check_record(table.min_reliability, by)
        opened, then = rematch_of(table, Asker(by, entropy), seating, self._absent(table, by), self._entropy)
        return self._tables.open(opened, key, then=then), attempt

    def _absent(self, table: Table, by: PlayerId) -> set[PlayerId]:
        """Returns the players of the old table who can no longer be challenged."""
        people = [each.player for each in table.seats if each and each.bot is None and each.player != by]
        return self._accounts.not_challengeable(people, by)

    def _join(self, opened: CommandResult, by: PlayerId, entropy: str) -> CommandResult:
        """Takes a seat at the new table: the one that is reserved for the player by a challenge, or another free one.

        A player who already sits there gets the same answer again.
        """
        while True:
            at = self._tables.newest(opened.id)
            if at.table.seat_of(by) is not None:
                return opened
            self._admission.check(at.table, by)
            seat = _seat_for(at.table, by)
            try:
                return self._tables.carry_out(opened.id, Sit(by, seat, entropy))
            except SeatOccupied:
                if None not in self._tables.newest(opened.id).table.seats:
                    raise


def _seat_for(table: Table, player: PlayerId) -> Seat:
    challenge = table.challenge_of(player)
    free = [Seat(seat) for seat, occupant in enumerate(table.seats) if occupant is None]
    if challenge is not None and challenge.seat in free:
        return challenge.seat
    return next(iter(free), Seat(0))


def _command_id(what: str, attempt: str) -> UUID:
    return uuid5(NAMESPACE_URL, f"shengji:rematch:{what}:{attempt}")
