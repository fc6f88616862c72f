"""Removes players who close their accounts from leagues."""

from functools import partial

from domain.kernel.players import PlayerId
from domain.tournaments.entrants.commands import DeclinePartner, WithdrawEntrant
from domain.tournaments.staff import LeaveStaff
from service.accounts.handlers import Accounts
from service.leagues.events import LEAGUES
from service.leagues.handlers import Leagues
from service.leagues.projections import NAME
from service.platform.lists import every_page
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.leaving import ProjectedStreams, is_accepted, leave_streams
from service.platform.store.unapplied import naming

OWNER_GONE = "the owner of the league has closed their account"


class LeavingLeagues:
    """Removes a player from all leagues that have not ended."""

    def __init__(self, database: Database, store: EventStore, accounts: Accounts, leagues: Leagues) -> None:
        """Takes the stores, the accounts and the leagues."""
        self._accounts = accounts
        self._streams = ProjectedStreams(database, store, NAME, LEAGUES)
        self._leagues = leagues

    def leave_all(self, player: PlayerId) -> None:
        """Removes a player from all leagues that have not ended, and declines their invitations.

        For leagues that the player owns, see `domain/tournaments/staff.py`.
        """
        listed = every_page(partial(self._leagues.list_page, player=player))
        not_ended = (each.id for each in listed if each.status != "ended")
        leave_streams(self._streams, not_ended, naming(player), partial(self._leave, player))

    def _leave(self, player: PlayerId, league_id: str) -> None:
        league = self._leagues.at(league_id).league
        for member in league.members:
            if not member.is_out and player in member.player_ids:
                is_accepted(self._leagues.carry_out, league_id, WithdrawEntrant(player, member.entrant))
            elif player in member.invited:
                is_accepted(self._leagues.carry_out, league_id, DeclinePartner(player, member.entrant))
        if league.role_of(player) is not None:
            closed = self._accounts.closed_among(member for member, _ in league.staff if member != player)
            is_accepted(self._leagues.carry_out, league_id, LeaveStaff(player, OWNER_GONE, closed))
