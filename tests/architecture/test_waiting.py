"""Tests wait for events or poll with `until`. Other sleeps are what a test is about, and a comment says so."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.waiting import until

ROOT = Path(__file__).parents[2]
MAY_SLEEP = {ROOT / "tests" / "support" / "waiting.py"}


def unexplained_sleeps(source: str) -> Iterator[int]:
    """Yields the lines that sleep in Python without a comment behind the call."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("sleep", "time.sleep"):
            last = node.end_lineno or node.lineno
            if "#" not in lines[last - 1][node.end_col_offset :]:
                yield node.lineno


def test_no_test_sleeps_to_wait_for_something():
    paths = {path for path in (ROOT / "tests").rglob("*.py") if "bench" not in path.parts} - MAY_SLEEP
    found = [f"{path.relative_to(ROOT)}:{line}" for path in paths for line in unexplained_sleeps(path.read_text())]

    assert found == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("import time\ntime.sleep(1)", [2]),
        ("from time import sleep\nsleep(1)", [2]),
        ("time.sleep(1)  # A slow client.", []),
        ("time.sleep('#')", [1]),
        ("waiter.wait(1)", []),
    ],
)
def test_an_unexplained_sleep_is_found(source: str, lines: list[int]):
    assert list(unexplained_sleeps(source)) == lines


def test_until_returns_the_first_true_value():
    values = iter([0, None, 3, 4])

    assert until(lambda: next(values), "value", every_s=0.0) == 3


def test_until_fails_at_its_time_limit():
    with pytest.raises(AssertionError, match=r"no value within 0\.01 s"):
        until(lambda: False, "value", within_s=0.01, every_s=0.001)


def test_until_polls_again_after_allowed_errors_only():
    answers = iter([ConnectionError("not yet"), "answer"])

    def answer() -> str:
        found = next(answers)
        if isinstance(found, Exception):
            raise found
        return found

    assert until(answer, "answer", every_s=0.0, despite=OSError) == "answer"
    with pytest.raises(ZeroDivisionError):
        until(lambda: 1 / 0, "answer", despite=OSError)
    with pytest.raises(AssertionError, match="division by zero"):
        until(lambda: 1 / 0, "answer", within_s=0.0, despite=ArithmeticError)
