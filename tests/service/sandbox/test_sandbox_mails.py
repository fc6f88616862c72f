"""Mails of a sandbox are written in virtual time and read by its author instead of being sent.

API, scheduler and workers run as processes, and there is no mail server.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import psycopg
import pytest
import urllib3

from service.clients.python.shengji_client import ApiProblem, Client
from service.processes.supervisor import Supervisor
from tests.support.running import all_running

Json = dict[str, Any]
STARTS = datetime(2027, 3, 20, 12, tzinfo=UTC)
ADA = "ada@example.org"
SEATS = 4


@pytest.fixture(scope="module")
def running() -> Iterator[Supervisor]:
    with all_running(BOT_GRACE_S="1") as supervisor:
        yield supervisor


@pytest.fixture
def owner(running: Supervisor) -> Client:
    return Client.of_new_player(running.address, "Ada")


@pytest.fixture
def author(owner: Client, running: Supervisor) -> Client:
    """Returns the first player of a new sandbox at noon, with an address."""
    made = owner.make_sandbox({"now": STARTS.isoformat()})
    author = Client(running.address, made["token"]["secret"])
    author.put_mail_address({"address": ADA})
    return author


def others(author: Client, running: Supervisor, count: int = SEATS - 1) -> list[Client]:
    """Creates more players of the sandbox."""
    made = [author.add_sandbox_player({"name": f"player {number}"}) for number in range(count)]
    return [Client(running.address, each["token"]["secret"]) for each in made]


def waits_for(asked: Client, players: list[Client], **members: Any) -> str:
    """Returns a correspondence table at which one of these players is to move, with a day per turn."""
    clock = {"kind": "simple", "per_move_s": 86400}
    body = {"profile": "zheng-shangyou-4-partners", "hands": 1, "clock": clock, "ladder": {"grace_s": 0}, **members}
    for _ in range(40):
        table = players[0].open_table(cast("Any", body))["table"]
        for seat, player in enumerate(players):
            player.command(table, {"type": "sit", "seat": seat})
        players[0].command(table, {"type": "start"})
        if players[players.index(asked)].view(table)["asked"][0]["seat"] == players.index(asked):
            return table
    raise AssertionError("none of the players is asked")


def advance(author: Client, **by: float) -> None:
    """Moves the clock until nothing is due in the sandbox."""
    state = author.advance_sandbox({"seconds": int(timedelta(**by).total_seconds())})
    while not state["at_rest"]:
        state = author.advance_sandbox({"seconds": 0})


def mails(author: Client, **more: Any) -> list[Json]:
    """Returns the mails of the sandbox, oldest first."""
    return cast("list[Json]", author.list_sandbox_mails(limit=100, **more)["mails"])[::-1]


def at(**after: float) -> str:
    """Returns a time after noon as answers write it."""
    return (STARTS + timedelta(**after)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@pytest.mark.slow
def test_an_address_is_confirmed_at_once_and_no_mail_leaves_the_sandbox(author: Client, running: Supervisor):
    shown = author.view_notifications()

    assert (shown["sends_mail"], shown["address"], shown["confirmed_at"]) == (True, ADA, at())
    assert shown["unconfirmed"] is None
    assert shown["next_digest_at"] == "2027-03-21T08:00:00.000Z"
    with psycopg.connect(running.database_url) as connection:
        for kept in ("shengji.mail", "shengji.mail_code", "shengji.mail_asked"):
            assert connection.execute(f"SELECT count(*) FROM {kept}").fetchone() == (0,)
        assert connection.execute("SELECT address, asked_address FROM shengji.mailbox").fetchall()[0] == (None, None)


@pytest.mark.slow
def test_the_mails_about_a_turn_come_at_their_times(author: Client, running: Supervisor):
    author.change_notifications({"kinds": {"turn": "each"}})
    author.put_availability({"time_zone": "UTC", "automatic_vacation": False})
    table = waits_for(author, [author, *others(author, running)])
    me = author.view_me()["player"]["id"]

    advance(author, days=2)

    about = [each for each in mails(author) if each["table"] == table]
    turn, half, fifth, *later = about
    assert (turn["kind"], turn["at"]) == ("turn", at(minutes=2))
    place = "(Zheng Shangyou, hand 1)"
    assert [(each["kind"], each["at"], each["subject"]) for each in (half, fifth)] == [
        ("reminder", at(hours=12, minutes=1), f"Half of your time is left {place}"),
        ("reminder", at(hours=19.2, minutes=1), f"A fifth of your time is left {place}"),
    ]
    assert "You have time until Sun 21 Mar 2027, 12:00 (UTC)." in turn["text"]
    assert table in turn["text"]
    assert later, "the turn was missed"
    assert later[0]["subject"].startswith("Your time ran out, and a bot made your move")
    assert later[0]["at"] == at(days=1, minutes=1)
    assert all(f'/v1/tables/{table}"' in each["html"] for each in about)
    events = {event["number"]: event for event in author.account_events(limit=1000)["events"]}
    assert [events[each["event"]]["type"] for each in (turn, half)] == ["turn_began", "turn_reminder"]
    assert {(each["to"], each["player"]) for each in about} == {(ADA, me)}


def test_a_turn_answered_in_time_is_not_mailed(author: Client, running: Supervisor):
    author.change_notifications({"kinds": {"turn": "each"}})
    players = [author, *others(author, running)]
    table = waits_for(author, players)
    advance(author, minutes=1)
    author.command(table, {"type": "propose", "what": "concede_match"})
    players[2].command(table, {"type": "agree", "what": "concede_match"})
    assert author.view(table)["status"] != "playing"
    advance(author, minutes=30)

    assert [each["kind"] for each in mails(author) if each["kind"] == "turn" and each["table"] == table] == []


@pytest.mark.slow
def test_a_digest_comes_at_its_hour_and_lists_what_waits(author: Client, running: Supervisor):
    author.change_notifications({"kinds": {"reminder": "off"}, "time_zone": "Asia/Tokyo", "digest_hour": 7})
    assert author.view_notifications()["next_digest_at"] == "2027-03-20T22:00:00.000Z"
    table = waits_for(author, [author, *others(author, running)])

    advance(author, hours=11)

    [digest] = mails(author)
    assert (digest["kind"], digest["at"], digest["to"]) == ("digest", "2027-03-20T22:00:00.000Z", ADA)
    assert (digest["table"], digest["event"]) == (None, None)
    assert digest["subject"] in ("1 turn waits for you", "2 turns wait for you")
    assert table in digest["text"]
    assert "Sun 21 Mar 2027, 21:00 (Asia/Tokyo)" in digest["text"]
    # When the digest is written, 14 of 24 hours are left; one hour later, 13.
    assert "less than half" not in digest["text"]
    assert author.view_notifications()["next_digest_at"] == "2027-03-21T22:00:00.000Z"


@pytest.mark.slow
def test_the_list_of_mails_is_paginated_and_can_be_filtered_by_player(author: Client, running: Supervisor):
    players = [author, *others(author, running)]
    players[1].put_mail_address({"address": "north@example.org"})
    author.change_notifications({"kinds": {"turn": "each"}})
    waits_for(author, players)
    advance(author, days=6)

    everything = author.list_sandbox_mails(limit=100)
    assert everything["next_cursor"] is None
    assert [each["at"] for each in everything["mails"]] == sorted(
        (each["at"] for each in everything["mails"]), reverse=True
    )
    assert {each["to"] for each in everything["mails"]} == {ADA, "north@example.org"}
    seen, cursor = [], None
    while True:
        page = author.list_sandbox_mails(limit=2, **({"cursor": cursor} if cursor else {}))
        seen += page["mails"]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == everything["mails"]
    north = players[1].view_me()["player"]["id"]
    assert mails(author, player=north) == [each for each in everything["mails"] if each["player"] == north][::-1]
    with pytest.raises(ApiProblem) as wrong:
        author.list_sandbox_mails(player="ply_" + "0" * 37)
    assert wrong.value.code == "invalid_request"


@pytest.mark.slow
def test_nobody_outside_the_sandbox_can_read_its_mails(author: Client, owner: Client, running: Supervisor):
    author.change_notifications({"kinds": {"turn": "each"}})
    waits_for(author, [author, *others(author, running)])
    advance(author, hours=1)
    assert mails(author)

    elsewhere = Client(running.address, owner.make_sandbox({})["token"]["secret"])
    assert mails(elsewhere) == []
    assert mails(elsewhere, player=author.view_me()["player"]["id"]) == []
    with pytest.raises(ApiProblem) as refused:
        owner.list_sandbox_mails()
    assert refused.value.code == "sandbox_token_needed"


@pytest.mark.slow
def test_removing_the_address_or_unsubscribing_stops_mails(author: Client, running: Supervisor):
    author.change_notifications({"kinds": {"turn": "each"}})
    waits_for(author, [author, *others(author, running)])
    advance(author, hours=13)
    assert [each["kind"] for each in mails(author)][-1] == "reminder"

    newest = mails(author)[-1]
    [stop] = re.findall(r"Stop all mails: (\S+)", newest["text"])
    assert stop.startswith(running.address)
    urllib3.request("POST", stop)
    assert set(author.view_notifications()["kinds"].values()) == {"off"}
    author.change_notifications({"kinds": {"reminder": "each"}})
    author.drop_mail_address()
    advance(author, days=1)

    assert author.view_notifications()["address"] is None
    assert mails(author)[-1] == newest
