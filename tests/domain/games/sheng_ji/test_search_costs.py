"""The cost of the hardest questions in function calls, which do not depend on the machine."""

import sys
from collections.abc import Callable

import pytest

from tests.support.hard import ADJACENCIES, forget, questions

MOST_CALLS = 200_000
"""Limit of calls: one and a half times as many as the hardest of them needs. A search without memory or bounds would
need millions.
"""


def calls(question: Callable[[], object]) -> int:
    """Number of function calls for an answer with empty caches."""
    count = 0

    def note(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    forget()
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        question()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("adjacency", ADJACENCIES)
def test_the_hardest_questions_need_few_calls(adjacency):
    counted = {name: calls(question) for name, question in questions(adjacency)}

    assert {name: count for name, count in counted.items() if count > MOST_CALLS} == {}
