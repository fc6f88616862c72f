"""Guests of tournaments as JSON."""

from service.accounts.guests import handlers
from service.platform.documents import timestamp
from service.tournaments.guests.document_types import GuestToken, NewGuest


def new_guest_document(guest: handlers.NewGuest) -> NewGuest:
    """Returns a guest with a new claim code, which is shown only here."""
    return {"player": guest.player, "name": guest.name, "claim_code": guest.code}


def guest_token_document(of: handlers.GuestToken) -> GuestToken:
    """Returns a token for a guest as staff see it, without its secret."""
    token = of.token
    return {
        "id": token.id,
        "name": token.name,
        "player": of.player,
        "made_by": of.made_by,
        "created_at": timestamp(token.created_at),
        "revoked_at": timestamp(token.revoked_at) if token.revoked_at else None,
        "last_used_at": timestamp(token.last_used_at) if token.last_used_at else None,
    }
