"""Bodies of requests as applications expect them: complete in time, and with the errors of files."""

import time
from typing import Any

import gevent
from gunicorn.http import errors
from gunicorn.http.body import LengthReader


class RequestBody:
    """The body of a request. All its errors are `OSError`, as applications expect.

    It must arrive in time. Otherwise a client that sends one byte at a time could hold its connection forever.
    """

    __slots__ = ("_body", "_late")

    def __init__(self, body: Any, timeout_s: float) -> None:
        self._body = body
        self._late = time.monotonic() + timeout_s

    def read(self, size: int) -> bytes:
        """Returns at most `size` bytes, and fewer only at the end. Raises `OSError`."""
        try:
            if self._has_arrived():
                return bytes(self._body.read(size))
            left_s = max(self._late - time.monotonic(), 0.001)
            with gevent.Timeout(left_s, TimeoutError("the body has not arrived in time")):
                return bytes(self._body.read(size))
        except errors.ParseException as error:
            raise OSError(f"the body cannot be read: {type(error).__name__}") from error

    def _has_arrived(self) -> bool:
        """Returns whether the whole body came with the head, as usual. Then no timer is needed."""
        reader = self._body.reader
        return isinstance(reader, LengthReader) and reader.unreader.buf.getbuffer().nbytes >= reader.length


def with_plain_errors(app: Any, body_timeout_s: float) -> Any:
    """Wraps the application so that bodies raise `OSError`, also when they take longer than `body_timeout_s`."""

    def called(environ: dict[str, Any], start_response: Any) -> Any:
        environ["wsgi.input"] = RequestBody(environ["wsgi.input"], body_timeout_s)
        return app(environ, start_response)

    return called
