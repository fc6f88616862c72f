"""The quick set of `deploy/test` has a test of each kind that a contributor needs before a commit."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = {
    "a leak moment for every outlet": (
        "tests/service/secrecy/outlets/test_nothing_leaks_anywhere.py",
        "test_no_output_of_the_service_depends_on_hidden_cards",
    ),
    "a planted leak in every operation": (
        "tests/service/secrecy/outlets/test_nothing_leaks_anywhere.py",
        "test_a_planted_leak_in_any_operation_is_found",
    ),
    "a kill of every kind": (
        "tests/faults/test_kills.py",
        "test_a_match_survives_kills_of_all_processes_one_after_another",
    ),
    "schemathesis on every operation": ("tests/contract/test_schemathesis.py", "test_answers_match_the_contract"),
    "schemathesis along the links": (
        "tests/contract/test_schemathesis.py",
        "test_walks_along_the_links_match_the_contract",
    ),
    "the examples of the README": (
        "tests/cli/test_readme.py",
        "test_the_first_game_and_the_examples_of_the_guides_run_as_written",
    ),
}


def is_quick(source: str, test: str) -> bool:
    """Returns whether a module has this test without the mark `slow`, which the module may have as a whole."""
    module = ast.parse(source)
    functions = [each for each in module.body if isinstance(each, ast.FunctionDef) and each.name == test]
    marks = [
        ast.unparse(each.value)
        for each in module.body
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "pytestmark"
    ]
    marks += [ast.unparse(decorator) for function in functions for decorator in function.decorator_list]
    return bool(functions) and not any("mark.slow" in mark for mark in marks)


@pytest.mark.parametrize(("path", "test"), NEEDED.values(), ids=NEEDED)
def test_the_quick_set_has(path: str, test: str):
    assert is_quick((ROOT / path).read_text("utf-8"), test)


@pytest.mark.parametrize(
    "source",
    [
        "def test_other(): pass",
        "@pytest.mark.slow\ndef test_it(): pass",
        "pytestmark = [pytest.mark.slow]\ndef test_it(): pass",
    ],
)
def test_a_missing_or_slow_test_is_found(source: str):
    assert not is_quick(source, "test_it")
