"""New databases on the server of the tests: empty ones, migrated ones and copies."""

import uuid

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from service.platform.store.migrations import migrate

ROLE = "shengji_app"


class Databases:
    """Creates databases on one server.

    The first migrated database is kept as a template. PostgreSQL copies a template faster than it runs all migrations.
    """

    def __init__(self, server: str) -> None:
        """Uses the URL of any database on the server. Its user must be able to create databases."""
        self._server = server
        self._template: str | None = None

    def migrated(self) -> str:
        """Creates a database with all migrations and returns its URL."""
        if self._template is None:
            self._template = self.empty()
            with psycopg.connect(self._template, autocommit=True) as connection:
                migrate(connection, ROLE)
        return self.copy_of(self._template)

    def copy_of(self, template: str) -> str:
        """Copies a database, which must have no connections, and returns the URL of the copy."""
        return self._create(sql.SQL(" TEMPLATE {}").format(_name(template)))

    def empty(self) -> str:
        """Creates a database without tables and returns its URL."""
        return self._create(sql.SQL(""))

    def drop(self, url: str) -> None:
        """Drops a database and ends all connections to it."""
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(_name(url)))

    def _create(self, like: sql.Composable) -> str:
        name = f"test_{uuid.uuid4().hex}"
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)) + like)
        return self._server.replace("/shengji?", f"/{name}?")


def _name(url: str) -> sql.Identifier:
    return sql.Identifier(str(conninfo_to_dict(url)["dbname"]))
