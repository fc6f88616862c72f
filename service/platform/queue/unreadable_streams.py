"""Streams that jobs cannot read. Jobs leave them alone for a while, so that all others continue."""

import logging

from service.platform.store.database import Database
from service.platform.store.folding import UnreadableStream, release
from service.platform.store.subscription import RETRY_FIRST_S, RETRY_MOST_S

_log = logging.getLogger(__name__)


def set_stream_aside_for_jobs(database: Database, error: UnreadableStream, stream: str | None = None) -> None:
    """Records that a stream cannot be read. Writes one line to the log the first time.

    Args:
        database: the database.
        error: the error.
        stream: the stream to leave alone; `None` for the one that could not be read.
    """
    [(attempts,)] = database.run(
        "set_aside_for_jobs",
        {
            "stream": stream or error.stream,
            "error": error.reason if stream in (None, error.stream) else f"{error.reason} in {error.stream}",
            "release": release(),
            "first_s": RETRY_FIRST_S,
            "most_s": RETRY_MOST_S,
        },
    )
    if attempts == 1:
        left = stream or error.stream
        _log.error("%s cannot be read by jobs, which leave it alone for a while", left, exc_info=error)
