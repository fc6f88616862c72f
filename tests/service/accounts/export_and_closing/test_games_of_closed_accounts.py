"""Games go on after a player closes the account, and events never contain names."""

from typing import Any

import pytest

from service.notifications.projections import AccountFeeds
from tests.support.api import Api, User, started_table
from tests.support.chance import RANDOMNESS
from tests.support.oauth import PASSWORD
from tests.support.personal_data import close, everything
from tests.support.play import play_commands
from tests.support.stored import catch_up


def test_a_closed_account_gets_no_events_of_games_that_go_on(api: Api, service, database_url: str):
    table, players = started_table(api, hands=1)
    gone = players[0]
    assert close(gone).status_code == 204

    feeds = AccountFeeds(service.database, service.store, service.notifier)
    while feeds.catch_up():
        pass

    assert {"table_started"} <= {event["type"] for event in players[1].get("/v1/me/events").json["events"]}
    assert not any(gone.id in row and table in row for row in everything(database_url)["shengji.account_event"])


@pytest.mark.parametrize("listed", [True, False])
def test_tables_that_have_not_started_are_called_off_or_left(api: Api, service, listed):
    """Both with lists that are up to date and with older ones."""
    user, host = api.sign_up(), api.sign_up()
    own, others = user.open_table(), host.open_table()
    user.command(own, "sit", seat=1)
    user.command(others, "sit", seat=1)
    host.command(others, "sit", seat=0)
    if listed:
        catch_up(service)

    assert close(user).status_code == 204

    assert host.view(own)["status"] == "cancelled"
    left = host.view(others)
    assert left["status"] == "open"
    assert [seat["player"] for seat in left["seats"]][:2] == [host.id, None]
    events = host.get(f"/v1/tables/{others}/events").json["events"]
    assert (events[-1]["type"], events[-1]["data"]["player"]) == ("seat_left", user.id)
    catch_up(service)


def test_in_a_running_game_a_bot_takes_over_and_the_game_goes_on(api: Api):
    table, players = started_table(api, hands=1)
    before = players[1].view(table)

    assert close(players[0]).status_code == 204

    after = players[1].view(table)
    assert after["status"] == "playing"
    assert after["match"] == before["match"]
    assert after["seats"][0]["player"] == players[0].id
    assert after["seats"][0]["stand_in"] == "caretaker"


def test_a_closed_account_is_not_notified_of_its_games(api: Api, service):
    _, players = started_table(api, hands=1)
    assert close(players[0]).status_code == 204

    catch_up(service)

    def told(user: User) -> list[Any]:
        rows: list[Any] = service.database.read("account_events", {"player_id": user.id, "after": 0, "limit": 100})
        return rows

    assert told(players[1]) != []
    assert told(players[0]) == []


def test_closing_does_not_touch_tables_of_others(api: Api, service):
    user, host = api.sign_up(), api.sign_up()
    others = host.open_table()
    host.command(others, "sit", seat=0)
    before = host.view(others)

    close(user)

    assert host.view(others) == before


def test_no_event_contains_a_name_or_a_login(api: Api, service, database_url: str):
    """A complete game of people with distinctive names, with every kind of event that occurs."""
    mark = f"Zyx{RANDOMNESS.token_hex(6)}"
    table, players = started_table(api, hands=1)
    for user in players:
        with service.database.session() as connection:
            connection.execute("UPDATE shengji.player SET name = $1 WHERE id = $2", [f"{mark} name", user.id])
        put = api.call(
            "PUT", "/v1/me/login", {"login": f"{mark}.{user.id[-6:]}", "password": PASSWORD}, token=user.token
        )
        assert put.status_code == 204
        user.post("/v1/me/tokens", {"name": f"{mark} token", "scopes": ["table:read"]})
    service.accounts.forget()
    named = api.sign_up(f"{mark} host")
    open_table = named.open_table()
    named.command(open_table, "sit", seat=0)
    named.command(open_table, "set_entropy", entropy="dice")
    named.command(open_table, "seat_bot", seat=1, bot="steady")
    named.command(open_table, "leave")
    named.command(open_table, "cancel")

    play_commands(table, players, 200)
    catch_up(service)

    assert players[0].view(table)["status"] == "finished"
    kept = everything(database_url)
    assert len([row for row in kept["shengji.event"] if table in row]) > 50
    assert {name for name, rows in kept.items() if any(mark in row for row in rows)} == {
        "shengji.player",
        "shengji.login",
        "shengji.token",
    }
