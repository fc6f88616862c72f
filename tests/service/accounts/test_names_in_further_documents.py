"""Lists of tournaments, leagues and series, seeks, matches on boards, messages and replays name their players too."""

from typing import Any

import orjson
import pytest

from service.leagues.projections import LeaguesProjection
from service.series.projections import SeriesProjection
from service.tournaments.projections import TournamentsProjection
from service.wiring import Service
from tests.support.api import Api, Json, User, started_table
from tests.support.chat_messages import new_moderator, say
from tests.support.leagues_served import LEAGUE
from tests.support.moderating import message, report
from tests.support.played_boards import RULES
from tests.support.seeking import post
from tests.support.series_served import NIGHTS
from tests.support.stored import catch_up
from tests.support.tournaments_served import PAIRS, Tournament

OLGA = {"name": "Olga", "is_bot": False}
MADE = [
    ("tournaments", PAIRS, TournamentsProjection),
    ("leagues", LEAGUE, LeaguesProjection),
    ("series", NIGHTS, SeriesProjection),
]
FOREIGN = "ply_01M7ZBDNSHQCWSW0S3ZGDQ9HR5"


def seen(user: User, path: str) -> Json:
    answered = user.get(path)
    assert answered.status_code == 200, answered.text
    return dict(answered.json)


def rename(service: Service, user: User, name: str) -> None:
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.player SET name = $1 WHERE id = $2", [name, user.id])
    service.accounts.forget()


def names(*users: User) -> Json:
    """Returns the member `players` for these players, with their names now."""
    return {each.id: {"name": seen(each, f"/v1/players/{each.id}")["name"], "is_bot": False} for each in users}


@pytest.mark.parametrize(("what", "body", "projection"), MADE, ids=[what for what, *_ in MADE])
def test_a_list_names_the_owners(api: Api, service: Service, what: str, body: Json, projection: Any):
    olga = api.sign_up("Olga")
    assert olga.post(f"/v1/{what}", body).status_code == 201
    following = projection(service.database, service.store)
    while following.catch_up():
        pass

    assert seen(olga, f"/v1/{what}?mine=true")["players"] == {olga.id: OLGA}


def test_a_series_names_its_owner(api: Api):
    olga = api.sign_up("Olga")
    series = olga.post("/v1/series", NIGHTS).json["series"]

    assert seen(olga, f"/v1/series/{series}")["players"] == {olga.id: OLGA}


def test_a_seek_names_its_pair(api: Api):
    ada, ben = api.sign_up("Ada"), api.sign_up("Ben")
    made = post(ada, partner=ben.id)

    assert made["players"] == seen(ada, f"/v1/seeks/{made['id']}")["players"] == names(ada, ben)
    assert ben.post(f"/v1/seeks/{made['id']}/agree").json["players"] == names(ada, ben)


def test_a_match_on_boards_names_its_players(api: Api):
    ann, ben = api.sign_up("Ann"), api.sign_up("Ben")
    made = ann.post("/v1/board-matches", {**RULES, "player": ben.id}).json

    for document in (made, seen(ann, f"/v1/board-matches/{made['id']}"), seen(ben, "/v1/board-matches")):
        assert document["players"] == names(ann, ben)


def test_corrections_name_staff_and_their_tag_changes_with_the_name(api: Api, service: Service):
    event = Tournament(api)
    event.start()
    event.play()
    path = f"{event.path}/corrections"
    answered = event.owner.get(path)
    assert answered.json["players"] == {event.owner.id: OLGA}

    rename(service, event.owner, "Olga II")
    after = event.owner.get(path, headers={"If-None-Match": answered.headers["ETag"]})

    assert after.status_code == 200
    assert after.json["players"][event.owner.id]["name"] == "Olga II"


def test_invitations_name_those_who_made_them(api: Api):
    host = api.sign_up("Host")
    table = host.open_table()
    made = host.post(f"/v1/tables/{table}/invitations", {"uses": 3}).json

    assert seen(host, f"/v1/tables/{table}/invitations")["players"] == names(host)
    assert seen(api.sign_up(), f"/v1/invitations/{made['code']}")["players"] == names(host)


def test_the_inbox_names_challengers_and_its_tag_changes_with_the_name(api: Api, service: Service):
    ada, host = api.sign_up("Ada"), api.sign_up("Host")
    host.command(host.open_table(), "challenge_player", player=ada.id, seat=2)
    catch_up(service)
    inbox = ada.get("/v1/me/turns")
    assert inbox.json["players"] == names(host)

    rename(service, host, "Hostess")
    after = ada.get("/v1/me/turns", headers={"If-None-Match": inbox.headers["ETag"]})

    assert (after.status_code, after.json["players"]) == (200, names(host))


def test_messages_name_their_authors(api: Api):
    table, (ada, ben, *_) = started_table(api)
    say(ada, table)
    say(ben, table)
    page = f"/v1/tables/{table}/messages/seats"

    assert seen(ada, page)["players"] == names(ada, ben)
    assert seen(ada, f"{page}?after=1")["players"] == seen(ada, f"{page}/2")["players"] == names(ben)


def test_moderators_see_the_names_of_reporters_and_reported_players(api: Api, service: Service):
    table, (ada, ben, *_) = started_table(api)
    say(ada, table, "you donkey")
    made = report(ben, message=message(table, 1)).json
    moderator = new_moderator(api, service)

    assert names(ada, ben).items() <= seen(moderator, "/v1/moderation/reports?status=open&limit=100")["players"].items()
    assert seen(ben, f"/v1/reports/{made['id']}")["players"] == names(ada)
    assert moderator.id in seen(moderator, "/v1/moderation/actions")["players"]


# -- replays -----------------------------------------------------------------------------------------------------------


def record_of_match(api: Api) -> tuple[Json, list[User]]:
    """Returns the record of an abandoned match, and its players."""
    table, players = started_table(api)
    for each in players:
        each.command(table, "propose" if each is players[0] else "agree", what="abandon")
    return seen(players[0], f"/v1/tables/{table}/record"), players


def replay(user: User, record: Any) -> Json:
    answered = user.post("/v1/records", record)
    assert answered.status_code == 200, answered.text
    return dict(answered.json)


def test_a_replay_names_the_players_who_have_an_account_here(api: Api):
    record, players = record_of_match(api)
    elsewhere = orjson.loads(orjson.dumps(record).replace(players[3].id.encode(), FOREIGN.encode()))

    assert replay(players[0], record)["players"] == names(*players)
    assert replay(players[0], elsewhere)["players"] == names(*players[:3])


def test_a_replay_names_nobody_of_a_sandbox(api: Api):
    record, players = record_of_match(api)
    dweller = players[0].in_sandbox()
    inside = orjson.loads(orjson.dumps(record).replace(players[3].id.encode(), dweller.id.encode()))

    assert replay(players[0], inside)["players"] == names(*players[:3])
    assert replay(dweller, inside)["players"] == names(dweller)


def test_the_names_in_a_replay_are_read_at_once(api: Api, service: Service, statements_read: list[str]):
    record, players = record_of_match(api)
    service.accounts.forget()
    statements_read.clear()
    replay(players[0], record)

    assert statements_read.count("names") == 1
