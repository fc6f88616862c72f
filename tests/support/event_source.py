"""A client of server-sent events that does what `EventSource` in browsers does, and nothing more.

It sends no header of its own except `Accept`, `Origin` and `Last-Event-ID`, reconnects to the same address, and reads
an answer only if its origin is allowed (WHATWG HTML, section 9.2).
"""

from collections.abc import Generator
from email.message import Message as Headers
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import orjson

TIMEOUT_S = 20


class Message(NamedTuple):
    """An event as a page receives it."""

    kind: str
    data: Any


class EventSource:
    """A connection that reconnects by itself."""

    def __init__(self, address: str, origin: str) -> None:
        self._address, self._origin = urlsplit(address), origin
        self._last_id = ""
        self._messages: Generator[Message, None, None] | None = None
        self.headers = Headers()
        self.connections = 0

    def next(self, kind: str | None = None) -> Message:
        """Returns the next event, of a kind if one is given. Connects if there is no connection."""
        while True:
            if self._messages is None:
                self._messages = self._connected()
            for message in self._messages:
                if kind in (None, message.kind):
                    return message
            self._messages = None

    def disconnect(self) -> None:
        """Breaks the connection."""
        if self._messages is not None:
            self._messages.close()
            self._messages = None

    def _connected(self) -> Generator[Message, None, None]:
        headers = {"Accept": "text/event-stream", "Origin": self._origin, "Cache-Control": "no-cache"}
        if self._last_id:
            headers["Last-Event-ID"] = self._last_id
        connection = HTTPConnection(self._address.netloc, timeout=TIMEOUT_S)
        connection.request("GET", f"{self._address.path}?{self._address.query}", headers=headers)
        try:
            answer = connection.getresponse()
            self.connections, self.headers = self.connections + 1, answer.headers
            assert answer.status == 200, answer.read()
            assert answer.headers.get_content_type() == "text/event-stream"
            assert answer.headers["Access-Control-Allow-Origin"] in ("*", self._origin)
            kind, data = "message", ""
            for line in answer:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                match name:
                    case "event":
                        kind = value
                    case "data":
                        data = value
                    case "id":
                        self._last_id = value
                    case "" if data:
                        yield Message(kind, orjson.loads(data))
                        kind, data = "message", ""
        finally:
            connection.close()
