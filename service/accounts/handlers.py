"""Players and their tokens. A token is shown once; only its hash is kept, and it can be told by its prefix."""

import hashlib
import threading
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NamedTuple

from cachetools import TTLCache

from domain.kernel.players import PlayerId
from service.platform.sources import Randomness
from service.platform.store.database import Database

TOKEN_PREFIX = "sj_"  # noqa: S105 - a mark by which a lost token can be told, no secret
PlayerKind = Literal["human", "bot", "house"]

SCOPES: dict[str, str] = {
    "account:read": "read your account, its tokens, and all that is kept about you",
    "account:write": "change your account",
    "table:read": "see tables, their events and your turns",
    "table:create": "open tables",
    "table:play": "sit down and play",
    "tournament:write": "take part in tournaments",
    "tournament:manage": "create tournaments, and run them",
    "webhook:manage": "have the events of your account sent to addresses of yours",
}
MODERATION = "moderation"
GIVEN_BY_OPERATOR: dict[str, str] = {MODERATION: "deal with reports, as the operator of this server lets you"}
"""Scopes that nobody gives to tokens of their own, nor to clients."""


class NoSuchPlayer(Exception):
    """There is no player of this id; its argument is the id."""


class CannotBeChallenged(Exception):
    """The asking player cannot challenge this id, the argument. The reason stays hidden."""


class AccountClosed(Exception):
    """The account that asks was closed meanwhile, which another process may not have noticed yet."""


class NoSuchToken(Exception):
    """The player has no token of this id; its argument is the id."""


class NotYours(Exception):
    """A token gives at most the scopes of the token it is made with; its argument are those that it may not give."""


class Identity(NamedTuple):
    """Who a request comes from, and what its token allows.

    Attributes:
        client: the OAuth client that holds the token, if one does.
        sandbox: the sandbox in which the player lives, if they live in one.
    """

    player: PlayerId
    name: str
    kind: PlayerKind
    token_id: str
    scopes: frozenset[str]
    expires_at: datetime | None
    client: str | None
    sandbox: str | None


class Player(NamedTuple):
    """A player as everybody may see it; one whose account is closed has no name any more."""

    id: PlayerId
    name: str | None
    kind: PlayerKind
    created_at: datetime
    closed_at: datetime | None


class Token(NamedTuple):
    """A token as its owner may see it again.

    Attributes:
        last_used_at: in which hour it was used last.
        client: the OAuth client that it was made for, if it was.
    """

    id: str
    name: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None
    client: str | None


def new_secret(randomness: Randomness, prefix: str = TOKEN_PREFIX) -> str:
    """256 random bits, with a mark in front by which it can be told what they are for."""
    return prefix + randomness.token_urlsafe(32)


def hash_of(token: str) -> bytes:
    """What is kept of a token. It has 256 random bits, so a plain hash cannot be searched."""
    return hashlib.sha256(token.encode()).digest()


def token_row(
    player: PlayerId, name: str, secret: str, scopes: list[str], lives_s: int | None, grant: str | None = None
) -> dict[str, Any]:
    """A new token as it is stored, without its id."""
    return {
        "player_id": player,
        "name": name,
        "hash": hash_of(secret),
        "scopes": scopes,
        "expires_at": datetime.now(UTC) + timedelta(seconds=lives_s) if lives_s else None,
        "grant_id": grant,
    }


def house_player(bot: str) -> PlayerId:
    """The player as which a bot of the house sits at tables."""
    return PlayerId(f"ply_house_{bot}")


def is_house_player(player: str) -> bool:
    """Whether it is the player as which a bot of the house sits at tables."""
    return player.startswith("ply_house_")


class Accounts:
    """The accounts."""

    def __init__(self, database: Database, cache_s: float, randomness: Randomness) -> None:
        """Keeps who a token belongs to for `cache_s` seconds, during which a revocation elsewhere is not noticed."""
        self._database = database
        self._randomness = randomness
        self._known: TTLCache[bytes, Identity] = TTLCache(10_000, cache_s)
        self._lock = threading.Lock()
        self._forgotten = 0

    def sign_up(self, name: str, kind: PlayerKind, sandbox: str | None = None) -> tuple[Player, Token, str]:
        """Makes a player, in that sandbox if any, with a first token of all scopes; returns the token itself too."""
        player = PlayerId(self._randomness.new_id("ply"))
        [(created_at,)] = self._database.run("add_player", {"id": player, "name": name, "kind": kind, "world": sandbox})
        token, secret = self.make_token(player, "first token", sorted(SCOPES), None)
        return Player(player, name, kind, created_at, None), token, secret

    def make_token(self, player: PlayerId, name: str, scopes: list[str], lives_s: int | None) -> tuple[Token, str]:
        """Makes a token and returns it with its secret, which is not kept. Raises `AccountClosed`."""
        secret = new_secret(self._randomness)
        row = {"id": self._randomness.new_id("tok"), **token_row(player, name, secret, scopes, lives_s)}
        made = self._database.run("add_token", row)
        if not made:
            raise AccountClosed(player)
        return Token(row["id"], name, scopes, made[0][0], row["expires_at"], None, None, None), secret

    def make_further_token(
        self, identity: Identity, name: str, scopes: list[str], lives_s: int | None
    ) -> tuple[Token, str]:
        """Makes another token for the asking player.

        It ends no later than the token of the request. Raises `NotYours`.
        """
        more = sorted(set(scopes) - identity.scopes)
        if more:
            raise NotYours(more)
        if identity.expires_at:
            left_s = max(1, int((identity.expires_at - datetime.now(UTC)).total_seconds()))
            lives_s = min(lives_s or left_s, left_s)
        return self.make_token(identity.player, name, scopes, lives_s)

    def tokens(self, player: PlayerId, after: str, limit: int) -> list[Token]:
        """Tokens of a player, the oldest first, from behind the one of id `after`."""
        rows = self._database.read("tokens", {"player_id": player, "after": after, "limit": limit})
        return [Token(*row) for row in rows]

    def revoke(self, player: PlayerId, token_id: str) -> None:
        """Makes a token invalid, and with a client's token all that the client was given with it.

        Raises:
            NoSuchToken: the player has no such token.
        """
        rows = self._database.run("revoke_token", {"id": token_id, "player_id": player})
        if not rows:
            raise NoSuchToken(token_id)
        self.forget_hashes(bytes(each) for (each,) in rows)

    def identify(self, token: str) -> Identity | None:
        """Who a token belongs to; none when it is not valid."""
        key = hash_of(token)
        with self._lock:
            known = self._known.get(key)
        if known is None:
            known = self._look_up(key)
        if known is None or (known.expires_at and known.expires_at <= datetime.now(UTC)):
            return None
        return known

    def forget(self) -> None:
        """Forgets all tokens that were looked up, so that they are looked up anew."""
        with self._lock:
            self._forgotten += 1
            self._known.clear()

    def forget_hashes(self, hashes: Iterable[bytes]) -> None:
        """Forgets the tokens of these hashes, so that they are looked up anew."""
        with self._lock:
            self._forgotten += 1
            for each in hashes:
                self._known.pop(each, None)

    def _look_up(self, key: bytes) -> Identity | None:
        forgotten = self._forgotten
        rows: list[tuple[Any, ...]] = self._database.read("token", {"hash": key})
        if not rows:
            return None
        token_id, player, scopes, expires_at, name, kind, client, sandbox, is_to_be_noted = rows[0]
        if is_to_be_noted:
            self._database.run("note_use", {"hash": key})
        identity = Identity(player, name, kind, token_id, frozenset(scopes), expires_at, client, sandbox)
        with self._lock:
            # What was read before something was forgotten may be just that.
            if self._forgotten == forgotten:
                self._known[key] = identity
        return identity

    def player(self, player_id: str) -> Player:
        """A player. Raises `NoSuchPlayer`."""
        rows = self._database.read("players", {"ids": [player_id]})
        if not rows:
            raise NoSuchPlayer(player_id)
        return Player(*rows[0])

    def names(self, players: Iterable[PlayerId]) -> dict[PlayerId, str]:
        """What these players are called; without those who have no name any more."""
        rows = self._database.read("players", {"ids": list(players)})
        return {player.id: player.name for player in (Player(*row) for row in rows) if player.name is not None}

    def check_can_be_challenged(self, player_id: str, by: PlayerId) -> None:
        """Whether somebody can challenge such a player.

        Raises:
            CannotBeChallenged: there is none in the world of the one who asks, it is a bot of the house, or it is one
                who blocks them; which of these it is, is not told.
        """
        rows = self._database.read("players", {"ids": [player_id]})
        if (
            not rows
            or self.sandbox_of(player_id) != self.sandbox_of(by)
            or Player(*rows[0]).kind == "house"
            or Player(*rows[0]).closed_at
            or self.blocks(player_id, by)
        ):
            raise CannotBeChallenged(player_id)

    def blocks(self, player: str, other: str) -> bool:
        """Whether a player blocks another."""
        rows = self._database.read("blocked_pairs", {"players": [player, other]})
        return (player, other) in rows

    def sandbox_of(self, player_id: str) -> str | None:
        """The sandbox in which a player lives; none for everybody else, and for players that there are not."""
        rows = self._database.read("player_sandbox", {"id": player_id})
        return rows[0][0] if rows else None

    def keep_house_players(self, bots: list[str]) -> None:
        """Makes the players of the bots of the house, where they are missing."""
        for bot in bots:
            self._database.run("keep_house_player", {"id": house_player(bot), "name": bot})
