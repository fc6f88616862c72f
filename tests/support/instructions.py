"""Counts the instructions or the function calls that some work takes.

The counts do not depend on the speed or the load of a machine. That of instructions depends on the version of Python.
Both leave out what C code, other threads and servers do.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def instructions_of(work: Callable[[], object]) -> int:
    """Returns the number of bytecode instructions that this thread runs for the work."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        if event == "opcode":
            count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def calls_of(work: Callable[[], object]) -> int:
    """Returns the number of calls of Python and C functions that this thread makes for the work."""
    count = 0

    def note(_frame: FrameType, event: str, _: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
