"""`GET /v1/players` finds players by ids or by name, with one statement."""

import pytest

from tests.support.api import Api

UNKNOWN = "ply_01M7ZBDNSHQCWSW0S3ZGDQ9HR5"


def test_names_of_several_players_come_at_once_and_unknown_ids_are_left_out(api: Api):
    ada, bot = api.sign_up("Ada"), api.sign_up("Ben's bot", "bot")

    found = ada.get(f"/v1/players?ids={bot.id},{UNKNOWN},ply_house_steady,{ada.id},{ada.id}")

    assert found.json == {
        "players": {
            ada.id: {"name": "Ada", "is_bot": False},
            bot.id: {"name": "Ben's bot", "is_bot": True},
            "ply_house_steady": {"name": "steady", "is_bot": True},
        },
        "next_cursor": None,
    }


def test_players_are_found_by_the_whole_name_without_regard_to_case(api: Api):
    ada, other = api.sign_up("Ada of Anywhere"), api.sign_up("ada of ANYWHERE", "bot")
    api.sign_up("Ada of Anywhere II")

    found = ada.get("/v1/players?name=ADA%20of%20anywhere").json

    assert list(found["players"]) == sorted([ada.id, other.id])
    assert found["players"][other.id] == {"name": "ada of ANYWHERE", "is_bot": True}
    assert ada.get("/v1/players?name=Ada%20of").json["players"] == {}
    assert ada.get("/v1/players?name=Ada%00").json["players"] == {}


def test_namesakes_are_listed_page_by_page_without_gap_or_repeat(api: Api):
    namesakes = [api.sign_up("One of Five") for _ in range(5)]
    found: list[str] = []
    cursor = ""
    while True:
        page = namesakes[0].get(f"/v1/players?name=one%20of%20five&limit=2{cursor}").json
        found += page["players"]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"

    assert found == sorted(each.id for each in namesakes)


def test_a_closed_account_has_no_name_and_is_not_found_by_its_former_one(api: Api):
    ada, gone = api.sign_up(), api.sign_up("Soon Gone")
    api.call("DELETE", "/v1/me", {"confirm": gone.id}, token=gone.token)

    assert ada.get(f"/v1/players?ids={gone.id}").json["players"] == {gone.id: {"name": None, "is_bot": False}}
    assert ada.get("/v1/players?name=Soon%20Gone").json["players"] == {}


def test_players_of_a_sandbox_and_of_the_world_outside_do_not_find_each_other(api: Api):
    ada = api.sign_up("Ada of Both Worlds")
    inside = ada.in_sandbox(name="Ada of Both Worlds")

    for one, other in ((ada, inside), (inside, ada)):
        ids = f"{one.id},{other.id},ply_house_steady"
        assert set(one.get(f"/v1/players?ids={ids}").json["players"]) == {one.id, "ply_house_steady"}
        assert list(one.get("/v1/players?name=ada%20of%20both%20worlds").json["players"]) == [one.id]


@pytest.mark.parametrize("query", [f"ids={UNKNOWN},ply_house_steady", "name=steady"])
def test_each_way_takes_one_statement(api: Api, statements_read: list[str], query: str):
    ada = api.sign_up()
    ada.get("/v1/token")
    statements_read.clear()
    assert ada.get(f"/v1/players?{query}").status_code == 200
    assert len(statements_read) == 1


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("", "name"),
        ("name=Ada&ids=ply_house_steady", "name"),
        ("name=", "name"),
        (f"name={'x' * 41}", "name"),
        ("ids=", "ids"),
        ("ids=Ada", "ids"),
        (f"ids={UNKNOWN},", "ids"),
        (f"ids={','.join(f'ply_01M7ZBDNSHQCWSW0S3ZGDQ9{number:03}' for number in range(101))}", "ids"),
        ("ids=ply_house_steady&limit=3", "limit"),
        ("prefix=A", "prefix"),
    ],
)
def test_other_questions_are_refused_with_the_parameter(api: Api, query: str, field: str):
    answer = api.sign_up().get(f"/v1/players?{query}")

    assert (answer.status_code, answer.json["code"]) == (400, "invalid_request")
    assert list(answer.json["facts"]["fields"]) == [field]
