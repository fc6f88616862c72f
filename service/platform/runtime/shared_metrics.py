"""Shared metrics: the processes of one start count in one directory, and a metrics process adds them up.

This module must not import prometheus_client, which decides at import time whether to count in files.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from service.platform.runtime.processes import Child
from service.platform.settings import Settings

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that names the directory. prometheus_client reads it."""
OWNER = "SHENGJI_METRICS_OWNER"
"""The environment variable with the process id that created the directory. Not set if the operator chose it."""
COMMAND = ("metrics",)
"""The command that serves the metrics."""


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Creates the directory, unless one is configured. Enter this before any import that counts."""
    if DIRECTORY in os.environ:
        yield
        return
    directory = tempfile.mkdtemp(prefix="shengji-metrics-")
    os.environ |= {DIRECTORY: directory, OWNER: str(os.getpid())}
    try:
        yield
    finally:
        if _is_owner():
            shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def metrics_process(settings: Settings) -> Iterator[None]:
    """Keeps a metrics process running, if this process has created the directory and `METRICS_ADDRESS` is set."""
    if not _is_owner() or not settings.metrics_address:
        yield
        return
    process = Child("metrics", [sys.executable, "-m", "service", *COMMAND], {}, log=None)
    process.start()
    try:
        yield
    finally:
        process.stop()


def _is_owner() -> bool:
    """Returns whether this process created the directory. Its child processes have the same environment."""
    return os.environ.get(OWNER) == str(os.getpid())
