"""A server that answers requests from a script, also with wrong answers."""

import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qsl, urlsplit

import orjson

Step = bytes | Callable[[socket.socket], None]


class Asked(NamedTuple):
    """A request as the server received it. The names of headers are in lower case."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes


class Misbehaving:
    """A server that performs the next step for each request and then closes the connection.

    A step is the bytes to send, or a function of the connection. Without a further step, it sends nothing.

    Attributes:
        asked: the requests so far.
    """

    def __init__(self, *steps: Step) -> None:
        self.asked: list[Asked] = []
        self._steps = list(steps)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(10)

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            with connection:
                self._answer(connection)

    def _answer(self, connection: socket.socket) -> None:
        asked = _read(connection)
        if asked is None:
            return
        self.asked.append(asked)
        step = self._steps.pop(0) if self._steps else b""
        if isinstance(step, bytes):
            connection.sendall(step)
        else:
            step(connection)


def _read(connection: socket.socket) -> Asked | None:
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            return None
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    while len(body) < int(headers.get("content-length", 0)):
        body += connection.recv(65536)
    method, target, _ = first.split(" ")
    url = urlsplit(target)
    return Asked(method, url.path, dict(parse_qsl(url.query)), headers, body)


def answer(status: int, document: Any = None, media_type: str = "application/json", **headers: str) -> bytes:
    """Returns the bytes of a correct answer."""
    data = b"" if document is None else document if isinstance(document, bytes) else orjson.dumps(document)
    lines = [f"HTTP/1.1 {status} So", f"Content-Type: {media_type}", f"Content-Length: {len(data)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode() + data


def problem(status: int, code: str, more: dict[str, Any] | None = None, **headers: str) -> bytes:
    """Returns the bytes of a problem, as the API sends it."""
    document = {"type": f"/problems/{code}", "title": "No", "status": status, "code": code, "detail": "Not so"}
    return answer(status, {**document, **(more or {})}, "application/problem+json", **headers)


def stream(*lines: Any, media_type: str = "application/x-ndjson", is_cut: bool = False) -> bytes:
    """Returns the bytes of a chunked stream, with one line in each chunk. Lines that are bytes are sent unchanged.

    With `is_cut`, the last chunk is missing, as if the server had died.
    """
    names = [f"Content-Type: {media_type}", "Transfer-Encoding: chunked", "Connection: close"]
    head = "\r\n".join(["HTTP/1.1 200 OK", *names, "", ""]).encode()
    written = [line if isinstance(line, bytes) else orjson.dumps(line) + b"\n" for line in lines]
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(line), line) for line in written)
    return head + chunks + (b"" if is_cut else b"0\r\n\r\n")


def silence_after(sent: bytes) -> Step:
    """Returns a step that sends these bytes, and then nothing until the other side disconnects."""

    def step(connection: socket.socket) -> None:
        connection.sendall(sent)
        while connection.recv(65536):
            pass

    return step


HANGS_UP = b""
"""A step that closes the connection without an answer."""
