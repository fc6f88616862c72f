"""Tickets open the streams of one feed, for clients such as `EventSource` that cannot send a token."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import orjson
import pytest
import redis

from service.accounts.tickets.handlers import Tickets
from service.accounts.tickets.schemas import FEED_PATH
from service.platform.settings import Settings
from service.platform.store.vault import Vault
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.clock import MovableClock
from tests.support.event_source import EventSource
from tests.support.served import served

LIVES_S = 60


def ticket_for(user: User, feed: str) -> str:
    made = user.post("/v1/tickets", {"feed": feed})
    assert made.status_code == 200, made.text
    assert made.headers["Cache-Control"] == "no-store"
    assert made.json["url"] == f"{feed}?ticket={made.json['ticket']}"
    return str(made.json["ticket"])


@contextmanager
def stream(api: Api, address: str, **headers: str) -> Iterator[Any]:
    given = api.app.test_client().get(address, headers={"Accept": "text/event-stream", **headers}, buffered=False)
    try:
        yield given
    finally:
        given.close()


def status(api: Api, address: str, **headers: str) -> int:
    with stream(api, address, **headers) as given:
        return int(given.status_code)


@pytest.fixture
def user(api: Api) -> User:
    return api.sign_up("Ada")


def test_a_ticket_opens_the_stream_as_its_token_does(api: Api):
    table, players = started_table(api, listed=False)
    feed = f"/v1/tables/{table}/events"

    with stream(api, f"{feed}?ticket={ticket_for(players[1], feed)}") as given:
        parts = iter(given.response)
        sent = next(parts) + next(parts)

    by_ticket = [orjson.loads(line[6:]) for line in sent.splitlines() if line.startswith(b"data: ")]
    by_token = players[1].get(feed).json["events"]
    # The last event of a stream also has what the table asks.
    assert [each["data"] for each in by_ticket] == [each["data"] for each in by_token]
    [dealt] = [each["data"] for each in by_token if each["type"] == "cards_dealt"]
    assert sum(card != "??" for card in dealt["order"]) == 25


@pytest.mark.parametrize("feed", ["/v1/me/events", "/v1/tables/{table}/events", "/v1/tables/{table}/messages/seats"])
def test_every_feed_takes_its_own_ticket_only(api: Api, user: User, feed: str):
    table, other = user.open_table(public=False), user.open_table(public=False)
    user.command(table, "sit", seat=0)
    path = feed.format(table=table)
    ticket = ticket_for(user, path)

    assert status(api, f"{path}?ticket={ticket}") == 200
    elsewhere = ("/v1/me", "/v1/me/events", "/v1/me/turns", f"/v1/tables/{table}", f"/v1/tables/{table}/events")
    for each in (*elsewhere, f"/v1/tables/{other}/events"):
        if each != path:
            assert status(api, f"{each}?ticket={ticket}") == 401, each
    for headers in ({"Authorization": f"Bearer {ticket}"}, {"Authorization": ticket}):
        assert status(api, path, **headers) == 401
    assert api.call("POST", f"/v1/tables/{table}/commands?ticket={ticket}", {"type": "leave"}).status_code == 401


def test_feeds_of_tournaments_take_tickets(api: Api, user: User):
    for outlet in ("events", "results"):
        feed = f"/v1/tournaments/trn_01M7ZBDP89QN5ZFWN99F5H7N4Q/{outlet}"
        assert status(api, f"{feed}?ticket={ticket_for(user, feed)}") == 404


def test_tickets_are_made_for_the_feeds_that_take_them_and_for_no_other(api: Api):
    """The rooms of a table are values of one route."""
    values = {"table_id": f"tbl_{'0' * 26}", "tournament_id": f"trn_{'0' * 26}", "room": "seats"}
    paths: dict[bool, list[str]] = {True: [], False: []}
    for rule in api.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments <= values.keys():
            path = re.sub(r"<(?:[^:>]*:)?(\w+)>", lambda found: values[found[1]], rule.rule)
            paths[getattr(api.app.view_functions[rule.endpoint], "takes_ticket", False)].append(path)

    assert len(paths[True]) > 4
    assert [path for path in paths[True] if not re.fullmatch(FEED_PATH, path)] == []
    assert [path for path in paths[False] if re.fullmatch(FEED_PATH, path)] == []


@pytest.mark.parametrize(
    "feed",
    [
        *("/v1/me", "/v1/tables", "/v1/nothing", "events", "", "/v1/me/events?after=1", "/v1/me/events/"),
        *("https://elsewhere.example.org/v1/me/events", "/v1/series/ser_01M7ZBDP89QN5ZFWN99F5H7N4Q/events", 7, None),
        "/v1/tables/tbl_1/events",
    ],
)
def test_only_feeds_have_tickets(user: User, feed: Any):
    refused = user.post("/v1/tickets", {"feed": feed})

    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert "feed" in refused.json["facts"]["fields"]


def test_a_ticket_needs_a_token_that_may_read(api: Api, user: User):
    made = user.post("/v1/me/tokens", {"name": "few", "scopes": ["account:read"]}).json["secret"]

    assert api.call("POST", "/v1/tickets", {"feed": "/v1/me/events"}).status_code == 401
    assert api.call("POST", "/v1/tickets", {"feed": "/v1/me/events"}, token=made).status_code == 403


def test_streams_alone_take_tickets_and_not_beside_a_token(api: Api, user: User):
    address = f"/v1/me/events?ticket={ticket_for(user, '/v1/me/events')}"

    page = api.call("GET", address)
    assert (page.status_code, list(page.json["facts"]["fields"])) == (400, ["ticket"])
    assert user.get(address, headers={"Accept": "text/event-stream"}).status_code == 400


@pytest.mark.parametrize("wrong", ["{ticket}x", "", "sjf_x", "sjf_", "é", "x" * 2000])
def test_a_wrong_ticket_is_refused_even_where_none_is_needed(api: Api, user: User, wrong: str):
    feed = f"/v1/tables/{user.open_table()}/events"
    ticket = wrong.format(ticket=ticket_for(user, feed)[:-9])

    assert status(api, f"{feed}?ticket={quote(ticket)}") == 401
    assert status(api, feed) == 200


def test_a_ticket_of_other_keys_is_refused(api: Api, user: User, service: Service):
    vault = Vault(["QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="])
    other = Tickets(service.accounts, vault, service.counting, service.clock, LIVES_S)
    forged, _ = other.make(user.token, "/v1/me/events")

    assert status(api, f"/v1/me/events?ticket={forged}") == 401


def test_a_ticket_expires_unless_a_stream_was_open(api: Api, user: User, clock: MovableClock):
    unused, used = (f"/v1/me/events?ticket={ticket_for(user, '/v1/me/events')}" for _ in range(2))
    clock.be_ahead(LIVES_S - 1)
    assert status(api, used) == 200

    clock.be_ahead(LIVES_S + 1)

    assert status(api, unused) == 401
    # The stream was open a moment ago, so EventSource can reconnect.
    assert status(api, used, **{"Last-Event-ID": "0"}) == 200


def test_a_lost_redis_ends_reconnections_of_older_tickets_only(
    api: Api, user: User, service: Service, clock: MovableClock
):
    address = f"/v1/me/events?ticket={ticket_for(user, '/v1/me/events')}"
    assert status(api, address) == 200
    redis.Redis.from_url(service.settings.redis_url).flushdb()

    assert status(api, address) == 200
    redis.Redis.from_url(service.settings.redis_url).flushdb()
    clock.be_ahead(LIVES_S + 1)
    assert status(api, address) == 401


def test_an_open_stream_keeps_its_ticket(api: Api, user: User, service: Service, clock: MovableClock):
    """The listener of a stream asks this with each heartbeat."""
    ticket = ticket_for(user, "/v1/me/events")
    clock.be_ahead(LIVES_S + 1)
    assert service.tickets.identify(ticket, "/v1/me/events") is None

    assert service.tickets.keep(ticket)

    assert status(api, f"/v1/me/events?ticket={ticket}") == 200
    [key] = redis.Redis.from_url(service.settings.redis_url).keys("shengji:tickets:*")
    assert 0 < redis.Redis.from_url(service.settings.redis_url).ttl(key) <= LIVES_S


def test_a_ticket_ends_with_its_token(api: Api, user: User, service: Service):
    made = user.post("/v1/me/tokens", {"name": "few", "scopes": ["table:read"]}).json
    address = f"/v1/me/events?ticket={ticket_for(User(api, user.id, made['secret']), '/v1/me/events')}"
    assert status(api, address) == 200

    api.call("DELETE", f"/v1/me/tokens/{made['id']}", token=user.token)

    assert status(api, address) == 401


def test_a_problem_does_not_repeat_the_ticket(api: Api, user: User):
    feed = "/v1/tables/tbl_01M7ZBDNSS6QVYHRRA4NCV1JZT/events"
    ticket = ticket_for(user, feed)

    with stream(api, f"{feed}?ticket={ticket}") as refused:
        assert (refused.status_code, refused.json["instance"]) == (404, feed)
        assert ticket not in refused.text


@pytest.mark.slow
def test_an_event_source_follows_a_table_and_reconnects(settings: Settings, api: Api):
    table, players = started_table(api, public=False)
    feed = f"/v1/tables/{table}/events"
    with served(settings) as first:
        ticket = ticket_for(players[1], feed)
        source = EventSource(f"{first.address}{feed}?after=end&include=all&ticket={ticket}", "https://play.example.org")
        begun = source.next()
        players[0].command(table, "set_entropy", entropy="new")
        event = source.next()
        # A browser opens the same address again, with the number of the last event.
        source.disconnect()
        players[0].command(table, "set_entropy", entropy="newer")
        again = source.next("caught_up")
        source.disconnect()
        log = first.log.read_text()

    assert (begun.kind, begun.data["view"]["you"]) == ("caught_up", 1)
    assert (event.kind, event.data["type"]) == ("message", "entropy_changed")
    assert again.data["version"] == event.data["version"] + 1
    assert source.connections == 2
    assert source.headers["Access-Control-Allow-Origin"] == "*"
    assert feed in log
    assert ticket not in log
