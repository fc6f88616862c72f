"""The command `shengji prepare`, which `shengji run` uses."""

import click
import psycopg

from service.cli.failures import Failed, settings_or_fail
from service.platform.runtime.redis_check import OldRedis, refuse_old
from service.platform.settings import Settings
from service.platform.store.database import Database, DatabaseUnavailable
from service.platform.store.migrations import CannotMigrate, migrate
from service.platform.store.vault import Vault, WrongKey, seal


@click.command(hidden=True)
def prepare() -> None:
    """Prepare the servers for all processes. `shengji run` does this at each start.

    It updates the schema, and encrypts the secrets that are not encrypted yet, or with a former key.
    """
    settings = settings_or_fail()
    try:
        refuse_old(settings.redis_url)
        with psycopg.connect(settings.database_url, autocommit=True) as connection:
            migrate(connection, settings.database_role)
        _seal(settings)
    except WrongKey as error:
        raise Failed(f"{error}: give the former key as well") from error
    except (CannotMigrate, DatabaseUnavailable, OldRedis, psycopg.Error) as error:
        raise Failed(str(error).strip()) from error


def _seal(settings: Settings) -> None:
    database = Database(settings.database_url, role=settings.database_role, connections=1)
    try:
        seal(database, Vault(settings.secrets_keys.each), lambda *_: None)
    finally:
        database.close()
