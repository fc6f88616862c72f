"""A stream of events that a test reads over a socket."""

from collections.abc import Iterator
from typing import Any

import orjson
import urllib3

from service.platform.settings import Settings
from tests.support.api import User
from tests.support.served import Served

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
PATIENCE_S = 60.0
LONG_POLL_S = Settings().long_poll_s
"""The longest time in seconds for which a request for a page waits for events."""


class Stream:
    """A stream of events that is being read.

    `has_state` is whether the events keep `asked`, which says more than the events themselves.
    """

    def __init__(self, server: Served, path: str, user: User, form: str, **headers: str) -> None:
        self._pool = urllib3.PoolManager(retries=False)
        self.answer = self._pool.request(
            "GET",
            server.address + path,
            headers={"Authorization": f"Bearer {user.token}", "Accept": form, **headers},
            preload_content=False,
            timeout=urllib3.Timeout(connect=PATIENCE_S, read=PATIENCE_S),
        )
        self.lines = self._read()
        self.has_state = "include" in path

    def _read(self) -> Iterator[str]:
        buffered = b""
        for piece in self.answer.stream(1 << 16):
            *lines, buffered = (buffered + piece).split(b"\n")
            yield from (line.decode() for line in lines)

    def events(self, count: int) -> list[dict[str, Any]]:
        """Returns the next `count` events. Waits until they have arrived."""
        found: list[dict[str, Any]] = []
        while len(found) < count:
            line = next(self.lines)
            if self.answer.headers["Content-Type"].startswith(NDJSON):
                found += [orjson.loads(line)] if line else []
            elif line.startswith("id: "):
                data = next(self.lines)
                assert data.startswith("data: ")
                found.append(orjson.loads(data.removeprefix("data: ")))
                number = found[-1]["version"] if "version" in found[-1] else found[-1]["number"]
                assert line == f"id: {number}"
        return found if self.has_state else [{name: each[name] for name in each if name != "asked"} for each in found]

    def close(self) -> None:
        self.answer.close()
        self._pool.clear()


ADDED = ("players", "_links")
"""Members of a view that no event tells."""


def told_by_events(view: dict[str, Any]) -> dict[str, Any]:
    """Returns the members of a view that the feed alone gives."""
    assert set(ADDED) & set(view)
    return {name: each for name, each in view.items() if name not in ADDED}
