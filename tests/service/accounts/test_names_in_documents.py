"""Lists, tournaments and leaderboards name the players whom they mention, with one statement for a document."""

from collections.abc import Iterator

import pytest

from service.accounts.names.documents import players_in
from service.wiring import Service
from tests.support.api import Api, Json
from tests.support.leagues_served import LEAGUE
from tests.support.seeking import post
from tests.support.stored import catch_up
from tests.support.tournaments_served import Tournament


@pytest.fixture
def event(api: Api) -> Iterator[Tournament]:
    """A tournament of four pairs whose first round is over."""
    running = Tournament(api)
    running.start()
    running.play()
    return running


def names_of(event: Tournament) -> dict[str, Json]:
    return {
        player.id: {"name": f"Pair {number} {place}", "is_bot": False}
        for number, (_, *players) in enumerate(event.pairs, start=1)
        for place, player in enumerate(players, start=1)
    }


def test_a_list_of_tables_names_hosts_and_players(api: Api, service: Service):
    host, sitting = api.sign_up("Hosts"), api.sign_up("Sits", "bot")
    table = host.open_table()
    sitting.command(table, "sit", seat=3)
    catch_up(service)

    page = host.get("/v1/tables?mine=true").json

    assert [each["id"] for each in page["tables"]] == [table]
    assert page["players"] == {
        host.id: {"name": "Hosts", "is_bot": False},
        sitting.id: {"name": "Sits", "is_bot": True},
    }


def test_seeks_name_those_who_seek(api: Api):
    ada = api.sign_up("Ada")
    post(ada)

    assert ada.get("/v1/seeks").json["players"][ada.id] == {"name": "Ada", "is_bot": False}


@pytest.mark.parametrize("document", ["entrants", "standings", "cross-table"])
def test_documents_of_a_tournament_name_its_players(event: Tournament, document: str):
    assert event.owner.get(f"{event.path}/{document}").json["players"] == names_of(event)


def test_a_tournament_names_its_staff_and_nobody_of_its_entrants(event: Tournament):
    assert event.view()["players"] == {event.owner.id: {"name": "Olga", "is_bot": False}}


def test_a_page_of_entrants_names_those_on_the_page_alone(event: Tournament):
    page = event.owner.get(f"{event.path}/entrants?limit=1").json

    assert set(page["players"]) == {each.id for each in event.pairs[0][1:]}


def test_a_league_names_its_staff(api: Api):
    owner = api.sign_up("Lea")
    league = owner.post("/v1/leagues", LEAGUE).json["league"]

    assert owner.get(f"/v1/leagues/{league}").json["players"] == {owner.id: {"name": "Lea", "is_bot": False}}


@pytest.mark.parametrize("document", ["", "/standings", "/cross-table"])
def test_the_tag_of_a_document_changes_with_a_name(event: Tournament, service: Service, document: str):
    owner, renamed = event.owner, event.pairs[1][2]
    address = event.path + document
    tag = owner.get(address).headers["ETag"]
    assert owner.get(address, headers={"If-None-Match": tag}).status_code == 304
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.player SET name = 'Other' WHERE id = ANY($1)", [[renamed.id, owner.id]])
    service.accounts.forget()

    after = owner.get(address, headers={"If-None-Match": tag})

    assert after.status_code == 200
    assert after.json["players"][renamed.id if document else owner.id]["name"] == "Other"


def test_the_names_of_a_document_are_read_at_once_and_then_kept(
    event: Tournament, service: Service, statements_read: list[str]
):
    service.accounts.forget()
    statements_read.clear()
    for _ in range(3):
        event.standings()

    assert statements_read.count("names") == 1


def test_ids_are_found_at_any_depth_and_other_texts_are_none():
    one, other = "ply_01M7ZBDNSHQCWSW0S3ZGDQ9HR5", "ply_house_steady"
    document = {"a": [{"b": one}, ("x", other)], one.lower(): f"{one}!", "c": "ply_", "d": f"{one}+{other}", "e": 3}

    assert list(players_in(document)) == [one, other]
