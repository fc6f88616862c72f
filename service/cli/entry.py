"""The entry point of the command `shengji`."""

import _signal  # type: ignore[import-not-found]  # `signal` imports half a dozen modules before it can set a handler
import os


def _end_at_once(number: int, _frame: object) -> None:
    """Ends the process. Nothing has been started yet that would have to be stopped."""
    os._exit(128 + number)


# Before anything else is imported. A first process in a container has no default action for a signal, so it needs this.
for _each in (_signal.SIGINT, _signal.SIGTERM, _signal.SIGHUP):
    if _each != _signal.SIGHUP or _signal.getsignal(_each) != _signal.SIG_IGN:  # nohup ignores hang-ups, and so do we
        _signal.signal(_each, _end_at_once)

import gc  # noqa: E402 - the handlers come first
import signal  # noqa: E402 - likewise
import sys  # noqa: E402 - likewise


def shengji() -> None:
    """Runs the command.

    An API process uses gevent, which has to patch the standard library before any other import. API processes also
    share their metrics, which has to be set up before any import that counts.
    """
    if sys.argv[1:2] != ["serve"]:
        _run()
        return
    if not _serves_in_several():
        from gevent import monkey  # noqa: PLC0415

        monkey.patch_all()
    from service.platform.runtime.shared_metrics import shared_metrics  # noqa: PLC0415

    with shared_metrics():
        _run()


def _run() -> None:
    # Imports create some hundred thousand objects that stay, and each collection would visit all of them.
    gc.disable()
    from service.cli.main import command_named, main  # noqa: PLC0415

    command_named("".join(sys.argv[1:2]))
    gc.freeze()
    gc.enable()
    # From here on Ctrl-C raises KeyboardInterrupt, so that a command can clean up.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main(prog_name="shengji")


def _serves_in_several() -> bool:
    """Returns whether `shengji serve` starts several API processes instead of serving itself."""
    try:
        return int(os.environ.get("API_PROCESSES", "1")) > 1
    except ValueError:
        return False  # the command reports the invalid setting later
