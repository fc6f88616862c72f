"""openapi.yaml is valid OpenAPI and complete, and its examples match their schemas."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from openapi_spec_validator import validate

from service.platform.version import VERSION
from tests.support.contract import CONTRACT, Operation, at, contract, misfits, nodes, operation, operations, resolved
from tests.support.laws import law

OPERATIONS = pytest.mark.parametrize("one", operations(), ids=str)
LINK_VALUE = re.compile(
    r"\$response\.body#(?P<pointer>/.+)|\$response\.header\.(?P<header>.+)|\$request\.path\.(?P<variable>.+)"
)


def content_examples(definition: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """The examples in the content of a request or response, each with its name and schema."""
    for media in definition.get("content", {}).values():
        for name, example in media.get("examples", {}).items():
            yield name, media["schema"], resolved(example)["value"]


def requests_and_responses() -> Iterator[tuple[str, dict[str, Any]]]:
    for one in operations():
        if "requestBody" in one.definition:
            yield f"{one} asked", one.definition["requestBody"]
        for status, response in one.responses.items():
            yield f"{one} {status}", response
    yield "405", contract()["components"]["responses"]["MethodNotAllowed"]


def test_the_contract_is_valid_openapi():
    validate(contract())


def test_the_contract_has_the_version_of_the_program():
    assert contract()["info"]["version"] == VERSION


class WithoutTwins(yaml.SafeLoader):
    """Refuses a key that stands twice, of which YAML readers take the last without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Any:  # noqa: FBT001, FBT002
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        twins = sorted({str(key) for key in keys if keys.count(key) > 1})
        assert not twins, f"{', '.join(twins)} twice in one mapping, {node.start_mark}"
        return super().construct_mapping(node, deep)


@pytest.mark.slow
def test_no_key_is_duplicated():
    assert yaml.load(CONTRACT.read_text(), Loader=WithoutTwins) == contract()


def test_the_contract_is_the_same_in_json_and_yaml():
    assert all(isinstance(name, str) for _, node in nodes(contract()) for name in node)


def test_every_component_is_used_and_every_reference_resolves():
    used = {node["$ref"] for _, node in nodes(contract()) if isinstance(node.get("$ref"), str)}
    for _, node in nodes(contract()):
        used |= set((node.get("discriminator") or {}).get("mapping", {}).values())
        for kind in node.get("x-kinds", {}).values():
            used |= {kind["input"], kind["answer"]}
    for reference in used:
        assert at(reference), reference
    there = {
        f"#/components/{part}/{name}"
        for part, components in contract()["components"].items()
        if part != "securitySchemes"
        for name in components
    }
    assert there == used


@law
@OPERATIONS
def test_every_operation_is_described(one: Operation):
    definition = one.definition
    assert re.fullmatch("[a-z_]+", definition["operationId"])
    assert definition["summary"]
    assert len(definition["description"]) > 40
    assert [tag for tag in definition["tags"] if tag in {each["name"] for each in contract()["tags"]}]
    assert all(each["description"] for each in one.parameters)
    assert all(response["description"] for response in one.responses.values())
    scope = definition.get("x-scope")
    assert scope is None or f"Needs `{scope}`." in " ".join(definition["description"].split())


def test_operation_ids_are_unique():
    ids = [one.id for one in operations()]
    assert len(ids) == len(set(ids))


@law
@OPERATIONS
def test_every_operation_has_examples(one: Operation):
    """Of its body, of each answer that has one, and of every parameter in its path."""
    if "requestBody" in one.definition:
        assert list(content_examples(one.definition["requestBody"]))
    for status, response in one.responses.items():
        if "content" in response:
            assert list(content_examples(response)), status
    assert all("example" in each for each in one.parameters if each["in"] == "path")


def test_every_type_of_command_and_every_kind_of_question_has_an_example():
    commands = content_examples(operation("command_table").definition["requestBody"])
    schema = contract()["components"]["schemas"]["Command"]
    assert {value["type"] for _, _, value in commands} == set(schema["discriminator"]["mapping"])
    ask = operation("ask").definition
    asked = {name for name, _, _ in content_examples(ask["requestBody"])}
    answered = {name for name, _, _ in content_examples(ask["responses"]["200"])}
    assert asked == answered == set(ask["x-kinds"])


@law
@pytest.mark.parametrize(
    ("where", "definition"), [pytest.param(where, found, id=where) for where, found in requests_and_responses()]
)
def test_examples_of_bodies_match_their_schemas_strictly(where: str, definition: dict[str, Any]):
    for name, schema, value in content_examples(definition):
        assert not misfits(schema, value), f"{where}: {name}"
        assert not misfits(schema, value, strict=False), f"{where}: {name}"


def test_examples_of_parameters_and_headers_match_their_schemas():
    found = [
        (pointer, node["schema"], node["example"])
        for pointer, node in nodes(contract())
        if {"schema", "example"} <= set(node)
    ] + [
        (f"#/components/schemas/{name}", schema, schema["example"])
        for name, schema in contract()["components"]["schemas"].items()
        if "example" in schema
    ]
    assert len(found) > 10
    for pointer, schema, value in found:
        assert not misfits(schema, value), pointer


def test_examples_of_lab_answers_match_the_schema_of_their_kind():
    ask = operation("ask").definition
    kinds = ask["x-kinds"]
    for name, _, question in content_examples(ask["requestBody"]):
        assert not misfits({"$ref": kinds[name]["input"]}, question["input"]), name
        assert not misfits({"$ref": "#/components/schemas/LabSetup"}, question["setup"]), name
        assert set(kinds[name]["setup"]) <= set(question["setup"]), name
    for name, _, answer in content_examples(ask["responses"]["200"]):
        assert not misfits({"$ref": kinds[name]["answer"]}, answer), name


def test_objects_require_only_members_they_define():
    for pointer, node in nodes(contract()["components"]["schemas"]):
        forbids = pointer.endswith("/not")
        if isinstance(node.get("required"), list) and "$ref" not in node and not forbids:
            assert set(node["required"]) <= set(node["properties"]), pointer
            assert len(node["required"]) == len(set(node["required"])), pointer


def test_only_schemas_of_requests_are_closed():
    seen: set[str] = set()
    for one in operations():
        for media in one.definition.get("requestBody", {"content": {}})["content"].values():
            list(reached(media["schema"], seen))
    schemas = contract()["components"]["schemas"].items()
    closed = {f"#/components/schemas/{name}" for name, schema in schemas if closes_itself(schema)}
    assert len(closed) > 150
    assert closed <= seen


def reached(node: Any, seen: set[str]) -> Iterator[dict[str, Any]]:
    """Every object in a part of the contract and in what it refers to, each component once."""
    for _, found in nodes(node):
        yield found
        mapping = (found.get("discriminator") or {}).get("mapping", {})
        for reference in (found.get("$ref"), *mapping.values()):
            if isinstance(reference, str) and reference not in seen:
                seen.add(reference)
                yield from reached(at(reference), seen)


def closes_itself(schema: dict[str, Any]) -> bool:
    return any(schema.get(keyword) is False for keyword in ("additionalProperties", "unevaluatedProperties"))


def test_no_schema_of_an_answer_is_closed():
    seen: set[str] = set()
    answers = [media["schema"] for _, response in answers_promised() for media in response.get("content", {}).values()]
    answers += [{"$ref": kind["answer"]} for kind in operation("ask").definition["x-kinds"].values()]
    closed = [each for schema in answers for each in reached(schema, seen) if closes_itself(each)]
    assert len(seen) > 100
    assert closed == []


def answers_promised() -> Iterator[tuple[str, dict[str, Any]]]:
    for where, found in requests_and_responses():
        if not where.endswith("asked"):
            yield where, found


@law
@OPERATIONS
def test_every_body_of_a_request_is_closed(one: Operation):
    """Each object with named members is closed, with two exceptions.

    Forms of OAuth 2 ignore further members (RFC 6749, 3.2), and the rules lab those that a kind does not need.
    """
    if "requestBody" not in one.definition:
        return
    [(form, media)] = one.definition["requestBody"]["content"].items()
    named = [each for each in reached(media["schema"], set()) if each.get("type") == "object" and "properties" in each]
    assert named
    if form == "application/x-www-form-urlencoded":
        assert one.path.startswith("/oauth/")
        return
    if one.id == "ask":
        assert closes_itself(at(media["schema"]["$ref"]))
        return
    assert all(closes_itself(each) for each in named)


def test_enumerations_that_may_grow_say_so():
    schemas = contract()["components"]["schemas"]
    assert "ignore types that you do not know" in " ".join(schemas["Event"]["description"].split())
    assert "More codes may be added" in schemas["ProblemCode"]["description"]
    assert "Answers may grow" in contract()["info"]["description"]


@law
@OPERATIONS
def test_links_lead_to_operations_with_existing_values(one: Operation):
    for response in one.responses.values():
        for name, link in response.get("links", {}).items():
            target = operation(link["operationId"])
            taken = {each["name"] for each in target.parameters}
            assert set(link.get("parameters", {})) <= taken, name
            assert {each["name"] for each in target.parameters if each["in"] == "path"} <= set(
                link.get("parameters", {})
            )
            assert not misfits(_request_schema(target), link["requestBody"]) if "requestBody" in link else True, name
            values = [LINK_VALUE.fullmatch(value) for value in link.get("parameters", {}).values()]
            assert all(values), name
            examples = [value for _, _, value in content_examples(response)]
            for value in values:
                if value["header"]:
                    assert value["header"] in response["headers"], name
                elif value["variable"]:
                    assert value["variable"] in {each["name"] for each in one.parameters if each["in"] == "path"}
                else:
                    assert any(_leads_somewhere(value["pointer"], example) for example in examples), name


def _request_schema(target: Operation) -> dict[str, Any]:
    schema: dict[str, Any] = target.definition["requestBody"]["content"]["application/json"]["schema"]
    return schema


def _leads_somewhere(pointer: str, document: Any) -> bool:
    for step in pointer.removeprefix("/").split("/"):
        try:
            document = document[int(step) if isinstance(document, list) else step]
        except (KeyError, IndexError):
            return False
    return True
