"""The archive of documents: written once by another process, and read by all."""

import gzip
import os
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from service.platform.http.archive import (
    Archive,
    CannotWrite,
    Document,
    compressed,
    digest_of_sources,
    read_archive,
    write_archive,
    write_elsewhere,
)
from tests.support.children import WAIT_S, child

DOCUMENTS = {"/a": compressed(b"one", "text/plain"), "/b": compressed(b"two", "text/html")}


class Writer:
    """Writes an archive as the command does, and remembers where."""

    def __init__(self, digest: str | None = None) -> None:
        self.digest = digest
        self.files: list[Path] = []

    def __call__(self, file: Path) -> None:
        self.files.append(file)
        write_archive(file, DOCUMENTS, self.digest or digest_of_sources())


def no_writer(_: Path) -> None:
    raise AssertionError("nothing has to be written")


def test_what_is_written_is_read(tmp_path: Path):
    file = tmp_path / "documents.zip"
    write_archive(file, DOCUMENTS, "digest")

    assert read_archive(file, "digest") == DOCUMENTS
    assert gzip.decompress(DOCUMENTS["/a"].zipped) == b"one"
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04", b"nothing like an archive"])
def test_a_missing_or_damaged_archive_is_written_again(tmp_path: Path, content: bytes | None):
    file = tmp_path / "documents.zip"
    if content is not None:
        file.write_bytes(content)
    writer = Writer()

    assert Archive(file, writer).documents() == DOCUMENTS
    assert writer.files == [file]


def test_an_archive_of_another_release_is_written_again(tmp_path: Path):
    file = tmp_path / "documents.zip"
    write_archive(file, {"/old": compressed(b"old", "text/plain")}, "another digest")

    assert Archive(file, Writer()).documents() == DOCUMENTS


def test_a_current_archive_is_only_read(tmp_path: Path):
    file = tmp_path / "documents.zip"
    Writer()(file)
    here = Archive(file, no_writer)

    assert here.documents() == DOCUMENTS
    file.unlink()
    assert here.documents() == DOCUMENTS


def test_a_process_that_cannot_write_beside_its_code_writes_a_copy_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "documents.zip"
    monkeypatch.setattr(os, "access", lambda *_: False)
    writer = Writer()

    assert Archive(file, writer).documents() == DOCUMENTS
    [elsewhere] = writer.files
    assert elsewhere.parent != tmp_path
    assert not elsewhere.parent.exists()


def test_an_archive_that_stays_out_of_date_is_an_error(tmp_path: Path):
    here = Archive(tmp_path / "documents.zip", Writer("another digest"))

    with pytest.raises(CannotWrite):
        here.documents()
    here.prepare()  # logs it


def test_the_failure_of_the_writing_process_says_why(tmp_path: Path):
    with pytest.raises(CannotWrite, match="No such file or directory"):
        write_elsewhere(tmp_path / "absent" / "documents.zip")


def test_a_failed_write_leaves_the_former_archive(tmp_path: Path):
    file = tmp_path / "documents.zip"
    write_archive(file, DOCUMENTS, "digest")
    broken = {"/a": Document("text/plain", None, "", "")}  # type: ignore[arg-type]

    with pytest.raises(TypeError):
        write_archive(file, broken, "digest")
    assert read_archive(file, "digest") == DOCUMENTS
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


def test_the_digest_changes_with_the_contract_and_with_a_template(tmp_path: Path):
    contract, page = tmp_path / "openapi.yaml", tmp_path / "docs" / "reference" / "page.html"
    page.parent.mkdir(parents=True)
    found = set()
    for content in ("one", "two"):
        for file in (contract, page):
            file.write_text(content)
            if contract.exists() and page.exists():
                found.add(digest_of_sources(contract, tmp_path / "docs"))

    assert len(found) == 3
    assert digest_of_sources(contract, tmp_path / "docs") in found


@pytest.mark.slow
def test_processes_that_start_together_write_the_archive_once(tmp_path: Path):
    command = [sys.executable, "-m", "service", "documents", "--file", str(tmp_path / "documents.zip")]
    with child(command, stdout=PIPE, text=True) as one, child(command, stdout=PIPE, text=True) as other:
        said = sorted(process.communicate(timeout=WAIT_S)[0].strip() for process in (one, other))

    assert said == ["documents.zip is up to date", "documents.zip was written"]
    found = read_archive(tmp_path / "documents.zip", digest_of_sources())
    assert found is not None
    assert "/openapi.json" in found
