"""The client has exactly the operations and documents of openapi.yaml."""

import copy
import inspect
from collections.abc import AsyncGenerator, Callable, Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from service.clients.python.shengji_client import CONTRACT, AsyncClient, Client, documents
from service.clients.python.shengji_client.operations import Operations
from tests.client.write_client import (
    CLIENTS,
    METHODS,
    PACKAGE,
    WRITERS,
    CannotWrite,
    documents_text,
    method_text,
    operation,
    operations_text,
)
from tests.support.contract import contract

pytestmark = pytest.mark.slow

Json = dict[str, Any]
AGAIN = "openapi.yaml has changed: run `python -m tests.client.write_client`"


@pytest.mark.parametrize("path", WRITERS, ids=lambda path: path.name)
def test_the_written_files_match_the_contract(path: Path):
    assert path.read_text() == WRITERS[path](contract()), AGAIN


def test_the_clients_state_the_version_of_the_contract():
    version = contract()["info"]["version"]
    assert version == CONTRACT
    assert f'CONTRACT = "{version}";' in (CLIENTS / "typescript" / "src" / "contract.ts").read_text()


@pytest.mark.parametrize("name", [name for name in dir(Client) if name[0] != "_"])
def test_the_asynchronous_client_has_the_same_methods(name: str):
    ours, theirs = getattr(Client, name), getattr(AsyncClient, name)
    if isinstance(ours, property):
        assert isinstance(theirs, property)
        return
    assert inspect.signature(theirs).parameters == inspect.signature(ours).parameters
    returned = get_type_hints(theirs)["return"]
    if get_origin(get_type_hints(ours)["return"]) is Iterator:
        assert get_origin(returned) is AsyncGenerator
        assert get_args(returned)[0] == get_args(get_type_hints(ours)["return"])[0]
    else:
        assert inspect.iscoroutinefunction(theirs)
        assert returned == get_type_hints(ours)["return"]


def test_every_operation_has_a_method_and_every_schema_a_named_type():
    names = {item[method]["operationId"] for item in contract()["paths"].values() for method in METHODS & item.keys()}

    assert {name for name, _ in inspect.getmembers(Operations, inspect.isfunction) if name[0] != "_"} == names
    assert [name for name in contract()["components"]["schemas"] if not hasattr(documents, name)] == []


def _without(place: Callable[[Json], Json], name: str) -> Callable[[Json], None]:
    return lambda contract: place(contract).pop(name) and None


CHANGES = {
    "an operation less": _without(lambda contract: contract["paths"], "/v1/me/turns"),
    "a parameter less": _without(lambda contract: contract["paths"]["/v1/me/turns"]["get"], "parameters"),
    "a body less": _without(lambda contract: contract["paths"]["/v1/players"]["post"], "requestBody"),
    "a key less": _without(lambda contract: contract["paths"]["/v1/tables"]["post"], "parameters"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_operation_changes_its_method(change: Callable[[Json], None]):
    changed = copy.deepcopy(contract())
    change(changed)

    assert operations_text(changed) != operations_text(contract())


@pytest.mark.parametrize("member", ["version", "more_of_it"])
def test_a_changed_member_changes_its_document(member: str):
    changed = copy.deepcopy(contract())
    changed["components"]["schemas"]["TableView"]["properties"][member] = {"type": "boolean"}

    written = documents_text(changed)
    assert f"    {member}: " in written.split("class TableView(")[1].split("class ")[0]
    assert written != (PACKAGE / "documents.py").read_text()


@pytest.mark.parametrize(
    "schema",
    [{"type": "object", "properties": {"name": {"type": "string"}}}, {"type": "array", "items": {}}, {}],
)
def test_an_unnamed_schema_is_an_error(schema: Json):
    changed = copy.deepcopy(contract())
    changed["paths"]["/v1/me"]["get"]["responses"]["200"]["content"]["application/json"]["schema"] = schema

    with pytest.raises(CannotWrite, match="needs a name in the contract"):
        operations_text(changed)


ANY_OPERATION: Json = {
    "operationId": "any_operation",
    "summary": "Do it.",
    "parameters": [
        {"name": "from", "in": "query", "schema": {"type": "integer"}},
        {"name": "word", "in": "query", "required": True, "schema": {"enum": ["yes", "no"]}},
        {"name": "X-Request-Id", "in": "header", "schema": {"type": "string"}},
        {"$ref": "#/components/parameters/IdempotencyKey"},
    ],
    "requestBody": {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": {"type": "string"}}}},
    "responses": {"200": {"content": {"text/html": {}}}, "303": {}, "404": {"content": {"application/json": {}}}},
}


def test_every_parameter_and_answer_of_an_operation_is_in_its_method():
    made = operation(
        contract(), "/any/{name}", "post", ANY_OPERATION, [{"name": "name", "in": "path", "schema": {"const": "a"}}]
    )

    head, _, request = method_text(made).partition('        """Do it."""\n')
    assert head == (
        "    def any_operation(self, name: Literal['a'], body: str, *, from_: int | None = None, "
        "word: Literal['yes', 'no'], idempotency_key: str | None = None) -> str | None:\n"
    )
    sent = (
        'self._transport.send(Request("POST", "/any/{name}", parts={"name": name}, '
        'query={"from": from_, "word": word}, form=body, '
        'key=idempotency_key or new_key(), accept="text/html"))'
    )
    assert request == f"        answer: str | None = {sent}.text()\n        return answer\n"

    awaited = method_text(made, is_async=True).partition('        """Do it."""\n')
    assert awaited[0] == head.replace("def ", "async def ")
    assert awaited[2] == f"        answer: str | None = (await {sent}).text()\n        return answer\n"


@pytest.mark.parametrize(
    "change",
    [
        {"requestBody": {"content": {"application/xml": {"schema": {"type": "string"}}}}},
        {"responses": {"200": {"content": {"text/html": {}}}, "202": {"content": {"text/plain": {}}}}},
    ],
    ids=["a body that is sent otherwise", "answers of several forms"],
)
def test_an_operation_unsupported_by_the_client_is_an_error(change: Json):
    with pytest.raises(CannotWrite, match="any_operation"):
        operation(contract(), "/any", "post", ANY_OPERATION | change, [])
