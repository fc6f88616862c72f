"""How the processes of one start count together: in a directory that a process beside them adds up and serves.

Nothing here imports prometheus_client, which decides while it is imported whether it counts in files.
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
"""The variable that names the directory; prometheus_client reads it."""
OWNER = "SHENGJI_METRICS_OWNER"
"""The variable that says which process has made the directory; none where it was named from outside."""
COMMAND = ("metrics",)
"""The command that serves what is counted there."""


@contextmanager
def counting_together() -> Iterator[None]:
    """Makes the directory, unless one is named already; to be entered before anything is imported that counts."""
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
def metrics_served(settings: Settings) -> Iterator[None]:
    """Keeps a process running that serves what is counted; where another start has named the directory, it does."""
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
    """Whether this process has made the directory; the processes that it starts have the same environment."""
    return os.environ.get(OWNER) == str(os.getpid())
