"""Records of a player as one stream, and the verification and replay of any record."""

from typing import Any

import orjson
import pytest

from domain.kernel.players import PlayerId
from domain.tools.verification import verify
from service.tables import records
from service.tables.records import events_of_record
from service.wiring import Service
from tests.support.api import Api, Json, User, started_table
from tests.support.contract import operation
from tests.support.play import finished_table, play_commands
from tests.support.stored import catch_up

RECORDS = "/v1/me/records"
REPLAY = "/v1/records"


def lines(user: User, query: str = "") -> list[Json]:
    answered = user.get(f"{RECORDS}{query}")
    assert answered.status_code == 200, answered.text
    assert answered.mimetype == "application/x-ndjson"
    return [orjson.loads(line) for line in answered.data.splitlines()]


@pytest.fixture(scope="module")
def player(api: Api) -> User:
    return api.sign_up("Ada")


@pytest.fixture(scope="module")
def tables(api: Api, player: User, service: Service) -> list[str]:
    """Three finished tables of the player, the oldest first, and an open one."""
    finished = [finished_table(api, player)[0] for _ in range(3)]
    player.open_table()
    catch_up(service)
    return finished


@pytest.fixture(scope="module")
def record(tables: list[str], player: User) -> Json:
    return dict(player.get(f"/v1/tables/{tables[0]}/record").json)


@pytest.fixture(scope="module")
def sheng_ji(api: Api) -> Json:
    table, players = started_table(api, hands=1)
    play_commands(table, players, commands=300)
    return dict(players[0].get(f"/v1/tables/{table}/record").json)


def replayed(user: User, record: Any, query: str = "") -> Json:
    answered = user.post(f"{REPLAY}{query}", record)
    assert answered.status_code == 200, answered.text
    return dict(answered.json)


def changed(record: Json, kind: str, **members: Any) -> tuple[Json, int]:
    """Returns the record with other members in the last event of that type, and the version of this event."""
    copy = orjson.loads(orjson.dumps(record))
    event = [each for each in copy["events"] if each["type"] == kind][-1]
    event["data"].update(members)
    return copy, event["version"]


# -- export ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_export_has_the_records_of_all_finished_tables_oldest_first(player: User, tables: list[str], api: Api):
    found = lines(player)

    assert [each["table"] for each in found] == tables
    assert found == [player.get(f"/v1/tables/{table}/record").json for table in tables]
    assert all(verify(events_of_record(each)).disagreements == () for each in found)
    assert lines(api.sign_up("somebody else")) == []


@pytest.mark.slow
def test_an_export_continues_after_a_table(player: User, tables: list[str]):
    assert [each["table"] for each in lines(player, f"?after={tables[0]}")] == tables[1:]
    assert lines(player, f"?after={tables[-1]}") == []


@pytest.mark.parametrize("after", ["yesterday", "tbl_", "%00", "x" * 31])
def test_an_export_after_something_else_is_refused(player: User, after: str):
    answered = player.get(f"{RECORDS}?after={after}")
    assert (answered.status_code, answered.json["code"]) == (400, "invalid_request")
    assert "after" in answered.json["facts"]["fields"]


def test_an_export_reads_a_few_tables_with_each_statement(
    player: User, tables: list[str], service: Service, monkeypatch: pytest.MonkeyPatch
):
    statements: list[tuple[str, int]] = []
    read = service.database.read

    def counted(name: str, arguments: Any = None) -> Any:
        rows = read(name, arguments)
        statements.append((name, len({row[0] for row in rows})))
        return rows

    monkeypatch.setattr(service.database, "read", counted)
    found = list(records.own_records(service.database, PlayerId(player.id), at_once=2))

    assert [each["table"] for each in found] == tables
    of_events = [("events_of_finished", 2), ("events_of_finished", 1), ("events_of_finished", 0)]
    assert [each for each in statements if each[0] != "bot_moves"] == of_events
    assert [name for name, _ in statements].count("bot_moves") == 2


def test_the_host_without_a_seat_gets_no_record(api: Api, service: Service):
    host = api.sign_up("host")
    seated = [api.sign_up(f"player {seat}") for seat in range(4)]
    table = host.open_table(profile="zheng-shangyou-4-partners", hands=1)
    for seat, each in enumerate(seated):
        assert each.command(table, "sit", seat=seat).status_code == 200
    assert host.command(table, "start").status_code == 200
    play_commands(table, seated, 200)
    catch_up(service)

    assert [each["table"] for each in lines(seated[2])] == [table]
    assert lines(host) == []


def test_a_sandbox_exports_its_own_tables_only(api: Api, player: User, tables: list[str], service: Service):
    dweller = player.in_sandbox()
    assert lines(dweller) == []
    others = []
    for name in ("North", "East", "South"):
        made = dweller.post("/v1/sandbox/players", {"name": name}).json
        others.append(User(api, made["player"]["id"], made["token"]["secret"]))
    table = dweller.open_table(profile="zheng-shangyou-4-partners", hands=1)
    for seat, each in enumerate((dweller, *others)):
        assert each.command(table, "sit", seat=seat).status_code == 200
    assert dweller.command(table, "start").status_code == 200
    play_commands(table, [dweller, *others], 200)
    catch_up(service)

    assert [each["table"] for each in lines(others[0])] == [table]
    assert [each["table"] for each in lines(player)] == tables


# -- verification ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["record", "sheng_ji"])
def test_an_honest_record_agrees(name: str, player: User, request: pytest.FixtureRequest):
    honest = request.getfixturevalue(name)
    verification = replayed(player, honest)["verification"]

    verified = verify(events_of_record(honest))
    assert verification == {
        "agrees": True,
        "shuffles": {"agree": True, "count": 1, "chosen": 0},
        "plays": {"agree": True, "count": verified.moves},
        "disagreements": [],
    }


def test_a_record_of_a_table_that_is_not_here_is_verified(player: User, sheng_ji: Json):
    elsewhere = {**sheng_ji, "table": "tbl_01M7ZZZZZZZZZZZZZZZZZZZZZZ"}
    assert replayed(player, elsewhere)["verification"]["agrees"] is True
    assert player.get(f"/v1/tables/{elsewhere['table']}").status_code == 404


def test_a_wrong_play_is_named_by_its_version(player: User, sheng_ji: Json):
    forged, version = changed(sheng_ji, "trick_won", points=1)
    verification = replayed(player, forged)["verification"]

    assert verification["agrees"] is verification["plays"]["agree"] is False
    assert verification["shuffles"]["agree"] is None
    [wrong] = verification["disagreements"]
    assert (wrong["version"], wrong["recorded"]["type"], wrong["recorded"]["data"]["points"]) == (
        version,
        "trick_won",
        1,
    )
    assert wrong["decided"]["data"]["points"] != 1


def test_a_wrong_shuffle_is_named_by_its_version(player: User, sheng_ji: Json):
    forged, _ = changed(sheng_ji, "secret_published", secret="00" * 32)
    verification = replayed(player, forged)["verification"]

    assert verification["shuffles"]["agree"] is False
    opened = next(each["version"] for each in sheng_ji["events"] if each["type"] == "hand_opened")
    assert verification["disagreements"][0]["version"] == opened


# -- replay ------------------------------------------------------------------------------------------------------------


def test_the_pages_of_a_replay_have_every_view_with_all_hands(player: User, sheng_ji: Json):
    views, after, pages = [], 0, 0
    while True:
        page = replayed(player, sheng_ji, f"?after={after}&limit=60")
        assert (page["verification"] is None) == (after > 0)
        views, after, pages = [*views, *page["views"]], page["next_after"], pages + 1
        if not page["more"]:
            break

    assert pages == -(-len(sheng_ji["events"]) // 60)
    assert [each["type"] for each in views] == [each["type"] for each in sheng_ji["events"]]
    assert [each["version"] for each in views] == list(range(1, len(views) + 1))
    played = next(each for each in views if each["type"] == "cards_played")
    assert all(len(hand) >= 24 for hand in played["hands"])
    assert views[-1]["view"]["status"] == "finished"


def test_a_seat_sees_in_a_replay_what_it_saw_at_the_table(api: Api, player: User):
    table, players = started_table(api, hands=1)
    play_commands(table, players, commands=40)
    seen = players[2].view(table)
    play_commands(table, players, commands=300)
    record = players[0].get(f"/v1/tables/{table}/record").json

    page = replayed(player, record, f"?seat=2&after={seen['version'] - 1}&limit=1")

    [view] = page["views"]
    assert view["hands"] is None
    assert view["view"]["match"] == seen["match"]
    assert view["view"]["you"] == 2
    hidden = replayed(player, record, f"?seat=0&after={seen['version'] - 1}&limit=1")["views"][0]["view"]
    assert hidden["match"]["hand"] != seen["match"]["hand"]


def test_a_broken_record_is_replayed_as_far_as_it_makes_a_table(player: User, record: Json):
    broken = {**record, "events": [*record["events"][:1], *record["events"][20:]]}
    page = replayed(player, broken)
    assert page["verification"]["agrees"] is False
    assert (page["more"], page["next_after"]) == (False, len(page["views"]))


def test_nothing_is_stored(player: User, record: Json, service: Service):
    def rows() -> Any:
        return service.database.read("streams", {"after": "", "limit": 1000})

    before = rows()
    replayed(player, record)
    assert rows() == before


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ([], 400, "invalid_request"),
        ({}, 400, "invalid_request"),
        ({"format": "pgn", "revision": 1, "events": [{}]}, 400, "invalid_request"),
        ({"format": "shengji-record", "revision": 1, "events": []}, 400, "invalid_request"),
        ({"format": "shengji-record", "revision": 99, "events": [{}]}, 422, "not_a_record"),
        ({"format": "shengji-record", "revision": 1, "events": [{}]}, 422, "not_a_record"),
        (b"{", 400, "malformed_json"),
    ],
)
def test_what_is_no_record_is_refused(player: User, body: Any, status: int, code: str):
    answered = player.post(REPLAY, body)
    assert (answered.status_code, answered.json["code"]) == (status, code)


@pytest.mark.parametrize(
    ("members", "where"),
    [
        ({"host": "<script>"}, "data/host"),
        ({"hands": "many"}, "data/hands"),
        ({"chat": "shout"}, "data/chat"),
        ({"seats": 1_000_000}, "data/seats"),
    ],
)
def test_an_event_against_the_contract_is_refused_and_named(player: User, record: Json, members: Json, where: str):
    wrong, version = changed(record, "table_opened", **members)

    answered = player.post(REPLAY, wrong)

    assert (answered.status_code, answered.json["code"]) == (422, "not_a_record")
    assert f"event {version}, table_opened: {where}: " in answered.json["detail"]
    assert str(*members.values()) not in answered.json["detail"]


def test_events_that_make_no_table_are_refused(player: User, record: Json):
    answered = player.post(REPLAY, {**record, "events": record["events"][5:]})
    assert (answered.status_code, answered.json["code"]) == (422, "not_a_record")


def test_a_seat_that_the_table_does_not_have_is_refused(player: User, record: Json):
    answered = player.post(f"{REPLAY}?seat=7", record)
    assert (answered.status_code, answered.json["code"]) == (400, "invalid_request")
    assert answered.json["facts"]["fields"] == {"seat": "give a number from 0 to 3"}


def test_a_record_may_be_larger_than_other_bodies_but_not_without_limit(player: User, record: Json, service: Service):
    filler = [{**record["events"][-1], "padding": "x" * 1000}] * 100
    larger = {**record, "events": [*record["events"], *filler]}
    assert len(orjson.dumps(larger)) > service.settings.body_limit
    assert replayed(player, larger)["verification"]["agrees"] is False
    answered = player.post(REPLAY, b" " * (service.settings.record_limit + 1))
    assert (answered.status_code, answered.json["code"]) == (413, "body_too_large")


def test_records_need_a_token_and_have_a_limit_of_their_own(api: Api, record: Json):
    assert api.call("POST", REPLAY, record).status_code == 401
    assert api.call("GET", RECORDS).status_code == 401
    assert {operation(name).definition["x-rate-limit"] for name in ("replay_record", "export_records")} == {"record"}
