"""Removes players who close their accounts from tournaments.

The read model follows the log with a delay, so events that it has not applied yet are searched as well.
"""

from contextlib import suppress
from functools import partial

from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.entrants.commands import DeclinePartner, LeaveEntrant, WithdrawOfferToSubstitute
from domain.tournaments.staff import LeaveStaff
from service.accounts.handlers import Accounts
from service.platform.lists import every_page
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.unapplied import naming, unapplied_streams
from service.tournaments.events import TOURNAMENTS
from service.tournaments.handlers import Tournaments
from service.tournaments.projections import NAME

OWNER_GONE = "the owner of the tournament has closed their account"


class LeavingTournaments:
    """Removes a player from all open tournaments."""

    def __init__(self, database: Database, store: EventStore, accounts: Accounts, tournaments: Tournaments) -> None:
        """Takes the stores, the accounts and the tournaments."""
        self._accounts = accounts
        self._database = database
        self._store = store
        self._tournaments = tournaments

    def leave_all(self, player: PlayerId) -> None:
        """Removes a player from all open tournaments, and declines their invitations. Pairs keep their places.

        For tournaments that the player owns, see `domain/tournaments/staff.py`.
        """
        listed = every_page(partial(self._tournaments.list_page, player=player))
        still_open = (each.id for each in listed if each.status not in ("finished", "cancelled"))
        newest = unapplied_streams(self._database, self._store, NAME, TOURNAMENTS, naming(player))
        for tournament_id in sorted({*still_open, *newest}):
            self._leave(tournament_id, player)

    def _leave(self, tournament_id: str, player: PlayerId) -> None:
        tournament = self._tournaments.at(tournament_id).tournament
        if tournament.role_of(player) is not None:
            closed = self._accounts.closed_among(member for member, _ in tournament.staff if member != player)
            self._is_accepted(tournament_id, LeaveStaff(player, OWNER_GONE, closed))
        for entry in tournament.entries:
            if player in entry.invited:
                self._is_accepted(tournament_id, DeclinePartner(player, entry.id))
        # If the player is merely staff or invited, both commands are refused.
        if not self._is_accepted(tournament_id, LeaveEntrant(player)):
            self._is_accepted(tournament_id, WithdrawOfferToSubstitute(player))

    def _is_accepted(
        self, tournament_id: str, command: LeaveStaff | DeclinePartner | LeaveEntrant | WithdrawOfferToSubstitute
    ) -> bool:
        """Carries a command out. Returns `False` if the tournament refuses it."""
        with suppress(Refusal):
            self._tournaments.carry_out(tournament_id, command)
            return True
        return False
