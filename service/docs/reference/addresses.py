"""The addresses of the reference, and what texts can link to."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from domain.games.rulebooks import BOOKS
from service.docs.cuts import METHODS, slug
from service.docs.reference.assets import REFERENCE
from service.platform.documents import Json
from service.platform.http.problems import PROBLEMS
from service.platform.http.rule_links import ALL

SCHEMAS = f"{REFERENCE}/schemas"
INTRODUCTION = f"{REFERENCE}/introduction"
_VARIABLE = re.compile(r"\{[^}]*\}")
_CALL = re.compile(r"(GET|PUT|POST|DELETE|PATCH) (/[^\s?]*)")
RULES = frozenset(rule for book in BOOKS.values() for rule in book.entries)


class Found(NamedTuple):
    """An operation of the contract: its method, its path, and its definition with the parameters of its path."""

    method: str
    path: str
    definition: Json

    @property
    def id(self) -> str:
        """The id of the operation."""
        return str(self.definition["operationId"])

    @property
    def address(self) -> str:
        """The address of its page."""
        return f"{REFERENCE}/{self.id}"


def address_of_tag(tag: str) -> str:
    """Returns the address of the page of a tag."""
    return f"{REFERENCE}/tags/{slug(tag)}"


def beginning_of(schema: str) -> str:
    """Returns the letters of a schema under which it has its page."""
    return schema[:2]


def address_of_schema(name: str) -> str:
    """Returns the address of a schema, on the page of all schemas that begin with the same two letters."""
    return f"{SCHEMAS}/{beginning_of(name)}#{name}"


def address_of_rule(rule: str) -> str:
    """Returns the address of a rule on the page of all rules."""
    return f"{ALL}#{rule}"


class Contract:
    """The contract, with its operations and components in the form that pages need."""

    def __init__(self, document: Json) -> None:
        """Takes the contract as a document of OpenAPI."""
        self.document = document

    @cached_property
    def operations(self) -> tuple[Found, ...]:
        """All operations in the order of the contract. Those that the server sends have the method `webhook`."""
        return (*self._operations("paths"), *self._operations("webhooks"))

    def _operations(self, group: str) -> Iterator[Found]:
        for path, item in self.document.get(group, {}).items():
            shared = item.get("parameters", [])
            for method in METHODS:
                if method in item:
                    whole = {**item[method], "parameters": [*shared, *item[method].get("parameters", [])]}
                    yield Found("webhook" if group == "webhooks" else method, path, whole)

    @cached_property
    def by_id(self) -> dict[str, Found]:
        """The operations by id."""
        return {each.id: each for each in self.operations}

    @cached_property
    def _by_call(self) -> dict[str, Found]:
        return {f"{each.method.upper()} {_VARIABLE.sub('{}', each.path)}": each for each in self.operations}

    @property
    def schemas(self) -> Json:
        """The schemas by name."""
        schemas: Json = self.document["components"]["schemas"]
        return schemas

    def resolved(self, part: Json) -> Json:
        """Returns a part, or the component to which it refers, with the members beside the reference."""
        if "$ref" not in part:
            return part
        _, _, kind, name = part["$ref"].split("/")
        found: Json = self.document["components"][kind][name]
        return {**self.resolved(found), **{key: value for key, value in part.items() if key != "$ref"}}

    def address_in_text(self, code: str) -> str | None:
        """Returns the address of what a piece of code in a text names: an operation, a problem, a rule or a schema."""
        call = _CALL.fullmatch(code)
        if call is not None:
            found = self._by_call.get(f"{call[1]} {_VARIABLE.sub('{}', call[2])}")
            return found.address if found else None
        if code in PROBLEMS:
            return f"/problems/{code}"
        if code in RULES:
            return address_of_rule(code)
        if code in self.by_id:
            return self.by_id[code].address
        return address_of_schema(code) if code[:1].isupper() and code in self.schemas else None
