"""The parts of the contract are documents of their own, cut from the same source."""

from functools import cache
from typing import Any

import orjson
import pytest
from openapi_spec_validator import validate

from service.docs.cuts import PLAY, PLAY_OPERATIONS, cut, operations, parts, slug
from service.platform.http.archive import compressed
from tests.support.api import Api
from tests.support.contract import contract
from tests.support.laws import law

NAMES = [slug(tag["name"]) for tag in contract()["tags"]]
HEADERS = {"Accept-Encoding": "gzip"}
Json = dict[str, Any]


@cache
def all_parts() -> dict[str, Json]:
    return parts(contract())


def ids(document: Json) -> set[str]:
    return {each["operationId"] for each in operations(document)}


def test_there_is_a_part_for_each_tag_and_the_contract_lists_them():
    assert list(all_parts()) == NAMES
    assert contract()["components"]["schemas"]["ContractPart"]["enum"] == NAMES


@pytest.mark.slow
@law
@pytest.mark.parametrize("name", NAMES)
def test_a_part_is_valid_openapi(name: str):
    validate(all_parts()[name])


def pointers(part: Any) -> list[str]:
    """Every text in a part of the contract that is a pointer to a component, in any place."""
    if isinstance(part, str):
        return [part] if part.startswith("#/components/") else []
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return [pointer for each in inside for pointer in pointers(each)]


@law
@pytest.mark.parametrize("name", NAMES)
def test_a_part_has_exactly_the_components_that_it_uses(name: str):
    part = all_parts()[name]
    there = {
        f"#/components/{kind}/{each}"
        for kind, components in part["components"].items()
        if kind != "securitySchemes"
        for each in components
    }
    reached = set[str]()
    unread = pointers({group: part.get(group, {}) for group in ("paths", "webhooks")})
    while unread:
        pointer = unread.pop()
        if pointer not in reached:
            reached.add(pointer)
            _, _, kind, each = pointer.split("/")
            unread += pointers(part["components"][kind][each])

    assert there == reached
    assert {tag["name"] for tag in part["tags"]} == {tag for each in operations(part) for tag in each["tags"]}


@law
@pytest.mark.parametrize("name", NAMES)
def test_a_part_says_the_same_as_the_contract(name: str):
    part = all_parts()[name]
    whole = {each["operationId"]: each for each in operations(contract())}
    for each in operations(part):
        before = whole[each["operationId"]]
        assert {key: value for key, value in each.items() if key != "responses"} == {
            key: value for key, value in before.items() if key != "responses"
        }
        assert each["responses"].keys() == before["responses"].keys()
    for schema, definition in part["components"]["schemas"].items():
        assert definition == contract()["components"]["schemas"][schema]


def links(part: Any) -> list[str]:
    """The operations to which the links in a part lead."""
    if isinstance(part, dict):
        own = [each["operationId"] for each in part.get("links", {}).values() if "operationId" in each]
        return own + [target for each in part.values() for target in links(each)]
    return [target for each in part for target in links(each)] if isinstance(part, list) else []


def test_links_stay_in_the_part():
    kept = {name: links({"paths": part["paths"]}) for name, part in all_parts().items()}

    assert "command_table" in kept[PLAY]
    for name, targets in kept.items():
        assert set(targets) <= ids(all_parts()[name])


def test_every_operation_is_in_the_part_of_its_tag():
    assert set().union(*map(ids, all_parts().values())) == ids(contract())
    for tag in contract()["tags"]:
        of_tag = {each["operationId"] for each in operations(contract()) if tag["name"] in each["tags"]}
        more = set(PLAY_OPERATIONS) if slug(tag["name"]) == PLAY else set()
        assert ids(all_parts()[slug(tag["name"])]) == of_tag | more


def test_the_part_for_players_has_all_that_a_game_takes():
    acts = {step["operation"] for name in ("x-first-game", "x-first-climb") for step in contract()[name]}

    assert acts <= ids(all_parts()[PLAY])
    assert 20 <= len(ids(all_parts()[PLAY])) <= 30
    assert len(orjson.dumps(all_parts()[PLAY])) < len(orjson.dumps(contract())) / 2


def test_a_part_with_an_unknown_operation_is_an_error():
    with pytest.raises(ValueError, match="no operation unheard_of"):
        cut(contract(), "Nothing", {"unheard_of", "view_table"})


@pytest.mark.slow
@pytest.mark.parametrize("name", ["play", "tables", "webhooks"])
def test_parts_are_served_as_the_contract_is(api: Api, name: str):
    answered = api.call("GET", f"/openapi-{name}.json", headers=HEADERS)
    plain = api.call("GET", f"/openapi-{name}.json")
    again = api.call("GET", f"/openapi-{name}.json", headers={**HEADERS, "If-None-Match": answered.headers["ETag"]})

    assert plain.json == all_parts()[name]
    assert answered.headers["Content-Encoding"] == "gzip"
    assert answered.data == compressed(plain.data, "application/json").zipped
    assert answered.headers["Cache-Control"] == "public, max-age=300"
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", ["nothing", "Tables", "tables.json"])
def test_an_unknown_part_is_not_found_and_the_answer_lists_the_parts(api: Api, name: str):
    answered = api.call("GET", f"/openapi-{name}.json")

    assert (answered.status_code, answered.json["code"]) == (404, "not_found")
    assert "play" in answered.json["hint"]
