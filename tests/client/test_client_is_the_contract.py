"""The client has every operation and every document of openapi.yaml, and nothing else."""

import copy
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.client import documents
from service.client.operations import Operations
from tests.client.write_client import CONTRACT, METHODS, PACKAGE, CannotWrite, documents_text, operations_text

Json = dict[str, Any]
AGAIN = "openapi.yaml has changed: run `python -m tests.client.write_client`"


@pytest.fixture(scope="module")
def contract() -> Json:
    return dict(yaml.safe_load(CONTRACT.read_text()))


def test_its_documents_are_those_of_the_contract():
    assert (PACKAGE / "documents.py").read_text() == documents_text(), AGAIN


def test_its_methods_are_those_of_the_contract():
    assert (PACKAGE / "operations.py").read_text() == operations_text(), AGAIN


def test_every_operation_has_a_method_and_every_schema_a_type_by_its_name(contract: Json):
    names = {item[method]["operationId"] for item in contract["paths"].values() for method in METHODS & item.keys()}

    assert {name for name, _ in inspect.getmembers(Operations, inspect.isfunction) if name[0] != "_"} == names
    assert [name for name in contract["components"]["schemas"] if not hasattr(documents, name)] == []


def _without(place: Callable[[Json], Json], name: str) -> Callable[[Json], None]:
    return lambda contract: place(contract).pop(name) and None


CHANGES = {
    "an operation less": _without(lambda contract: contract["paths"], "/v1/me/turns"),
    "a parameter less": _without(lambda contract: contract["paths"]["/v1/me/turns"]["get"], "parameters"),
    "a body less": _without(lambda contract: contract["paths"]["/v1/players"]["post"], "requestBody"),
    "a key less": _without(lambda contract: contract["paths"]["/v1/tables"]["post"], "parameters"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_operation_would_be_another_method(contract: Json, change: Callable[[Json], None], tmp_path: Path):
    changed = copy.deepcopy(contract)
    change(changed)
    (tmp_path / "other.yaml").write_text(yaml.safe_dump(changed))

    assert operations_text(tmp_path / "other.yaml") != operations_text()


@pytest.mark.parametrize("member", ["version", "more_of_it"])
def test_another_member_would_be_another_document(contract: Json, member: str, tmp_path: Path):
    changed = copy.deepcopy(contract)
    changed["components"]["schemas"]["TableView"]["properties"][member] = {"type": "boolean"}
    (tmp_path / "openapi.yaml").write_text(yaml.safe_dump(changed, sort_keys=False))

    written = documents_text(tmp_path / "openapi.yaml")
    assert f"    {member}: " in written.split("class TableView(")[1].split("class ")[0]
    assert written != documents_text()


@pytest.mark.parametrize(
    "schema",
    [{"type": "object", "properties": {"name": {"type": "string"}}}, {"type": "array", "items": {}}, {}],
)
def test_what_has_no_name_in_the_contract_is_an_error_and_no_any(contract: Json, schema: Json, tmp_path: Path):
    changed = copy.deepcopy(contract)
    changed["paths"]["/v1/me"]["get"]["responses"]["200"]["content"]["application/json"]["schema"] = schema
    (tmp_path / "openapi.yaml").write_text(yaml.safe_dump(changed))

    with pytest.raises(CannotWrite, match="needs a name in the contract"):
        operations_text(tmp_path / "openapi.yaml")
