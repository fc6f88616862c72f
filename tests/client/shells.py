"""Both clients of Python with the methods of `Client`, so that one test can use either."""

import asyncio
import inspect
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from service.clients.python.shengji_client import AsyncClient, Client

Connect = Callable[..., Any]
"""Makes a client from the arguments of `Client`."""


class Steps:
    """An iterator over the results of an asynchronous one."""

    def __init__(self, runner: asyncio.Runner, results: AsyncGenerator[Any, None]) -> None:
        self._runner = runner
        self._results = results

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        end = object()

        async def following() -> Any:
            return await anext(self._results, end)

        found = self._runner.run(following())
        if found is end:
            raise StopIteration
        return found

    def close(self) -> None:
        self._runner.run(self._results.aclose())


class Awaited:
    """An `AsyncClient` whose methods return what its coroutines return."""

    def __init__(self, runner: asyncio.Runner, client: AsyncClient) -> None:
        self._runner = runner
        self._client = client

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._client, name)
        return self._waiting_for(attribute) if callable(attribute) else attribute

    def _waiting_for(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            made = method(*arguments, **named)
            return self._runner.run(made) if inspect.iscoroutine(made) else Steps(self._runner, made)

        return call


@contextmanager
def awaited_clients() -> Iterator[Connect]:
    """Yields a function that makes clients for asyncio. Closes them at the end."""
    made: list[AsyncClient] = []
    with asyncio.Runner() as runner:

        def connect(*arguments: Any, **named: Any) -> Awaited:
            made.append(AsyncClient(*arguments, **named))
            return Awaited(runner, made[-1])

        try:
            yield connect
        finally:
            for client in made:
                runner.run(client.close())


@pytest.fixture(params=["threads", "asyncio"])
def connect(request: pytest.FixtureRequest) -> Iterator[Connect]:
    """`Client`, and in another run of the test a function that makes an `AsyncClient` of the same methods."""
    if request.param == "threads":
        yield Client
    else:
        with awaited_clients() as made:
            yield made
