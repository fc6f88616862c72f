"""Closing an account. Its games keep its id; all its personal data is deleted.

Events never contain a name, so no event has to change. First the player gives up everything unfinished, by ordinary
commands, so that the events of the tables record it: in a running match, a bot takes the seat. Then one transaction
deletes all personal data. If the process dies in between, the account is still open and can be closed again.
"""

from collections.abc import Callable, Sequence

from domain.kernel.players import PlayerId
from service.accounts.attempts import GivenPassword
from service.accounts.handlers import AccountClosed, Accounts, HouseStays
from service.accounts.logins import Logins
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database

WHAT_GOES = (
    "drop_login",
    "drop_passkeys",
    "drop_preferences",
    "drop_codes",
    "drop_clients",
    "drop_grants",
    "drop_tokens",
    "drop_webhooks",
    "drop_availability",
    "drop_vacations",
    "drop_mails",
    "drop_player_reminders",
    "drop_inbox_marks",
    "drop_seeks",
    "drop_invitations",
    "drop_account_events",
    "disown_sandboxes",
    "drop_talk",
    "drop_notes",
    "drop_templates",
    "drop_blocks",
    "drop_reports",
    "drop_moderation",
    "leave_boards",
)
"""The statements that delete the data of a player, given `player_id`. A new table with such rows needs a statement
here. A test searches all tables for rows of a closed account.
"""


GiveUp = Callable[[PlayerId], None]
"""Gives up what a player has not finished in one feature, by the commands of the feature."""


class Closing:
    """Closes accounts."""

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        logins: Logins,
        withdraw_seeks: GiveUp,
        givers_up: Sequence[GiveUp],
    ) -> None:
        """Takes the database, the accounts, the check of passwords, and what gives up unfinished things, in order."""
        self._database = database
        self._accounts = accounts
        self._logins = logins
        self._withdraw_seeks = withdraw_seeks
        self._givers_up = givers_up

    def close(self, player: PlayerId, password: GivenPassword | None) -> None:
        """Closes an account. This cannot be undone.

        Args:
            player: the player who closes their account.
            password: the password of the login, if there is one.

        Raises:
            WrongPassword: the account has a login, and the password is missing or wrong.
            TooManyAttempts: too many wrong passwords were given for this account.
            HouseStays: the player is a house bot.
            AccountClosed: the account was closed meanwhile.
            StreamBusy: a table changes so fast that its seat could not be given up. Nothing was closed.
        """
        if self._accounts.player(player).kind == "house":
            raise HouseStays
        self._logins.confirm(player, password)
        self._withdraw_seeks(player)
        self._give_all_up(player)
        self._database.together(lambda run: _close(run, player))
        self._accounts.forget()
        # A seek may have led to a new table meanwhile.
        self._give_all_up(player)

    def _give_all_up(self, player: PlayerId) -> None:
        for give_up in self._givers_up:
            give_up(player)


def close_players(database: Database, sandbox_id: str, most: int) -> int:
    """Closes players of an expired sandbox, as if each had closed their account.

    Args:
        database: the database.
        sandbox_id: id of the sandbox.
        most: maximum number of players to close. If fewer remain, the sandbox ends.

    Returns:
        The number of closed players.
    """
    players = database.read("sandbox_players", {"sandbox": sandbox_id, "limit": most})
    for (player,) in players:
        database.together(lambda run, one=player: _forget(run, one))  # type: ignore[misc]  # bound at once
    if len(players) < most:
        database.run("end_sandbox", {"id": sandbox_id})
    return len(players)


def _close(run: Run, player: PlayerId) -> None:
    if not _forget(run, player):
        raise AccountClosed(player)


def _forget(run: Run, player: PlayerId) -> bool:
    """Deletes all personal data of a player. Returns false if the account was already closed."""
    if not run("hold_player", {"player_id": player}):
        return False
    for statement in WHAT_GOES:
        run(statement, {"player_id": player})
    run("close_player", {"player_id": player})
    return True
