"""Players without a seat see only that a sealed table exists and whether its match has ended."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import orjson
import pytest

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.commands import ChallengePlayer, OpenTable, SeatBot, Sit, Start, UnsealTable
from domain.table.deals import GivenDeal
from domain.table.events import TableOpened
from domain.table.sealing import NotSealed, TableSealed
from service.tables.feeds import TableFeed
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.feeds import told_by_events
from tests.support.frozen_api import ANOTHER, AT_TABLE, Asked, House, command, commands_in_vain, opened_house
from tests.support.matches import played_by_chance
from tests.support.play import play_commands
from tests.support.stored import catch_up
from tests.support.table import SHENG_JI

WAYS = ("", "/events", "/events?wait=1", "/events?after=2000000", "/moves", "/record", "/analysis")
STREAMS = ("text/event-stream", "application/x-ndjson")
RULES = SHENG_JI.rules("zhang-2021", {})


def deal(seed: int) -> GivenDeal:
    every = SHENG_JI.every_deal(RULES)
    assert every
    return GivenDeal(tuple(Random(seed).sample(every.pack, len(every.pack))), (), (), Seat(0))


def sealed(service: Service, host: User, *players: User, **members: Any) -> str:
    """Returns a sealed table with these players and bots on the other seats, started by the service."""
    by = PlayerId(host.id)
    opened = OpenTable(by, "sheng_ji", "zhang-2021", {}, listed=True, hands=1, deals=(deal(1),), sealed=True, **members)
    then: list[Any] = [Sit(PlayerId(each.id), Seat(seat), f"entropy {seat}") for seat, each in enumerate(players)]
    bots = range(len(players), 4)
    then += [SeatBot(by, Seat(seat), "random", PlayerId("bot_random"), f"entropy {seat}") for seat in bots]
    return service.tables.open(opened, None, then=[*then, Start(by)]).id


def of_four(api: Api, service: Service, **members: Any) -> tuple[str, list[User], User]:
    host, players = api.sign_up("host"), [api.sign_up(f"player {seat}") for seat in range(4)]
    return sealed(service, host, *players, **members), players, host


def refused(table: str, user: User, *, is_over: bool) -> None:
    for way in WAYS:
        answered = user.get(f"/v1/tables/{table}{way}")
        assert (answered.status_code, answered.json["code"]) == (403, "table_sealed"), way
        assert answered.json["facts"] == {"is_over": is_over}
    for form in STREAMS:
        assert user.get(f"/v1/tables/{table}/events", headers={"Accept": form}).json["code"] == "table_sealed"


def test_a_chosen_deal_is_dealt_and_only_seated_players_see_it(api: Api, service: Service):
    table, players, host = of_four(api, service)
    order = deal(1).order
    assert order

    for seat, player in enumerate(players):
        view = player.view(table)
        assert (view["you"], view["sealed"], view["listed"]) == (seat, True, False)
        dealt = [
            each for each in player.get(f"/v1/tables/{table}/events").json["events"] if each["type"] == "cards_dealt"
        ]
        assert dealt[0]["data"]["chosen"]
        assert player.get(f"/v1/tables/{table}/moves").status_code == 200
    for user in (host, api.sign_up("stranger")):
        refused(table, user, is_over=False)


def test_a_sealed_table_is_listed_only_for_its_players(api: Api, service: Service):
    table, players, host = of_four(api, service)
    catch_up(service)

    assert table in {each["id"] for each in players[0].get("/v1/tables?mine=true").json["tables"]}
    for user in (host, players[0]):
        assert table not in {each["id"] for each in user.get("/v1/tables?limit=100").json["tables"]}
    assert table not in {each["id"] for each in host.get("/v1/tables?mine=true").json["tables"]}
    assert table not in host.get("/v1/me/export").text
    assert host.get("/v1/me/events").json["events"] == []
    assert table in players[0].get("/v1/me/export").text


def test_others_see_the_end_of_a_sealed_table_and_the_rest_once_it_is_unsealed(api: Api, service: Service):
    table, players, host = of_four(api, service)
    stranger = api.sign_up("stranger")
    with pytest.raises(NotSealed):
        service.tables.carry_out(table, UnsealTable())
    while players[0].view(table)["status"] == "playing":
        play_commands(table, players, commands=40)

    refused(table, stranger, is_over=True)
    record = players[2].get(f"/v1/tables/{table}/record").json
    assert record["complete"]
    catch_up(service)
    assert orjson.loads(players[2].get("/v1/me/records").data) == record
    assert host.get("/v1/me/records").data == b""

    service.tables.carry_out(table, UnsealTable())
    theirs, own = (told_by_events(each.view(table)) for each in (stranger, players[2]))
    assert theirs | {"you": 2, "orders": None} == own | {"orders": None, "match": theirs["match"]}
    assert stranger.get(f"/v1/tables/{table}/record").json == players[2].get(f"/v1/tables/{table}/record").json
    assert host.get(f"/v1/tables/{table}/events?limit=1000").json["events"][-1]["type"] == "table_unsealed"
    with pytest.raises(NotSealed):
        service.tables.carry_out(table, UnsealTable())


def test_a_substitute_sees_the_table_from_then_on_and_the_replaced_player_no_longer(api: Api, service: Service):
    table, players, host = of_four(api, service)
    asked, other = api.sign_up("asked"), api.sign_up("other")
    assert players[1].command(table, "leave").status_code == 200
    for user in (asked, other):
        service.tables.carry_out(table, ChallengePlayer(PlayerId(players[3].id), PlayerId(user.id), Seat(1)))
    refused(table, asked, is_over=False)

    declined = other.command(table, "decline_challenge", reason="not_now")
    assert (declined.status_code, declined.json) == (200, {"table": table, "version": 1, "events": [], "asked": None})
    sat = asked.command(table, "sit", seat=1, headers={"Prefer": "return=representation"})

    assert sat.status_code == 200, sat.text
    assert sat.json["view"]["you"] == 1
    for user in (players[1], other, host):
        refused(table, user, is_over=False)


def test_players_without_a_seat_are_refused_before_any_other_check(api: Api, service: Service):
    table, _, host = of_four(api, service)
    asked: list[Json] = [
        {"type": "play", "cards": ["AS"]},
        {"type": "pay_tribute", "card": "AS"},
        {"type": "pass", "expected_version": 99},
        {"type": "sit", "seat": 7},
        {"type": "start"},
        {"type": "cancel"},
        {"type": "set_entropy", "entropy": "new"},
        {"type": "decline_challenge", "reason": "rules"},
    ]
    for user in (host, api.sign_up("stranger")):
        for body in asked:
            for dry in ("", "?dry_run=true"):
                answered = user.post(f"/v1/tables/{table}/commands{dry}", body)
                assert (answered.status_code, answered.json["code"]) == (403, "table_sealed"), body
        assert user.post(f"/v1/tables/{table}/rematch", {"seats": "same"}).json["code"] == "not_seated"
        assert user.get(f"/v1/tables/{table}/invitations").json["invitations"] == []
        for room in ("seats", "spectators"):
            assert user.get(f"/v1/tables/{table}/messages/{room}").json["code"] == "not_in_room"
            said = user.post(f"/v1/tables/{table}/messages/{room}", {"canned": "hello"})
            assert said.json["code"] == "not_in_room"


def test_a_listener_who_is_replaced_gets_no_more_events(api: Api, service: Service):
    table, players, _ = of_four(api, service)
    asked = api.sign_up("asked")
    feed = TableFeed(service.table_cache, service.views, table, PlayerId(players[1].id))
    assert players[1].command(table, "leave").status_code == 200
    service.tables.carry_out(table, ChallengePlayer(PlayerId(players[3].id), PlayerId(asked.id), Seat(1)))
    last_number = feed.read(0, 100, 0).entries[-1].number
    assert asked.command(table, "sit", seat=1).status_code == 200

    for known in (0, last_number + 1):
        with pytest.raises(TableSealed):
            feed.read(last_number, 100, known)


# Byte for byte -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    events: tuple[Any, ...]
    viewer: Viewer = Onlooker.SPECTATOR


@pytest.fixture(scope="module")
def house(api: Api, service: Service, database_url: str) -> Iterator[House]:
    with opened_house(api, service, database_url) as opened:
        yield opened


def played(seed: int, commands: int, *, is_sealed: bool = True) -> Moment:
    """Plays a game with this randomness for this many commands."""
    outcomes = list(played_by_chance(seed, "zhang-2021", {}, 1))[:commands]
    events = [event for outcome in outcomes for event in outcome.events]
    return Moment(
        tuple(
            replace(each, sealed=is_sealed, listed=not is_sealed) if isinstance(each, TableOpened) else each
            for each in events
        )
    )


def looks(house: House, user: User) -> list[Asked]:
    paths = [f"{AT_TABLE}{way}" for way in WAYS if "wait" not in way]
    paths += ["/v1/tables", "/v1/tables?mine=true", "/v1/me/turns", "/v1/me/events"]
    paths += [f"/v1/players/{house.seats[0].id}", f"/v1/tables/{ANOTHER}"]
    return [
        *(Asked(token, "GET", path) for path in paths for token in (user.token, None)),
        Asked(user.token, "GET", AT_TABLE, headers=(("If-None-Match", '"9-spectator-4"'),)),
        *commands_in_vain(user.token, Onlooker.SPECTATOR, 10),
        command(user.token, {"type": "play", "cards": ["AS"]}),
    ]


@pytest.mark.parametrize("who", ["host", "stranger"])
def test_answers_do_not_depend_on_the_deal_or_the_play(house: House, who: str):
    user: User = getattr(house, who)
    asked = looks(house, user)
    here, there = (house.answers(played(seed, commands), asked) for seed, commands in ((1, 30), (2, 75)))

    for what, one, other in zip(asked, here, there, strict=True):
        assert one == other, what


def test_the_same_requests_detect_a_table_that_is_not_sealed(house: House):
    asked = looks(house, house.stranger)
    here, there = (house.answers(played(seed, 30, is_sealed=False), asked) for seed in (1, 2))

    assert sum(one != other for one, other in zip(here, there, strict=True)) > 3
