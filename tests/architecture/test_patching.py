"""Tests replace nothing private of the code, and none of its constants. They pass arguments instead."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATCHES = {"setattr", "delattr"}
CONSTANT = re.compile(r"[A-Z][A-Z0-9_]+")
PRIVATE = re.compile(r"_(?!_)\w+")
PLANT_DEFECTS = {
    "tests/service/secrecy/outlets/conftest.py",
    "tests/service/secrecy/outlets/test_orders_and_claims.py",
    "tests/service/secrecy/outlets/test_planted_leaks.py",
    "tests/service/secrecy/test_boards_of_others_stay_sealed_over_http.py",
    "tests/service/secrecy/test_nothing_leaks_over_http.py",
    "tests/service/secrecy/test_nothing_leaks_to_the_late.py",
    "tests/service/secrecy/test_refusals_take_as_long_over_http.py",
    "tests/support/planted.py",
}
"""They break the code on purpose, to show that a test finds the defect. A defect may be anywhere.

`outlets/conftest.py` also stops the clock of PostgreSQL, by the search path of connections.
"""
OTHERS = {
    "tests/contract/code/test_parameters.py": "its names are in a table: functions that read the query",
    "tests/service/platform/test_schedule.py": "its names are in a table: tasks of the scheduler",
    "tests/support/unseen.py": "it gives its own classes the methods of operators",
}
"""Further files whose patches cannot be checked, and why."""


def refused(code: str) -> Iterator[int]:
    """Yields the lines that patch a private, constant or computed name, or that import `unittest`."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            if "unittest" in ast.unparse(node):
                yield node.lineno
        elif isinstance(node, ast.Assign):
            targets = [each for each in node.targets if isinstance(each, ast.Attribute)]
            if any(CONSTANT.fullmatch(each.attr) for each in targets):
                yield node.lineno
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in PATCHES:
            names = _patched(node)
            if not names or CONSTANT.fullmatch(names[-1]) or any(map(PRIVATE.fullmatch, names)):
                yield node.lineno


def _patched(call: ast.Call) -> list[str]:
    """Returns the parts of the name that a call patches, or none if the name is computed."""
    whole = [part for part in call.args[:1] if isinstance(part, ast.Constant)]
    name = whole or [part for part in call.args[1:2] if isinstance(part, ast.Constant)]
    if not name:
        return []
    inside = [] if whole else [each.attr for each in ast.walk(call.args[0]) if isinstance(each, ast.Attribute)]
    return [*inside, *str(name[0].value).split(".")]


@pytest.mark.slow
def test_tests_patch_only_what_is_public_and_no_constant():
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if (lines := list(refused(path.read_text("utf-8"))))
    }
    assert {name: lines for name, lines in found.items() if name not in PLANT_DEFECTS | OTHERS.keys()} == {}
    assert found.keys() == PLANT_DEFECTS | OTHERS.keys(), "an exception is no longer needed"


@pytest.mark.parametrize(
    "code",
    [
        "monkeypatch.setattr('service.accounts.export.PAGE', 2)",
        "monkeypatch.setattr(export, 'PAGE', 2)",
        "monkeypatch.setattr(service.listeners, '_most', 1)",
        "monkeypatch.setattr(service.database._pool, 'timeout', 1)",
        "monkeypatch.setattr('service.platform.store.database.Database._configure', None)",
        "monkeypatch.setattr(export, name, 2)",
        "setattr(export, 'PAGE', 2)",
        "monkeypatch.delattr(export, 'PAGE')",
        "export.PAGE = 2",
        "from unittest.mock import patch",
        "import unittest.mock",
    ],
)
def test_a_patch_of_something_private_or_constant_is_found(code: str):
    assert list(refused(code)) == [1]


@pytest.mark.parametrize(
    "code",
    [
        "monkeypatch.setattr(Database, 'together', fails)",
        "monkeypatch.setattr('service.tournaments.unsealing.tables_to_unseal', fails)",
        "monkeypatch.setattr('service.cli.settings.OUT.width', 80)",
    ],
)
def test_a_patch_of_a_public_name_is_allowed(code: str):
    assert list(refused(code)) == []
