"""OAuth 2: clients, grants, and codes that clients exchange for tokens.

Authlib implements the protocol (service/accounts/oauth/protocol.py); this module stores its data. Clients are public:
users can read their code, so they have no secret. PKCE or the device code protects the exchange instead.

A code or refresh token can be used once. If one is used again, it may have been stolen, and the server cannot tell who
the thief is. It therefore revokes the whole grant (RFC 6749, 4.1.2; RFC 9700, 4.14).
"""

import hashlib
import re
from datetime import datetime
from typing import Any, NamedTuple

from domain.kernel.players import PlayerId
from service.accounts.handlers import AccountClosed, Accounts, hash_of, token_row
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database

ACCESS_LIFE_S = 30 * 24 * 3600
REFRESH_LIFE_S = 180 * 24 * 3600
"""Seconds without a refresh after which the player must authorise the client again. Each refresh restarts them."""
CODE_LIFE_S = 60
DEVICE_LIFE_S = 15 * 60
POLL_EVERY_S = 5
LONGER_S = 5
"""Seconds by which the polling interval of a device grows each time it polls too soon (RFC 8628, 3.5)."""
REFRESH_PREFIX = "sjr_"
CODE_PREFIX = "sjc_"
DEVICE_PREFIX = "sjd_"
USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters of Authlib's user codes (RFC 8628, 6.1). Eight of them have 34 bits, and a code lasts 15 minutes."""

_PATH = r"[A-Za-z0-9._~!$&'()*+,=:@%/-]"
REDIRECT_URI = (
    rf"^(https://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{{1,5}})?(/{_PATH}*)?"
    rf"|http://(127\.0\.0\.1|\[::1\]|localhost)(:[0-9]{{1,5}})?(/{_PATH}*)?"
    rf"|[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/{{1,2}}[A-Za-z0-9._~-]{_PATH}*)$"
)
"""Allowed redirect URIs: `https`, a loopback address, or a private scheme of an installed program (RFC 8252, 7). They
have no query and no fragment, so only the server adds parameters.
"""
_LOOPBACK = re.compile(r"(http://(?:127\.0\.0\.1|\[::1\]|localhost))(?::[0-9]{1,5})?(/.*)?")


class NoSuchClient(Exception):
    """The player has no client with this id (the argument)."""


class Spent(Exception):
    """A code or refresh token is used, expired or revoked."""


class Client(NamedTuple):
    """A program that players can authorise."""

    id: str
    name: str
    redirect_uris: list[str]
    created_at: datetime

    def may_redirect_to(self, uri: str) -> bool:
        """Returns whether codes may be sent to this URI.

        It must be registered; on a loopback address the port may differ (RFC 8252).
        """
        if uri in self.redirect_uris:
            return True
        asked = _without_port(uri)
        return asked is not None and asked in [_without_port(each) for each in self.redirect_uris]


class Code(NamedTuple):
    """An authorization code that has not been exchanged yet."""

    hash: bytes
    player: PlayerId
    redirect_uri: str
    challenge: str
    scopes: list[str]


class Device(NamedTuple):
    """A device that waits for authorisation. `allowed` is `None` until its player has decided."""

    hash: bytes
    player: PlayerId | None
    allowed: bool | None
    scopes: list[str]
    is_over: bool


class Refresh(NamedTuple):
    """A refresh token that has not been used yet."""

    hash: bytes
    grant: str
    client: str
    player: PlayerId
    scopes: list[str]


class StoredToken(NamedTuple):
    """An access or refresh token, for introspection. `client` is `None` for a token that a player created."""

    kind: str
    player: PlayerId
    scopes: list[str]
    created_at: datetime | None
    expires_at: datetime | None
    grant: str | None
    client: str | None
    is_over: bool


class IssuedTokens(NamedTuple):
    """The tokens for a client: an access token with these scopes, and a refresh token."""

    access: str
    refresh: str
    scopes: list[str]


class Grants:
    """Clients and their grants."""

    def __init__(self, database: Database, accounts: Accounts, randomness: Randomness) -> None:
        self._database = database
        self._randomness = randomness
        self._accounts = accounts

    # ------------------------------------------------------------------------------------------ clients

    def register(self, player: PlayerId, name: str, redirect_uris: list[str]) -> Client:
        """Registers a client of a player. Raises `AccountClosed`."""
        client_id = self._randomness.new_id("cli")
        rows = self._database.run(
            "add_client", {"id": client_id, "player_id": player, "name": name, "redirect_uris": redirect_uris}
        )
        if not rows:
            raise AccountClosed(player)
        return Client(client_id, name, redirect_uris, rows[0][0])

    def client(self, client_id: str) -> Client | None:
        """Returns the client with this id, or `None`."""
        rows = self._database.read("client", {"id": client_id})
        return Client(*rows[0]) if rows else None

    def client_of(self, player: PlayerId, client_id: str) -> Client:
        """Returns a client that the player has registered. Raises `NoSuchClient`."""
        rows = self._database.read("client_of_player", {"id": client_id, "player_id": player})
        if not rows:
            raise NoSuchClient(client_id)
        return Client(*rows[0])

    def clients(self, player: PlayerId, after: str, limit: int) -> list[Client]:
        """Returns a page of the clients that a player has registered, oldest first, after the id `after`."""
        rows = self._database.read("clients", {"player_id": player, "after": after, "limit": limit})
        return [Client(*row) for row in rows]

    def drop_client(self, player: PlayerId, client_id: str) -> None:
        """Deletes a client and all its grants. Raises `NoSuchClient`."""
        if not self._database.run("drop_client", {"id": client_id, "player_id": player}):
            raise NoSuchClient(client_id)
        self._accounts.forget()

    # ------------------------------------------------------------------------------------------ codes

    def add_code(self, client: Client, code: Code) -> None:
        """Stores a code that a player has granted. Raises `Spent` if the client or the account no longer exists."""
        self._database.run("sweep_oauth")
        made = self._database.run(
            "add_code",
            {
                "hash": code.hash,
                "client_id": client.id,
                "player_id": code.player,
                "redirect_uri": code.redirect_uri,
                "challenge": code.challenge,
                "scopes": code.scopes,
                "lives_s": CODE_LIFE_S,
            },
        )
        if not made:
            raise Spent

    def code(self, secret: str, client: str) -> Code | None:
        """Returns the code if it belongs to this client and is valid. If it was used before, its grant ends."""
        rows = self._database.run("code", {"hash": hash_of(secret), "client_id": client})
        if not rows:
            return None
        player, redirect_uri, challenge, scopes, grant, is_over = rows[0]
        if grant is not None:
            self.end(grant)
            return None
        return None if is_over else Code(hash_of(secret), player, redirect_uri, challenge, scopes)

    def exchange_code(self, code: Code, client: Client, given: IssuedTokens) -> None:
        """Exchanges a code for tokens. Raises `Spent` if it was used, or if the client or account no longer exists."""
        self._begin("use_code", code.hash, code.player, client, given)

    # ------------------------------------------------------------------------------------------ devices

    def add_device(self, client: str, scopes: list[str], device_code: str, user_code: str) -> None:
        """Stores a device that waits for authorisation.

        Raises `Spent` if the client is gone or the codes are in use.
        """
        self._database.run("sweep_oauth")
        made = self._database.run(
            "add_device",
            {
                "hash": hash_of(device_code),
                "user_code": hash_of_user_code(user_code),
                "client_id": client,
                "scopes": scopes,
                "interval_s": POLL_EVERY_S,
                "lives_s": DEVICE_LIFE_S,
            },
        )
        if not made:
            raise Spent

    def waiting_device(self, user_code: str) -> tuple[str, list[str]] | None:
        """Returns the client's name and the scopes of a device that waits for a decision, or `None`."""
        rows = self._database.read("waiting_device", {"user_code": hash_of_user_code(user_code)})
        return (rows[0][0], rows[0][1]) if rows else None

    def decide_device(self, user_code: str, player: PlayerId | None) -> bool:
        """Authorises a device for the player, or denies it if `player` is `None`.

        Returns whether it was still waiting.
        """
        arguments = {
            "user_code": hash_of_user_code(user_code),
            "player_id": player,
            "allowed": player is not None,
        }
        return bool(self._database.run("decide_device", arguments))

    def device(self, secret: str, client: str) -> Device | None:
        """Returns the device with this code if it belongs to this client.

        If the code was used before, its grant ends.
        """
        rows = self._database.run("device", {"hash": hash_of(secret), "client_id": client})
        if not rows:
            return None
        player, allowed, scopes, grant, is_over = rows[0]
        if grant is not None:
            self.end(grant)
            return None
        return Device(hash_of(secret), player, allowed, scopes, is_over)

    def polls_too_soon(self, device: Device) -> bool:
        """Records a poll of the device. If it came too soon, lengthens the interval and returns true."""
        rows = self._database.run("poll_device", {"hash": device.hash, "longer_s": LONGER_S})
        return bool(rows and rows[0][0])

    def exchange_device(self, device: Device, client: Client, given: IssuedTokens) -> None:
        """Exchanges a device code for tokens. Raises `Spent` like `exchange_code`."""
        if device.player is None:
            raise Spent
        self._begin("use_device", device.hash, device.player, client, given)

    # ------------------------------------------------------------------------------------------ tokens

    def _begin(self, use: str, spent: bytes, player: PlayerId, client: Client, given: IssuedTokens) -> None:
        """Creates a grant with its first tokens and marks the code as used."""
        grant = self._randomness.new_id("grt")

        def begin(run: Run) -> None:
            granted = {"id": grant, "client_id": client.id, "player_id": player, "scopes": given.scopes}
            if not run("add_grant", granted) or not run(use, {"hash": spent, "grant_id": grant}):
                raise Spent
            self._add_tokens(run, grant, player, client, given)

        self._database.together(begin)

    def _add_tokens(self, run: Run, grant: str, player: PlayerId, client: Client, given: IssuedTokens) -> None:
        """Adds the tokens. The access token is named after the client, so that its player recognises it."""
        scopes = sorted(set(given.scopes))
        token = token_row(player, client.name, given.access, scopes, ACCESS_LIFE_S, grant)
        if not run("add_token", {"id": self._randomness.new_id("tok"), **token}):
            raise Spent
        run("add_refresh", {"hash": hash_of(given.refresh), "grant_id": grant, "lives_s": REFRESH_LIFE_S})

    def refresh(self, secret: str, client: str) -> Refresh | None:
        """Returns the refresh token if it belongs to this client and is valid.

        If it was used before, its grant ends.
        """
        rows = self._database.run("refresh", {"hash": hash_of(secret)})
        if not rows or rows[0][1] != client:
            return None
        grant, holder, player, scopes, was_used, is_over, _ = rows[0]
        if was_used:
            self.end(grant)
            return None
        return None if is_over else Refresh(hash_of(secret), grant, holder, player, scopes)

    def exchange_refresh(self, refresh: Refresh, client: Client, given: IssuedTokens) -> None:
        """Exchanges a refresh token for new tokens and revokes the old ones. Raises `Spent` like `exchange_code`."""

        def replace(run: Run) -> list[tuple[Any, ...]]:
            if not run("hold_grant", {"id": refresh.grant}) or not run("use_refresh", {"hash": refresh.hash}):
                raise Spent
            replaced = run("replace_tokens", {"grant_id": refresh.grant})
            self._add_tokens(run, refresh.grant, refresh.player, client, given)
            return replaced

        try:
            replaced = self._database.together(replace)
        except Spent:
            # Another request used the token at the same time. This is as suspicious as a later reuse.
            self.end(refresh.grant)
            raise
        self._accounts.forget_hashes(bytes(each) for (each,) in replaced)

    def stored_token(self, secret: str) -> StoredToken | None:
        """Returns the stored access or refresh token with this secret, also an expired one; `None` if there is none."""
        if secret.startswith(REFRESH_PREFIX):
            rows = self._database.read("refresh", {"hash": hash_of(secret)})
            if not rows:
                return None
            grant, client, player, scopes, was_used, is_over, expires_at = rows[0]
            return StoredToken("refresh_token", player, scopes, None, expires_at, grant, client, was_used or is_over)
        rows = self._database.read("token_by_hash", {"hash": hash_of(secret)})
        return StoredToken("access_token", *rows[0]) if rows else None

    def end(self, grant: str) -> None:
        """Ends a grant and revokes its tokens."""
        rows = self._database.run("revoke_grant", {"id": grant})
        self._accounts.forget_hashes(bytes(each) for (each,) in rows)


def hash_of_user_code(typed: str) -> bytes:
    """Returns the stored hash of a user code. Case, spaces and hyphens do not matter."""
    letters = "".join(each for each in typed.upper() if each in USER_CODE_LETTERS)
    return hashlib.sha256(letters.encode()).digest()


def _without_port(uri: str) -> str | None:
    """Returns a loopback redirect URI without its port; `None` for other URIs."""
    loopback = _LOOPBACK.fullmatch(uri)
    return f"{loopback[1]}{loopback[2] or ''}" if loopback else None
