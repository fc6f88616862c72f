"""Removes players who close their accounts from tournaments."""

from functools import partial

from domain.kernel.players import PlayerId
from domain.tournaments.entrants.commands import DeclinePartner, LeaveEntrant, WithdrawOfferToSubstitute
from domain.tournaments.staff import LeaveStaff
from service.accounts.handlers import Accounts
from service.platform.lists import every_page
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.leaving import ProjectedStreams, is_accepted, leave_streams
from service.platform.store.unapplied import naming
from service.tournaments.events import TOURNAMENTS
from service.tournaments.handlers import Tournaments
from service.tournaments.projections import NAME

OWNER_GONE = "the owner of the tournament has closed their account"


class LeavingTournaments:
    """Removes a player from all open tournaments."""

    def __init__(self, database: Database, store: EventStore, accounts: Accounts, tournaments: Tournaments) -> None:
        """Takes the stores, the accounts and the tournaments."""
        self._accounts = accounts
        self._streams = ProjectedStreams(database, store, NAME, TOURNAMENTS)
        self._tournaments = tournaments

    def leave_all(self, player: PlayerId) -> None:
        """Removes a player from all open tournaments, and declines their invitations. Pairs keep their places.

        For tournaments that the player owns, see `domain/tournaments/staff.py`.
        """
        listed = every_page(partial(self._tournaments.list_page, player=player))
        still_open = (each.id for each in listed if each.status not in ("finished", "cancelled"))
        leave_streams(self._streams, still_open, naming(player), partial(self._leave, player))

    def _leave(self, player: PlayerId, tournament_id: str) -> None:
        carry_out = self._tournaments.carry_out
        tournament = self._tournaments.at(tournament_id).tournament
        if tournament.role_of(player) is not None:
            closed = self._accounts.closed_among(member for member, _ in tournament.staff if member != player)
            is_accepted(carry_out, tournament_id, LeaveStaff(player, OWNER_GONE, closed))
        for entry in tournament.entries:
            if player in entry.invited:
                is_accepted(carry_out, tournament_id, DeclinePartner(player, entry.id))
        # If the player is merely staff or invited, both commands are refused.
        if not is_accepted(carry_out, tournament_id, LeaveEntrant(player)):
            is_accepted(carry_out, tournament_id, WithdrawOfferToSubstitute(player))
