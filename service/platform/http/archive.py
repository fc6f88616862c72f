"""The archive: documents that are the same in every process of a release, written once and compressed.

It has the contract in all its forms and the pages of the API reference. Composing them takes seconds of processor time,
so no API process does it. `shengji documents` writes the archive when an image is built. Where that was not done, the
first process that needs it lets another process write it, and goes on serving requests meanwhile.
"""

import gzip
import logging
import os
import tempfile
import threading
import zipfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from flask import Response, request

from service.platform.http.answers import json_bytes
from service.platform.runtime.processes import run_once

SERVICE = Path(__file__).parents[2]
CONTRACT = SERVICE / "openapi.yaml"
"""A link to the file in the root of the checkout. A built package contains a copy."""
ARCHIVE = SERVICE / "documents.zip"
COMMAND = "documents"
"""The command of `shengji` that writes the archive."""
FRESH_S = 300
"""Seconds for which clients may use a copy without asking."""
_CONTENTS = "contents.json"
_SOURCES = {".css", ".html", ".js", ".md", ".py"}

_log = logging.getLogger(__name__)


class Document(NamedTuple):
    """A document: its type, its compressed bytes, and the entity tags of its plain and its compressed form."""

    content_type: str
    zipped: bytes
    tag: str
    zipped_tag: str

    def json(self) -> Any:
        """Returns what the document says, if it is JSON."""
        return orjson.loads(gzip.decompress(self.zipped))


class CannotWrite(Exception):
    """The process that writes the archive has failed."""


def compressed(body: bytes, content_type: str) -> Document:
    """Returns a document. Equal bodies give equal bytes, so all processes send the same entity tags."""
    zipped = gzip.compress(body, mtime=0)
    return Document(content_type, zipped, *(sha256(each).hexdigest()[:32] for each in (body, zipped)))


def digest_of_sources(contract: Path = CONTRACT, folder: Path = SERVICE / "docs") -> str:
    """Returns a digest of the files from which the documents are made. An archive with another one is out of date.

    The titles of problems are not among them, since they stand all over the domain. They differ between releases only,
    and these differ in the changelog too.
    """
    files = [contract, *sorted(each for each in folder.rglob("*") if each.suffix in _SOURCES)]
    digest = sha256()
    for file in files:
        digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def write_archive(file: Path, documents: Mapping[str, Document], digest: str) -> None:
    """Writes the archive beside its place, and then moves it there: readers see all of it or nothing."""
    contents = {name: (each.content_type, each.tag, each.zipped_tag) for name, each in documents.items()}
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}-", delete=False) as made:
        try:
            with zipfile.ZipFile(made, "w") as archive:  # does not compress: the documents are compressed
                archive.writestr(_CONTENTS, json_bytes({"digest": digest, "documents": contents}))
                for name, each in documents.items():
                    archive.writestr(f"{name}.gz", each.zipped)
            Path(made.name).chmod(0o644)
            Path(made.name).replace(file)
        except BaseException:
            Path(made.name).unlink(missing_ok=True)
            raise


def read_archive(file: Path, digest: str) -> dict[str, Document] | None:
    """Returns the documents of an archive, or `None` if there is no readable archive with this digest."""
    try:
        with zipfile.ZipFile(file) as archive:
            contents = orjson.loads(archive.read(_CONTENTS))
            if contents["digest"] != digest:
                return None
            return {
                name: Document(content_type, archive.read(f"{name}.gz"), tag, zipped_tag)
                for name, (content_type, tag, zipped_tag) in contents["documents"].items()
            }
    except (OSError, zipfile.BadZipFile, KeyError, ValueError):
        return None


def write_elsewhere(file: Path) -> None:
    """Writes the archive in another process, which keeps this one free. Raises `CannotWrite`."""
    done = run_once([COMMAND, "--file", str(file)], {})
    if done.returncode:
        raise CannotWrite(done.stderr.strip()[-1000:] or f"exit code {done.returncode}")


class Archive:
    """The documents of this release, read when they are first needed."""

    def __init__(self, file: Path = ARCHIVE, write: Callable[[Path], None] = write_elsewhere) -> None:
        """Takes the place of the archive, and what writes it there."""
        self._file = file
        self._write = write
        self._lock = threading.Lock()
        self._documents: dict[str, Document] | None = None

    def documents(self) -> Mapping[str, Document]:
        """Returns all documents by name. The first call reads the archive, and has it written if it is out of date.

        Raises:
            CannotWrite: the archive cannot be written.
        """
        with self._lock:
            if self._documents is None:
                self._documents = self._read_or_write()
            return self._documents

    def prepare(self) -> None:
        """Reads the documents before a request needs them. Logs a failure, which that request would meet again."""
        try:
            self.documents()
        except CannotWrite:
            _log.exception("the documents cannot be written")

    def _read_or_write(self) -> dict[str, Document]:
        digest = digest_of_sources()
        found = read_archive(self._file, digest)
        if found is not None:
            return found
        if os.access(self._file.parent, os.W_OK):
            return self._written(self._file, digest)
        with tempfile.TemporaryDirectory(prefix="shengji-documents-") as folder:
            return self._written(Path(folder) / self._file.name, digest)

    def _written(self, file: Path, digest: str) -> dict[str, Document]:
        self._write(file)
        found = read_archive(file, digest)
        if found is None:
            raise CannotWrite(f"{file} is not there, or its sources have changed meanwhile")
        return found


ARCHIVED = Archive()
"""The documents of this process."""


def document_response(document: Document, headers: Mapping[str, str] | None = None) -> Response:
    """Returns a document in the encoding that the client accepts, or 304 if the client has it."""
    quality = request.accept_encodings
    is_zipped = 0 < quality["gzip"] >= quality["identity"]
    body, tag = (
        (document.zipped, document.zipped_tag) if is_zipped else (gzip.decompress(document.zipped), document.tag)
    )
    response = Response(body, content_type=document.content_type, headers=dict(headers or {}))
    if is_zipped:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = f"public, max-age={FRESH_S}"
    response.headers["Vary"] = "Accept-Encoding"
    response.set_etag(tag)
    response.make_conditional(request.environ)
    del response.headers["Date"]  # the server sets it on every response
    return response
