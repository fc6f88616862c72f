"""The basic parts of every process that works on the store."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from service.platform.limits import LIMITS, Limits
from service.platform.settings import InvalidSetting, Settings
from service.platform.store.database import Database
from service.platform.store.vault import Vault


@dataclass(frozen=True)
class Basics:
    """The settings, the limits of work, the database, and what encrypts secrets in it."""

    settings: Settings
    limits: Limits
    database: Database
    vault: Vault


def wire_basics(
    settings: Settings, limits: Limits = LIMITS, open_database: Callable[..., Database] = Database
) -> Basics:
    """Creates the basic parts. Connections are opened on demand.

    Args:
        settings: the settings.
        limits: limits of work.
        open_database: makes the pool of connections; a process with gevent has to pass its own.

    Raises:
        InvalidSetting: DATABASE_URL or REDIS_URL is not set.
    """
    if not settings.database_url or not settings.redis_url:
        raise InvalidSetting("set DATABASE_URL and REDIS_URL, or use `shengji run`, which starts its own servers")
    database = open_database(
        settings.database_url, role=settings.database_role, connections=settings.database_connections, limits=limits
    )
    return Basics(settings, limits, database, Vault(settings.secrets_keys.each))


def parts_of(on: Basics) -> dict[str, Any]:
    """Returns the parts by name. A larger set of parts is made from them."""
    return {field.name: getattr(on, field.name) for field in fields(on)}
