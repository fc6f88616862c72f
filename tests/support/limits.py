"""A time limit for the end of a test run, so that a leftover thread or process cannot block it."""

import faulthandler
import sys

END_S = 120.0


def pytest_unconfigure() -> None:
    """Ends this process after a while if it does not end, and prints where it hangs."""
    faulthandler.dump_traceback_later(END_S, exit=True, file=sys.__stderr__)
