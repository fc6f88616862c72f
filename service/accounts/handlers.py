"""Players and their tokens. A token is shown once and stored as a hash. Its prefix shows that it is a token."""

import hashlib
import threading
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cachetools import TTLCache

from domain.kernel.messages import Message, message
from domain.kernel.players import PlayerId, bot_of, house_player
from service.accounts.names.handlers import Names
from service.platform.languages import still_offered
from service.platform.sources import Randomness
from service.platform.store.database import Database

if TYPE_CHECKING:
    # The worker for webhooks imports accounts, but nothing of the games.
    from service.platform.store.checkpoints import Run

TOKEN_PREFIX = "sj_"  # noqa: S105 - the prefix of tokens, not a secret
PlayerKind = Literal["human", "bot", "house"]

SCOPES: dict[str, Message] = {
    "account:read": message("read your account, its tokens, and all data stored about you"),
    "account:write": message("change your account"),
    "table:read": message("see tables, their events and your turns"),
    "table:create": message("open tables"),
    "table:play": message("sit down and play"),
    "tournament:write": message("take part in tournaments"),
    "tournament:manage": message("create and run tournaments"),
    "webhook:manage": message("manage the webhooks that receive the events of your account"),
}
MODERATION = "moderation"
GIVEN_BY_OPERATOR: dict[str, Message] = {MODERATION: message("moderate, as the operator of this server allows you")}
"""Scopes that only the operator gives. Players cannot give them to their own tokens or to clients."""
GUEST = "guest:play"
GIVEN_BY_STAFF: dict[str, Message] = {
    GUEST: message("play for a guest at the tables of one tournament, and see that tournament")
}
"""The scope of tokens with which staff act for guests of a tournament. These tokens have no other."""


class NoSuchPlayer(Exception):
    """No player has this id (the argument)."""


class CannotBeChallenged(Exception):
    """The asking player cannot challenge this id (the argument). The reason stays hidden."""


class AccountClosed(Exception):
    """The asking account was closed. Another process may still cache its token."""


class HouseStays(Exception):
    """The player is a house bot. It keeps its account and its name."""


class NoSuchToken(Exception):
    """The player has no token with this id (the argument)."""


class NotYours(Exception):
    """A token can create tokens with at most its own scopes. The argument lists the scopes that exceed them."""


class Identity(NamedTuple):
    """The player who sends a request, and what the token allows.

    Attributes:
        client: the OAuth client that holds the token, or `None`.
        sandbox: the sandbox of the player, or `None`.
        guest_of: the tournament whose guest the player is, or `None`.
        made_by: the member of staff who made the token of a guest, or `None`.
        language: the language that the player has chosen, or `None`.
    """

    player: PlayerId
    name: str
    kind: PlayerKind
    token_id: str
    scopes: frozenset[str]
    expires_at: datetime | None
    client: str | None
    sandbox: str | None
    guest_of: str | None = None
    made_by: PlayerId | None = None
    language: str | None = None


NOBODY = Identity(PlayerId(""), "", "human", "", frozenset({"table:read"}), None, None, None)
"""Readers without a token. No player has this id, so they see what players without a seat see."""


class Player(NamedTuple):
    """The public data of a player. Closed accounts have no name."""

    id: PlayerId
    name: str | None
    kind: PlayerKind
    created_at: datetime
    closed_at: datetime | None


class Token(NamedTuple):
    """A token in the list of its owner.

    Attributes:
        last_used_at: the hour of the last use.
        client: the OAuth client of the token, or `None`.
        is_browser: whether a browser keeps it in a cookie.
    """

    id: str
    name: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None
    client: str | None
    is_browser: bool = False


def new_secret(randomness: Randomness, prefix: str = TOKEN_PREFIX) -> str:
    """Returns a secret of 256 random bits, with a prefix that tells its purpose."""
    return prefix + randomness.token_urlsafe(32)


def hash_of(token: str) -> bytes:
    """Returns the stored hash of a token. With 256 random bits, a plain hash cannot be searched."""
    return hashlib.sha256(token.encode()).digest()


def token_row(
    player: PlayerId, name: str, secret: str, scopes: list[str], lives_s: int | None, grant: str | None = None
) -> dict[str, Any]:
    """Returns the database row of a new token, without its id."""
    return {
        "player_id": player,
        "name": name,
        "hash": hash_of(secret),
        "scopes": scopes,
        "expires_at": datetime.now(UTC) + timedelta(seconds=lives_s) if lives_s else None,
        "grant_id": grant,
    }


def readable_name(bot: PlayerId) -> str:
    """Returns the name of a numbered house bot, such as `Steady 3` for `ply_house_steady_3`."""
    return f"{bot_of(bot)} {bot.rpartition('_')[2]}".replace("_", " ").capitalize()


class Accounts:
    """The accounts."""

    def __init__(self, database: Database, cache_s: float, randomness: Randomness) -> None:
        """Caches the owners of tokens for `cache_s` seconds.

        Until then, a process may not notice revocations by others.
        """
        self._database = database
        self._randomness = randomness
        self.known_names = Names(database)
        self._known: TTLCache[bytes, Identity] = TTLCache(10_000, cache_s)
        self._lock = threading.Lock()
        self._forgotten = 0

    def sign_up(self, name: str, kind: PlayerKind, sandbox: str | None = None) -> tuple[Player, Token, str]:
        """Creates a player, in a sandbox if one is given.

        Returns the player, a token with all scopes, and its secret.
        """
        player = PlayerId(self._randomness.new_id("ply"))
        [(created_at,)] = self._database.run(
            "add_player", {"id": player, "name": name, "kind": kind, "sandbox": sandbox}
        )
        token, secret = self.make_token(player, "first token", sorted(SCOPES), None)
        return Player(player, name, kind, created_at, None), token, secret

    def make_token(self, player: PlayerId, name: str, scopes: list[str], lives_s: int | None) -> tuple[Token, str]:
        """Creates a token. Returns it with its secret, which is not stored. Raises `AccountClosed`."""
        secret = new_secret(self._randomness)
        row = {"id": self._randomness.new_id("tok"), **token_row(player, name, secret, scopes, lives_s)}
        made = self._database.run("add_token", row)
        if not made:
            raise AccountClosed(player)
        return Token(row["id"], name, scopes, made[0][0], row["expires_at"], None, None, None), secret

    def make_further_token(
        self, identity: Identity, name: str, scopes: list[str], lives_s: int | None
    ) -> tuple[Token, str]:
        """Creates another token for the asking player.

        It expires no later than the token of the request. Raises `NotYours`.
        """
        more = sorted(set(scopes) - identity.scopes)
        if more:
            raise NotYours(more)
        if identity.expires_at:
            left_s = max(1, int((identity.expires_at - datetime.now(UTC)).total_seconds()))
            lives_s = min(lives_s or left_s, left_s)
        return self.make_token(identity.player, name, scopes, lives_s)

    def tokens(self, player: PlayerId, after: str, limit: int) -> list[Token]:
        """Returns a page of a player's tokens, oldest first, after the id `after`."""
        rows = self._database.read("tokens", {"player_id": player, "after": after, "limit": limit})
        return [Token(*row) for row in rows]

    def token(self, player: PlayerId, token_id: str) -> Token:
        """Returns a token of a player. Raises `NoSuchToken` if the player has no such token."""
        rows = self._database.read("token_of_player", {"player_id": player, "id": token_id})
        if not rows:
            raise NoSuchToken(token_id)
        return Token(*rows[0])

    def revoke(self, player: PlayerId, token_id: str) -> None:
        """Revokes a token. If it belongs to a client, this ends the whole grant.

        Raises:
            NoSuchToken: the player has no such token.
        """
        rows = self._database.run("revoke_token", {"id": token_id, "player_id": player})
        if not rows:
            raise NoSuchToken(token_id)
        self.forget_hashes(bytes(each) for (each,) in rows)

    def identify(self, token: str) -> Identity | None:
        """Returns the owner and scopes of a token, or `None` if it is not valid."""
        return self.identify_hash(hash_of(token))

    def identify_hash(self, key: bytes) -> Identity | None:
        """Returns the owner and scopes of the token with this hash, or `None` if it is not valid."""
        with self._lock:
            known = self._known.get(key)
        if known is None:
            known = self._look_up(key)
        if known is None or (known.expires_at and known.expires_at <= datetime.now(UTC)):
            return None
        return known

    def forget(self) -> None:
        """Drops all tokens and names from the caches."""
        self.known_names.forget()
        with self._lock:
            self._forgotten += 1
            self._known.clear()

    def forget_hashes(self, hashes: Iterable[bytes]) -> None:
        """Drops the tokens with these hashes from the cache."""
        with self._lock:
            self._forgotten += 1
            for each in hashes:
                self._known.pop(each, None)

    def _look_up(self, key: bytes) -> Identity | None:
        forgotten = self._forgotten
        rows: list[tuple[Any, ...]] = self._database.read("token", {"hash": key})
        if not rows:
            return None
        token_id, player, scopes, expires_at, name, kind, *others, language, is_to_be_noted = rows[0]
        if is_to_be_noted:
            self._database.run("note_use", {"hash": key})
        identity = Identity(
            *(player, name, kind, token_id, frozenset(scopes), expires_at, *others, still_offered(language))
        )
        with self._lock:
            # Do not cache the result if tokens were dropped during the read: it may be out of date.
            if self._forgotten == forgotten:
                self._known[key] = identity
        return identity

    def choose_language(self, player: PlayerId, language: str | None) -> None:
        """Sets the language in which a player reads texts; `None`: each request says it. Raises `AccountClosed`.

        Other processes notice it when they next read the token.
        """
        rows = self._database.run("choose_language", {"player_id": player, "language": language})
        if not rows:
            raise AccountClosed(player)
        self.forget_hashes(bytes(each) for each in rows[0][0])

    def rename(self, player: PlayerId, name: str) -> None:
        """Sets the name that others see. No event has names, so none has to change.

        Other processes show it when they next read the name.

        Raises:
            HouseStays: the player is a house bot.
            AccountClosed: the account was closed meanwhile.
        """
        rows = self._database.run("rename_player", {"player_id": player, "name": name})
        if not rows:
            raise HouseStays if self.player(player).kind == "house" else AccountClosed(player)
        self.known_names.forget_player(player)
        self.forget_hashes(bytes(each) for each in rows[0][0])

    def language_of(self, player_id: str) -> str | None:
        """Returns the language that a player has chosen, or `None`."""
        rows = self._database.read("player_language", {"id": player_id})
        return still_offered(rows[0][0]) if rows else None

    def player(self, player_id: str) -> Player:
        """Returns a player. Raises `NoSuchPlayer`."""
        rows = self._database.read("players", {"ids": [player_id]})
        if not rows:
            raise NoSuchPlayer(player_id)
        return Player(*rows[0])

    def names(self, players: Iterable[PlayerId]) -> dict[PlayerId, str]:
        """Returns the names of these players, by id. Closed accounts are left out."""
        rows = self._database.read("players", {"ids": list(players)})
        return {player.id: player.name for player in (Player(*row) for row in rows) if player.name is not None}

    def check_can_be_challenged(
        self, players: Collection[PlayerId], by: PlayerId, tournament: str | None = None
    ) -> None:
        """Checks that players can be challenged by another.

        Raises:
            CannotBeChallenged: one of them cannot. The error names the first, and does not say why.
        """
        wrong = self.not_challengeable(players, by, tournament)
        for player in players:
            if player in wrong:
                raise CannotBeChallenged(player)

    def not_challengeable(
        self, players: Collection[PlayerId], by: PlayerId, tournament: str | None = None
    ) -> set[PlayerId]:
        """Returns the players whom another cannot challenge, with the same statements for one and for many.

        These are house bots, players who do not exist in the same sandbox or have closed their accounts, players who
        block the other, and guests, except those of the given tournament.
        """
        if not players:
            return set()
        known = self.known_names.look_up(tuple(players), self.sandbox_of(by))
        blocks = set(self._database.read("blocked_pairs", {"players": [*players, by]}))
        possible = {
            player
            for player, each in known.items()
            if each.name is not None and each.kind != "house" and each.guest_of in (None, tournament)
        }
        return {player for player in players if player not in possible or (player, by) in blocks}

    def blocks(self, player: str, other: str) -> bool:
        """Returns whether a player blocks another."""
        rows = self._database.read("blocked_pairs", {"players": [player, other]})
        return (player, other) in rows

    def closed_among(self, players: Iterable[PlayerId]) -> tuple[PlayerId, ...]:
        """Returns those of these players whose accounts are closed."""
        return tuple(PlayerId(each) for (each,) in self._database.read("closed_players", {"ids": list(players)}))

    def sandbox_of(self, player_id: str) -> str | None:
        """Returns the sandbox of a player; `None` if the player is outside all sandboxes or does not exist."""
        rows = self._database.read("player_sandbox", {"id": player_id})
        return rows[0][0] if rows else None

    def keep_house_players(self, bots: Iterable[str]) -> None:
        """Creates the players of house bots that do not exist yet."""
        for bot in bots:
            self._database.run("keep_house_player", {"id": house_player(bot), "name": bot})

    def keep_numbered_bots(self, run: "Run", bots: Iterable[PlayerId]) -> None:
        """Creates the players of numbered house bots that do not exist yet, in a transaction."""
        for each in bots:
            run("keep_house_player", {"id": each, "name": readable_name(each)})
