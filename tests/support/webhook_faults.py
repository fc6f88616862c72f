"""Time limits for the tests of faults of webhooks, and a receiver that does not answer."""

from tests.support.receiver import Handler

# The machine may hang for a while: only tests of a limit have short times.
TIMEOUT_S = 30.0
PATIENCE_S = 60.0


def silent(handler: Handler) -> None:
    handler.server.receiver.ended.wait(PATIENCE_S)
