"""The API over a database with a stopped clock, with the requests of a viewer and the answers to them.

A test can store one match twice, with different hidden cards, and compare every answer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple, Protocol

import orjson
import psycopg
from flask import Flask

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId, house_player
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.events import MatchEnded, TableOpened
from domain.table.evolve import fold
from domain.table.seat_events import SeatTaken
from service.processes.app import create_app
from service.tables.documents import view_tag
from service.tables.events import VersionedTable
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.stored import (
    catch_up,
    empty,
    forget_table,
    record_now,
    stop_the_clock,
    store_table,
    with_nothing_at_hand,
)

TABLE = "tbl_01M7ZAW1ZS69ZN9S1N17NW5J34"
ANOTHER = "tbl_01M7ZAW1ZS69ZN9S1N17NW5J35"
AT_TABLE = f"/v1/tables/{TABLE}"
MOST_PLAYERS = 9


class Moment(Protocol):
    """The events of a match up to a command, and a viewer."""

    @property
    def events(self) -> tuple[Any, ...]: ...

    @property
    def viewer(self) -> Viewer: ...


class Asked(NamedTuple):
    """A request. If it is not the viewer's own, the viewer sees only the status of its answer."""

    token: str | None
    method: str
    path: str
    body: Any = None
    headers: tuple[tuple[str, str], ...] = ()
    is_own: bool = True


class Answer(NamedTuple):
    """The part of an answer that the viewer sees."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Restarted:
    """The service that the API uses. A test can restart it with an empty cache."""

    def __init__(self, service: Service) -> None:
        self._first = service
        self.begin_anew()

    def begin_anew(self) -> None:
        # Some parts of the new service still use the table cache of the first one.
        empty(self._first.table_cache)
        self._service = with_nothing_at_hand(self._first)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._service, name)


@dataclass(frozen=True)
class House:
    """The API over a database with a stopped clock, and the accounts of players, the host and a stranger."""

    service: Restarted
    app: Flask
    owner: psycopg.Connection
    seats: tuple[User, ...]
    host: User
    stranger: User

    def user(self, viewer: Viewer) -> User:
        """Returns the account that has this view of the table."""
        return self.host if isinstance(viewer, Onlooker) else self.seats[viewer]

    def answers(self, moment: Moment, *stages: list[Asked], fresh_after: int | None = None) -> list[Answer]:
        """Stores the match up to that moment and returns the answers to the requests.

        Each stage begins with empty caches and complete read models. All events were recorded long ago, except those
        after the version `fresh_after`.
        """
        forget_table(self.owner, TABLE)
        store_table(self.service, TABLE, self.with_accounts(moment.events))
        if fresh_after is not None:
            record_now(self.owner, TABLE, fresh_after)
        answers: list[Answer] = []
        for stage in stages:
            catch_up(self.service)
            self.service.begin_anew()
            answers += [answer(self.app, asked) for asked in stage]
        return answers

    def names_tag(self, events: tuple[Any, ...]) -> str:
        """Returns the part of the entity tag of a view that tells the names of its players."""
        table = fold(GAMES, self.with_accounts(events))
        return str(self.service.views.names(VersionedTable(len(events), table)).tag)

    def with_accounts(self, events: tuple[Any, ...]) -> tuple[Any, ...]:
        """Returns the events with ids of real accounts and house bots instead of invented ids, at a listed table.

        A table that is not listed would refuse readers without a token.
        """

        def changed(event: Any) -> Any:
            match event:
                case TableOpened():
                    return replace(event, host=PlayerId(self.host.id), listed=not event.sealed)
                case SeatTaken(bot=str() as bot):
                    return replace(event, player=house_player(bot))
                case SeatTaken(seat=seat):
                    return replace(event, player=PlayerId(self.seats[seat].id))
                case _:
                    return event

        return tuple(map(changed, events))


def answer(app: Flask, asked: Asked) -> Answer:
    headers = [("X-Request-Id", "the-same"), *asked.headers]
    if asked.token:
        headers.append(("Authorization", f"Bearer {asked.token}"))
    if asked.body is not None:
        headers.append(("Content-Type", "application/json"))
    data = asked.body if isinstance(asked.body, bytes | None) else orjson.dumps(asked.body)
    given = app.test_client().open(asked.path, method=asked.method, headers=headers, data=data)
    return Answer(
        given.status_code, *((tuple(given.headers), _shared(given.get_data())) if asked.is_own else ((), b""))
    )


@lru_cache(maxsize=200)
def _shared(body: bytes) -> bytes:
    """Returns an equal body that other answers have too. Tests keep hundreds of answers with the whole contract."""
    return body


def command(token: str | None, body: Any, *headers: tuple[str, str], is_own: bool = True, dry: bool = False) -> Asked:
    return Asked(token, "POST", f"{AT_TABLE}/commands{'?dry_run=true' * dry}", body, headers, is_own)


@contextmanager
def opened_house(api: Api, service: Service, database_url: str) -> Iterator[House]:
    """Yields a house with a player for every seat."""
    with psycopg.connect(database_url, autocommit=True) as owner:
        stop_the_clock(owner)
        seats = tuple(api.sign_up(f"player {seat}") for seat in range(MOST_PLAYERS))
        restarted = Restarted(service)
        yield House(restarted, create_app(restarted), owner, seats, api.sign_up("host"), api.sign_up("stranger"))


def looks(user: User, viewer: Viewer, version: int, names: str = "") -> list[Asked]:
    """Returns the requests that read the table. `names` is the part of its entity tag that tells the names."""

    def look(path: str, *headers: tuple[str, str], method: str = "GET") -> Asked:
        return Asked(user.token, method, path, headers=headers)

    return [
        look(AT_TABLE),
        look(AT_TABLE, method="HEAD"),
        look(AT_TABLE, ("If-None-Match", f'"{view_tag(version, viewer, names)}"')),
        look(AT_TABLE, ("If-None-Match", f'"{view_tag(version - 1, viewer, names)}"')),
        look(f"{AT_TABLE}/events?limit=1000"),
        look(f"{AT_TABLE}/events?after={version // 2}&limit=9"),
        look(f"{AT_TABLE}/events?after={version - 1}"),
        look(f"{AT_TABLE}/events?after={version}"),
        look(f"{AT_TABLE}/moves"),
    ]


def lists(user: User, moment: Moment) -> list[Asked]:
    """Returns requests for lists, account events and the record."""
    paths = ("/v1/me/turns", "/v1/me/events?limit=1000", "/v1/tables", "/v1/tables?mine=true&status=playing")
    return [Asked(user.token, "GET", path) for path in (*paths, *record_of(moment.events))]


def record_of(events: tuple[Any, ...]) -> list[str]:
    """Returns the path of the record. After the end of the match there is none, because it reveals everything."""
    return [] if isinstance(events[-1], MatchEnded) else [f"{AT_TABLE}/record", f"{AT_TABLE}/analysis"]


def looks_of_a_stranger(house: House, events: tuple[Any, ...]) -> list[Asked]:
    """Returns requests without a token, requests of a stranger, and a request for an unknown table."""
    stranger = house.stranger.token
    table = (AT_TABLE, f"{AT_TABLE}/events", f"{AT_TABLE}/moves", *record_of(events))
    paths = (*table, "/v1/me/turns", "/v1/tables")
    return [
        *(Asked(None, "GET", path) for path in paths),
        command(None, {"type": "pass"}),
        *(Asked(stranger, "GET", path) for path in (AT_TABLE, f"{AT_TABLE}/events?limit=1000", f"{AT_TABLE}/moves")),
        command(stranger, {"type": "pass"}),
        Asked(stranger, "GET", f"/v1/tables/{ANOTHER}"),
    ]


def commands_in_vain(token: str, viewer: Viewer, version: int) -> list[Asked]:
    """Returns commands that are refused with any cards, and dry runs."""
    malformed: list[Any] = [b"{", {"type": "fly"}, {"type": "play", "cards": ["??"]}]
    refused: list[Any] = [
        {"type": "pass", "expected_version": version - 1},
        {"type": "sit", "seat": 1},
        {"type": "resume_seat"},
        {"type": "start"},
        {"type": "cancel"},
        {"type": "seat_bot", "seat": 2, "bot": "random"},
        {"type": "unseat_bot", "seat": 2},
    ]
    tags = (view_tag(version - 1, viewer), view_tag(version + 1, viewer), "?")
    return [
        *(command(token, body) for body in malformed),
        *(command(token, body, dry=dry) for body in refused for dry in (False, True)),
        *(command(token, {"type": "pass"}, ("If-Match", f'"{tag}"')) for tag in tags),
        command(token, {"type": "set_entropy", "entropy": "other"}, dry=True),
        command(token, {"type": "leave"}, dry=True),
    ]


class NextMove(NamedTuple):
    """The next move of a seat in each case. The two moves differ only in cards that the viewer cannot see."""

    seat: Seat
    here: Any
    there: Any


class Pair(NamedTuple):
    """A request of the viewer and its answers in both cases."""

    asked: Asked
    here: Answer
    there: Answer

    def __repr__(self) -> str:
        """Returns the request and the first difference of the answers. Complete answers are too long to read."""
        asked, here, there = map(repr, self)
        place = sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(here, there, strict=False)))
        return f"{asked}: {here[max(place - 80, 0) : place + 80]} / {there[place : place + 80]}"


def differences(pairs: list[Pair]) -> list[Pair]:
    """Returns the pairs whose answers differ. From these the viewer could learn hidden cards."""
    return [pair for pair in pairs if pair.here != pair.there]
