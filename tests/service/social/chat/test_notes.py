"""Notes at tables are visible only to their player."""

from typing import Any

import pytest

from service.processes.app import create_app
from tests.support.api import Api
from tests.support.chat_messages import code_of
from tests.support.fixtures import another


def test_notes_are_visible_only_to_their_player_even_after_the_match(api: Api, over):
    table, players = over
    path = f"/v1/tables/{table}/notes"
    assert players[0].get(path).json == {"table": table, "text": "", "changed_at": None}

    put = api.call("PUT", path, {"text": "seat 1 leads low\nfrom length"}, token=players[0].token)

    assert put.json["text"] == "seat 1 leads low\nfrom length"
    assert players[0].get(path).json == put.json
    assert players[1].get(path).json["text"] == ""
    api.call("PUT", path, {"text": "shorter"}, token=players[0].token)
    assert players[0].get(path).json["text"] == "shorter"
    assert api.call("DELETE", path, token=players[0].token).status_code == 204
    assert players[0].get(path).json["text"] == ""


@pytest.mark.parametrize("text", ["", " \n ", "a" * 4001, "a\u0007", None])
def test_notes_can_be_read_back_and_have_a_maximum_length(api: Api, text):
    user = api.sign_up()

    refused = api.call("PUT", f"/v1/tables/{user.open_table()}/notes", {"text": text}, token=user.token)

    assert code_of(refused) == (400, "invalid_request")


def test_the_number_of_tables_with_notes_is_limited(service):
    with another(service.settings, notes=2) as strict:
        user = Api(create_app(strict)).sign_up()
        tables = [user.open_table() for _ in range(3)]

        def put(table: str, text: str) -> Any:
            return user.api.call("PUT", f"/v1/tables/{table}/notes", {"text": text}, token=user.token)

        answers = [put(table, "x") for table in tables]

        assert [each.status_code for each in answers] == [200, 200, 409]
        assert (answers[2].json["code"], answers[2].json["detail"]) == ("too_many_notes", "you have notes at 2 tables")
        assert put(tables[0], "y").status_code == 200
