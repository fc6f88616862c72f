"""Logins: a name and a password by which a person enters without a token, to allow a program something (OAuth 2)."""

from datetime import datetime
from typing import NamedTuple

from domain.kernel.players import PlayerId
from service.accounts.attempts import Attempts, GivenPassword
from service.accounts.handlers import AccountClosed
from service.accounts.passwords import Passwords
from service.platform.store.database import Database
from service.platform.store.subscription import Run


class LoginTaken(Exception):
    """Another account has this login; its argument is the login."""


class WrongPassword(Exception):
    """The password of the account is needed, and was not given, or another was."""


class Login(NamedTuple):
    """A login as its owner may see it again."""

    login: str
    changed_at: datetime


class Logins:
    """The logins. Upper and lower case are the same in a login, and differ in a password."""

    def __init__(self, database: Database, passwords: Passwords, attempts: Attempts) -> None:
        self._database = database
        self._passwords = passwords
        self._attempts = attempts

    def of(self, player: PlayerId) -> Login | None:
        """The login of a player; none when the account has none."""
        rows = self._database.read("login_of", {"player_id": player})
        return Login(rows[0][0], rows[0][2]) if rows else None

    def enter(self, login: str, given: GivenPassword) -> PlayerId | None:
        """Whose login and password these are; none when they are nobody's, be it for the one or for the other.

        Raises:
            TooManyAttempts: there were wrong passwords for this login, which need not exist.
        """
        # A login of another form than `put` takes is nobody's; a database would not even take some characters.
        rows = self._database.read("login", {"login": login}) if login.isascii() and login.isprintable() else []
        player, kept = rows[0] if rows else (None, None)
        if not self._is_right(f"login:{login.lower()}", given, kept):
            return None
        if self._passwords.is_outdated(kept):
            made = self._passwords.hash(given.password)
            self._database.run("rehash_password", {"player_id": player, "password": made, "before": kept})
        return PlayerId(player)

    def put(self, player: PlayerId, login: str, password: str, current: GivenPassword | None) -> None:
        """Gives an account a login and a password, in place of those that it had.

        Args:
            player: whose account.
            login: the new login.
            password: the new password.
            current: the password so far, where there is one.

        Raises:
            WrongPassword: there is a password so far, and `current` is another.
            TooManyAttempts: there were wrong passwords for this account.
            LoginTaken: another account has that login.
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
        """Takes the login from an account, if it has one. Raises what `put` does but for `LoginTaken`."""
        kept = self.confirm(player, current)

        def drop(run: Run) -> None:
            _hold(run, player, kept)
            run("drop_login", {"player_id": player})

        self._database.together(drop)

    def confirm(self, player: PlayerId, given: GivenPassword | None) -> str | None:
        """Checks that the asking player knows the password of the account, if it has one. Returns its stored hash.

        Raises:
            WrongPassword: it was not given, or is another.
            TooManyAttempts: there were wrong passwords for this account.
        """
        rows = self._database.read("login_of", {"player_id": player})
        if not rows:
            return None
        kept: str = rows[0][1]
        if given is None or not self._is_right(f"account:{player}", given, kept):
            raise WrongPassword
        return kept

    def _is_right(self, at: str, given: GivenPassword, kept: str | None) -> bool:
        """Whether it is the password of which `kept` was kept. Raises `TooManyAttempts`."""
        self._attempts.begin(at, given.network)
        if not self._passwords.fits(given.password, kept):
            return False
        self._attempts.succeed(at, given.network)
        return True


def _hold(run: Run, player: PlayerId, kept: str | None) -> None:
    """Keeps the account as it is until the end of the transaction, if its password still is what was confirmed."""
    if not run("hold_player", {"player_id": player}):
        raise AccountClosed(player)
    rows = run("login_of", {"player_id": player})
    if (rows[0][1] if rows else None) != kept:
        raise WrongPassword
