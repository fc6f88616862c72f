"""`GET /v1` and the `_links` of answers lead somewhere."""

import re
from collections.abc import Iterator
from typing import Any

from werkzeug.exceptions import MethodNotAllowed, NotFound

from service.platform.version import VERSION
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.opened_tables import playing
from tests.support.tournaments import of, seated
from tests.support.tournaments_served import Tournament

EXAMPLES = {
    "player_id": "ply_house_steady",
    "table_id": "tbl_01M7ZBDNSS6QVYHRRA4NCV1JZT",
    "tournament_id": "trn_01M7ZBDNSS6QVYHRRA4NCV1JZT",
    "pool": "sheng_ji.live.4.people",
    "code": "sji_7m-ikmI8PSPRnoU7mHY5xw",
    "kind": "order",
    "tag": "play",
}


def hrefs(links: dict[str, Any]) -> Iterator[str]:
    for each in links.values():
        yield from (one["href"] for one in (each if isinstance(each, list) else [each]))


def has_route(api: Api, path: str) -> bool:
    """Whether some method of the API takes the path."""
    try:
        api.app.url_map.bind("localhost").match(path, method="TRACE")
    except MethodNotAllowed:
        return True
    except NotFound:
        return False
    return False


def test_the_entry_points_are_listed_without_a_token(api: Api):
    told = api.call("GET", "/v1")

    assert told.status_code == 200
    assert told.json["version"] == VERSION
    assert told.json["_links"]["tables"] == {"href": "/v1/tables{?status,free_seats,mine}", "templated": True}
    assert told.json["_links"]["sign_up"] == {"href": "/v1/players"}


def test_every_entry_point_has_a_route_and_takes_the_parameters_of_its_template(api: Api):
    ada = api.sign_up()
    for name, link in api.call("GET", "/v1").json["_links"].items():
        assert link.get("templated", False) is ("{" in link["href"])
        bare, _, query = link["href"].partition("{?")
        path = re.sub(r"\{(\w+)\}", lambda variable: EXAMPLES[variable[1]], bare)
        assert path == "/docs/" or has_route(api, path), name
        for parameter in query.rstrip("}").split(",") if query else []:
            refused = ada.get(f"{path}?{parameter}=").json.get("facts", {}).get("fields", {})
            assert not any("unknown" in each for each in refused.values()), f"{name}: {parameter}"


def test_a_parameter_is_refused_at_the_entry_points(api: Api):
    assert api.call("GET", "/v1?x=1").status_code == 400


def test_a_view_links_to_what_comes_next(api: Api):
    table, players = started_table(api, hands=1)
    view = players[2].view(table)
    here = f"/v1/tables/{table}"

    assert view["_links"] == {
        "self": {"href": here},
        "events": {"href": f"{here}/events?after={view['version']}"},
        "commands": {"href": f"{here}/commands"},
        "moves": {"href": f"{here}/moves"},
        "record": {"href": f"{here}/record"},
    }
    assert players[2].get(view["_links"]["events"]["href"]).json["events"] == []
    assert players[2].get(view["_links"]["moves"]["href"]).json["version"] == view["version"]
    assert "moves" not in api.sign_up().view(table)["_links"]


def test_a_tournament_links_to_its_standings_and_rounds(api: Api):
    event = Tournament(api)
    event.start()
    assert event.view()["_links"]["rounds"] == []
    event.pair()
    found = event.view()["_links"]

    assert found["own_match"] == [], "the owner does not play"
    assert found["rounds"] == [{"href": f"{event.path}/rounds/1"}]
    assert [event.owner.get(href).status_code for href in hrefs({**found, "commands": []})] == [200] * 6


def test_a_tournament_links_each_player_to_the_table_of_their_match(api: Api, at_work: Service):
    tournament, tables = playing(at_work)
    players = {player for entry in of(at_work, tournament).entries for player in entry.players}
    found = {}
    for player in players:
        _, token = at_work.accounts.make_token(player, "reader", ["table:read"], None)
        view = User(api, player, token).get(f"/v1/tournaments/{tournament}").json
        [found[player]] = hrefs({"own": view["_links"]["own_match"]})

    assert found == {
        player: f"/v1/tables/{table}" for table in tables for player in seated(at_work.table_cache.newest(table).table)
    }
    assert len(found) == len(players) == 4 * len(tables)
