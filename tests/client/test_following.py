"""Following feeds with the client: each event once and in order, despite broken connections."""

from itertools import islice
from typing import Any

import pytest

from service.clients.python.shengji_client import ApiProblem, FeedBroken, Patience, Unreachable
from tests.client.shells import Connect, connect
from tests.support.misbehaving import HANGS_UP, Misbehaving, Step, answer, problem, silence_after, stream

__all__ = ["connect"]

QUICK = Patience(retries=2, first_pause_s=0.001, longest_pause_s=0.01, answer_s=10.0, silence_s=10.0, reconnects=3)
TABLE = "tbl_01M7ZBDNSS6QVYHRRA4NCV1JZT"
HEARTBEAT = b"\n"


def event(number: int, kind: str = "cards_played") -> dict[str, Any]:
    return {"version": number, "type": kind, "revision": 1, "at": "2026-11-21T00:00:00.000Z", "data": {}}


def farewell(after: int, retry_ms: int = 1) -> dict[str, Any]:
    return {"type": "reconnect", "after": after, "retry_ms": retry_ms}


def page(*events: dict[str, Any], more: bool = False) -> bytes:
    return answer(200, {"table": TABLE, "events": list(events), "next_after": 0, "more": more})


def followed(
    connect: Connect, *steps: Step, count: int, after: int = 0, patience: Patience = QUICK, by: Any = "stream"
) -> tuple[Any, Any]:
    """The numbers of `count` events from a server with these steps, and the positions that the client requested."""
    with Misbehaving(*steps) as server:
        client = connect(server.address, "sj_secret", patience)
        numbers = [each["version"] for each in islice(client.follow(TABLE, after, by=by), count)]
        assert {asked.path for asked in server.asked} == {f"/v1/tables/{TABLE}/events"}
        return numbers, [int(asked.query["after"]) for asked in server.asked]


def test_a_stream_yields_its_events_as_they_arrive(connect: Connect):
    with Misbehaving(silence_after(stream(event(1), HEARTBEAT, event(2), is_cut=True))) as server:
        events = connect(server.address, "sj_secret", QUICK).follow(TABLE)
        assert [next(events), next(events)] == [event(1), event(2)]
        events.close()

    (asked,) = server.asked
    assert asked.headers["accept"] == "application/x-ndjson"
    assert asked.query == {"after": "0"}


def test_an_event_may_be_longer_than_one_read(connect: Connect):
    long = {**event(1), "data": "and so on" * 100_000}
    with Misbehaving(stream(long, event(2))) as server:
        assert list(islice(connect(server.address, "sj_secret", QUICK).follow(TABLE), 2)) == [long, event(2)]


def test_a_stream_starts_at_the_requested_position(connect: Connect):
    assert followed(connect, stream(event(8)), count=1, after=7) == ([8], [7])


@pytest.mark.parametrize(
    "breaks",
    [
        stream(event(1), event(2), is_cut=True),
        stream(event(1), event(2)),
        stream(event(1), event(2), b'{"version": 3, "type": "car', is_cut=True),
        stream(event(1), event(2), b'{"version": 3, "type": "car'),
        stream(event(1), event(2)) + b"zz\r\n",
        stream(event(1), event(2), farewell(2)),
        stream(event(1), event(2), farewell(9)),
    ],
    ids=["cut off", "ended", "cut in a line", "ended in a line", "not http", "told to", "told to, from elsewhere"],
)
def test_when_a_stream_ends_the_next_one_starts_after_the_last_event(connect: Connect, breaks: bytes):
    assert followed(connect, breaks, stream(event(3), event(4)), count=4) == ([1, 2, 3, 4], [0, 2])


@pytest.mark.parametrize(
    "failure",
    [HANGS_UP, problem(503, "away", Retry_After="0"), problem(429, "slow_down"), problem(502, "away"), stream()],
    ids=["no answer", "503", "429", "502", "nothing in it"],
)
def test_a_failed_stream_is_requested_again(connect: Connect, failure: bytes):
    steps = (stream(event(1), is_cut=True), failure, failure, stream(event(2)))
    assert followed(connect, *steps, count=2) == ([1, 2], [0, 1, 1, 1])


def test_a_silent_server_is_disconnected(connect: Connect):
    silent = silence_after(stream(event(1), is_cut=True))
    # Each later read has the full time limit again.
    patience = QUICK._replace(silence_s=2.0)
    assert followed(connect, silent, stream(event(2)), count=2, patience=patience) == ([1, 2], [0, 1])


def test_a_live_server_may_close_the_stream_any_number_of_times(connect: Connect):
    """A stream that has only a heartbeat is no failure, so a quiet table can be followed for ever."""
    quiet = [stream(HEARTBEAT)] * (QUICK.reconnects + 5)
    assert followed(connect, *quiet, stream(event(1)), count=1)[0] == [1]


@pytest.mark.parametrize(
    ("failure", "error"), [(HANGS_UP, Unreachable), (problem(503, "away"), ApiProblem), (stream(), Unreachable)]
)
def test_following_ends_when_the_server_is_never_reachable(connect: Connect, failure: bytes, error: type[Exception]):
    with Misbehaving(*[failure] * 20) as server, pytest.raises(error):
        next(connect(server.address, "sj_secret", QUICK).follow(TABLE))

    assert len(server.asked) == 1 + QUICK.reconnects


def test_repeated_events_are_yielded_once(connect: Connect):
    steps = (stream(event(1), event(2), is_cut=True), stream(event(1), event(2), event(2), event(3)))
    assert followed(connect, *steps, count=3)[0] == [1, 2, 3]


@pytest.mark.parametrize(
    "steps",
    [
        [stream(event(1), event(3))],
        [stream(event(2))],
        [stream(event(1), is_cut=True), stream(event(3))],
        [stream(event(1), b"what\n")],
        [stream(event(1), b"[]\n")],
        [stream(event(1), b'{"type": "reconnect"}\n')],
        [page(event(1))],
    ],
    ids=["left out", "begun late", "left out between", "no document", "no event", "no farewell", "no stream"],
)
def test_following_ends_when_the_feed_is_inconsistent(connect: Connect, steps: list[Step]):
    with pytest.raises(FeedBroken):
        followed(connect, *steps, count=9)


def test_following_ends_when_a_feed_starts_before_the_requested_position(connect: Connect):
    with pytest.raises(FeedBroken, match="event 3 follows event 7"):
        followed(connect, stream(event(3)), count=1, after=7)


@pytest.mark.parametrize("by", ["stream", "pages"])
@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_forbidden_feed_is_a_problem(connect: Connect, status: int, by: str):
    with pytest.raises(ApiProblem) as raised:
        followed(connect, problem(status, "no"), count=1, by=by)
    assert raised.value.status == status


@pytest.mark.parametrize("last", ["match_ended", "table_cancelled"])
def test_following_can_end_with_the_match(connect: Connect, last: str):
    with Misbehaving(stream(event(1), event(2, last), event(3))) as server:
        events = list(connect(server.address, "sj_secret", QUICK).follow(TABLE, until_over=True))

    assert [each["version"] for each in events] == [1, 2]


def test_a_consumer_that_stops_closes_the_connection(connect: Connect):
    hung_up = []

    def step(connection):
        silence_after(stream(event(1), is_cut=True))(connection)
        hung_up.append(True)

    with Misbehaving(step) as server:
        events = connect(server.address, "sj_secret", QUICK).follow(TABLE)
        next(events)
        events.close()
    assert hung_up == [True]


def test_pages_are_followed_like_streams(connect: Connect):
    steps = (page(event(1), event(2), more=True), page(event(3)), HANGS_UP, page(), page(event(4)))
    assert followed(connect, *steps, count=4, by="pages") == ([1, 2, 3, 4], [0, 2, 3, 3, 3])


def test_pages_wait_unless_there_is_more(connect: Connect):
    with Misbehaving(page(event(1), more=True), page(event(2))) as server:
        client = connect(server.address, "sj_secret", QUICK)
        assert [each["version"] for each in client.events(TABLE, wait_s=3)] == [1, 2]

    assert [asked.query["wait"] for asked in server.asked] == ["3", "3"]


def test_a_page_with_a_missing_event_is_detected(connect: Connect):
    with pytest.raises(FeedBroken):
        followed(connect, page(event(1), event(3)), count=2, by="pages")


def happened(number: int) -> dict[str, Any]:
    return {"number": number, "type": "turn_began", "at": "2026-11-21T00:00:00.000Z", "table": TABLE, "data": {}}


@pytest.mark.parametrize(
    ("by", "steps"),
    [
        ("stream", [stream(happened(31)), stream(happened(31), happened(32))]),
        ("pages", [page(), page(happened(31), more=True), page(happened(32))]),
    ],
)
def test_the_feed_of_an_account_may_begin_later_because_old_events_are_deleted(
    connect: Connect, by: Any, steps: list[Step]
):
    with Misbehaving(*steps) as server:
        events = connect(server.address, "sj_secret", QUICK).follow_account(4, by=by)
        assert [next(events)["number"], next(events)["number"]] == [31, 32]


@pytest.mark.parametrize("number", [4, 3])
def test_the_feed_of_an_account_never_begins_earlier(connect: Connect, number: int):
    with Misbehaving(stream(happened(number))) as server, pytest.raises(FeedBroken):
        next(connect(server.address, "sj_secret", QUICK).follow_account(4))


def test_the_feed_of_an_account_is_counted_by_its_own_numbers(connect: Connect):
    steps = (stream(happened(5), is_cut=True), stream(happened(6)), stream(happened(8)))
    with Misbehaving(*steps) as server:
        events = connect(server.address, "sj_secret", QUICK).follow_account(4)
        assert [next(events)["number"], next(events)["number"]] == [5, 6]
        with pytest.raises(FeedBroken):
            next(events)

    assert {asked.path for asked in server.asked} == {"/v1/me/events"}
    assert [asked.query for asked in server.asked] == [{"after": "4"}, {"after": "5"}, {"after": "6"}]
