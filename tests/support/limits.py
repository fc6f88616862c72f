"""A time limit for the end of a test run. Without it, a thread or process that still runs could block the end."""

import faulthandler
import sys

END_S = 120.0


def pytest_unconfigure() -> None:
    """Ends this process if it still runs after `END_S` seconds, and prints where it hangs."""
    faulthandler.dump_traceback_later(END_S, exit=True, file=sys.__stderr__)
