"""Seeks over HTTP: posting, agreeing, withdrawing, expiring, and the resulting tables."""

from collections.abc import Iterator

import psycopg
import pytest

from domain.clocks.rules import clock_document
from domain.seeks.clocks import clock_of
from domain.tools.verification import verify
from service.lobby.seeks.handlers import SEEKS_LIMIT
from service.notifications.projections import AccountFeeds
from service.tables.records import events_of_record
from service.wiring import Service
from tests.support.api import Api
from tests.support.fixtures import another
from tests.support.play import play_commands
from tests.support.seeking import own, post, seekers, state, told, withdraw

NOBODY = "ply_" + "0" * 26
NOWHERE = "sek_" + "0" * 26


@pytest.fixture(autouse=True)
def nobody_else_looks(database_url: str) -> Iterator[None]:
    """Each test has its own seekers."""
    yield
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DELETE FROM shengji.seek")
        connection.execute("DELETE FROM shengji.meeting")


def expire(database_url: str, seek: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE shengji.seek SET expires_at = now() WHERE id = %s", [seek])


def test_four_matching_seekers_get_a_table_and_play(api: Api, service: Service):
    users = seekers(api, 4)
    assert [state(user) for user in users] == ["open"] * 4

    assert service.matchmaking.match() == 1

    tables = {own(user)[0]["table"] for user in users}
    (table,) = tables
    view = users[0].view(table)
    assert (view["status"], view["host"], view["listed"]) == ("playing", users[0].id, True)
    assert {seat["player"] for seat in view["seats"]} == {user.id for user in users}
    assert [state(user) for user in users] == ["matched"] * 4
    for user in users:
        (event,) = told(user, "match_found")
        seek = own(user)[0]["id"]
        seat = user.view(table)["you"]
        assert (event["table"], event["data"]) == (table, {"seek": seek, "seat": seat, "version": view["version"]})
    assert service.matchmaking.match() == 0


def test_the_record_of_a_matched_table_verifies(api: Api, service: Service):
    users = seekers(api, 4, hands={"least": 1, "most": 1})
    service.matchmaking.match()
    table = own(users[0])[0]["table"]
    seated = sorted(users, key=lambda user: user.view(table)["you"])
    play_commands(table, seated, 300)

    record = users[0].get(f"/v1/tables/{table}/record").json

    assert record["complete"]
    assert verify(events_of_record(record)).disagreements == ()


def test_matched_players_are_notified_of_the_start_but_not_of_each_other_sitting_down(api: Api, service: Service):
    users = seekers(api, 4)
    service.matchmaking.match()
    feeds = AccountFeeds(service.database, service.store, service.notifier)
    while feeds.catch_up():
        pass

    for user in users:
        assert told(user, "seat_taken") == []
        assert len(told(user, "table_started")) == 1


def test_those_who_have_waited_longest_play_first(api: Api, service: Service):
    users = seekers(api, 5)

    service.matchmaking.match()

    assert [state(user) for user in users] == ["matched"] * 4 + ["open"]


def test_a_matched_table_satisfies_the_wishes_of_all_its_players(api: Api, service: Service):
    fast = {"kinds": ["fischer", "simple"], "per_move_s": {"least": 60, "most": 7200}}
    slow = {"kinds": ["simple", "fischer"], "per_move_s": {"least": 3600, "most": 86400}}
    late = {"spectators": {"delay": "hand"}}
    users = seekers(api, 2, hands={"least": 1, "most": 8}, clock=fast, **late)
    users += seekers(api, 2, hands={"least": 3, "most": 20}, clock=slow, **late)

    service.matchmaking.match()

    view = users[0].view(own(users[0])[0]["table"])
    assert (view["hands"], view["spectators"]["delay"]) == (3, "hand")
    assert view["clock"] == clock_document(clock_of("fischer", 7200))


def test_incompatible_wishes_are_not_matched(api: Api, service: Service):
    seekers(api, 3)
    seekers(api, 1, hands={"least": 1, "most": 1})
    seekers(api, 1, spectators={"delay": "hand"})
    seekers(api, 1, clock={"kinds": ["simple"], "per_move_s": {"least": 60, "most": 60}})
    seekers(api, 1, rules=[{"profile": "zhang-2021", "options": {"deal_mode": "plan"}}])

    assert service.matchmaking.match() == 0


def test_equal_rules_match_however_they_are_written(api: Api, service: Service):
    seekers(api, 2)
    seekers(api, 2, rules=[{"game": "sheng_ji", "profile": "zhang-2021", "options": {"deal_mode": "auction"}}])

    assert service.matchmaking.match() == 1


def test_programs_are_matched_with_players_who_accept_programs(api: Api, service: Service):
    bot = api.sign_up("program", kind="bot")
    post(bot)
    people = seekers(api, 3)
    assert service.matchmaking.match() == 0

    for user in people:
        withdraw(user, own(user)[0]["id"])
        post(user, bots=True)

    assert service.matchmaking.match() == 1


# ------------------------------------------------------------------------------------------------ pairs


def test_a_pair_is_matched_once_the_partner_has_agreed_and_plays_as_partners(api: Api, service: Service):
    ada, ben = api.sign_up("Ada"), api.sign_up("Ben")
    seek = post(ada, partner=ben.id)["id"]
    seekers(api, 2)
    assert (state(ada), state(ben)) == ("waiting_for_partner", "waiting_for_partner")
    assert told(ben, "partner_asked")[0]["data"] == {"seek": seek, "by": ada.id}
    assert service.matchmaking.match() == 0

    agreed = ben.post(f"/v1/seeks/{seek}/agree")

    assert (agreed.status_code, agreed.json["state"], agreed.json["partner"]) == (200, "open", ben.id)
    assert ben.post(f"/v1/seeks/{seek}/agree").status_code == 200
    assert [each["data"] for each in told(ada, "partner_agreed")] == [{"seek": seek, "partner": ben.id}]
    assert service.matchmaking.match() == 1
    table = own(ben)[0]["table"]
    assert (ada.view(table)["you"] + 2) % 4 == ben.view(table)["you"]


def test_the_waiting_time_of_a_pair_starts_when_the_partner_agrees(api: Api, service: Service):
    ada, ben = api.sign_up("Ada"), api.sign_up("Ben")
    seek = post(ada, partner=ben.id)["id"]
    users = seekers(api, 4)
    ben.post(f"/v1/seeks/{seek}/agree")

    service.matchmaking.match()

    assert [state(user) for user in (*users, ada)] == ["matched"] * 4 + ["open"]


@pytest.mark.parametrize("who", ["asker", "partner"])
@pytest.mark.parametrize("agreed", [False, True])
def test_either_partner_can_end_the_seek_and_the_other_is_notified(api: Api, who: str, agreed: bool):  # noqa: FBT001 - a case
    ada, ben = api.sign_up("Ada"), api.sign_up("Ben")
    seek = post(ada, partner=ben.id)["id"]
    if agreed:
        ben.post(f"/v1/seeks/{seek}/agree")
    one, other = (ada, ben) if who == "asker" else (ben, ada)

    assert withdraw(one, seek).status_code == 204

    assert (state(ada), state(ben)) == ("withdrawn", "withdrawn")
    assert [each["data"] for each in told(other, "partner_withdrew")] == [{"seek": seek, "by": one.id}]
    assert ben.post(f"/v1/seeks/{seek}/agree").status_code == 404


def test_only_the_named_partner_can_agree(api: Api, database_url: str):
    ada, ben, eve = api.sign_up("Ada"), api.sign_up("Ben"), api.sign_up("Eve")
    seek = post(ada, partner=ben.id)["id"]

    assert eve.get(f"/v1/seeks/{seek}").status_code == 404
    for user in (ada, eve):
        assert user.post(f"/v1/seeks/{seek}/agree").status_code == 404
    assert withdraw(eve, seek).status_code == 404
    expire(database_url, seek)
    assert ben.post(f"/v1/seeks/{seek}/agree").status_code == 404


def test_a_pair_needs_two_players_who_can_play_together(api: Api):
    ada = api.sign_up("Ada")

    def code(**members: object) -> tuple[int, str]:
        refused = ada.post("/v1/seeks", {"rules": [{"profile": "zhang-2021"}], **members})
        return refused.status_code, refused.json["code"]

    assert code(partner=ada.id) == (422, "own_partner")
    assert code(partner=NOBODY) == (422, "cannot_be_challenged")
    assert code(partner="ply_house_steady") == (422, "cannot_be_challenged")
    refused = ada.post("/v1/seeks", {"rules": [{"profile": "zhang-2021"}], "partner": NOBODY})
    assert refused.json["hint"] == "give the id of another player; house bots cannot be challenged or asked"
    assert code(partner=api.sign_up().id, rules=[{"profile": "zhao-peng-you"}]) == (422, "no_fixed_teams")


# ------------------------------------------------------------------------------------------------ the life of a seek


def test_a_seek_ends_when_it_expires_or_is_withdrawn(api: Api, service: Service, database_url: str):
    users = seekers(api, 5)
    expire(database_url, own(users[0])[0]["id"])
    withdraw(users[1], own(users[1])[0]["id"])

    assert service.matchmaking.match() == 0

    assert [state(user) for user in users] == ["expired", "withdrawn", "open", "open", "open"]
    for user in users[:2]:
        assert withdraw(user, own(user)[0]["id"]).status_code == 404


def test_a_matched_seek_cannot_be_withdrawn(api: Api, service: Service):
    users = seekers(api, 4)
    service.matchmaking.match()

    refused = withdraw(users[0], own(users[0])[0]["id"])

    assert (refused.status_code, refused.json["code"]) == (409, "already_matched")


def test_open_seeks_are_visible_to_everybody_and_other_seeks_only_to_their_players(api: Api, database_url: str):
    users, eve = seekers(api, 5), api.sign_up("Eve")
    ids = [own(user)[0]["id"] for user in users]
    withdraw(users[0], ids[0])
    expire(database_url, ids[1])

    seen, cursor = [], ""
    while cursor is not None:
        page = eve.get(f"/v1/seeks?limit=2{cursor and f'&cursor={cursor}'}").json
        assert len(page["seeks"]) <= 2
        seen += [each["id"] for each in page["seeks"]]
        cursor = page["next_cursor"]

    assert seen == ids[2:]
    assert [eve.get(f"/v1/seeks/{each}").status_code for each in ids] == [404, 404, 200, 200, 200]
    assert users[0].get(f"/v1/seeks/{ids[0]}").json["state"] == "withdrawn"


def test_open_seeks_per_player_are_limited_and_a_closed_seek_makes_room(api: Api):
    user = api.sign_up()
    made = [post(user)["id"] for _ in range(SEEKS_LIMIT)]

    refused = user.post("/v1/seeks", {"rules": [{"profile": "zhang-2021"}]})

    assert (refused.status_code, refused.json["code"]) == (409, "too_many_seeks")
    withdraw(user, made[0])
    assert post(user)["state"] == "open"


def test_a_player_is_never_matched_with_themselves(api: Api, service: Service):
    user = api.sign_up()
    for _ in range(4):
        post(user)

    assert service.matchmaking.match() == 0


def test_a_repeated_seek_is_posted_once(api: Api):
    user, body = api.sign_up(), {"rules": [{"profile": "zhang-2021"}]}
    first = user.post("/v1/seeks", body, headers={"Idempotency-Key": "one"})
    again = user.post("/v1/seeks", body, headers={"Idempotency-Key": "one"})

    assert again.json == first.json
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len(own(user)) == 1
    other = user.post("/v1/seeks", {**body, "bots": True}, headers={"Idempotency-Key": "one"})
    assert (other.status_code, other.json["code"]) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(
    ("members", "wrong"),
    [
        ({"rules": []}, "rules"),
        ({"rules": [{}]}, "rules.0.profile"),
        ({"rules": [{"profile": "zhang-2021", "game": "bridge"}]}, "rules.0.game"),
        ({"hands": {"least": 1}}, "hands.most"),
        ({"hands": {"least": 3, "most": 2}}, "hands.most"),
        ({"hands": None}, "hands"),
        ({"clock": {"kinds": []}}, "clock.kinds"),
        ({"clock": {"kinds": ["sundial"]}}, "clock.kinds.0"),
        ({"clock": {"kinds": ["simple"]}}, "clock.per_move_s"),
        ({"clock": {"kinds": ["none"], "per_move_s": {"least": 10, "most": 10}}}, "clock.per_move_s"),
        ({"clock": {"kinds": ["simple"], "per_move_s": {"least": 9, "most": 10}}}, "clock.per_move_s.least"),
        ({"clock": {"kinds": ["simple"], "per_move_s": {"least": 11, "most": 10}}}, "clock.per_move_s.most"),
        ({"spectators": {"delay": "minutes"}}, "spectators.minutes"),
        ({"bots": 1}, "bots"),
        ({"partner": ""}, "partner"),
        ({"expires_after_s": 1}, "expires_after_s"),
        ({"seat": 1}, "seat"),
    ],
    ids=str,
)
def test_an_invalid_seek_is_refused_by_member(api: Api, members: dict, wrong: str):
    refused = api.sign_up().post("/v1/seeks", {"rules": [{"profile": "zhang-2021"}], **members})

    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert list(refused.json["facts"]["fields"]) == [wrong]


def test_impossible_rules_are_refused_when_the_seek_is_posted(api: Api):
    user = api.sign_up()

    def code(**rules: object) -> str:
        return str(user.post("/v1/seeks", {"rules": [{"profile": "zhang-2021"}, rules]}).json["code"])

    assert code(profile="whist") == "unknown_profile"
    assert code(profile="whist", game="sheng_ji") == "unknown_profile"
    assert code(profile="zhang-2021", options={"colour": "red"}) == "unknown_option"
    assert code(profile="zhang-2021", options={"deal_mode": 7}) == "invalid_option_value"
    assert own(user) == []


def test_an_unknown_seek_is_not_found(api: Api):
    user = api.sign_up()

    assert user.get(f"/v1/seeks/{NOWHERE}").status_code == 404
    assert withdraw(user, NOWHERE).status_code == 404
    assert user.post(f"/v1/seeks/{NOWHERE}/agree").status_code == 404


# ------------------------------------------------------------------------------------------------ accounts


def test_seeks_are_in_the_export_and_deleted_with_the_account(api: Api, service: Service, database_url: str):
    users = seekers(api, 3)
    ada, ben = api.sign_up("Ada"), api.sign_up("Ben")
    seek = post(ada, partner=ben.id)["id"]
    ben.post(f"/v1/seeks/{seek}/agree")
    for user in (ada, ben):
        assert [each["id"] for each in user.get("/v1/me/export").json["seeks"]] == [seek]

    assert api.call("DELETE", "/v1/me", {"confirm": ben.id}, token=ben.token).status_code == 204

    assert own(ada) == []
    assert len(told(ada, "partner_withdrew")) == 1
    with psycopg.connect(database_url) as connection:
        rows = connection.execute("SELECT s::text FROM shengji.seek AS s").fetchall()
    assert not any(ben.id in row for (row,) in rows)
    post(ada)
    assert service.matchmaking.match() == 1
    assert state(users[0]) == "matched"


def test_old_closed_seeks_are_deleted(api: Api, service: Service, database_url: str):
    users = seekers(api, 2)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "UPDATE shengji.seek SET expires_at = now() - interval '31 days' WHERE player_id = %s", [users[0].id]
        )

    service.matchmaking.sweep()

    assert [len(own(user)) for user in users] == [0, 1]


def test_a_matching_run_out_of_time_continues_where_it_stopped(api: Api, service: Service):
    """The first three are examined together and never get a table; those after them do."""
    seekers(api, 3)
    others = seekers(api, 4, hands={"least": 1, "most": 1})

    with another(service.settings, seeks_at_once=4) as brief:
        assert sum(brief.matchmaking.match() for _ in range(7)) == 1

    assert [state(user) for user in others] == ["matched"] * 4


def test_matchable_seeks_are_found_by_an_index(database_url: str):
    with psycopg.connect(database_url) as connection:
        connection.execute("SET enable_seqscan = off")
        connection.execute("SET enable_bitmapscan = off")
        rows = connection.execute("EXPLAIN (VERBOSE, COSTS OFF) SELECT id FROM shengji.open_seek").fetchall()

    plan = "\n".join(line for (line,) in rows)
    assert "Index Cond: ((s.expires_at > statement_timestamp()" in plan.replace("Index Cond: (s.", "Index Cond: ((s.")
    assert "seek_open_in_world" in plan
    assert not any(function in plan for function in ("time_in", "time_of", "world_of", "is_open"))
