"""Remembers what a function returns for the objects that it was last called with.

Many listeners ask for the same document of the same event at the same moment. The objects are found by identity,
because comparing them would take longer than the function.
"""

import functools
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
KEPT = 64
"""The most objects remembered by one function."""


def once_per_object(function: Callable[[T], R]) -> Callable[[T], R]:
    """Makes a function of one immutable object return the same result for it again. Nobody may change the result."""
    known: dict[int, tuple[T, R]] = {}

    @functools.wraps(function)
    def remembering(of: T) -> R:
        found = known.get(id(of))
        # The object is kept with its result, so no other object can have its id meanwhile.
        if found is not None and found[0] is of:
            return found[1]
        result = function(of)
        if len(known) >= KEPT:
            known.clear()
        known[id(of)] = (of, result)
        return result

    return remembering
