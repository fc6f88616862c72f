"""Writes the pages of the reference."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from service.docs.cuts import PLAY, references, slug
from service.docs.guides import GUIDES
from service.docs.reference.addresses import (
    INTRODUCTION,
    SCHEMAS,
    Contract,
    address_of_rule,
    address_of_schema,
    address_of_tag,
    beginning_of,
)
from service.docs.reference.assets import HERE, REFERENCE, SCRIPT_ADDRESS, STYLE
from service.docs.reference.calls import call_of
from service.docs.reference.shapes import Shapes
from service.docs.reference.texts import Texts, json_text
from service.platform.documents import Json
from service.platform.http.problems import PROBLEMS
from service.platform.http.rule_links import RULES


class Pages:
    """The pages of the reference for one contract."""

    def __init__(self, document: Json) -> None:
        """Takes the contract as a document of OpenAPI."""
        self._contract = Contract(document)
        self._texts = Texts(self._contract)
        self._templates = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals.update(self._names())
        self._templates.filters.update(block=self._texts.block, line=self._texts.line, slug=slug)

    def _names(self) -> dict[str, Any]:
        """Returns what all templates can use."""
        return {
            "style": Markup(STYLE),  # noqa: S704 - a file of ours
            "script": SCRIPT_ADDRESS,
            "reference": REFERENCE,
            "introduction": INTRODUCTION,
            "schemas_page": SCHEMAS,
            "guides": GUIDES,
            "rules": RULES,
            "play": PLAY,
            "problems": PROBLEMS,
            "tags": self._contract.document["tags"],
            "address_of_tag": address_of_tag,
            "address_of_schema": address_of_schema,
            "address_of_rule": address_of_rule,
        }

    def all(self) -> Iterator[tuple[str, str]]:
        """Yields the address of each page with its HTML."""
        yield REFERENCE, self._page("index", operations=self._contract.operations)
        yield INTRODUCTION, self._introduction()
        yield SCHEMAS, self._page("schemas", beginnings=self._beginnings)
        for tag in self._contract.document["tags"]:
            found = [each for each in self._contract.operations if tag["name"] in each.definition["tags"]]
            yield address_of_tag(tag["name"]), self._page("tag", tag=tag, operations=found)
        for each in self._contract.operations:
            yield each.address, self._page("operation", call=call_of(self._contract, each))
        for beginning, names in self._beginnings.items():
            yield f"{SCHEMAS}/{beginning}", self._schemas(beginning, names)

    def _page(self, template: str, **values: Any) -> str:
        return self._templates.get_template(f"{template}.html").render(values)

    def _introduction(self) -> str:
        text = self._contract.document["info"]["description"]
        return self._page("introduction", text=text, headings=self._texts.headings(text))

    @cached_property
    def _beginnings(self) -> dict[str, list[str]]:
        """The names of the schemas by their first two letters."""
        found: dict[str, list[str]] = defaultdict(list)
        for name in sorted(self._contract.schemas):
            found[beginning_of(name)].append(name)
        return dict(found)

    def _schemas(self, beginning: str, names: list[str]) -> str:
        shown = [
            (name, Shapes(self._contract).shape({"$ref": f"#/components/schemas/{name}"}, 1), self._source(name))
            for name in names
        ]
        return self._page("some_schemas", beginning=beginning, schemas=shown, users=self._users)

    def _source(self, name: str) -> str:
        return json_text(self._contract.schemas[name])

    @cached_property
    def _users(self) -> dict[str, list[str]]:
        """For each schema the operations and schemas that refer to it, as addresses."""
        users: dict[str, list[str]] = defaultdict(list)
        for each in self._contract.operations:
            for name in sorted(_schemas_in(each.definition)):
                users[name].append(each.address)
        for user, schema in self._contract.schemas.items():
            for name in sorted(_schemas_in(schema) - {user}):
                users[name].append(address_of_schema(user))
        return users


def _schemas_in(part: Any) -> set[str]:
    """Returns the names of the schemas to which a part of the contract refers directly."""
    found = (pointer.split("/") for pointer in references(part))
    return {name for _, _, kind, name in found if kind == "schemas"}
