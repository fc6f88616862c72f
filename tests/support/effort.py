"""Measures the work of an answer in executed instructions. The measure is the same on every machine under any load.

An `Effort` counts how often each instruction of `domain/` and `service/` was executed. Counts of lines would be too
coarse: a line can have a loop, and its execution can stop in the middle of `a and b`. Two answers with the same effort
executed the same instructions equally often.

The work of built-in functions and libraries is not counted. So an effort does not show that a sort, a hash or a sum got
the same arguments. `tests/support/unseen.py` shows that they got no hidden cards.
"""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import domain.games
import service

COUNTED = tuple(f"{Path(package.__file__).parent}/" for package in (domain, service) if package.__file__)
CHECKOUT = f"{Path(__file__).parents[2]}/"
NOT_COUNTED = f"{CHECKOUT}service/platform/store/connections.py"
"""It waits for PostgreSQL. How often it wakes up for one result depends on the time. Its callers are counted."""
PACKAGES_THAT_REMEMBER = ("domain.games.zheng_shangyou.", "domain.orders.", "domain.games.sheng_ji.", "domain.table.")
FOR_EVER = ("_chain", "_order")
"""Caches that are never cleared. They have few entries, and all of them are public."""

Effort = Counter[tuple[CodeType, int]]
"""The number of executions by instruction. An instruction is a code object and an offset in it."""


class Difference(NamedTuple):
    """A line that took different work in the two cases.

    Attributes:
        here: further executions of its instructions in the first case.
        there: further executions of its instructions in the second case.
    """

    file: str
    line: int
    here: int
    there: int


def effort_of(work: Callable[[], Any], *planted: str) -> tuple[Any, Effort]:
    """Returns the result of the work and its effort.

    Args:
        work: the function to call.
        planted: further files whose instructions are counted.
    """
    counted = (*COUNTED, *planted)
    counts: dict[int, tuple[CodeType, Counter[int]]] = {}
    tracers: dict[int, Callable[..., Any]] = {}

    def counting(code: CodeType) -> Callable[..., Any]:
        steps = counts[id(code)] = (code, Counter())
        executed = steps[1]

        def step(frame: FrameType, event: str, _: Any) -> Any:
            if event == "opcode":
                executed[frame.f_lasti] += 1
            return step

        return step

    def entered(frame: FrameType, _: str, __: Any) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(counted) or code.co_filename == NOT_COUNTED:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        tracer = tracers.get(id(code))
        if tracer is None:
            tracer = tracers[id(code)] = counting(code)
        return tracer

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        result = work()
    finally:
        sys.settrace(before)
    return result, Counter({(code, at): times for code, steps in counts.values() for at, times in steps.items()})


def differences(here: Effort, there: Effort) -> list[Difference]:
    """Returns the lines that took more work in one case than in the other."""
    lines: dict[tuple[str, int], list[int]] = {}
    for place, effort in enumerate((here, there)):
        other = (there, here)[place]
        for (code, at), times in (effort - other).items():
            line = next((line for start, end, line in code.co_lines() if start <= at < end), None)
            key = (code.co_filename.removeprefix(CHECKOUT), line or code.co_firstlineno)
            lines.setdefault(key, [0, 0])[place] += times
    return sorted(Difference(*key, *more) for key, more in lines.items())


def forget() -> None:
    """Clears the caches of the rules. Their entries depend on the questions that were asked before."""
    for function in REMEMBERING:
        function.cache_clear()


REMEMBERING = [
    function
    for name, module in sorted(sys.modules.items())
    if name.startswith(PACKAGES_THAT_REMEMBER)
    for key, function in vars(module).items()
    if hasattr(function, "cache_clear") and key not in FOR_EVER
]
"""The functions of the rules that cache their results."""
