"""What a token for a guest allows: the tables of its tournament, while the member of staff who made it may act."""

from domain.kernel.messages import Message, message
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.entrants.checks import active_entry
from domain.tournaments.entrants.guests import check_is_of, check_may_act, guest_entry
from domain.tournaments.terms import EntrantId
from service.accounts.guests.handlers import Guests, GuestToken, NewGuest
from service.accounts.handlers import Identity, Token
from service.tournaments.reader import TournamentReader


class TournamentGuests:
    """The guests of tournaments, as their staff use them.

    Methods raise `NoSuchTournament`, and for players without the right `StaffOnly`.
    """

    def __init__(self, tournaments: TournamentReader, guests: Guests) -> None:
        """Takes the tournaments and the guests of all of them."""
        self._tournaments = tournaments
        self._guests = guests

    def may_act(self, identity: Identity) -> Message | None:
        """Returns why the token of a guest cannot be used now, or `None` if it can."""
        if identity.guest_of is None or identity.made_by is None:
            return message("the account was claimed")
        try:
            check_may_act(self._tournaments.at(identity.guest_of).tournament, identity.made_by)
        except Refusal as refusal:
            return refusal.detail
        return None

    def make_token(
        self, tournament_id: str, entrant: EntrantId, player: PlayerId, name: str, by: PlayerId
    ) -> tuple[Token, str]:
        """Creates a token for a guest of an entrant. Returns it with its secret.

        Raises:
            StaffPlays: the member of staff plays in the tournament.
            TournamentOver: the tournament is over.
            NoSuchEntrant, EntrantOut, NotOfEntrant: the player is not a member of such an entrant.
            NotAGuest: the player is not a guest, or no longer.
        """
        tournament = self._tournaments.at(tournament_id).tournament
        check_may_act(tournament, by)
        check_is_of(active_entry(tournament, entrant), player)
        return self._guests.make_token(tournament_id, player, name, by)

    def tokens(self, tournament_id: str, entrant: EntrantId, by: PlayerId, after: str, limit: int) -> list[GuestToken]:
        """Returns a page of the tokens for guests of an entrant, oldest first, after the id `after`."""
        entry = guest_entry(self._tournaments.at(tournament_id).tournament, by, entrant)
        return self._guests.tokens(tournament_id, entry.players, after, limit)

    def revoke(self, tournament_id: str, entrant: EntrantId, by: PlayerId, token_id: str) -> None:
        """Revokes a token for a guest of an entrant. Raises `NoSuchToken`."""
        entry = guest_entry(self._tournaments.at(tournament_id).tournament, by, entrant)
        self._guests.revoke(tournament_id, entry.players, token_id)

    def new_claim_code(self, tournament_id: str, entrant: EntrantId, player: PlayerId, by: PlayerId) -> NewGuest:
        """Gives a guest of an entrant a new claim code. Raises `NotOfEntrant`, `NotAGuest`."""
        check_is_of(guest_entry(self._tournaments.at(tournament_id).tournament, by, entrant), player)
        return self._guests.renew(tournament_id, player)
