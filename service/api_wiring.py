"""Creates the parts of a process that answers requests."""

from collections.abc import Callable
from dataclasses import dataclass

from service.accounts.passkeys.handlers import Passkeys
from service.accounts.preferences.handlers import Preferences
from service.platform.basics import parts_of
from service.platform.rate_limits import RateLimits
from service.platform.read_replica import ReadReplica
from service.platform.store.replica import ReplicaDatabase
from service.tournaments.entry_lists import NamedPlayers
from service.tournaments.player_commands import TournamentCommands
from service.wiring import Service


@dataclass(frozen=True)
class ApiService(Service):
    """All parts of a process that answers requests."""

    passkeys: Passkeys
    preferences: Preferences
    rate_limits: RateLimits
    tournament_commands: TournamentCommands
    replica: ReadReplica | None

    def start_hearing(self) -> None:
        """Starts to receive notifications from other processes, and to check the read replica."""
        super().start_hearing()
        if self.replica:
            self.replica.start()

    def close(self) -> None:
        """Closes all connections."""
        if self.replica:
            self.replica.close()
        self.rate_limits.close()
        super().close()


def for_requests(on: Service, open_replica: Callable[..., ReplicaDatabase] = ReplicaDatabase) -> ApiService:
    """Returns the parts of a process, with those that only requests use.

    Args:
        on: the parts of the process.
        open_replica: makes the pool of connections to a read replica; a process with gevent has to pass its own.
    """
    return ApiService(
        **parts_of(on),
        passkeys=Passkeys(on.database, on.accounts, on.logins, on.sessions, on.counting, on.randomness),
        preferences=Preferences(on.database),
        rate_limits=RateLimits(on.counting, on.settings, on.limits),
        tournament_commands=TournamentCommands(
            on.tournaments, on.randomness, NamedPlayers(on.accounts.known_names), on.guests, on.accounts
        ),
        replica=_read_replica(on, open_replica),
    )


def _read_replica(on: Service, open_replica: Callable[..., ReplicaDatabase]) -> ReadReplica | None:
    """Lets reads that may be late go to the read replica, if the settings name one."""
    settings = on.settings
    if not settings.read_replica_url:
        return None
    role, connections = settings.database_role, settings.database_connections
    opened = open_replica(settings.read_replica_url, role=role, connections=connections, limits=on.limits)
    replica = ReadReplica(on.database, opened, settings.read_replica_lag_s)
    on.database.use_replica(replica.read)
    return replica
