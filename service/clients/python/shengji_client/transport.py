"""Sends requests over HTTP: `Transport` for threads, `AsyncTransport` for asyncio."""

import asyncio
import ssl
import time
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from http import HTTPStatus
from typing import Any

import httpx

from .exchange import Answer, Attempts, Lost, Patience, Request, answer_of, new_key
from .problems import ApiProblem

KEPT = 8
"""The number of connections that are kept for later requests."""


class _Settings:
    """What both transports send, and to whom.

    Attributes:
        address: address of the API.
        token: secret of a token, or `None`.
        patience: time limits and numbers of attempts.
    """

    def __init__(self, address: str, token: str | None = None, patience: Patience | None = None) -> None:
        """Saves the settings. Raises `ValueError` if the address has no scheme."""
        if not address.startswith(("http://", "https://")):
            raise ValueError(f"the address {address!r} must begin with http:// or https://")
        self.address = address.rstrip("/")
        self.token = token
        self.patience = patience or Patience()

    def _arguments(self, request: Request, request_id: str, read_s: float) -> dict[str, Any]:
        """Returns one attempt to send a request, as arguments for httpx."""
        return {
            "method": request.method,
            "url": self.address + request.target,
            "content": request.payload[0],
            "headers": request.all_headers(self.token, request_id),
            "timeout": httpx.Timeout(read_s, connect=self.patience.connect_s),
        }

    def _answer_s(self, request: Request) -> float:
        return self.patience.answer_s + request.wait_s


class Transport(_Settings):
    """Connections to one API, for one user. Several threads may send at the same time."""

    def __init__(self, address: str, token: str | None = None, patience: Patience | None = None) -> None:
        """Creates the connection pool. The first request connects."""
        super().__init__(address, token, patience)
        self._prepare()

    def _prepare(self) -> None:
        self._http = httpx.Client(**_options())
        # A forgotten transport closes its connections too.
        self._closing = weakref.finalize(self, self._http.close)

    def close(self) -> None:
        """Closes the connections. A later request opens a new one."""
        closing = self._closing
        self._prepare()
        closing()

    def send(self, request: Request) -> Answer:
        """Sends a request and repeats it as `Attempts` says.

        Raises:
            ApiProblem: the last response is a problem.
            Unreachable: there was no response.
        """
        attempts = Attempts(request, self.patience)
        while True:
            try:
                with _losses():
                    response = self._request(request, attempts.request_id, self._answer_s(request), is_stream=False)
                return answer_of(response.status_code, response.headers, response.content)
            except (ApiProblem, Lost) as failure:
                pause_s = attempts.pause_after(failure)
            time.sleep(pause_s)

    @contextmanager
    def open(self, request: Request) -> Iterator[httpx.Response]:
        """Sends a request once and returns the response before its body has arrived.

        Raises:
            ApiProblem: the response is a problem.
            Lost: there was no response, or it ends too early.
        """
        with _losses():
            response = self._request(request, new_key(), self.patience.silence_s, is_stream=True)
            try:
                if response.status_code >= HTTPStatus.BAD_REQUEST:
                    answer_of(response.status_code, response.headers, response.read())
                yield response
            finally:
                response.close()

    def _request(self, request: Request, request_id: str, read_s: float, *, is_stream: bool) -> httpx.Response:
        http = self._http
        return http.send(http.build_request(**self._arguments(request, request_id, read_s)), stream=is_stream)


class AsyncTransport(_Settings):
    """Connections to one API, for one user. Several tasks of one event loop may send at the same time."""

    def __init__(self, address: str, token: str | None = None, patience: Patience | None = None) -> None:
        """Creates the connection pool. The first request connects."""
        super().__init__(address, token, patience)
        self._http = httpx.AsyncClient(**_options())

    async def close(self) -> None:
        """Closes the connections. A later request opens a new one."""
        closed, self._http = self._http, httpx.AsyncClient(**_options())
        await closed.aclose()

    async def send(self, request: Request) -> Answer:
        """Sends a request like `Transport.send`."""
        attempts = Attempts(request, self.patience)
        while True:
            try:
                with _losses():
                    response = await self._request(
                        request, attempts.request_id, self._answer_s(request), is_stream=False
                    )
                return answer_of(response.status_code, response.headers, response.content)
            except (ApiProblem, Lost) as failure:
                pause_s = attempts.pause_after(failure)
            await asyncio.sleep(pause_s)

    @asynccontextmanager
    async def open(self, request: Request) -> AsyncIterator[httpx.Response]:
        """Sends a request once and returns the response like `Transport.open`."""
        with _losses():
            response = await self._request(request, new_key(), self.patience.silence_s, is_stream=True)
            try:
                if response.status_code >= HTTPStatus.BAD_REQUEST:
                    answer_of(response.status_code, response.headers, await response.aread())
                yield response
            finally:
                await response.aclose()

    async def _request(self, request: Request, request_id: str, read_s: float, *, is_stream: bool) -> httpx.Response:
        http = self._http
        return await http.send(http.build_request(**self._arguments(request, request_id, read_s)), stream=is_stream)


def _options() -> dict[str, Any]:
    """Returns the options of every connection pool.

    httpx follows no redirects, which would reveal the token. Proxies and passwords in the environment are ignored.
    """
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=KEPT)
    return {"limits": limits, "trust_env": False, "verify": _trusted()}


@cache
def _trusted() -> ssl.SSLContext:
    """Returns the certificates that the system trusts."""
    return ssl.create_default_context()


@contextmanager
def _losses() -> Iterator[None]:
    """Turns the errors of httpx into `Lost`."""
    try:
        yield
    except httpx.HTTPError as error:
        never_sent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
        raise Lost(f"{type(error).__name__} {error}".strip(), was_sent=not isinstance(error, never_sent)) from error
