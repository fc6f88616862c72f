"""Events, problems, names and limits of the contract are those of the code."""

import dataclasses
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from domain.games.sheng_ji.moves_view import MOVES_LIMIT
from domain.games.sheng_ji.state import (
    Bidding,
    Burying,
    Calling,
    Declaring,
    Phase,
    Prepared,
    Redealing,
    Redealt,
    Reviewing,
    Scored,
    Tricks,
)
from domain.games.zheng_shangyou import state as climbing
from domain.games.zheng_shangyou.view import MOVES_LIMIT as CLIMBING_MOVES_LIMIT
from domain.kernel.cards import NAMES
from domain.kernel.events import EVENT_CLASSES, EVENT_TYPES
from domain.kernel.options import Kind, Relation
from domain.kernel.refusals import LEGAL_LIMIT
from service.accounts.handlers import GIVEN_BY_OPERATOR, SCOPES, PlayerKind
from service.contract.app_routes import routes
from service.contract.events import feeds
from service.leagues import routes as leagues
from service.lobby.invitations.handlers import INVITATIONS_LIMIT
from service.notifications.webhooks.handlers import ATTEMPTS_SHOWN, WEBHOOKS_LIMIT, DisabledBy
from service.platform.http.problems import PROBLEMS
from service.series import routes as series
from service.tournaments import routes as tournaments
from tests.support.api import Api
from tests.support.contract import at, contract, operations, resolved
from tests.support.contract_operations import JSON, Json, codes, component, member_of, plain
from tests.support.laws import law

ROOT = Path(__file__).parents[3]


SEALED = {"result_recorded", "result_adjudicated", "result_overridden", "result_restored"}


def test_every_event_of_the_code_is_in_one_of_the_feeds():
    in_feeds = [cls for classes in feeds().values() for cls in classes]
    assert sorted(map(str, in_feeds)) == sorted(map(str, EVENT_CLASSES.values()))


@law
@pytest.mark.parametrize(("feed", "cls"), [(feed, cls) for feed, classes in feeds().items() for cls in classes])
def test_members_of_an_event_have_the_types_of_its_class(feed: str, cls: type):
    """A text may replace the type of a member by a component, which must then be of the same type."""
    name = EVENT_TYPES[cls].name
    data = member_of(at(component(feed)["discriminator"]["mapping"][name]), "data")
    hints = get_type_hints(cls)
    secret = {"secret", "next_secret"} if name in ("table_opened", "hand_opened") else set()
    assert data.get("required", []) == list(data["properties"]) == [field.name for field in dataclasses.fields(cls)]
    for member, schema in data["properties"].items():
        assert (member in secret) is (schema == {"type": "null"}), member
        hidden = {"null"} if name in SEALED and member in ("first", "second", "kind") else set()
        assert member in secret or json_types(schema) == types_of(hints[member]) | hidden, member
        if get_origin(hints[member]) is Literal:
            assert set(plain(schema["anyOf"][0] if hidden else schema)["enum"]) == set(get_args(hints[member])), member


def json_types(schema: Json) -> set[str]:
    """The JSON types that a schema allows."""
    if "$ref" in schema:
        return json_types(component(schema["$ref"].rpartition("/")[2]))
    if "anyOf" in schema:
        return set().union(*map(json_types, schema["anyOf"]))
    if "const" in schema:
        return {"string"}
    return set(schema["type"]) if isinstance(schema["type"], list) else {schema["type"]}


def types_of(hint: Any) -> set[str]:
    """The JSON types as which values of a type are written."""
    if dataclasses.is_dataclass(hint) or hasattr(hint, "_fields"):
        return {"object"}
    if hasattr(hint, "__supertype__"):
        # Cards, ranks and suits are small numbers inside, and are written by name.
        return (
            {"string"} if hint.__name__ in ("Face", "Rank", "Suit", "Rung", "Instant") else types_of(hint.__supertype__)
        )
    if get_origin(hint) in (Union, types.UnionType):
        found = set().union(*map(types_of, get_args(hint)))
        # No trump suit is written `NT`.
        return found - {"null"} if any(getattr(each, "__name__", "") == "Suit" for each in get_args(hint)) else found
    if get_origin(hint) in (tuple, dict):
        return {"array" if get_origin(hint) is tuple else "object"}
    if get_origin(hint) is Literal:
        return {"string"}
    return {{int: "integer", str: "string", bool: "boolean", type(None): "null"}[hint]}


OTHER_REFUSALS = {"text/html", JSON}
"""The content types of refusals outside the API: pages for people, and JSON for OAuth libraries."""


NOT_OVER_HTTP = {
    "internal": "is a defect, which the contract promises not to have",
    "headers_too_large": "is answered before a request reaches the application",
    "too_many_connections": "is answered before a request reaches the application",
    "uri_too_long": "is answered before a request reaches the application",
    "no_such_game": "cannot be reached, since the body of open_table is refused before",
    "unknown_kind": "cannot be reached, since the path of the rules lab is not found before",
    "nothing_due": "is an answer to time, which is not commanded over HTTP",
    "nobody_away": "is an answer to a bot that stands in, which is not commanded over HTTP",
    "no_unseen_deal": "is never said, since another board is dealt then, and nobody plays a set of a tournament twice",
    "not_sealed": "is an answer to the service, which alone unseals tables",
    "nobody_to_replace": "is an answer to the service, which alone gives seats of matches to others",
    "pause_unchanged": "is an answer to the service, which alone pauses tables",
    "clock_stopped": "is an answer to the clock, which is not commanded over HTTP",
    **dict.fromkeys(
        ("occurrence_too_early", "occurrence_past"),
        "is an answer to the service, which alone opens the tournaments of a series",
    ),
    **dict.fromkeys(
        ("table_linked_already", "table_not_linked", "table_not_finished", "too_early"),
        "is an answer to the service, which alone opens tables for tournaments and reads their results",
    ),
    "no_movement": "cannot be reached, since a tournament does not begin with fewer than its movement takes",
    **dict.fromkeys(("too_few_pairs", "unequal_teams"), "cannot be reached, since a team that lacks players waits"),
    **dict.fromkeys(
        ("division_taken", "no_such_division"),
        "is an answer to the service, which alone opens the tournaments of leagues",
    ),
    "entrant_id_taken": "cannot be reached, since the service makes the ids of entrants",
    "barred": "cannot be reached, since nobody is barred from tournaments yet",
    "two_partners": "cannot be reached, since nobody agrees to a second partner",
    "tie_breaks_not_possible": "cannot be reached, since the settings are refused before",
}
"""Problems that no operation lists, and why."""


PROBLEM = "application/problem+json"


def problem_responses() -> Iterator[tuple[str, str, Json]]:
    for one in operations():
        for status, response in one.responses.items():
            yield str(one), status, response
    yield "any address", "405", contract()["components"]["responses"]["MethodNotAllowed"]


def test_every_error_status_lists_its_codes_and_they_have_that_status():
    for where, status, response in problem_responses():
        media = set(response.get("content", {}))
        is_page_or_problem = media == {"text/html", PROBLEM}
        if status == "default":
            continue  # any other status
        if int(status) < 400 or (media & OTHER_REFUSALS and not is_page_or_problem):
            assert not codes(response)
            continue
        assert is_page_or_problem or media == {PROBLEM}, where
        assert codes(response), f"{where} {status}"
        schema = response["content"]["application/problem+json"]["schema"]
        assert schema["properties"]["status"] == {"const": int(status)}, where
        for code in codes(response):
            assert PROBLEMS[code].status == int(status), f"{where}: {code}"


def test_refusals_are_pages_exactly_where_the_program_has_pages():
    pages = {route.name for route in routes() if route.page}
    assert {"view_table", "view_round", "view_problem"} <= pages
    for one in operations():
        for status, response in one.responses.items():
            media = set(response.get("content", {}))
            if PROBLEM in media and status != "429":  # OAuth has a page for this status alone
                assert ("text/html" in media) is (one.id in pages), f"{one} {status}"


def test_every_problem_is_documented_for_some_operation():
    listed = set().union(*(codes(response) for _, _, response in problem_responses()))
    assert listed == set(PROBLEMS) - set(NOT_OVER_HTTP)


def test_examples_of_problems_match_the_code():
    count = 0
    for where, _, response in problem_responses():
        for name, media in response.get("content", {}).items():
            for example in media["examples"].values():
                problem = resolved(example)["value"]
                if name != PROBLEM:
                    continue
                kind = PROBLEMS[problem["code"]]
                said = (problem["type"], problem["title"], problem["status"])
                address = f"https://cards.example.org/problems/{problem['code']}"
                assert said == (address, kind.title, kind.status), where
                count += 1
    assert count > 20


def test_members_of_problems_are_documented():
    told = set()
    for package in ("domain", "service"):
        for path in (ROOT / package).rglob("*.py"):
            told |= set(re.findall(r'facts ?= ?\{"(\w+)"', path.read_text()))
    assert {"turn", "cards", "readings", "fields"} <= told
    assert told <= set(component("Facts")["properties"])


@pytest.mark.parametrize(
    ("name", "in_program"),
    [
        ("TournamentStatus", tournaments.STATUSES),
        ("LeagueStatus", leagues.STATUSES),
        ("SeriesStatus", series.STATUSES),
    ],
)
def test_lists_can_be_narrowed_to_each_documented_status(name: str, in_program: Any):
    assert sorted(component(name)["enum"]) == sorted(in_program)


def test_documented_kinds_of_players_and_options_are_those_in_the_code():
    assert set(member_of(component("Player"), "kind")["enum"]) == set(get_args(PlayerKind))
    assert set(member_of(component("Option"), "kind")["enum"]) == set(get_args(Kind))
    assert member_of(component("SomeValues"), "relation")["enum"] == list(get_args(Relation))


def test_the_options_in_the_example_are_as_the_server_describes_them(api: Api):
    served = api.call("GET", "/v1/rules/options").json["options"]
    answers = contract()["paths"]["/v1/rules/options"]["get"]["responses"]["200"]["content"]["application/json"]
    shown = answers["examples"]["three"]["value"]["options"]

    assert len(shown) == 3
    assert [each for each in shown if each not in served] == []


def test_a_hidden_card_is_documented_as_in_the_code():
    assert component("SeenCard")["anyOf"][1]["const"] == NAMES[-1]


def test_documented_phases_of_a_match_are_those_in_the_code():
    phases = {
        Prepared: "preparing",
        Declaring: "declaring",
        Redealing: "redealing",
        Burying: "burying",
        Bidding: "bidding",
        Calling: "calling",
        Tricks: "playing",
        Reviewing: "reviewing",
        Redealt: "redealt",
        Scored: "scored",
    }
    assert set(phases) == set(get_args(Phase))
    assert set(component("Match")["discriminator"]["mapping"]) == set(phases.values())


def test_documented_phases_of_zheng_shangyou_are_those_in_the_code():
    phases = {
        climbing.Prepared: "preparing",
        climbing.Dealt: "dealt",
        climbing.Paying: "paying",
        climbing.Choosing: "choosing",
        climbing.Discarding: "discarding",
        climbing.Returning: "returning",
        climbing.Climbing: "climbing",
        climbing.Scored: "scored",
    }
    assert set(phases) == set(get_args(climbing.Phase))
    assert set(component("ClimbingMatch")["discriminator"]["mapping"]) == set(phases.values())


def test_documented_page_sizes_are_those_in_the_code():
    assert component("AskedToClimb")["properties"]["cards"]["maxItems"] == CLIMBING_MOVES_LIMIT
    assert component("MoveList")["maxItems"] == MOVES_LIMIT
    assert component("Problem")["properties"]["legal"]["maxItems"] == LEGAL_LIMIT


def test_documented_webhook_limits_are_those_in_the_code():
    disabled = component("Webhook")["properties"]["disabled"]["anyOf"][0]
    assert set(member_of(resolved(disabled), "by")["enum"]) == set(get_args(DisabledBy))
    assert component("WebhookList")["properties"]["webhooks"]["maxItems"] == WEBHOOKS_LIMIT
    assert component("WholeDelivery")["properties"]["history"]["maxItems"] == ATTEMPTS_SHOWN


def test_the_documented_number_of_invitations_is_that_in_the_code():
    assert component("InvitationList")["properties"]["invitations"]["maxItems"] == INVITATIONS_LIMIT


def test_every_scope_is_explained():
    text = contract()["info"]["description"]
    assert all(f"| `{scope}` |" in text for scope in [*SCOPES, *GIVEN_BY_OPERATOR])


def test_checks_happen_in_the_documented_order(api: Api, seated):
    """The token, the form, whether the table exists, whether its game has that, the expected version, the rules."""
    table, user = seated
    nowhere = "tbl_" + "0" * 26
    sent = {"If-Match": '"1-s0-1"'}
    wrong = {"type": "play", "cards": ["AS"] * 337}
    stale = {"type": "start"}
    path = "/v1/tables/{}/commands"
    assert api.call("POST", path.format(nowhere), wrong, headers=sent).status_code == 401
    assert user.post(path.format(nowhere), wrong, headers=sent).status_code == 400
    assert user.post(path.format(nowhere), stale, headers={"Idempotency-Key": " "}).status_code == 400
    assert user.post(path.format(nowhere), stale, headers=sent).status_code == 404
    assert user.post(path.format(table), {"type": "take", "card": "2S"}, headers=sent).status_code == 422
    assert user.post(path.format(table), stale, headers=sent).status_code == 412
    assert user.post(path.format(table), stale).status_code == 409
