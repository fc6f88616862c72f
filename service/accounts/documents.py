"""Players and tokens as JSON."""

from collections.abc import Mapping

from domain.kernel.players import PlayerId
from domain.ratings.reliability import PlayerRecord
from service.accounts.document_types import CurrentToken, NewToken, SignedUp
from service.accounts.document_types import Player as PlayerDocument
from service.accounts.document_types import Reliability as ReliabilityDocument
from service.accounts.document_types import Token as TokenDocument
from service.accounts.handlers import Identity, Player, Token
from service.accounts.reliability.handlers import Reliability
from service.platform.documents import timestamp


def signed_up(made: Player, token: Token, secret: str, reliability: Reliability) -> SignedUp:
    """Returns a new player and their first token. The secret of the token is shown only here."""
    return {
        "id": made.id,
        "created_at": timestamp(made.created_at),
        "player": player_document(made, reliability),
        "token": new_token_document(made.id, token, secret),
    }


def new_token_document(player: PlayerId, token: Token, secret: str) -> NewToken:
    """Returns a new token with its secret and its player."""
    return {
        **token_document(token),
        "revoked_at": None,
        "last_used_at": None,
        "client": None,
        "kind": "personal",
        "player": player,
        "secret": secret,
    }


def identity_document(of: Identity, quotas: Mapping[str, tuple[int, int]], streams: int) -> CurrentToken:
    """Returns a token as its holder sees it: whose it is, and what it allows until when.

    Args:
        of: the token and its player.
        quotas: the rate limits that count this player: the requests and the seconds of each window.
        streams: the number of streams that the player may have in one process.
    """
    return {
        "id": of.token_id,
        "player": {"id": of.player, "name": of.name, "kind": of.kind},
        "scopes": sorted(of.scopes),
        "expires_at": timestamp(of.expires_at) if of.expires_at else None,
        "client": of.client,
        "sandbox": of.sandbox,
        "limits": {
            "requests": {name: {"quota": quota, "window_s": window_s} for name, (quota, window_s) in quotas.items()},
            "streams": streams,
        },
    }


def player_document(who: Player, reliability: Reliability) -> PlayerDocument:
    """Returns the public document of a player."""
    return {
        "id": who.id,
        "name": who.name,
        "kind": who.kind,
        "created_at": timestamp(who.created_at),
        "closed": who.closed_at is not None,
        "reliability": None if who.kind == "house" or who.closed_at else record_document(reliability.of(who.id)),
    }


def token_document(token: Token) -> TokenDocument:
    """Returns a token as its player sees it, without its secret."""
    return {
        "id": token.id,
        "name": token.name,
        "scopes": list(token.scopes),
        "created_at": timestamp(token.created_at),
        "expires_at": timestamp(token.expires_at) if token.expires_at else None,
        "revoked_at": timestamp(token.revoked_at) if token.revoked_at else None,
        "last_used_at": timestamp(token.last_used_at) if token.last_used_at else None,
        "client": token.client,
        "kind": "browser" if token.is_browser else "client" if token.client else "personal",
    }


def record_document(record: PlayerRecord) -> ReliabilityDocument:
    """Returns the public record of a player."""
    return {
        "score": record.score,
        "turns": record.turns,
        "in_time": record.in_time,
        "hands_begun": record.hands_begun,
        "hands_finished": record.hands_finished,
        "provisional": record.is_provisional,
        "seconds_a_turn": record.pace_s,
    }
