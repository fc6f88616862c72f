"""openapi.yaml for tests: its operations and schemas, and checks of answers against it.

Clients must ignore unknown members, so the schemas of answers are open. The tests are stricter. They close every
object, so a member that is not in the contract is an error here.
"""

import gzip
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema_rs
import orjson
import yaml
from werkzeug.test import TestResponse

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
DOCUMENTS = (
    *("/docs", "/app/"),
    *(
        "/play",
        "/tournaments",
        "/tables/",
        "/watch/",
        "/replay",
        "/inbox",
        "/account",
        "/sign-in",
        "/code",
        "/seeks",
        "/rules",
        "/train",
        "/leagues",
        "/series",
    ),
)
"""The paths of the documents and of the web client, which are not part of the API."""

Json = dict[str, Any]


@cache
def contract() -> Json:
    """Returns the contract."""
    loaded: Json = yaml.load(CONTRACT.read_text(), yaml.CSafeLoader)
    return loaded


class Operation(NamedTuple):
    """One method of one path."""

    method: str
    path: str
    definition: Json

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"

    @property
    def id(self) -> str:
        return str(self.definition["operationId"])

    @property
    def security(self) -> list[Json]:
        """Returns the ways in which a request says who sends it. An empty one stands for requests without a token."""
        return list(self.definition.get("security", []))

    @property
    def parameters(self) -> list[Json]:
        """Returns the parameters of the operation, including those of its path."""
        of_path = contract()["paths"][self.path].get("parameters", [])
        return [resolved(each) for each in [*of_path, *self.definition.get("parameters", [])]]

    @property
    def responses(self) -> dict[str, Json]:
        """Returns the documented responses by status."""
        return {status: resolved(each) for status, each in self.definition["responses"].items()}


def nodes(node: Any, path: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields every object in a document, with the pointer to it."""
    if isinstance(node, dict):
        yield path, node
        for name, deeper in node.items():
            yield from nodes(deeper, f"{path}/{str(name).replace('~', '~0').replace('/', '~1')}")
    elif isinstance(node, list):
        for place, deeper in enumerate(node):
            yield from nodes(deeper, f"{path}/{place}")


@cache
def operations() -> tuple[Operation, ...]:
    """Returns every operation of the contract."""
    return tuple(
        Operation(method, path, definition)
        for path, methods in contract()["paths"].items()
        for method, definition in methods.items()
        if method in METHODS
    )


def path_of_rule(rule: str) -> str:
    """Returns the path of a Flask route in the notation of the contract."""
    return re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule)


def operation(operation_id: str) -> Operation:
    """Returns the operation with that id."""
    (found,) = (each for each in operations() if each.id == operation_id)
    return found


def at(pointer: str) -> Any:
    """Returns the part of the contract at a pointer such as `#/components/schemas/Card`."""
    found: Any = contract()
    for step in pointer.removeprefix("#/").split("/"):
        found = found[step.replace("~1", "/").replace("~0", "~")]
    return found


def contract_of(path: str) -> Json:
    """Returns the contract with one path and the components that this path refers to, directly or not."""
    of_path = contract()["paths"][path]
    referred = set(_references(of_path))
    unread = set(referred)
    while unread:
        found = {each for pointer in unread for each in _references(at(pointer))}
        unread = found - referred
        referred |= found
    components: Json = {"securitySchemes": contract()["components"]["securitySchemes"]}
    for pointer in referred:
        _, _, kind, name = pointer.split("/")
        components.setdefault(kind, {})[name] = at(pointer)
    return {**contract(), "paths": {path: of_path}, "components": components}


def _references(part: Any) -> Iterator[str]:
    """Yields the pointers to components in a part of the contract."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        mapped = part.get("discriminator", {}).get("mapping", {}) if isinstance(part.get("discriminator"), dict) else {}
        yield from mapped.values()
    members = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    for each in members:
        yield from _references(each)


def resolved(definition: Json) -> Json:
    """Returns a parameter, response, header or example. A reference is replaced by its component."""
    found: Json = at(definition["$ref"]) if "$ref" in definition else definition
    return found


# ------------------------------------------------------------------------------------------------ schemas, closed

_ONE_SCHEMA = ("items", "additionalProperties", "propertyNames", "not", "contains")
_SCHEMAS = ("anyOf", "oneOf", "allOf", "prefixItems")
_NAMED_SCHEMAS = ("properties", "patternProperties", "$defs")


def closed(schema: Any) -> Any:
    """Returns the schema with members that it does not name forbidden in every object.

    Two kinds of objects stay unchanged: those that extend a reference, and those with their own `additionalProperties`.
    """
    if not isinstance(schema, dict):
        return schema
    made = dict(schema)
    for keyword in _ONE_SCHEMA:
        if isinstance(made.get(keyword), dict):
            made[keyword] = closed(made[keyword])
    for keyword in _SCHEMAS:
        if keyword in made:
            made[keyword] = [closed(each) for each in made[keyword]]
    for keyword in _NAMED_SCHEMAS:
        if keyword in made:
            made[keyword] = {name: closed(each) for name, each in made[keyword].items()}
    if "properties" in made and "$ref" not in made:
        made.setdefault("additionalProperties", False)
    return made


_HERE = "urn:contract"


@cache
def _registry(*, strict: bool) -> jsonschema_rs.Registry:
    """Returns a registry of all component schemas. All validators share it, because the components are large."""
    schemas = contract()["components"]["schemas"]
    read = {name: closed(schema) for name, schema in schemas.items()} if strict else schemas
    return jsonschema_rs.Registry([(_HERE, {"components": {"schemas": read}})], draft=jsonschema_rs.Draft202012)


@lru_cache(maxsize=50)  # The validators of all schemas take some 200 MB.
def _compiled(schema: bytes, *, strict: bool) -> jsonschema_rs.Validator:
    read = orjson.loads(schema.replace(b'"#/components/', f'"{_HERE}#/components/'.encode()))
    return jsonschema_rs.Draft202012Validator(
        closed(read) if strict else read, validate_formats=True, registry=_registry(strict=strict)
    )


def misfits(schema: Json, document: Any, *, strict: bool = True) -> list[str]:
    """Returns the errors of a document against a schema of the contract. With `strict`, unknown members are errors."""
    validator = _compiled(orjson.dumps(schema), strict=strict)
    return [reason for error in validator.iter_errors(document) for reason in _reasons(error)]


def _reasons(error: jsonschema_rs.ValidationError) -> Iterator[str]:
    """Yields the messages of an error. If a schema has alternatives, they come from the one that fits best."""
    alternatives = [branch for branch in getattr(error.kind, "context", None) or [] if branch]
    if alternatives:
        for deeper in min(alternatives, key=_how_unlike):
            yield from _reasons(deeper)
    else:
        place = "/".join(map(str, error.instance_path))
        yield f"/{place}: {error.message}"


def _how_unlike(errors: list[jsonschema_rs.ValidationError]) -> tuple[bool, int, int]:
    """Returns a sort key for the errors of an alternative. The lowest key is the best fit.

    Alternatives with a wrong constant, such as the type of an event, come last. Deeper and fewer errors come first.
    """
    depth = min(len(error.instance_path) for error in errors)
    return any(error.kind.name in ("const", "type") for error in errors), -depth, len(errors)


# ------------------------------------------------------------------------------------------------ answers


@cache
def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{([^}]+)\}", path)
    return re.compile("".join(re.escape(part) if place % 2 == 0 else "[^/]+" for place, part in enumerate(parts)))


def path_for(address: str) -> str | None:
    """Returns the path of the contract for an address. If several match, it is the one with the fewest parameters."""
    fitting = [path for path in contract()["paths"] if _pattern(path).fullmatch(address)]
    return min(fitting, key=lambda path: path.count("{")) if fitting else None


def check_answer(method: str, response: TestResponse) -> None:
    """Checks an answer against the contract: status, content type, body and headers."""
    method, address = method.lower(), response.request.path
    if address.startswith(DOCUMENTS):
        return
    path = path_for(address)
    if path is None:
        _check(response, "an address that the contract does not know", {"404": _component("NotFound")}, None)
        return
    allowed = [each for each in METHODS if each in contract()["paths"][path]]
    if method == "options":
        _check_options(response, path, allowed)
        return
    as_get = method == "head" and "get" in allowed
    if method not in allowed and not as_get:
        _check(response, f"{method.upper()} {path}", {"405": _component("MethodNotAllowed")}, None)
        _check_allow(response, path, allowed)
        return
    (found,) = (each for each in operations() if each.path == path and each.method == ("get" if as_get else method))
    limited = "x-rate-limit" in found.definition
    exact = _answer_schema(found, response)
    _check(response, str(found), found.responses, exact, bodiless=as_get, limited=limited)
    is_contract = path.startswith("/openapi")
    if found.id != "find_players" and not is_contract and response.is_json and response.get_data():
        check_names(response.json)


def check_names(document: Any) -> None:
    """Checks that a document names only players whom it mentions elsewhere, so that names tell nothing more."""
    if not isinstance(document, dict):
        return
    named = document.get("players")
    if isinstance(named, dict):
        mentioned = set(_texts({**document, "players": None}))
        assert set(named) <= mentioned, f"names of players who are not in the document: {set(named) - mentioned}"
    for name, part in document.items():
        if name == "_links":
            continue
        for each in part if isinstance(part, list) else [part]:
            check_names(each)


def _texts(part: Any) -> Iterator[str]:
    """Yields every text in a document."""
    if isinstance(part, str):
        yield part
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _texts(each)


def _component(name: str) -> Json:
    found: Json = contract()["components"]["responses"][name]
    return found


def _answer_schema(found: Operation, response: TestResponse) -> Json | None:
    """Returns the schema of a 200 for the kind in the address if the contract has `x-kinds`, else `None`."""
    kinds = found.definition.get("x-kinds")
    if kinds is None or response.status_code != 200:
        return None
    return {"$ref": kinds[response.request.path.rpartition("/")[2]]["answer"]}


def _check_options(response: TestResponse, path: str, allowed: list[str]) -> None:
    assert response.status_code == 200, f"OPTIONS {path} is answered with {response.status_code}"
    assert not response.get_data(), f"OPTIONS {path} is answered with a body"
    _check_allow(response, path, allowed)


def _check_allow(response: TestResponse, path: str, allowed: list[str]) -> None:
    told = {each.strip() for each in response.headers.get("Allow", "").split(",")}
    wanted = {each.upper() for each in allowed} | {"OPTIONS"} | ({"HEAD"} if "get" in allowed else set())
    assert told == wanted, f"{path} allows {sorted(wanted)}, but says {sorted(told)}"


def _check(
    response: TestResponse,
    asked: str,
    promised: dict[str, Json],
    exact: Json | None,
    *,
    bodiless: bool = False,
    limited: bool = False,
) -> None:
    """Checks an answer against the responses by status. `exact` is a narrower schema for its body."""
    body = response.get_data()
    where = f"{asked} ({response.request.method} {response.request.full_path.rstrip('?')})"
    definition = promised.get(str(response.status_code))
    assert definition is not None, (
        f"{where} is answered with {response.status_code}, but the contract promises {', '.join(promised)}:\n{body!r}"
    )
    where = f"{where} -> {response.status_code}"
    wrong = [*_wrong_headers(definition, response), *_wrong_limits(response, limited=limited)]
    content = definition.get("content")
    if content is None:
        wrong += [f"a body was not promised: {body[:500]!r}"] if body else []
    elif response.mimetype not in content:
        wrong.append(f"content type {response.content_type!r} was not promised, but {', '.join(content)}")
    elif not bodiless:
        wrong += misfits(exact or content[response.mimetype]["schema"], _document(response, body))
    listed = "\n  ".join(wrong[:10])
    assert not wrong, f"{where} does not keep the contract:\n  {listed}\n{body[:2000].decode(errors='replace')}"


def _document(response: TestResponse, body: bytes) -> Any:
    if response.headers.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    if response.mimetype.endswith("yaml"):
        return yaml.load(body, yaml.CSafeLoader)
    is_json = response.mimetype.endswith(("/json", "+json"))
    return orjson.loads(body) if is_json else body.decode()


def _wrong_headers(definition: Json, response: TestResponse) -> Iterator[str]:
    for name, header in definition.get("headers", {}).items():
        promised = resolved(header)
        given = response.headers.get(name)
        if given is None:
            if promised.get("required"):
                yield f"the header {name} is missing"
            continue
        is_number = promised["schema"].get("type") == "integer" and given.isdigit()
        for reason in misfits(promised["schema"], int(given) if is_number else given):
            yield f"the header {name}: {reason}"
    for name in ("Allow", "Idempotency-Replayed", "Location", "Preference-Applied", "Retry-After", "WWW-Authenticate"):
        if name in response.headers and name not in definition.get("headers", {}):
            yield f"the header {name} was not promised"


def _wrong_limits(response: TestResponse, *, limited: bool) -> Iterator[str]:
    """Yields the errors of the rate limit headers. The contract documents them once for all limited operations."""
    for name, component in (("RateLimit", "RateLimit"), ("RateLimit-Policy", "RateLimitPolicy")):
        given = response.headers.get(name)
        if given is not None:
            if not limited:
                yield f"the header {name} was not promised"
            for reason in misfits(contract()["components"]["headers"][component]["schema"], given):
                yield f"the header {name}: {reason}"
