"""Invitations: links with which players join an open table, listed or not.

A code has 128 random bits. It is shown once, and only its hash is stored. A player takes one of its uses before they
take a seat, and gives it back if they cannot. A use belongs to a player: a player who was disconnected, or who left the
table, comes back with the same use. Wrong, expired and used-up codes all give the same error.
"""

from datetime import datetime
from typing import NamedTuple

from domain.kernel.players import PlayerId
from domain.kernel.refusals import NotAllowed, WrongMoment
from domain.kernel.seats import Seat
from domain.table.checks import AlreadyStarted, SeatOccupied, TableOver, check_invites
from domain.table.commands import Sit
from service.accounts.handlers import AccountClosed, hash_of
from service.lobby.invitations.document_types import Invitation as InvitationDocument
from service.platform.documents import Json, timestamp
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import CommandResult
from service.tables.events import VersionedTable
from service.tables.handlers import Admission, Tables

PREFIX = "sji_"
"""Prefix of codes. It identifies them, so that logs can mask them."""
CODE_BYTES = 16
INVITATIONS_LIMIT = 20
"""Maximum number of open invitations to a table."""


class NoSuchInvitation(Exception):
    """The invitation does not exist, has expired, or is used up."""


class TooManyInvitations(Exception):
    """The table has the maximum number of invitations."""


class Invitation(NamedTuple):
    """An invitation, without its code.

    Attributes:
        by: the player who made it.
        seat: the seat it leads to; `None` for any free seat.
        uses: maximum number of players who can use it.
        used: number of players who have used it.
    """

    id: str
    table_id: str
    by: PlayerId
    seat: Seat | None
    uses: int
    used: int
    created_at: datetime
    expires_at: datetime


def invitation_document(invitation: Invitation) -> InvitationDocument:
    """Returns an invitation as JSON."""
    return {
        "id": invitation.id,
        "table": invitation.table_id,
        "by": invitation.by,
        "seat": invitation.seat,
        "uses": invitation.uses,
        "used": invitation.used,
        "created_at": timestamp(invitation.created_at),
        "expires_at": timestamp(invitation.expires_at),
    }


class Invitations:
    """The invitations to all tables.

    Methods raise `NoSuchTable`, and `DatabaseUnavailable` if the database does not answer.
    """

    def __init__(self, database: Database, tables: Tables, admission: Admission, randomness: Randomness) -> None:
        """Takes the stores of invitations and tables, the check of who may take a seat, and the source of codes."""
        self._admission = admission
        self._database = database
        self._randomness = randomness
        self._tables = tables

    def make(
        self, player: PlayerId, table_id: str, seat: Seat | None, uses: int, lives_s: int
    ) -> tuple[Invitation, str]:
        """Creates an invitation to a table that has not started. Returns it with its code, which is not stored.

        Raises:
            NotSeated: the player is neither the host nor at the table.
            AlreadyStarted, TableOver, NoSuchSeat: no player can join there.
            TooManyInvitations: the table has the maximum number of invitations.
            AccountClosed: the account is closed.
        """
        check_invites(self._tables.newest(table_id).table, player, seat)
        code = PREFIX + self._randomness.token_urlsafe(CODE_BYTES)
        row: Json = {
            "id": self._randomness.new_id("inv"),
            "table_id": table_id,
            "player_id": player,
            "seat": seat,
            "uses": uses,
            "hash": hash_of(code),
            "lives_s": lives_s,
            "most": INVITATIONS_LIMIT,
        }
        made = self._database.run("add_invitation", row)
        if not made:
            if self._database.read("players", {"ids": [player]})[0][-1]:
                raise AccountClosed(player)
            raise TooManyInvitations
        return Invitation(row["id"], table_id, player, seat, uses, 0, *made[0]), code

    def of_table(self, player: PlayerId, table_id: str) -> list[Invitation]:
        """Returns the valid invitations to a table. The host sees all, other players those they made."""
        host = self._tables.newest(table_id).table.host
        rows = self._database.read("invitations", {"table_id": table_id, "player_id": _whose(player, host)})
        return [Invitation(*row) for row in rows]

    def revoke(self, player: PlayerId, table_id: str, invitation_id: str) -> None:
        """Revokes an invitation. Its author and the host of the table may do this. Raises `NoSuchInvitation`."""
        host = self._tables.newest(table_id).table.host
        whose = {"id": invitation_id, "table_id": table_id, "player_id": _whose(player, host)}
        if not self._database.run("drop_invitation", whose):
            raise NoSuchInvitation

    def look_up(self, player: PlayerId, code: str) -> tuple[Invitation, VersionedTable]:
        """Returns the invitation with this code, and its table as all players may see it before the start.

        Raises:
            NoSuchInvitation: it does not exist, is used up, or the table can no longer be joined.
        """
        rows = self._database.read("invitation_of_code", {"hash": hash_of(code), "player_id": player})
        if not rows:
            raise NoSuchInvitation
        invitation = Invitation(*rows[0])
        at = self._tables.public(invitation.table_id)
        if at.table.status != "open" or at.table.sealed:
            raise NoSuchInvitation
        return invitation, at

    def accept(self, player: PlayerId, code: str, entropy: str, key: Key | None) -> CommandResult:
        """Seats a player through an invitation: on its seat, or on the first free one.

        Raises:
            NoSuchInvitation: it does not exist or is used up.
            SeatRefused, TooUnreliable: the table does not admit the player.
            Refusal: the player cannot take a seat.
            KeyReused: the key was used for another request.
            StreamBusy: other commands were first in every attempt.
        """
        before = self._tables.earlier_result(key)
        if before is not None:
            return before
        invitation, at = self.look_up(player, code)
        self._admission.check(at.table, player)
        is_new = self._database.together(lambda run: _take_use(run, invitation.id, player))
        try:
            return self._sit(invitation, player, entropy, key)
        except (AlreadyStarted, TableOver):
            raise NoSuchInvitation from None
        except (WrongMoment, NotAllowed):
            if is_new:
                self._database.run("give_back_use", {"id": invitation.id, "player_id": player})
            raise

    def _sit(self, invitation: Invitation, player: PlayerId, entropy: str, key: Key | None) -> CommandResult:
        """Seats the player. If another player takes the seat first, tries the next free one."""
        while True:
            table = self._tables.newest(invitation.table_id).table
            free = [Seat(seat) for seat, occupant in enumerate(table.seats) if occupant is None]
            seat = invitation.seat if invitation.seat is not None else next(iter(free), Seat(0))
            try:
                return self._tables.carry_out(invitation.table_id, Sit(player, seat, entropy), key=key)
            except SeatOccupied:
                if invitation.seat is not None or not free:
                    raise


def _whose(player: PlayerId, host: PlayerId) -> PlayerId | None:
    """Returns whose invitations a player may see and revoke; `None` for all."""
    return None if player == host else player


def _take_use(run: Run, invitation_id: str, player: PlayerId) -> bool:
    """Takes a use of an invitation. Returns false if the player has one already. Raises `NoSuchInvitation`."""
    held = run("hold_invitation", {"id": invitation_id})
    users = [user for (user,) in run("invitation_uses", {"id": invitation_id})]
    if not held or (player not in users and len(users) >= held[0][0]):
        raise NoSuchInvitation
    if player in users:
        return False
    if not run("use_invitation", {"id": invitation_id, "player_id": player}):
        raise AccountClosed(player)
    return True
