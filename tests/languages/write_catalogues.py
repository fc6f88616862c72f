"""Writes the template of the catalogues, brings them up to date, and compiles them, with Babel.

`python -m tests.languages.write_catalogues` extracts every message of the code, and keeps the translations that there
are. New messages are empty in the catalogues, so the tests fail until somebody translates them.
"""

import ast
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import IO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import service.wiring  # noqa: F401 - imports every class of refusal
from domain.kernel.refusals import all_refusals
from service.platform.languages import DOMAIN, LOCALES
from service.processes.explanations import explanations

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("domain", "service")
TEMPLATE = LOCALES / f"{DOMAIN}.pot"
KEYWORDS = {"message": None, "counted": (1, 2)}
METHODS = [("clients/**", "ignore"), ("**.py", "tests.languages.write_catalogues:messages_in")]
WIDTH = 120
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Replaces the dates of catalogues, so that equal catalogues are equal files."""
LEFT_OUT = (b'"POT-Creation-', b'"PO-Revision-', b'"Report-Msgid', b'"Last-Translator', b'"Language-Team')
"""Lines of the head of a catalogue: dates, and addresses that nobody has given."""


def messages_in(
    source: IO[bytes], keywords: Iterable[str], comment_tags: object, options: object
) -> Iterator[tuple[int, str, tuple[object, ...], list[str]]]:
    """Yields the calls that make messages, as Babel wants them. Its own method leaves out calls inside of others."""
    del comment_tags, options  # messages have neither
    known = set(keywords)
    for node in ast.walk(ast.parse(source.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
            texts = tuple(each.value for each in node.args if isinstance(each, ast.Constant))
            if texts:
                yield node.lineno, node.func.id, texts, []


def messages_of(folders: Iterable[Path]) -> Catalog:
    """Returns a template with the messages of the code in some folders."""
    found = Catalog(project="Sheng Ji", charset="utf-8")
    for folder in folders:
        for file, _, message, comments, context in extract_from_dir(folder, METHODS, keywords=KEYWORDS):
            found.add(message, locations=[(f"{folder.name}/{file}", None)], auto_comments=comments, context=context)
    return found


def extracted() -> Catalog:
    """Returns the template: the messages of the code, titles of refusals (docstrings), and texts of problems.yaml."""
    found = messages_of(ROOT / folder for folder in FOLDERS)
    for refusal in all_refusals():
        found.add(str(refusal.title()), locations=[(refusal.__module__.replace(".", "/") + ".py", None)])
    for text in explanations().values():
        for each in (text.cause, text.remedy):
            found.add(str(each), locations=[("problems.yaml", None)])
    return found


def catalogues() -> Iterator[Path]:
    """Yields the files of the catalogues."""
    yield from sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(file: Path) -> Catalog:
    """Returns a catalogue."""
    with file.open("rb") as source:
        catalogue = read_po(source, locale=file.parents[1].name, domain=DOMAIN)
    catalogue.creation_date = catalogue.revision_date = NO_DATE
    return catalogue


def po_bytes(catalogue: Catalog) -> bytes:
    """Returns a catalogue as its file has it: sorted, and without dates, addresses and formats that Babel guesses."""
    for each in catalogue:
        each.flags -= {"python-format", "python-brace-format"}
    written = BytesIO()
    write_po(
        written,
        catalogue,
        width=WIDTH,
        sort_output=True,
        omit_header=catalogue.locale is None,
        include_lineno=False,
        ignore_obsolete=True,
    )
    return b"\n".join(line for line in written.getvalue().split(b"\n") if not line.startswith(LEFT_OUT))


def mo_bytes(catalogue: Catalog) -> bytes:
    """Returns a compiled catalogue."""
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def write() -> None:
    """Writes all files."""
    template = extracted()
    TEMPLATE.write_bytes(po_bytes(template))
    for file in catalogues():
        catalogue = read(file)
        catalogue.update(template, no_fuzzy_matching=True)
        file.write_bytes(po_bytes(catalogue))
        file.with_suffix(".mo").write_bytes(mo_bytes(read(file)))


if __name__ == "__main__":
    write()
