"""The loops over turns: one request when they begin, then one stream."""

from typing import Any

from service.clients.python.shengji_client import Patience, Turn
from tests.client.shells import Connect, connect
from tests.support.misbehaving import Misbehaving, answer, stream

__all__ = ["connect"]

QUICK = Patience(retries=2, first_pause_s=0.001, longest_pause_s=0.01, answer_s=10.0, silence_s=10.0, reconnects=3)
TABLE = "tbl_01M7ZBDNSS6QVYHRRA4NCV1JZT"
OTHER = "tbl_01M7ZBDNSS6QVYHRRA4NCV1JZV"
NOTHING = {"asked": None}
PLAY = {"asked": "play", "cards": [["AS"]]}
VIEW = {"status": "playing"}


def event(number: int, kind: str = "cards_played", **more: Any) -> dict[str, Any]:
    return {"version": number, "type": kind, "data": {}, **more}


def now(version: int, **more: Any) -> bytes:
    return answer(200, {"table": TABLE, "events": [], "next_after": version, "more": False, **more})


def turn(version: int, table: str = TABLE) -> Turn:
    return Turn(table, version, PLAY, VIEW)


def caught_up(version: int, **more: Any) -> dict[str, Any]:
    return {"type": "caught_up", "version": version, **more}


ASKED = {"moves": PLAY, "view": VIEW}
FINISHED = {"status": "finished"}


def test_turns_come_from_one_stream_until_the_match_ends(connect: Connect):
    lines = (
        caught_up(7, **ASKED),
        event(8),
        caught_up(8, moves=NOTHING),
        event(9),
        caught_up(9, **ASKED),
        event(10, "match_ended"),
    )
    with Misbehaving(now(7), stream(*lines)) as server:
        assert list(connect(server.address, "sj_secret", QUICK).turns(TABLE)) == [turn(7), turn(9)]

    assert [asked.query for asked in server.asked] == [{"after": "end"}, {"after": "7", "include": "all"}]


def test_turns_continue_after_a_broken_stream_and_come_once(connect: Connect):
    steps = (
        stream(event(8), caught_up(8, **ASKED), is_cut=True),
        stream(caught_up(8, **ASKED), event(9), caught_up(9, **ASKED), event(10, "match_ended")),
    )
    with Misbehaving(now(7), *steps) as server:
        assert list(connect(server.address, "sj_secret", QUICK).turns(TABLE)) == [turn(8), turn(9)]

    assert [each.query["after"] for each in server.asked] == ["end", "7", "8"]


def test_a_finished_table_has_no_turns(connect: Connect):
    with Misbehaving(now(7), stream(caught_up(7, moves=NOTHING, view=FINISHED), is_cut=True)) as server:
        assert list(connect(server.address, "sj_secret", QUICK).turns(TABLE)) == []

    assert len(server.asked) == 2


def test_turns_everywhere_come_from_all_pages_of_the_inbox_and_then_from_the_feed_of_the_account(connect: Connect):
    def inbox(table: str, version: int, cursor: str | None) -> bytes:
        turns = [{"table": table, "version": version, "moves": PLAY, "view": VIEW}]
        return answer(200, {"turns": turns, "next_cursor": cursor})

    began = {"version": 6, "moves": PLAY, "view": VIEW}
    events = (
        {"number": 31, "type": "chat_message", "table": TABLE, "data": {}},
        {"number": 32, "type": "turn_began", "table": TABLE, "data": {}, "now": began},
    )
    end = answer(200, {"events": [], "next_after": 30, "more": False})
    with Misbehaving(end, inbox(TABLE, 4, "more"), inbox(OTHER, 5, None), stream(*events)) as server:
        turns = connect(server.address, "sj_secret", QUICK).turns_everywhere()
        assert [next(turns) for _ in range(3)] == [turn(4), turn(5, OTHER), turn(6)]
        turns.close()

    assert [(asked.path, asked.query.get("after")) for asked in server.asked] == [
        ("/v1/me/events", "end"),
        ("/v1/me/turns", None),
        ("/v1/me/turns", None),
        ("/v1/me/events", "30"),
    ]
    assert server.asked[2].query["cursor"] == "more"
