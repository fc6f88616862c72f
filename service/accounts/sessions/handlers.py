"""Sessions: tokens of kind `browser`, which a browser keeps in a cookie.

A session is a token like others: it is stored as a hash, and listed, revoked and exported with them. Each sign-in makes
a new one and revokes the one that the browser had, so nobody can use a cookie from before the sign-in.
"""

from typing import Literal, NamedTuple

from domain.kernel.players import PlayerId
from service.accounts.attempts import GivenPassword
from service.accounts.handlers import SCOPES, AccountClosed, Accounts, Player, hash_of, new_secret, token_row
from service.accounts.logins import Logins
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database

SESSION_PREFIX = "sjb_"
SESSION_LIFE_S = 180 * 24 * 3600
"""Seconds until a session ends, after which the player signs in again."""
SESSION_NAME = "browser"
Language = Literal["en", "zh-Hans"]
GUEST_NAMES: dict[Language, str] = {"en": "Guest {}", "zh-Hans": "游客 {}"}
"""The names of guests who give none, with a number of four digits."""


class WrongLogin(Exception):
    """No account has this login and password."""


class AlreadySignedIn(Exception):
    """The browser has a session, which a new account would replace for good."""


class Session(NamedTuple):
    """A new session. The secret is for the cookie and is not stored."""

    player: Player
    secret: str


class Sessions:
    """The sessions of browsers."""

    def __init__(self, database: Database, accounts: Accounts, logins: Logins, randomness: Randomness) -> None:
        self._database = database
        self._accounts = accounts
        self._logins = logins
        self._randomness = randomness

    def begin_as_guest(self, name: str | None, language: Language, before: str) -> Session:
        """Creates an account and a session for it. The account is a full one, with no login yet.

        Args:
            name: the name of the account; `None` for a numbered one.
            language: the language of a numbered name.
            before: the secret in the cookie of the request, or an empty string.

        Raises:
            AlreadySignedIn: the browser has a session. A guest could not return to its account.
        """
        self.check_none(before)
        player = PlayerId(self._randomness.new_id("ply"))
        called = name or GUEST_NAMES[language].format(int.from_bytes(self._randomness.token_bytes(4)) % 9000 + 1000)
        row = {"id": player, "name": called, "kind": "human", "sandbox": None}

        def begin(run: Run) -> Session:
            [(created_at,)] = run("add_player", row)
            return Session(Player(player, called, "human", created_at, None), self.add(run, player))

        return self._database.together(begin)

    def begin(self, login: str, given: GivenPassword, before: str) -> Session:
        """Creates a session for the account with a login, and revokes the session that the browser had.

        Args:
            login: the login.
            given: its password.
            before: the secret in the cookie of the request, or an empty string.

        Raises:
            WrongLogin: no account has this login and password.
            TooManyAttempts: too many wrong passwords were given for this login.
            AccountClosed: the account was closed meanwhile.
        """
        player = self._logins.enter(login, given)
        if player is None:
            raise WrongLogin
        return self.begin_for(player, before)

    def begin_for(self, player: PlayerId, before: str) -> Session:
        """Creates a session for a player who has signed in, and revokes the session that the browser had.

        Raises:
            AccountClosed: the account was closed meanwhile.
        """
        secret = self._database.together(lambda run: self.add(run, player))
        self.end(before)
        return Session(self._accounts.player(player), secret)

    def end(self, secret: str) -> None:
        """Revokes the session with this secret, if there is one."""
        if secret:
            key = hash_of(secret)
            self._database.run("end_session", {"hash": key})
            self._accounts.forget_hashes([key])

    def check_none(self, before: str) -> None:
        """Raises `AlreadySignedIn` if the browser has a session: `before` is the secret in its cookie, or empty."""
        if before and self._accounts.identify(before):
            raise AlreadySignedIn

    def add(self, run: Run, player: PlayerId) -> str:
        """Stores a new session in a transaction and returns its secret. Raises `AccountClosed`."""
        secret = new_secret(self._randomness, SESSION_PREFIX)
        row = token_row(player, SESSION_NAME, secret, sorted(SCOPES), SESSION_LIFE_S)
        if not run("add_session", {**row, "id": self._randomness.new_id("tok")}):
            raise AccountClosed(player)
        return secret
