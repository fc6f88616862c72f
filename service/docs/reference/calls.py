"""Describes operations for their pages: parameters, bodies, responses, and a command that sends an example."""

import json
import re
import shlex
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

from service.docs.reference.addresses import Contract, Found
from service.docs.reference.shapes import Shape, Shapes
from service.docs.reference.texts import json_text
from service.platform.documents import Json

DEPTH = 2
"""The depth to which the page of an operation unfolds named schemas."""
JSON = "application/json"


class Example(NamedTuple):
    """An example: its name, what it shows, and its text."""

    name: str
    summary: str
    text: str


class Parameter(NamedTuple):
    """A parameter or a header."""

    name: str
    place: str
    is_required: bool
    is_deprecated: bool
    description: str
    shape: Shape
    example: str


class Content(NamedTuple):
    """A body in one content type."""

    type: str
    shape: Shape
    examples: tuple[Example, ...]
    codes: tuple[str, ...]


class LinkTo(NamedTuple):
    """A link to an operation that can follow."""

    description: str
    found: Found


class Answer(NamedTuple):
    """A response."""

    status: str
    description: str
    headers: tuple[Parameter, ...]
    contents: tuple[Content, ...]
    links: tuple[LinkTo, ...]


class Call(NamedTuple):
    """Everything that the page of an operation shows."""

    found: Found
    parameters: tuple[Parameter, ...]
    bodies: tuple[Content, ...]
    answers: tuple[Answer, ...]
    kinds: tuple[tuple[str, str, str], ...]
    command: str


def call_of(contract: Contract, found: Found) -> Call:
    """Returns what the page of an operation shows."""
    definition = found.definition
    parameters = tuple(_parameter(contract, contract.resolved(each)) for each in definition["parameters"])
    body = contract.resolved(definition.get("requestBody", {}))
    answers = ((status, contract.resolved(each)) for status, each in definition["responses"].items())
    kinds = tuple(
        (kind, *(each[part].rpartition("/")[2] for part in ("input", "answer")))
        for kind, each in definition.get("x-kinds", {}).items()
    )
    return Call(
        found,
        parameters,
        tuple(_contents(contract, body)),
        tuple(_answer(contract, status, each) for status, each in answers),
        kinds,
        command_of(contract, found),
    )


def _parameter(contract: Contract, written: Json, name: str = "") -> Parameter:
    return Parameter(
        name or written["name"],
        written.get("in", ""),
        bool(written.get("required")),
        bool(written.get("deprecated")),
        written.get("description", ""),
        Shapes(contract).shape(written["schema"], 1),
        str(written.get("example", "")),
    )


def _contents(contract: Contract, written: Json) -> Iterator[Content]:
    for content_type, media in written.get("content", {}).items():
        schema = media["schema"]
        codes = tuple(schema.get("properties", {}).get("code", {}).get("enum", ()))
        shown = {"$ref": schema["$ref"]} if codes else schema
        depth = 0 if codes else DEPTH
        examples = tuple(_examples(contract, media))
        yield Content(content_type, Shapes(contract).shape(shown, depth), examples, codes)


def _examples(contract: Contract, media: Json) -> Iterator[Example]:
    for name, written in media.get("examples", {}).items():
        example = contract.resolved(written)
        value = example["value"]
        text = value if isinstance(value, str) else json_text(value)
        yield Example(name, example.get("summary", ""), text)


def _answer(contract: Contract, status: str, written: Json) -> Answer:
    headers = (
        _parameter(contract, contract.resolved(each), name)
        for name, each in written.get("headers", {}).items()
        if name != "X-Request-Id"  # on every response, as the introduction says
    )
    links = (
        LinkTo(each["description"], contract.by_id[each["operationId"]]) for each in written.get("links", {}).values()
    )
    return Answer(status, written["description"], tuple(headers), tuple(_contents(contract, written)), tuple(links))


def command_of(contract: Contract, found: Found) -> str:
    """Returns a command for a shell that sends the first example, or an empty text for what the server sends."""
    if found.method == "webhook":
        return ""
    parameters = [contract.resolved(each) for each in found.definition["parameters"]]
    examples = {each["name"]: str(each.get("example", "")) for each in parameters if each["in"] == "path"}
    path = re.sub(r"\{([^}]+)\}", lambda name: quote(examples[name[1]], safe=""), found.path)
    needed = [
        f"{each['name']}={quote(str(each['example']), safe='')}"
        for each in parameters
        if each["in"] == "query" and each.get("required") and "example" in each
    ]
    address = f"$SERVER{path}" + (f"?{'&'.join(needed)}" if needed else "")
    method = [] if found.method == "get" else ["-X", found.method.upper()]
    token = ["-H", '"Authorization: Bearer $TOKEN"'] if _needs_token(contract, found.definition) else []
    return " ".join(["curl", *method, f'"{address}"', *token, *_sent(contract, found)])


def _needs_token(contract: Contract, definition: Json) -> bool:
    security: Any = definition.get("security", contract.document.get("security", []))
    return bool(security) and {} not in security


def _sent(contract: Contract, found: Found) -> list[str]:
    """Returns the arguments that send the first example of the body."""
    body = contract.resolved(found.definition.get("requestBody", {}))
    for content_type, media in body.get("content", {}).items():
        for written in media.get("examples", {}).values():
            value = contract.resolved(written)["value"]
            if content_type == JSON:
                text = json.dumps(value, ensure_ascii=False)
                return ["\\\n    -H", "'Content-Type: application/json'", "-d", shlex.quote(text)]
            if isinstance(value, dict):
                pairs = (f"{name}={each}" for name, each in value.items())
                return ["\\\n   ", *(f"--data-urlencode {shlex.quote(pair)}" for pair in pairs)]
    return []
