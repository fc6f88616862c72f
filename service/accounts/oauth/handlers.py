"""What players allow to programs of others (OAuth 2): clients, grants, and the codes that are exchanged for tokens.

The protocol itself is Authlib's (service/accounts/oauth/protocol.py); here is what it keeps. Clients are public:
programs that run where anybody can look into them, so they have no secret, and PKCE or the device's code
stands in its place.
Codes and refresh tokens are used once. One that comes a second time may have been stolen, and since nobody can tell
which of the two was the thief, all that came of it ends (RFC 6749, 4.1.2; RFC 9700, 4.14).
"""

import hashlib
import re
from datetime import datetime
from typing import Any, NamedTuple

from domain.kernel.players import PlayerId
from service.accounts.handlers import AccountClosed, Accounts, hash_of, token_row
from service.platform.sources import Randomness
from service.platform.store.database import Database
from service.platform.store.subscription import Run

ACCESS_LIFE_S = 30 * 24 * 3600
REFRESH_LIFE_S = 180 * 24 * 3600
"""So long a client may be silent before its player has to allow it anew; every refresh begins this time anew."""
CODE_LIFE_S = 60
DEVICE_LIFE_S = 15 * 60
POLL_EVERY_S = 5
LONGER_S = 5
"""By so much the interval of a device grows each time it asks too soon (RFC 8628, 3.5)."""
REFRESH_PREFIX = "sjr_"
CODE_PREFIX = "sjc_"
DEVICE_PREFIX = "sjd_"
USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Those that Authlib makes codes of (RFC 8628, 6.1): eight of them are 34 bits, which live for a quarter of an hour."""

_PATH = r"[A-Za-z0-9._~!$&'()*+,=:@%/-]"
REDIRECT_URI = (
    rf"^(https://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{{1,5}})?(/{_PATH}*)?"
    rf"|http://(127\.0\.0\.1|\[::1\]|localhost)(:[0-9]{{1,5}})?(/{_PATH}*)?"
    rf"|[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/{{1,2}}[A-Za-z0-9._~-]{_PATH}*)$"
)
"""To where codes may be sent: by TLS, to a program on the same host, or to the one that owns a scheme (RFC 8252, 7).
There is neither query nor fragment in it, so that what the server adds is all there is.
"""
_LOOPBACK = re.compile(r"(http://(?:127\.0\.0\.1|\[::1\]|localhost))(?::[0-9]{1,5})?(/.*)?")


class NoSuchClient(Exception):
    """The player has no client of this id; its argument is the id."""


class Spent(Exception):
    """A code or refresh token does not give anything (any more)."""


class Client(NamedTuple):
    """A program that players may allow something."""

    id: str
    name: str
    redirect_uris: list[str]
    created_at: datetime

    def may_redirect_to(self, uri: str) -> bool:
        """Whether codes may be sent there: exactly this was registered, but for a port on the own host (RFC 8252)."""
        if uri in self.redirect_uris:
            return True
        asked = _without_port(uri)
        return asked is not None and asked in [_without_port(each) for each in self.redirect_uris]


class Code(NamedTuple):
    """An authorization code that has not been exchanged."""

    hash: bytes
    player: PlayerId
    redirect_uri: str
    challenge: str
    scopes: list[str]


class Device(NamedTuple):
    """A device that waits to be allowed; `allowed` is none until its player has decided."""

    hash: bytes
    player: PlayerId | None
    allowed: bool | None
    scopes: list[str]
    is_over: bool


class Refresh(NamedTuple):
    """A refresh token that has not been used."""

    hash: bytes
    grant: str
    client: str
    player: PlayerId
    scopes: list[str]


class StoredToken(NamedTuple):
    """An access or refresh token, as it can be asked about; without a client it is one that its player made."""

    kind: str
    player: PlayerId
    scopes: list[str]
    created_at: datetime | None
    expires_at: datetime | None
    grant: str | None
    client: str | None
    is_over: bool


class IssuedTokens(NamedTuple):
    """What a client gets: an access token for these scopes, and a refresh token for the next one."""

    access: str
    refresh: str
    scopes: list[str]


class Grants:
    """The clients and what they have been granted."""

    def __init__(self, database: Database, accounts: Accounts, randomness: Randomness) -> None:
        self._database = database
        self._randomness = randomness
        self._accounts = accounts

    # ------------------------------------------------------------------------------------------ clients

    def register(self, player: PlayerId, name: str, redirect_uris: list[str]) -> Client:
        """Makes a client of a player. Raises `AccountClosed`."""
        client_id = self._randomness.new_id("cli")
        rows = self._database.run(
            "add_client", {"id": client_id, "player_id": player, "name": name, "redirect_uris": redirect_uris}
        )
        if not rows:
            raise AccountClosed(player)
        return Client(client_id, name, redirect_uris, rows[0][0])

    def client(self, client_id: str) -> Client | None:
        """The client of that id, if there is one."""
        rows = self._database.read("client", {"id": client_id})
        return Client(*rows[0]) if rows else None

    def clients(self, player: PlayerId, after: str, limit: int) -> list[Client]:
        """Clients that a player has registered, the oldest first, from behind the one of id `after`."""
        rows = self._database.read("clients", {"player_id": player, "after": after, "limit": limit})
        return [Client(*row) for row in rows]

    def drop_client(self, player: PlayerId, client_id: str) -> None:
        """Takes a client away, with all that anybody has granted to it. Raises `NoSuchClient`."""
        if not self._database.run("drop_client", {"id": client_id, "player_id": player}):
            raise NoSuchClient(client_id)
        self._accounts.forget()

    # ------------------------------------------------------------------------------------------ codes

    def add_code(self, client: Client, code: Code) -> None:
        """Keeps a code for what a player has allowed a client. Raises `Spent` when one of the two is gone meanwhile."""
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
        """The code, if it was given to that client and is good still; what a used one has given ends."""
        rows = self._database.run("code", {"hash": hash_of(secret), "client_id": client})
        if not rows:
            return None
        player, redirect_uri, challenge, scopes, grant, is_over = rows[0]
        if grant is not None:
            self.end(grant)
            return None
        return None if is_over else Code(hash_of(secret), player, redirect_uri, challenge, scopes)

    def exchange_code(self, code: Code, client: Client, given: IssuedTokens) -> None:
        """Keeps what a client gets for a code. Raises `Spent`: it was used, or client or account are gone."""
        self._begin("use_code", code.hash, code.player, client, given)

    # ------------------------------------------------------------------------------------------ devices

    def add_device(self, client: str, scopes: list[str], device_code: str, user_code: str) -> None:
        """Lets a device wait for its player. Raises `Spent` when the client is gone, or the codes are taken."""
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
        """The client's name and the scopes of a device about which nobody has decided; none when there is none."""
        rows = self._database.read("waiting_device", {"user_code": hash_of_user_code(user_code)})
        return (rows[0][0], rows[0][1]) if rows else None

    def decide_device(self, user_code: str, player: PlayerId | None) -> bool:
        """Allows a device to act for the player, or none to nobody; whether it still waited for that."""
        arguments = {
            "user_code": hash_of_user_code(user_code),
            "player_id": player,
            "allowed": player is not None,
        }
        return bool(self._database.run("decide_device", arguments))

    def device(self, secret: str, client: str) -> Device | None:
        """The device of that code, if it is the client's; what a used code has given ends."""
        rows = self._database.run("device", {"hash": hash_of(secret), "client_id": client})
        if not rows:
            return None
        player, allowed, scopes, grant, is_over = rows[0]
        if grant is not None:
            self.end(grant)
            return None
        return Device(hash_of(secret), player, allowed, scopes, is_over)

    def polls_too_soon(self, device: Device) -> bool:
        """Notes that the device has asked; whether it should have waited longer, as it then has to from now on."""
        rows = self._database.run("poll_device", {"hash": device.hash, "longer_s": LONGER_S})
        return bool(rows and rows[0][0])

    def exchange_device(self, device: Device, client: Client, given: IssuedTokens) -> None:
        """Keeps what a device gets. Raises `Spent` as `exchange_code` does."""
        if device.player is None:
            raise Spent
        self._begin("use_device", device.hash, device.player, client, given)

    # ------------------------------------------------------------------------------------------ tokens

    def _begin(self, use: str, spent: bytes, player: PlayerId, client: Client, given: IssuedTokens) -> None:
        """A new grant, and the first tokens by it, for a code that is used with it."""
        grant = self._randomness.new_id("grt")

        def begin(run: Run) -> None:
            granted = {"id": grant, "client_id": client.id, "player_id": player, "scopes": given.scopes}
            if not run("add_grant", granted) or not run(use, {"hash": spent, "grant_id": grant}):
                raise Spent
            self._add_tokens(run, grant, player, client, given)

        self._database.together(begin)

    def _add_tokens(self, run: Run, grant: str, player: PlayerId, client: Client, given: IssuedTokens) -> None:
        """Adds the tokens; the access token has the client's name, so that its player knows it in the list."""
        scopes = sorted(set(given.scopes))
        token = token_row(player, client.name, given.access, scopes, ACCESS_LIFE_S, grant)
        if not run("add_token", {"id": self._randomness.new_id("tok"), **token}):
            raise Spent
        run("add_refresh", {"hash": hash_of(given.refresh), "grant_id": grant, "lives_s": REFRESH_LIFE_S})

    def refresh(self, secret: str, client: str) -> Refresh | None:
        """The refresh token, if it was given to that client and is good still; with a used one its grant ends."""
        rows = self._database.run("refresh", {"hash": hash_of(secret)})
        if not rows or rows[0][1] != client:
            return None
        grant, holder, player, scopes, was_used, is_over, _ = rows[0]
        if was_used:
            self.end(grant)
            return None
        return None if is_over else Refresh(hash_of(secret), grant, holder, player, scopes)

    def exchange_refresh(self, refresh: Refresh, client: Client, given: IssuedTokens) -> None:
        """Keeps what a client gets for a refresh token, in place of what it had. Raises `Spent` as `exchange_code`."""

        def replace(run: Run) -> list[tuple[Any, ...]]:
            if not run("hold_grant", {"id": refresh.grant}) or not run("use_refresh", {"hash": refresh.hash}):
                raise Spent
            replaced = run("replace_tokens", {"grant_id": refresh.grant})
            self._add_tokens(run, refresh.grant, refresh.player, client, given)
            return replaced

        try:
            replaced = self._database.together(replace)
        except Spent:
            # A twin was faster by a hair, which is as suspicious as one that comes later.
            self.end(refresh.grant)
            raise
        self._accounts.forget_hashes(bytes(each) for (each,) in replaced)

    def held(self, secret: str) -> StoredToken | None:
        """What is known of an access or refresh token, valid or not; none when it is neither."""
        if secret.startswith(REFRESH_PREFIX):
            rows = self._database.read("refresh", {"hash": hash_of(secret)})
            if not rows:
                return None
            grant, client, player, scopes, was_used, is_over, expires_at = rows[0]
            return StoredToken("refresh_token", player, scopes, None, expires_at, grant, client, was_used or is_over)
        rows = self._database.read("token_by_hash", {"hash": hash_of(secret)})
        return StoredToken("access_token", *rows[0]) if rows else None

    def end(self, grant: str) -> None:
        """Ends all that a client has by a grant."""
        rows = self._database.run("revoke_grant", {"id": grant})
        self._accounts.forget_hashes(bytes(each) for (each,) in rows)


def hash_of_user_code(typed: str) -> bytes:
    """What is kept of a user's code, whichever case, spaces and hyphens it was typed with."""
    letters = "".join(each for each in typed.upper() if each in USER_CODE_LETTERS)
    return hashlib.sha256(letters.encode()).digest()


def _without_port(uri: str) -> str | None:
    """A redirect to the own host, without the port; none for all others."""
    loopback = _LOOPBACK.fullmatch(uri)
    return f"{loopback[1]}{loopback[2] or ''}" if loopback else None
