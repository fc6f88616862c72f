"""Limits on the function calls of the slowest legality checks. The count is the same on every machine."""

from collections.abc import Callable

import pytest

from tests.support.instructions import calls_of
from tests.support.slow_questions import ADJACENCIES, forget, questions

MOST_CALLS = 90_000
"""Limit of calls: one and a half times as many as the hardest of them needs. A search without memory or bounds would
need millions.
"""


def calls_with_empty_caches(question: Callable[[], object]) -> int:
    forget()
    return calls_of(question)


@pytest.mark.parametrize("adjacency", ADJACENCIES)
def test_the_hardest_questions_need_few_calls(adjacency):
    counted = {name: calls_with_empty_caches(question) for name, question in questions(adjacency)}

    assert {name: count for name, count in counted.items() if count > MOST_CALLS} == {}
