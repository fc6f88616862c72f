"""Reliability of players: shown to everybody and required by tables."""

import time
from typing import Any

import pytest

from domain.clocks.rules import ClockRules
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.commands import Leave, OpenTable, Sit, Start, TimePasses
from service.accounts.reliability.projections import ReliabilityProjection
from service.processes.rebuild import rebuild
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.chat_messages import code_of
from tests.support.play import play_commands
from tests.support.stored import catch_up

NOTHING = {"score": None, "turns": 0, "in_time": 0, "hands_begun": 0, "hands_finished": 0, "provisional": True}
NOTHING["seconds_a_turn"] = None
SIMPLE = {"kind": "simple", "per_move_s": 3600}


def record(user: User, of: str | None = None) -> dict[str, Any]:
    return dict(user.get(f"/v1/players/{of or user.id}").json["reliability"])


def rows(service: Service) -> list[Any]:
    with service.database.session() as connection:
        return connection.execute("SELECT t::text FROM reliability AS t ORDER BY player_id").fetchall()


def put_record(service: Service, player: str, turns: str, hands: str) -> None:
    """Gives a player a history."""
    asked = {"player_id": player, "turns": turns, "hands": hands, "most_turns": 200, "most_hands": 50, "seconds": []}
    service.database.run("count_reliability", asked)


def late_table(service: Service, players: list[User]) -> str:
    """Returns a table started so long ago that the first turn and its grace period are over."""
    now = Instant(int((time.time() - 100_000) * 1000))
    ids = [PlayerId(player.id) for player in players]
    clock = ClockRules("simple", per_move_s=3600)
    opening = OpenTable(ids[0], "sheng_ji", "zhang-2021", {}, listed=True, hands=1, clock=clock)
    table = service.tables.open(opening, None).id
    for seat, player in enumerate(ids):
        service.tables.carry_out(table, Sit(player, Seat(seat), "entropy"), now=now)
    service.tables.carry_out(table, Start(ids[0]), now=now)
    return table


def test_a_player_without_games_has_no_reliability_figures(api: Api):
    user = api.sign_up()

    assert record(user) == NOTHING
    assert user.get("/v1/me").json["player"]["reliability"] == NOTHING
    assert user.get("/v1/me/export").json["reliability"] == NOTHING


def test_house_bots_and_closed_accounts_have_no_reliability_record(api: Api, service):
    table, players = started_table(api, hands=1)
    play_commands(table, players, 200)
    catch_up(service)
    assert record(players[1], players[0].id)["hands_finished"] == 1
    api.call("DELETE", "/v1/me", {"confirm": players[0].id}, token=players[0].token)

    for player in (players[0].id, "ply_house_steady"):
        assert players[1].get(f"/v1/players/{player}").json["reliability"] is None


def test_a_completed_match_without_timeouts_is_visible_to_everybody(api: Api, service):
    table, players = started_table(api, hands=1, clock=SIMPLE)
    play_commands(table, players, 200)
    catch_up(service)

    for player in players:
        seen = record(api.sign_up(), player.id)
        assert (seen["hands_begun"], seen["hands_finished"], seen["score"]) == (1, 1, 100)
        assert seen["turns"] == seen["in_time"] >= 20
        assert not seen["provisional"]


def test_a_missed_turn_is_visible_to_everybody(api: Api, service):
    players = [api.sign_up() for _ in range(4)]
    table = late_table(service, players)
    late = next(each for each in service.table_cache.newest(table).table.clocks if each.running).seat

    service.tables.carry_out(table, TimePasses())
    catch_up(service)

    seen = record(players[0], players[late].id)
    assert seen == {**NOTHING, "turns": 1, "score": 0}
    assert record(players[(late + 1) % 4]) == NOTHING


def test_only_recent_turns_and_hands_count(api: Api, service):
    user = api.sign_up()
    put_record(service, user.id, "0" * 150, "0" * 60)
    assert record(user)["hands_begun"] == 50
    put_record(service, user.id, "1" * 100, "1" * 25)

    seen = record(user)
    assert (seen["turns"], seen["in_time"]) == (200, 100)
    assert (seen["hands_begun"], seen["hands_finished"], seen["score"]) == (50, 25, 25)


@pytest.mark.slow
def test_rebuilt_equals_live(api: Api, service, database_url: str):
    # Records from other tests have no events and are not rebuilt.
    with service.database.session() as connection:
        connection.execute("DELETE FROM reliability")
        connection.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'reliability'")
    table, players = started_table(api, hands=2, clock=SIMPLE)
    play_commands(table, players, 130)
    service.tables.carry_out(table, Leave(PlayerId(players[0].id)))
    late = late_table(service, [api.sign_up() for _ in range(4)])
    service.tables.carry_out(late, TimePasses())
    hidden, watched = started_table(api, hands=1, clock=SIMPLE, spectators={"delay": "hand"})
    play_commands(hidden, watched, 200)
    catch_up(service)
    live = rows(service)
    assert len(live) >= 9

    rebuild(database_url, "shengji_app", lambda *_: None)

    assert rows(service) == live
    another, others = started_table(api, hands=1, clock=SIMPLE)
    play_commands(another, others, 200)
    catch_up(service)
    assert record(others[0])["hands_finished"] == 1


def test_a_process_with_an_empty_cache_continues_counting(api: Api, service):
    """Every part of the match is processed by another projection, which has to load earlier facts."""
    table, players = started_table(api, hands=1, clock=SIMPLE, spectators={"delay": "hand"})
    catch_up(service)
    while players[0].view(table)["status"] == "playing":
        play_commands(table, players, 25)
        projection = ReliabilityProjection(service.database, service.store)
        while projection.catch_up():
            pass

    seen = record(players[0])
    assert (seen["hands_begun"], seen["hands_finished"], seen["score"]) == (1, 1, 100)
    assert seen["turns"] == seen["in_time"] >= 20


def test_a_table_with_delayed_spectators_counts_only_when_its_match_is_over(api: Api, service):
    table, players = started_table(api, hands=1, clock=SIMPLE, spectators={"delay": "minutes", "minutes": 60})
    play_commands(table, players, 60)
    catch_up(service)

    assert all(record(player) == NOTHING for player in players)
    play_commands(table, players, 200)
    catch_up(service)
    assert all(record(player)["turns"] >= 20 for player in players)


def test_an_unreadable_table_does_not_block_the_records_of_others(api: Api, service):
    broken, _ = started_table(api, hands=1)
    table, players = started_table(api, hands=1)
    play_commands(table, players, 200)
    with service.database.session() as connection, connection.transaction():
        connection.execute("SET LOCAL ROLE NONE")
        connection.execute("SET LOCAL session_replication_role = replica")
        connection.execute(
            "UPDATE shengji.event SET data = '{}' WHERE stream = $1 AND type = 'table_opened'", [f"table-{broken}"]
        )
    catch_up_reliability(service)

    assert record(players[0])["hands_finished"] == 1


def catch_up_reliability(service: Service) -> None:
    projection = ReliabilityProjection(service.database, service.store)
    while projection.catch_up():
        pass


# -- requirements of tables --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dry", ["", "?dry_run=true"])
def test_a_player_below_the_required_reliability_cannot_sit_down_and_gets_both_figures(api: Api, service, dry: str):
    host, user = api.sign_up(), api.sign_up()
    table = host.open_table(min_reliability=90)
    put_record(service, user.id, "1" * 80 + "0" * 20, "")

    refused = user.post(f"/v1/tables/{table}/commands{dry}", {"type": "sit", "seat": 0})

    assert code_of(refused) == (403, "too_unreliable")
    assert refused.json["facts"] == {"score": 80, "least": 90}
    assert host.view(table)["seats"][0]["player"] is None
    put_record(service, user.id, "1" * 150, "")
    assert user.post(f"/v1/tables/{table}/commands{dry}", {"type": "sit", "seat": 0}).status_code == 200


def test_newcomers_can_sit_down_anywhere_and_the_host_has_to_meet_the_requirement(api: Api, service):
    host, newcomer = api.sign_up(), api.sign_up()
    table = host.open_table(min_reliability=100)
    put_record(service, host.id, "1" * 99 + "0", "")
    put_record(service, newcomer.id, "0" * 19, "0" * 4)

    assert newcomer.command(table, "sit", seat=1).status_code == 200
    assert code_of(host.command(table, "sit", seat=0)) == (403, "too_unreliable")


def test_links_and_rematches_require_the_same_reliability_as_the_table(api: Api, service):
    table, players = started_table(api, hands=1, min_reliability=90)
    waiting = players[0].open_table(min_reliability=90)
    code = players[0].post(f"/v1/tables/{waiting}/invitations", {}).json["code"]
    play_commands(table, players, 200)
    for player in players[1:3]:
        put_record(service, player.id, "0" * 50, "")

    assert code_of(players[1].post(f"/v1/invitations/{code}/accept", {})) == (403, "too_unreliable")
    assert code_of(players[1].post(f"/v1/tables/{table}/rematch", {})) == (403, "too_unreliable")
    assert players[0].post(f"/v1/tables/{table}/rematch", {}).status_code == 201
    assert code_of(players[2].post(f"/v1/tables/{table}/rematch", {})) == (403, "too_unreliable")
    assert players[3].post(f"/v1/tables/{table}/rematch", {}).status_code == 200


def test_a_table_without_a_requirement_admits_everybody(api: Api, service):
    host = api.sign_up()
    put_record(service, host.id, "0" * 200, "0" * 50)

    assert host.command(host.open_table(), "sit", seat=0).status_code == 200
    assert host.command(host.open_table(min_reliability=0), "sit", seat=0).status_code == 200
