"""Keeps the memory of a test process small, and its garbage collections short.

Modules and collected tests exist for the whole run. They are several hundred thousand objects, and each full collection
would visit all of them, so they are excluded.

glibc keeps much of the memory that a large test has freed. It goes back to the system before the next test.
"""

import ctypes
import gc
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

TRIMMED_MB = 10
"""The memory that a process can gain before the freed part is returned."""
_STATM = Path("/proc/self/statm")
_MIB = 1 << 20


def pytest_collection_finish() -> None:
    """Freezes all objects that exist when the tests are collected."""
    gc.collect()
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Registers the return of memory, where the C library offers it."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        config.pluginmanager.register(_ReturnedMemory(trim))


class _ReturnedMemory:
    """Returns freed memory to the system after tests that have gained much."""

    def __init__(self, trim: Callable[[int], int]) -> None:
        self._trim = trim
        self._least_mb = _resident_mb()

    def pytest_runtest_logfinish(self) -> None:
        if _resident_mb() > self._least_mb + TRIMMED_MB:
            self._trim(0)
            self._least_mb = _resident_mb()


def _resident_mb() -> int:
    """Returns the resident memory of this process in MiB."""
    pages = int(_STATM.read_text().split()[1])
    return pages * resource.getpagesize() // _MIB
