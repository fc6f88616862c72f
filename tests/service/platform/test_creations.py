"""What every creation answers with: `id`, `Location`, and a time. What every document with a state calls it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from tests.support.api import Api, Json, User, started_table
from tests.support.contract import contract, nodes, operations
from tests.support.guests import ask_for_token, claim, entered
from tests.support.leagues_served import LEAGUE
from tests.support.passkeys import add_passkey
from tests.support.series_served import NIGHTS
from tests.support.tournaments_served import PAIRS, Tournament

ACCEPTED = {"test_webhook": "the delivery exists when the answer is sent, but is carried out later"}
"""Operations that create something and answer with 202, and the reasons."""
NOT_CREATED = {
    "put_mail_address": "the address is part of the settings",
    "advance_sandbox": "only the clock moves",
    "redeliver": "the delivery existed before",
    "ask_for_analysis": "the analysis belongs to the hand, which existed before",
}
"""Operations with a 202 that create nothing."""
WITHOUT_TIME = {
    "post_message": "a message is an entry of a feed, whose time is `at`, to the minute",
    "begin_vacation": "a vacation is a span of time, with `starts_at` and `ends_at`",
}
"""Creations whose answer has no `created_at`, and the reasons."""
TOMORROW = (datetime.now(UTC) + timedelta(days=1)).isoformat(timespec="seconds")
WITHOUT_STATUS = {
    "AuthorizationDecision": "`state` is a parameter of OAuth 2, which the client chooses and gets back",
}
"""Schemas with a member `state` that is no status, and the reasons."""
OLDER = {"opened_at": "created_at", "made_at": "created_at", "blocked_at": "created_at", "state": "status"}
"""Older names of members, with the newer ones."""


class Made(NamedTuple):
    """The answer to a creation, and who can read what was created."""

    answer: Any
    reader: User


def belongings(api: Api) -> Iterator[tuple[str, Made]]:
    """Creates one thing by each operation that can create it, and yields the operation and the answer."""
    owner, friend = api.sign_up("owner"), api.sign_up("friend")
    new = api.call("POST", "/v1/players", {"name": "new"})
    yield "sign_up", Made(new, User(api, new.json["player"]["id"], new.json["token"]["secret"]))
    world = owner.post("/v1/sandbox", {})
    dweller = User(api, world.json["player"]["id"], world.json["token"]["secret"])
    yield "make_sandbox", Made(world, dweller)
    rehearsal = owner.post("/v1/rehearsals", {"template": "sheng-ji-night"})
    yield (
        "begin_rehearsal",
        Made(rehearsal, User(api, rehearsal.json["player"]["id"], rehearsal.json["token"]["secret"])),
    )
    yield "add_sandbox_player", Made(dweller.post("/v1/sandbox/players", {"name": "North"}), dweller)
    opened = owner.post("/v1/tables", {"profile": "zhang-2021"})
    table = f"/v1/tables/{opened.json['id']}"
    yield "open_table", Made(opened, owner)
    yield "make_invitation", Made(owner.post(f"{table}/invitations", {}), owner)
    yield "post_message", Made(owner.post(f"{table}/messages/spectators", {"canned": "hello"}), owner)
    yield "rematch", Made(_rematch(api), owner)
    tournament = Tournament(api, owner=owner)
    yield from _of_guests(api, tournament)
    webhook = owner.post("/v1/me/webhooks", {"url": "https://93.184.216.34/turns"})
    yield "create_webhook", Made(webhook, owner)
    yield "test_webhook", Made(owner.post(f"/v1/me/webhooks/{webhook.json['id']}/test"), owner)
    setting = {"profile": "zhang-2021"}
    match = owner.post("/v1/board-matches", {"player": friend.id, **setting})
    yield "challenge_on_boards", Made(match, owner)
    yield "play_match_board", Made(owner.post(f"/v1/board-matches/{match.json['id']}/boards"), owner)
    yield "add_passkey", Made(add_passkey(owner), owner)
    for name, path, body in (
        ("create_tournament", "/v1/tournaments", PAIRS),
        ("create_tournament_webhook", f"{tournament.path}/webhooks", {"url": "https://93.184.216.34/display"}),
        ("create_league", "/v1/leagues", LEAGUE),
        ("create_series", "/v1/series", NIGHTS),
        ("play_board", "/v1/boards", setting),
        ("post_seek", "/v1/seeks", {"rules": [setting]}),
        ("make_report", "/v1/reports", {"player": friend.id, "reason": "name"}),
        ("make_token", "/v1/me/tokens", {"name": "spare", "scopes": ["table:read"]}),
        ("register_client", "/v1/me/clients", {"name": "a client"}),
        ("begin_vacation", "/v1/me/vacation", {"ends_at": TOMORROW}),
    ):
        yield name, Made(owner.post(path, body), owner)


def _of_guests(api: Api, tournament: Tournament) -> Iterator[tuple[str, Made]]:
    guest, _ = entered(tournament, tournament.owner, entrants=[{"guests": ["Mrs Wang", "Mr Li"]}])
    yield "make_guest_token", Made(ask_for_token(tournament, tournament.owner, guest), tournament.owner)
    claiming = claim(api, guest.code)
    yield "claim_guest", Made(claiming, User(api, guest.id, claiming.json["token"]["secret"]))


def _rematch(api: Api) -> Any:
    table, players = started_table(api, hands=1)
    for player, kind in ((players[0], "propose"), *((each, "agree") for each in players[1:])):
        assert player.command(table, kind, what="abandon").status_code == 200
    return players[0].post(f"/v1/tables/{table}/rematch", {})


@pytest.fixture(scope="module")
def made(api: Api) -> dict[str, Made]:
    return dict(belongings(api))


def test_every_creating_operation_is_tried(made: dict[str, Made]):
    creating = {one.id for one in operations() if "201" in one.responses}
    accepting = {one.id for one in operations() if "202" in one.responses} - set(NOT_CREATED)
    assert set(made) == creating | accepting
    assert accepting == set(ACCEPTED)
    wrong = {name: each.answer.text for name, each in made.items() if each.answer.status_code not in (201, 202)}
    assert wrong == {}


def test_every_creation_names_what_was_created(made: dict[str, Made]):
    assert [name for name, each in made.items() if "id" not in each.answer.json] == []
    assert {name for name, each in made.items() if "created_at" not in each.answer.json} == set(WITHOUT_TIME)


def test_a_creation_has_the_status_that_its_document_has(made: dict[str, Made]):
    statuses = {name: each.answer.json["status"] for name, each in made.items() if "status" in each.answer.json}
    documents = {name: made[name].reader.get(made[name].answer.headers["Location"]).json for name in statuses}

    assert statuses == {name: document["status"] for name, document in documents.items()}
    assert {"open_table", "rematch", "create_tournament", "create_league", "create_series"} <= set(statuses)


@pytest.mark.parametrize(
    ("path", "body", "end"),
    [
        ("/v1/tournaments", PAIRS, {"type": "cancel_tournament", "reason": "rain"}),
        ("/v1/leagues", LEAGUE, {"type": "end_league", "reason": "rain"}),
        ("/v1/series", NIGHTS, {"type": "end_series"}),
    ],
)
def test_a_repeated_creation_has_the_same_answer_after_the_end(api: Api, path: str, body: Json, end: Json):
    owner, key = api.sign_up("Olga"), {"Idempotency-Key": "create-once"}
    first = owner.post(path, body, headers=key)
    assert owner.post(f"{path}/{first.json['id']}/commands", end).status_code == 200

    assert owner.post(path, body, headers=key).json == first.json


def test_the_location_of_every_creation_can_be_read(made: dict[str, Made]):
    addresses = {name: each.answer.headers.get("Location", "") for name, each in made.items()}
    assert {name: address for name, address in addresses.items() if not address.startswith("/v1/")} == {}
    found = {name: each.reader.get(addresses[name]).status_code for name, each in made.items()}
    assert {name: status for name, status in found.items() if status != 200} == {}


def test_the_document_at_the_location_has_the_same_id(made: dict[str, Made]):
    differing = {}
    for name, each in made.items():
        document = each.reader.get(each.answer.headers["Location"]).json
        if document.get("id") != each.answer.json["id"]:
            differing[name] = document.get("id")
    # A vacation has no address of its own, and tokens for guests are read in their list.
    assert differing == {"begin_vacation": None, "make_guest_token": None}


def test_the_older_names_still_say_the_same(made: dict[str, Made]):
    commands = {
        "open_table": "table",
        "create_tournament": "tournament",
        "create_league": "league",
        "create_series": "series",
    }
    for name, older in commands.items():
        assert made[name].answer.json[older] == made[name].answer.json["id"]
    assert made["sign_up"].answer.json["player"]["id"] == made["sign_up"].answer.json["id"]
    assert made["make_sandbox"].answer.json["sandbox"]["id"] == made["make_sandbox"].answer.json["id"]


# -- documents ---------------------------------------------------------------------------------------------------------


def objects() -> Iterator[tuple[str, Json]]:
    """Yields the members of every object in the schemas of answers, with the name of the component."""
    for name, schema in contract()["components"]["schemas"].items():
        for _, node in nodes(schema):
            if node.get("type") == "object" and "properties" in node and node.get("additionalProperties") is not False:
                yield name, node["properties"]


def test_every_document_with_a_state_calls_it_status():
    older = {(name, member) for name, members in objects() for member in members if member in OLDER}
    assert {name for name, _ in older} > {"Seek", "Delivery", "WholeDelivery", "Report", "TableSummary", "Block"}
    wrong = [
        (name, member)
        for name, members in objects()
        for member in members
        if member in OLDER and name not in WITHOUT_STATUS
        if OLDER[member] not in members or not members[member].get("deprecated")
    ]
    assert wrong == []


def test_answers_have_each_state_by_both_names(api: Api, made: dict[str, Made]):
    owner = made["post_seek"].reader
    webhook = made["create_webhook"].answer.json["id"]
    table = owner.get("/v1/tables?mine=true&limit=1")
    owner.api.call("PUT", f"/v1/me/blocks/{api.sign_up('Eve').id}", token=owner.token)
    documents = [
        owner.get(made["post_seek"].answer.headers["Location"]).json,
        *owner.get(f"/v1/me/webhooks/{webhook}/deliveries").json["deliveries"],
        *owner.get(made["create_series"].answer.headers["Location"]).json["to_come"],
        *owner.get("/v1/me/blocks").json["blocks"],
        *table.json.get("tables", []),
        *owner.get("/v1/me/export").json["reports"],
        *owner.get("/v1/me/export").json["blocks"],
    ]
    seen = {older for document in documents for older in OLDER if older in document}
    assert seen >= {"state", "blocked_at", "made_at"}
    for document in documents:
        for older, newer in OLDER.items():
            if older in document:
                assert document[older] == document[newer]


def test_lists_are_filtered_by_status_and_by_its_older_name(made: dict[str, Made]):
    owner = made["create_webhook"].reader
    deliveries = f"/v1/me/webhooks/{made['create_webhook'].answer.json['id']}/deliveries"
    newer, older = owner.get(f"{deliveries}?status=pending"), owner.get(f"{deliveries}?state=pending")
    assert newer.json == older.json
    assert len(newer.json["deliveries"]) == 1
    assert owner.get(f"{deliveries}?status=failed").json["deliveries"] == []
    assert "Deprecation" not in newer.headers
    assert older.headers["Deprecation"] == "@1796083200"
    both = owner.get(f"{deliveries}?status=pending&state=pending")
    assert (both.status_code, both.json["code"]) == (400, "invalid_request")
    assert both.json["detail"] == "state: leave it out: it is the older name of status"


def test_an_own_report_tells_nothing_about_moderators(made: dict[str, Made], api: Api):
    address = made["make_report"].answer.headers["Location"]
    own = made["make_report"].reader.get(address).json
    assert own["status"] == "open"
    assert not {"by", "said", "action"} & set(own)
    assert api.sign_up("stranger").get(address).status_code == 404


def test_a_deprecated_member_is_described_in_the_contract():
    texts = {
        members[member].get("description")
        for _, members in objects()
        for member in members
        if members[member].get("deprecated")
    }
    assert texts
    assert all(text and text.startswith("The older name of `") for text in texts)
