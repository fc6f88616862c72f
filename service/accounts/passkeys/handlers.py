"""Passkeys: a device keeps a private key and proves with it who signs in. The service stores only the public key.

A ceremony has two requests. The first one gets a challenge, which lives in Redis for some minutes. The second one
brings the answer of the device, and uses the challenge up. So an answer counts once, and only for what it was asked
for: the sign-in of anybody, or a new passkey of one player.
"""

import hashlib
from datetime import datetime
from typing import Any, NamedTuple

from domain.kernel.players import PlayerId
from service.accounts.attempts import GivenPassword
from service.accounts.handlers import AccountClosed, Accounts
from service.accounts.logins import Logins
from service.accounts.passkeys.ceremony import (
    InvalidPasskey,
    Place,
    challenge_of,
    checked_answer,
    checked_key,
    creation_options,
    credential_id_of,
    request_options,
)
from service.accounts.sessions.handlers import Session, Sessions
from service.platform.counting import Counting
from service.platform.documents import Json
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database

CHALLENGE_BYTES = 32
CHALLENGE_S = 300
"""Seconds in which the device has to answer a challenge."""
PASSKEYS_LIMIT = 20
KEYS_IN_REDIS = "shengji:passkeys"
_KEEP = "redis.call('SET', KEYS[1], 1, 'EX', ARGV[1]) return {1}"
_USE_UP = "return {redis.call('DEL', KEYS[1])}"
_SIGN_IN = "sign in"


class WrongPasskey(Exception):
    """The answer of the device does not fit a passkey and a challenge of this server."""


class PasskeyKnown(Exception):
    """The passkey is stored already."""


class TooManyPasskeys(Exception):
    """The account has as many passkeys as it may have."""


class NoSuchPasskey(Exception):
    """The player has no passkey with this id (the argument)."""


class PasskeysAway(Exception):
    """Redis does not answer, so challenges cannot be kept."""


class Passkey(NamedTuple):
    """A passkey as its owner sees it."""

    id: str
    created_at: datetime
    last_used_at: datetime | None


class Passkeys:
    """The passkeys of all players."""

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        logins: Logins,
        sessions: Sessions,
        counting: Counting,
        randomness: Randomness,
    ) -> None:
        self._database = database
        self._accounts = accounts
        self._logins = logins
        self._sessions = sessions
        self._counting = counting
        self._randomness = randomness
        self._keep = counting.script(_KEEP)
        self._use_up = counting.script(_USE_UP)

    def of(self, player: PlayerId) -> list[Passkey]:
        """Returns the passkeys of a player, oldest first."""
        return [Passkey(*row) for row in self._database.read("passkeys", {"player_id": player})]

    def one(self, player: PlayerId, key: str) -> Passkey:
        """Returns a passkey of a player. Raises `NoSuchPasskey`."""
        for passkey in self.of(player):
            if passkey.id == key:
                return passkey
        raise NoSuchPasskey(key)

    def count(self, player: PlayerId) -> int:
        """Returns how many passkeys a player has."""
        return int(self._database.read("passkey_count", {"player_id": player})[0][0])

    def creation_options(self, player: PlayerId, given: GivenPassword | None, place: Place) -> Json:
        """Returns the options with which a browser makes a passkey for a player.

        Args:
            player: the player.
            given: the password of the account, if it has a login.
            place: where the passkey is for.

        Raises:
            WrongPassword: the account has a login, and the password is missing or wrong.
            TooManyAttempts: too many wrong passwords were given for this account.
            TooManyPasskeys: the account has as many as it may have.
            PasskeysAway: Redis does not answer.
        """
        self._logins.confirm(player, given)
        known = [bytes(row[0]) for row in self._database.read("passkey_credentials", {"player_id": player})]
        if len(known) >= PASSKEYS_LIMIT:
            raise TooManyPasskeys
        name = self._accounts.player(player).name or ""
        return creation_options(place, player, name, self._new_challenge(player), known)

    def register(self, player: PlayerId, credential: Json, place: Place) -> Passkey:
        """Stores the passkey that a browser has made with `creation_options`.

        Raises:
            WrongPasskey: the answer does not fit the challenge, this server, or the signature.
            PasskeyKnown: the passkey is stored already.
            TooManyPasskeys: the account has as many as it may have.
            AccountClosed: the account was closed meanwhile.
            PasskeysAway: Redis does not answer.
        """
        try:
            key = checked_key(credential, self._used_challenge(credential, player), place)
        except InvalidPasskey as error:
            raise WrongPasskey from error
        row = {"id": self._randomness.new_id("psk"), "player_id": player, **key._asdict()}

        def add(run: Run) -> Passkey:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            if run("passkey_count", {"player_id": player})[0][0] >= PASSKEYS_LIMIT:
                raise TooManyPasskeys
            made = run("add_passkey", row)
            if not made:
                raise PasskeyKnown
            return Passkey(*made[0])

        return self._database.together(add)

    def request_options(self, place: Place) -> Json:
        """Returns the options with which a browser asks for any passkey of this server. Raises `PasskeysAway`."""
        return request_options(place, self._new_challenge(_SIGN_IN))

    def sign_in(self, credential: Json, place: Place, before: str) -> Session:
        """Begins a session for the player of a passkey, and ends the session that the browser had.

        Args:
            credential: the answer of the device to `request_options`.
            place: where the passkey is for.
            before: the secret in the cookie of the request, or an empty string.

        Raises:
            WrongPasskey: there is no such passkey, or the answer does not fit it or the challenge.
            PasskeysAway: Redis does not answer.
        """
        try:
            challenge = self._used_challenge(credential, _SIGN_IN)
            rows = self._database.read("passkey", {"credential_id": credential_id_of(credential)})
            if not rows:
                raise WrongPasskey
            key, player, public_key, used = rows[0]
            count = checked_answer(credential, challenge, place, bytes(public_key), used)
        except InvalidPasskey as error:
            raise WrongPasskey from error
        # Another answer may have been counted meanwhile. A device counts up, so an older number is a copy of it.
        if not self._database.run("use_passkey", {"id": key, "sign_count": count}):
            raise WrongPasskey
        return self._sessions.begin_for(PlayerId(player), before)

    def remove(self, player: PlayerId, key: str) -> None:
        """Deletes a passkey of a player. Raises `NoSuchPasskey`."""
        if not self._database.run("drop_passkey", {"player_id": player, "id": key}):
            raise NoSuchPasskey(key)

    def _new_challenge(self, purpose: str) -> bytes:
        challenge = self._randomness.token_bytes(CHALLENGE_BYTES)
        if self._counting.run(self._keep, [_place_in_redis(challenge, purpose)], [CHALLENGE_S]) is None:
            raise PasskeysAway
        return challenge

    def _used_challenge(self, credential: Any, purpose: str) -> bytes:
        """Returns the challenge that an answer names, and uses it up. Raises `InvalidPasskey` and `PasskeysAway`."""
        challenge = challenge_of(credential)
        used = self._counting.run(self._use_up, [_place_in_redis(challenge, purpose)], [])
        if used is None:
            raise PasskeysAway
        if not used[0]:
            raise InvalidPasskey("the challenge is not one of this server, or was used, or is too old")
        return challenge


def _place_in_redis(challenge: bytes, purpose: str) -> str:
    return f"{KEYS_IN_REDIS}:{hashlib.sha256(purpose.encode() + b'/' + challenge).hexdigest()}"
