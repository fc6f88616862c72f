"""Time limits for tests of webhook faults, and a receiver that does not answer."""

from tests.support.receiver import Handler

# A slow machine must not exceed these. Only tests of a time limit use short ones.
TIMEOUT_S = 30.0
PATIENCE_S = 60.0


def silent(handler: Handler) -> None:
    handler.server.receiver.ended.wait(PATIENCE_S)
