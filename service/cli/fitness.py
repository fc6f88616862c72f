"""Checks before a process works on the store."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from service.cli.failures import Failed, settings_or_fail
from service.platform.basics import Basics, wire_basics
from service.platform.runtime.redis_check import OldRedis, refuse_old
from service.platform.settings import InvalidSetting
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.restored import RestoredElsewhere, refuse_restored
from service.platform.store.vault import NoKey


def refuse_unfit(basics: Basics) -> None:
    """Raises `Failed` if a process must not use the store."""
    try:
        basics.vault.refuse_empty()
        refuse_restored(basics.database)
        refuse_old(basics.settings.redis_url)
    except (DatabaseUnavailable, NoKey, OldRedis, RestoredElsewhere) as error:
        raise Failed(str(error)) from error


@contextmanager
def basics_for_work() -> Iterator[Basics]:
    """Yields the basic parts for a process that uses the store. Raises `Failed` if it must not."""
    try:
        basics = wire_basics(settings_or_fail())
    except InvalidSetting as error:
        raise Failed(str(error)) from error
    with closing(basics.database):
        refuse_unfit(basics)
        yield basics
