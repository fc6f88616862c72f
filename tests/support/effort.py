"""What the interpreter does to answer: a measure of time that is the same on every machine, however busy it is.

An `Effort` counts how often each instruction of `domain/` and `service/` was executed, by its place in the code. Lines
would be too coarse: a line can go round in a loop, or end in the middle of `a and b`. Two answers of the same effort
have taken the same way through the code. What a built-in function does with its arguments is not counted, nor what
libraries do: that a sort, a hash or a sum was given the same is proven by `unseen`, by which hidden cards cannot be
looked at.
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
PACKAGES_THAT_REMEMBER = ("domain.games.zheng_shangyou.", "domain.orders.", "domain.games.sheng_ji.", "domain.table.")
FOR_EVER = ("_chain", "_order")
"""What is remembered for ever, since there are few of them, and they are public."""

Effort = Counter[tuple[CodeType, int]]
"""How often the instruction at an offset of a piece of code was executed."""


class Difference(NamedTuple):
    """A line that was executed more often here or there: instructions of it."""

    file: str
    line: int
    here: int
    there: int


def effort_of(work: Callable[[], Any], *planted: str) -> tuple[Any, Effort]:
    """What the work returns, and what it takes.

    Args:
        work: what is done.
        planted: files that stand for some of the rules, and count like them.
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
        if not code.co_filename.startswith(counted):
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
    """The lines on which more was done in one case than in the other."""
    lines: dict[tuple[str, int], list[int]] = {}
    for place, effort in enumerate((here, there)):
        other = (there, here)[place]
        for (code, at), times in (effort - other).items():
            line = next((line for start, end, line in code.co_lines() if start <= at < end), None)
            key = (code.co_filename.removeprefix(CHECKOUT), line or code.co_firstlineno)
            lines.setdefault(key, [0, 0])[place] += times
    return sorted(Difference(*key, *more) for key, more in lines.items())


def forget() -> None:
    """Empties what the rules remember of earlier questions: whose question it was decides what is remembered."""
    for function in REMEMBERING:
        function.cache_clear()


REMEMBERING = [
    function
    for name, module in sorted(sys.modules.items())
    if name.startswith(PACKAGES_THAT_REMEMBER)
    for key, function in vars(module).items()
    if hasattr(function, "cache_clear") and key not in FOR_EVER
]
"""The functions of the games that remember what they were asked."""
