"""Logins: a name and a password with which a person authorises clients without a token (OAuth 2)."""

from datetime import datetime
from typing import NamedTuple

from domain.kernel.players import PlayerId
from service.accounts.attempts import Attempts, GivenPassword
from service.accounts.handlers import AccountClosed
from service.accounts.passwords import Passwords
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database


class LoginTaken(Exception):
    """Another account has this login (the argument)."""


class WrongPassword(Exception):
    """The password of the account is missing or wrong."""


class Login(NamedTuple):
    """A login as its owner sees it."""

    login: str
    changed_at: datetime


class Logins:
    """The logins. A login ignores case; a password does not."""

    def __init__(self, database: Database, passwords: Passwords, attempts: Attempts) -> None:
        self._database = database
        self._passwords = passwords
        self._attempts = attempts

    def of(self, player: PlayerId) -> Login | None:
        """Returns the login of a player, or `None`."""
        rows = self._database.read("login_of", {"player_id": player})
        return Login(rows[0][0], rows[0][2]) if rows else None

    def enter(self, login: str, given: GivenPassword) -> PlayerId | None:
        """Returns the player with this login and password, or `None` if there is none.

        Raises:
            TooManyAttempts: too many wrong passwords were given for this login, whether it exists or not.
        """
        # `put` accepts only printable ASCII, and PostgreSQL cannot store some other characters.
        rows = self._database.read("login", {"login": login}) if login.isascii() and login.isprintable() else []
        player, kept = rows[0] if rows else (None, None)
        if not self._is_right(f"login:{login.lower()}", given, kept):
            return None
        if self._passwords.is_outdated(kept):
            made = self._passwords.hash(given.password)
            self._database.run("rehash_password", {"player_id": player, "password": made, "before": kept})
        return PlayerId(player)

    def put(self, player: PlayerId, login: str, password: str, current: GivenPassword | None) -> None:
        """Sets the login and the password of an account.

        Args:
            player: the player.
            login: the new login.
            password: the new password.
            current: the current password, if there is one.

        Raises:
            WrongPassword: there is a password, and `current` is missing or wrong.
            TooManyAttempts: too many wrong passwords were given for this account.
            LoginTaken: another account has this login.
            AccountClosed: the account was closed meanwhile.
        """
        kept = self.confirm(player, current)
        made = self._passwords.hash(password)

        def replace(run: Run) -> None:
            _hold(run, player, kept)
            run("drop_login", {"player_id": player})
            if not run("add_login", {"player_id": player, "login": login, "password": made}):
                raise LoginTaken(login)

        self._database.together(replace)

    def drop(self, player: PlayerId, current: GivenPassword) -> None:
        """Deletes the login of an account, if it has one. Raises the same errors as `put`, except `LoginTaken`."""
        kept = self.confirm(player, current)

        def drop(run: Run) -> None:
            _hold(run, player, kept)
            run("drop_login", {"player_id": player})

        self._database.together(drop)

    def confirm(self, player: PlayerId, given: GivenPassword | None) -> str | None:
        """Checks the password of the asking player, if the account has one. Returns its stored hash.

        Raises:
            WrongPassword: the password is missing or wrong.
            TooManyAttempts: too many wrong passwords were given for this account.
        """
        rows = self._database.read("login_of", {"player_id": player})
        if not rows:
            return None
        kept: str = rows[0][1]
        if given is None or not self._is_right(f"account:{player}", given, kept):
            raise WrongPassword
        return kept

    def _is_right(self, at: str, given: GivenPassword, kept: str | None) -> bool:
        """Returns whether the password matches the stored hash. Raises `TooManyAttempts`."""
        self._attempts.begin(at, given.network)
        if not self._passwords.fits(given.password, kept):
            return False
        self._attempts.succeed(at, given.network)
        return True


def _hold(run: Run, player: PlayerId, kept: str | None) -> None:
    """Locks the account until the end of the transaction. Raises if the account or its password has changed."""
    if not run("hold_player", {"player_id": player}):
        raise AccountClosed(player)
    rows = run("login_of", {"player_id": player})
    if (rows[0][1] if rows else None) != kept:
        raise WrongPassword
