"""Checks before a process works on the store."""

from service.cli.failures import Failed
from service.platform.basics import Basics, wire_basics
from service.platform.runtime.redis_check import OldRedis, refuse_old
from service.platform.settings import InvalidSetting, Settings
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.restored import RestoredElsewhere, refuse_restored
from service.platform.store.vault import NoKey


def refuse_unfit(settings: Settings) -> None:
    """Checks that a process may work on the store. It closes its connection, which the process may not need soon.

    Raises:
        Failed: it may not, or a setting is missing.
    """
    basics = basics_or_fail(settings)
    try:
        basics.vault.refuse_empty()
        refuse_restored(basics.database)
        refuse_old(settings.redis_url)
    except (DatabaseUnavailable, NoKey, OldRedis, RestoredElsewhere) as error:
        raise Failed(str(error)) from error
    finally:
        basics.database.close()


def basics_or_fail(settings: Settings) -> Basics:
    """Returns the basic parts. Raises `Failed` if the settings are incomplete."""
    try:
        return wire_basics(settings)
    except InvalidSetting as error:
        raise Failed(str(error)) from error
