"""Docstrings name only errors that exist."""

import ast
import builtins
import re
import smtplib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

ROOT = Path(__file__).parents[2]
OF_LIBRARIES = {
    each.__name__
    for each in (psycopg.Error, redis.RedisError, smtplib.SMTPServerDisconnected, subprocess.CalledProcessError)
}
"""Errors that functions pass on, so their modules need not import them."""
_SECTION = re.compile(r"^( *)Raises:\n((?:\1 +.*\n?|\n)+)", re.MULTILINE)
_ENTRY = re.compile(r"^((?:[\w.]+(?:, | or )?)+):", re.MULTILINE)
_SENTENCE = re.compile(r"Raises `(\w+)`")


def files() -> list[Path]:
    return sorted(path for name in ("domain", "service") for path in (ROOT / name).rglob("*.py"))


def names_in(tree: ast.Module) -> set[str]:
    """Names that a module defines or imports, including nested classes."""
    found = {each.name for each in ast.walk(tree) if isinstance(each, ast.ClassDef)}
    imported = [each for each in ast.walk(tree) if isinstance(each, ast.Import | ast.ImportFrom)]
    return found | {(alias.asname or alias.name).split(".")[-1] for each in imported for alias in each.names}


def errors_named(docstring: str) -> Iterator[str]:
    """Errors in a `Raises:` section, and those in sentences that begin "Raises `Name`"."""
    yield from _SENTENCE.findall(docstring)
    for _, section in _SECTION.findall(docstring + "\n"):
        lines = section.split("\n")
        least = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        for names in _ENTRY.findall("\n".join(line[least:] for line in lines)):
            yield from (name.split(".")[-1] for name in re.split(r", | or ", names))


def docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and (text := ast.get_docstring(node)):
            yield text


@pytest.mark.slow
def test_every_error_that_a_docstring_names_exists():
    known = set(dir(builtins)) | OF_LIBRARIES
    named: list[tuple[Path, str]] = []
    for path in files():
        # The syntax trees of all files together take 125 MB.
        tree = ast.parse(path.read_text("utf-8"))
        known |= names_in(tree)
        named += [(path.relative_to(ROOT), name) for text in docstrings(tree) for name in errors_named(text)]

    assert [each for each in named if each[1] not in known] == []


def test_errors_are_found_in_sections_and_sentences():
    text = """Reads. Raises `Gone`.

Raises:
    Missing: it is not there,
        or: not yet.
    module.Late, Early: the time is wrong.
"""

    assert list(errors_named(text)) == ["Gone", "Missing", "Late", "Early"]
