"""Writes the typed parts of the clients from openapi.yaml: documents, operations and the version of the contract.

Run it from the root after every change of the contract: `python -m tests.client.write_client`. A test compares the
files with its output.

datamodel-code-generator makes the documents, a TypedDict for each schema. This program makes the methods, because those
of the generator need its own transport. If it cannot read a part of the contract, it raises an error.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from keyword import iskeyword
from pathlib import Path
from typing import Any, NamedTuple

import yaml

Json = dict[str, Any]

ROOT = Path(__file__).parents[2]
CONTRACT = ROOT / "openapi.yaml"
CLIENTS = ROOT / "service" / "clients"
PACKAGE = CLIENTS / "python" / "shengji_client"
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
KEY = "Idempotency-Key"
METHODS = ("get", "put", "post", "delete", "patch")
TRANSPORT_SENDS = ("X-Request-Id",)
"""Parameters that are no argument of a method, because the transport sets them."""

DOCUMENTS_HEAD = '''"""The documents of the API, as openapi.yaml has them; an answer may hold more than is said here.

Written by tests/client/write_client.py: change the contract and run that, not this file.
"""

'''
OPERATIONS_HEAD = '''"""The operations of the API, a method for each one of openapi.yaml, by the name it has there.

Written by tests/client/write_client.py: change the contract and run that, not this file.
"""

from typing import Literal

from . import documents
from .exchange import Request, new_key
from .transport import {prefix}Transport


class {prefix}Operations:
    """What can be asked of the API; every method raises `ApiProblem` and `Unreachable`."""

    def __init__(self, transport: {prefix}Transport) -> None:
        """Prepares to send requests by the transport."""
        self._transport = transport
'''
VERSION_TEXT = '''"""The version of the contract that this client speaks.

Written by tests/client/write_client.py: change the contract and run that, not this file.
"""

CONTRACT = "{version}"
'''
TYPESCRIPT = """// Written by tests/client/write_client.py: change the contract and run that, not this file.

/** The version of the contract that this client speaks. */
export const CONTRACT = "{version}";
/** The operations that accept an idempotency key. */
export const KEYED: ReadonlySet<string> = new Set([
{keyed}]);
"""


class CannotWrite(Exception):
    """The contract has a part that this program cannot convert to a type."""


class Parameter(NamedTuple):
    """A parameter of an operation.

    Attributes:
        name: name in the request.
        place: `path`, `query` or `header`.
        type: its type in the method.
        needed: whether it is required.
    """

    name: str
    place: str
    type: str
    needed: bool

    @property
    def argument(self) -> str:
        """Name of the argument."""
        name = self.name.lower().replace("-", "_")
        return f"{name}_" if iskeyword(name) else name

    @property
    def sent(self) -> str:
        """The argument as text in a path, and unchanged elsewhere."""
        return f"str({self.argument})" if self.place == "path" and self.type == "int" else self.argument


class Operation(NamedTuple):
    """An operation, as a method needs it.

    Attributes:
        id: its operationId.
        method: HTTP method.
        path: path with the names of its parameters in braces.
        summary: its summary.
        parameters: its parameters, in the order of the contract.
        body: type of the body and whether it is optional; `None` if there is no body.
        is_form: whether the body is sent as a form, not as JSON.
        answers: types of the successful answers; `None` for one without a body.
        media_type: media type of the answer.
    """

    id: str
    method: str
    path: str
    summary: str
    parameters: list[Parameter]
    body: tuple[str, bool] | None
    is_form: bool
    answers: list[str]
    media_type: str | None


def contract_of(path: Path) -> Json:
    """The contract in a file."""
    # The parser in C is ten times as fast as the one in Python.
    contract: Json = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    return contract


def documents_text(contract: Json) -> str:
    """Text of documents.py for a contract. Raises `CannotWrite`."""
    command = [
        *(sys.executable, "-m", "datamodel_code_generator", "--input-file-type", "openapi"),
        *("--output-model-type", "typing.TypedDict", "--target-python-version", "3.11", "--no-use-closed-typed-dict"),
        *("--enum-field-as-literal", "all", "--naming-strategy", "parent-prefixed", "--use-schema-description"),
        *("--use-single-line-docstring", "--use-standard-collections", "--use-union-operator"),
        *("--formatters", "builtin", "--disable-timestamp", "--disable-warnings", "--ignore-pyproject"),
    ]
    written = subprocess.run(command, input=json.dumps(contract), capture_output=True, text=True, check=False)
    if written.returncode:
        raise CannotWrite(written.stderr)
    _, _, code = written.stdout.partition("from __future__ import annotations\n")
    # TypedDict of the standard library is sufficient since Python 3.11.
    code = code.replace("from typing_extensions import TypedDict\n", "").replace(
        "import Any,", "import Any, TypedDict,"
    )
    return formatted(DOCUMENTS_HEAD + "from __future__ import annotations\n" + code, PACKAGE / "documents.py")


def operations_text(contract: Json, *, is_async: bool = False) -> str:
    """Text of operations.py for a contract, or of async_operations.py. Raises `CannotWrite`."""
    head = OPERATIONS_HEAD.format(prefix="Async" if is_async else "")
    methods = "\n".join(method_text(one, is_async=is_async) for one in operations(contract))
    return formatted(head + "\n" + methods, PACKAGE / "operations.py")


def version_text(contract: Json) -> str:
    """Text of contract.py for a contract."""
    return VERSION_TEXT.format(version=contract["info"]["version"])


def formatted(code: str, path: Path) -> str:
    """Sorts and formats the code as in the rest of the project."""
    for command in (["check", "--quiet", "--select", "I,F401", "--fix"], ["format", "--quiet"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(path), "-"]
        code = subprocess.run(ruff, input=code, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    return code


def operations(contract: Json) -> Iterator[Operation]:
    """Operations of the contract, in its order."""
    for path, item in contract["paths"].items():
        for method in METHODS:
            if method in item:
                yield operation(contract, path, method, item[method], item.get("parameters", []))


def operation(contract: Json, path: str, method: str, one: Json, shared: list[Json]) -> Operation:
    """One operation of the contract. `shared` are the parameters of its path."""
    parameters = [referred(contract, each) for each in (*shared, *one.get("parameters", []))]
    answers = {status: referred(contract, answer) for status, answer in one["responses"].items() if status < "400"}
    contents = [answer.get("content", {}) for answer in answers.values()]
    types = [type_of_answer(content) for content in contents]
    media_types = [media_type_of(content) for content in contents if content]
    body = one.get("requestBody")
    content = referred(contract, body)["content"] if body else {}
    body_type = media_type_of(content) if content else None
    if len(set(media_types)) > 1 or body_type not in (None, JSON, FORM):
        raise CannotWrite(f"{one['operationId']}: takes {body_type}, answers with {media_types}")
    return Operation(
        one["operationId"],
        method.upper(),
        path,
        one["summary"].removesuffix("."),
        [
            Parameter(each["name"], each["in"], type_of(each["schema"]), each.get("required", False))
            for each in parameters
            if each["name"] not in TRANSPORT_SENDS
        ],
        (type_of(content[body_type]["schema"]), not body.get("required", False)) if content else None,
        body_type == FORM,
        list(dict.fromkeys(types)),
        media_types[0] if media_types else None,
    )


def referred(contract: Json, part: Json) -> Json:
    """Target of a reference; any other part unchanged."""
    if "$ref" not in part:
        return part
    found: Any = contract
    for name in part["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    return dict(found)


def media_type_of(content: Json) -> str:
    """Media type that a method uses: JSON, if there are several."""
    return JSON if JSON in content else next(iter(content))


def type_of_answer(content: Json) -> str:
    """Type of an answer with this content."""
    if not content:
        return "None"
    media_type = media_type_of(content)
    return type_of(content[media_type]["schema"]) if media_type == JSON else "str"


def type_of(schema: Json) -> str:
    """Type of a parameter, a body or an answer. Objects must have a name in the contract."""
    simple = {"string": "str", "integer": "int", "boolean": "bool", "number": "float"}
    match schema:
        case {"$ref": str(reference)}:
            return f"documents.{reference.rpartition('/')[2]}"
        case {"oneOf": list(several)} | {"anyOf": list(several)}:
            return " | ".join(map(type_of, several))
        case {"enum": list(values)}:
            return f"Literal[{', '.join(map(repr, values))}]"
        case {"const": value}:
            return f"Literal[{value!r}]"
        case {"type": str(name)} if name in simple:
            return simple[name]
        case _:
            raise CannotWrite(f"the schema needs a name in the contract: {schema}")


def method_text(one: Operation, *, is_async: bool = False) -> str:
    """Text of the method for an operation, or of the coroutine."""
    answer = " | ".join(one.answers) or "None"
    define = "async def" if is_async else "def"
    lines = [f"{define} {one.id}({', '.join(arguments(one))}) -> {answer}:", f'    """{one.summary}."""']
    sent = f"self._transport.send(Request({', '.join(request_parts(one))}))"
    if answer == "None":
        lines.append(f"    await {sent}" if is_async else f"    {sent}")
    else:
        form = "json" if one.media_type == JSON else "text"
        sent = f"(await {sent})" if is_async else sent
        lines += [f"    answer: {answer} = {sent}.{form}()", "    return answer"]
    return "".join(f"    {line}\n" for line in lines)


def arguments(one: Operation) -> Iterator[str]:
    """Arguments of the method: parameters of the path and the body by position, others by name."""
    yield "self"
    yield from (f"{each.argument}: {each.type}" for each in one.parameters if each.place == "path")
    if one.body:
        body, is_optional = one.body
        yield f"body: {body}" + (" | None = None" if is_optional else "")
    others = [each for each in one.parameters if each.place != "path"]
    if others:
        yield "*"
        yield from (f"{each.argument}: {each.type}{'' if each.needed else ' | None = None'}" for each in others)


def request_parts(one: Operation) -> Iterator[str]:
    """Arguments of the request inside the method."""
    yield f'"{one.method}"'
    yield f'"{one.path}"'
    headers = [each for each in one.parameters if each.place == "header"]
    named = {
        "parts": [each for each in one.parameters if each.place == "path"],
        "query": [each for each in one.parameters if each.place == "query"],
        "headers": [each for each in headers if each.name != KEY],
    }
    for name, parameters in named.items():
        if parameters:
            members = ", ".join(f'"{each.name}": {each.sent}' for each in parameters)
            yield f"{name}={{{members}}}"
    if one.body:
        yield "form=body" if one.is_form else "body=body"
    if len(headers) > len(named["headers"]):
        yield "key=idempotency_key or new_key()"
    if one.media_type not in (None, JSON):
        yield f'accept="{one.media_type}"'


def typescript_text(contract: Json) -> str:
    """Text of contract.ts for a contract. The generator of its types tells no program which operations accept a key."""
    keyed = [one for one in operations(contract) if any(each.name == KEY for each in one.parameters)]
    lines = "".join(f'  "{one.method} {one.path}",\n' for one in keyed)
    return TYPESCRIPT.format(version=contract["info"]["version"], keyed=lines)


WRITERS: dict[Path, Callable[[Json], str]] = {
    PACKAGE / "documents.py": documents_text,
    PACKAGE / "operations.py": operations_text,
    PACKAGE / "async_operations.py": partial(operations_text, is_async=True),
    PACKAGE / "contract.py": version_text,
    CLIENTS / "typescript" / "src" / "contract.ts": typescript_text,
}
"""The function that makes the text of each written file."""


def main() -> None:
    """Writes the files."""
    contract = contract_of(CONTRACT)
    for path, text in WRITERS.items():
        path.write_text(text(contract))


if __name__ == "__main__":
    main()
