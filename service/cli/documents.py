"""The command `shengji documents`: writes the archive of documents that the API serves."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from service.cli.terminal import OUT
from service.docs.publishing import all_documents
from service.platform.http.archive import ARCHIVE, digest_of_sources, read_archive, write_archive

NICENESS = 10
"""Games go first: the processor has to serve requests while an API process waits for the archive."""


@click.command()
@click.option("--file", type=click.Path(path_type=Path), default=ARCHIVE, help="Write another file.")
def documents(file: Path) -> None:
    """Write the contract in all its forms, and the API reference, to the file from which the API serves them.

    Run it when you build an image or install a release into a folder that the service cannot write. Elsewhere the
    first API process runs it. It does nothing if the file is up to date.
    """
    os.nice(NICENESS)
    digest = digest_of_sources()
    with _alone_in(file.parent):
        if read_archive(file, digest) is not None:
            OUT.print(f"{file.name} is up to date")
            return
        write_archive(file, all_documents(), digest)
    OUT.print(f"{file.name} was written")


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Waits until no other process writes the archive in this folder. Raises `OSError` if there is no such folder."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)  # which ends the lock
