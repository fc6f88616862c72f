"""The end of a run of tests has a limit too: a thread or a process that somebody has left would keep it for ever."""

import faulthandler
import sys

END_S = 120.0


def pytest_unconfigure() -> None:
    """Ends this process in a while, if it does not end by itself, and says what it has stood at."""
    faulthandler.dump_traceback_later(END_S, exit=True, file=sys.__stderr__)
