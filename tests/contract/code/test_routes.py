"""Routes, scopes and limits of the contract are those of the code."""

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from service.platform import rate_limits
from service.platform.http.cors import ASKED
from service.platform.http.rate_limits import ADDRESS, PUBLIC, Class
from service.platform.settings import Settings
from service.tables.command_schemas import COMMANDS
from tests.support.api import Api
from tests.support.contract import DOCUMENTS, Operation, contract, operations, path_of_rule
from tests.support.contract_operations import OF_BODY, codes, component
from tests.support.deprecations import in_contract, in_program
from tests.support.laws import law

OPERATIONS = pytest.mark.parametrize("one", operations(), ids=str)


def routes(api: Api) -> Iterator[tuple[str, str, Any]]:
    """Yields the method, path and view of every route of the API, in the notation of the contract.

    Flask's own HEAD and OPTIONS, which the contract describes once, and the documents
    and the web client are left out.
    """
    for rule in api.app.url_map.iter_rules():
        if rule.rule.startswith(DOCUMENTS):
            continue
        path = path_of_rule(rule.rule)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            yield method.lower(), path, api.app.view_functions[rule.endpoint]


def view(api: Api, one: Operation) -> Any:
    (found,) = (view for method, path, view in routes(api) if (method, path) == (one.method, one.path))
    return found


def test_every_route_is_in_the_contract_and_every_operation_has_a_route(api: Api):
    in_program = sorted((method, path) for method, path, _ in routes(api))
    assert in_program == sorted((one.method, one.path) for one in operations())


@law
@OPERATIONS
def test_every_operation_needs_the_scope_of_its_view(api: Api, one: Operation):
    scope = getattr(view(api, one), "needs_scope", None)
    needs_token = scope is not None or getattr(view(api, one), "needs_any_token", False)
    assert one.definition.get("x-scope") == scope
    ways = [
        *([{"token": []}, {"session": []}] if needs_token else []),
        *([{"ticket": []}] if getattr(view(api, one), "takes_ticket", False) else []),
        *([{}] if getattr(view(api, one), "is_public", False) else []),
    ]
    assert one.definition["security"] == ways
    # Signing in needs no token, but has to come from our own page.
    assert ("401" in one.responses) is (needs_token or one.path.startswith("/v1/session"))
    if scope:
        assert "missing_scope" in codes(one.responses["403"])
    own = getattr(view(api, one), "needs_own_token", False)
    assert ("own_token_needed" in codes(one.responses.get("403", {}))) is own


def test_the_documented_limits_are_the_defaults():
    rows = re.findall(r"^\| `(\w+)` \| ([0-9]+/\w+) \|", contract()["info"]["description"], re.MULTILINE)
    assert dict(rows) == {name: getattr(Settings(), f"rate_limit_{name}") for name in rate_limits.NAMES}
    assert {one.definition.get("x-rate-limit") for one in operations()} == {*get_args(Class), None}
    assert set(rate_limits.NAMES) == {*get_args(Class), ADDRESS, PUBLIC}


def test_the_documented_cors_headers_are_those_exposed():
    text = contract()["info"]["description"]
    (section,) = re.findall(r"## From a web page\n(.*?)\n## ", text, re.DOTALL)
    assert set(re.findall(r"`([A-Z][\w-]+)`", section)) == set(ASKED)


def test_the_contract_and_the_code_mark_the_same_deprecations(api: Api):
    of_commands = component("Command")["discriminator"]["mapping"]
    bodies = {of_commands[kind].rpartition("/")[2]: schema for kind, schema in COMMANDS.items()}
    for one in operations():
        if one.id in OF_BODY:
            whole: str = one.definition["requestBody"]["content"]["application/json"]["schema"]["$ref"]
            bodies[whole.rpartition("/")[2]] = OF_BODY[one.id]
    # A template is saved with the body of a new tournament.
    assert len(bodies) == len({*map(type, OF_BODY.values())}) + len(COMMANDS)
    assert in_program(api.app, bodies) == in_contract(contract(), bodies)
