"""The number of random cases of a property, by the profile of Hypothesis."""

from typing import Any

from hypothesis import settings

PER_GATE_CASE = {"quick": 0.25, "gate": 1, "deep": 30}
"""The number of cases that each profile draws for one case of `gate`."""
LEAST = 3
"""The number of cases that every profile draws, unless `gate` draws fewer."""


def cases(count: int, **further: Any) -> settings:
    """Returns a decorator for a property that draws this many cases in `gate`. Other profiles draw fewer or more.

    Args:
        count: the number of cases in `gate`. A property without this decorator draws the default of the profile.
        further: further settings of Hypothesis.
    """
    by_profile = round(count * PER_GATE_CASE[settings.get_current_profile_name()])
    return settings(max_examples=max(by_profile, min(count, LEAST)), **further)
