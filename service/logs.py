"""Logs as lines of JSON on standard error: never a card, never a token."""

import logging
import sys
from datetime import UTC, datetime

import orjson


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and the `facts` given as extra."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


def set_up_logs(level: str) -> None:
    """Sends all logs of this process to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
