"""Seeks over HTTP that ask for opponents, and seeks that keep games going."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from service.tables.projections import TablesProjection
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.seeking import own, post, seekers, state, told, withdraw


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


def opponents(**members: object) -> dict[str, object]:
    return {"opponents": members}


def test_a_seek_shows_what_it_asks_of_opponents(api: Api):
    user = api.sign_up("seeker")
    assert post(user)["opponents"] == {
        "not_met_days": None,
        "known_only": False,
        "least_reliability": None,
        "most_seconds_a_turn": None,
    }
    wishes = {"not_met_days": 7, "known_only": True, "least_reliability": 80, "most_seconds_a_turn": 600}
    assert post(user, opponents=wishes)["opponents"] == wishes
    wrong = user.post("/v1/seeks", {"rules": [{"profile": "zhang-2021"}], **opponents(not_met_days=0)})
    assert (wrong.status_code, wrong.json["code"]) == (400, "invalid_request")


def follow_lists(service: Service) -> None:
    """Updates the lists of tables to the end of the log."""
    lists = TablesProjection(service.database, service.store)
    while lists.catch_up():
        pass


def test_players_who_have_just_met_are_not_matched_again_if_one_asks_for_others(api: Api, service: Service):
    users = seekers(api, 4)
    assert service.matchmaking.match() == 1
    follow_lists(service)
    for user in users[1:]:
        post(user)
    post(users[0], **opponents(not_met_days=1))
    assert service.matchmaking.match() == 0

    withdraw(users[0], own(users[0])[0]["id"])
    post(users[0], **opponents(known_only=True))
    assert service.matchmaking.match() == 1


def test_unreliable_players_are_not_matched_with_those_who_ask_for_reliability(
    api: Api, service: Service, database_url: str
):
    users = seekers(api, 3)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO shengji_read.reliability (player_id, turns, hands) VALUES (%s, %s, %s)",
            [users[0].id, "1110" * 10, "1" * 10],
        )
    careful = api.sign_up("careful")
    post(careful, **opponents(least_reliability=90))
    assert service.matchmaking.match() == 0

    post(api.sign_up("newcomer"))
    assert service.matchmaking.match() == 1
    assert (state(users[0]), state(careful)) == ("matched", "open")


def test_slow_players_are_not_matched_with_those_who_ask_for_faster_ones(api: Api, service: Service, database_url: str):
    slow, *_ = seekers(api, 3)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO shengji_read.reliability (player_id, turns, hands, seconds) VALUES (%s, '1', '', %s)",
            [slow.id, [7200] * 20],
        )
    assert slow.get(f"/v1/players/{slow.id}").json["reliability"]["seconds_a_turn"] == 7200
    hasty = api.sign_up("hasty")
    post(hasty, **opponents(most_seconds_a_turn=7199))
    assert service.matchmaking.match() == 0

    withdraw(hasty, own(hasty)[0]["id"])
    post(hasty, **opponents(most_seconds_a_turn=7200))
    assert service.matchmaking.match() == 1


# ------------------------------------------------------------------------------------------------ recurring seeks


def end_match(service: Service, users: list[User], table: str) -> None:
    """Ends the match of a table by agreement."""
    seated = [user for user in users if table in {each for seek in own(user) for each in seek["tables"]}]
    for number, user in enumerate(seated):
        user.command(table, "propose" if number == 0 else "agree", what="draw")
    assert seated[0].view(table)["status"] == "finished"
    follow_lists(service)


def test_a_recurring_seek_keeps_its_games_going(api: Api, service: Service):
    users = seekers(api, 4, keep=2)
    assert (own(users[0])[0]["keep"], own(users[0])[0]["tables"]) == (2, [])
    assert [service.matchmaking.match() for _ in range(3)] == [1, 1, 0]

    (seek,) = own(users[0])
    assert (seek["status"], seek["table"], len(seek["tables"])) == ("enough_games", None, 2)
    assert [event["data"]["seek"] for event in told(users[0], "match_found")] == [seek["id"]] * 2

    end_match(service, users, seek["tables"][0])
    assert [state(user) for user in users] == ["open"] * 4
    assert own(users[0])[0]["tables"] == seek["tables"][1:]
    assert service.matchmaking.match() == 1


def test_a_recurring_seek_waits_again_from_its_last_table(api: Api, service: Service):
    users, [later] = seekers(api, 4, keep=2), seekers(api, 1)
    assert service.matchmaking.match() == 1
    assert state(later) == "open"

    assert service.matchmaking.match() == 1
    assert state(later) == "matched"
    assert [len(own(user)[0]["tables"]) for user in users] == [2, 2, 2, 1]


def test_a_recurring_seek_ends_when_it_is_withdrawn_or_expires_and_its_games_go_on(
    api: Api, service: Service, database_url: str
):
    users = seekers(api, 4, keep=2)
    service.matchmaking.match()
    assert withdraw(users[0], own(users[0])[0]["id"]).status_code == 204
    expire(database_url, own(users[1])[0]["id"])

    assert [state(user) for user in users] == ["withdrawn", "expired", "open", "open"]
    assert service.matchmaking.match() == 0
    assert users[0].view(own(users[0])[0]["tables"][0])["status"] == "playing"


def test_a_recurring_seek_rests_during_a_vacation(api: Api, service: Service):
    users = seekers(api, 4, keep=1)
    end = (datetime.now(UTC) + timedelta(days=3)).isoformat()
    begun = users[0].post("/v1/me/vacation", {"ends_at": end})
    assert begun.status_code == 201, begun.text

    assert state(users[0]) == "away"
    assert service.matchmaking.match() == 0
    assert users[1].get("/v1/seeks").json["seeks"][0]["player"] != users[0].id

    assert api.call("DELETE", "/v1/me/vacation", token=users[0].token).status_code in (200, 204)
    assert service.matchmaking.match() == 1
