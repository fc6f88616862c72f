"""Figures that benchmarks print: percentiles, the longest time without any answer, and whether memory grows."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from statistics import fmean


def percentile(values: Iterable[float], share: float) -> float:
    """Returns the value that this share of `values` does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def longest_stall(commands: Sequence[tuple[float, float]]) -> float:
    """Returns the longest time without an answer to anyone, while at least one command was under way.

    Args:
        commands: the times at which each command was sent and answered.
    """
    answered = sorted(commands, key=lambda each: each[1])
    # No answer comes between two neighbours. So a command that is sent between them stays under way until the second.
    waiting_since = list(accumulate((sent for sent, _ in reversed(answered)), min))[::-1]
    ends = [end for _, end in answered]
    starts = [max(pair) for pair in zip([float("-inf"), *ends], waiting_since, strict=False)]
    return max((end - start for start, end in zip(starts, ends, strict=True)), default=0.0)


def growth(values: Sequence[float]) -> float:
    """Returns by which share the last third of some values lies above the third before it, on average.

    The first third counts as a warm-up.

    Args:
        values: at least three values in the order of their times.
    """
    third = len(values) // 3
    return fmean(values[-third:]) / fmean(values[-2 * third : -third]) - 1
