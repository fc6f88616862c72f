"""The operations of the contract: derived from the routes, with the texts for the rest."""

from collections.abc import Iterable
from typing import Any

from service.contract.app_routes import Route
from service.contract.responses import body_of, component_or, header_of_address, reference, response_of
from service.platform.documents import Json

SHORT = ("parameters", "path", "body", "responses", "description")
"""The keys of a written operation that have a short form. All others are copied."""
OTHERWISE = "default"
"""The name of the response for statuses that an operation does not list."""
PARAGRAPH = "\n\n"
PAGE: Json = {"schema": "string", "examples": {"page": {"summary": "A page", "value": "<!DOCTYPE html><html>…</html>"}}}
"""The form of a document for clients that prefer HTML."""
UNCHANGED: Json = {"description": "Nothing has changed."}


def paths_of(routes: Iterable[Route], texts: Json) -> Json:
    """Returns the paths of the contract, in alphabetical order.

    Args:
        routes: the routes of the API.
        texts: all texts; `operations` has one for each route, and `path_parameters` one for each variable.

    Raises:
        ValueError: a route has no text, or a text has no route.
    """
    given = list(routes)
    names = {route.name for route in given}
    wrong = names ^ set(texts["operations"])
    if wrong:
        raise ValueError(f"operations without a route or without a text in contract.yaml: {', '.join(sorted(wrong))}")
    paths: Json = {}
    for route in sorted(given, key=lambda route: (route.path, route.method)):
        written = texts["operations"][route.name]
        variables = path_variables(route, texts)
        parameters = [path_parameter(name, variable) for name, variable in variables.items()]
        item = paths.setdefault(route.path, {"parameters": [reference("parameters", "RequestId"), *parameters]})
        item[route.method] = operation(route, written, example_address(route, variables, texts))
    return paths


def path_variables(route: Route, texts: Json) -> Json:
    """Returns the texts of the variables of a path, by name."""
    named = {**texts["path_parameters"], **texts.get("paths", {}).get(route.path, {})}
    return {name: named[name] for name in route.variables}


def example_address(route: Route, variables: Json, texts: Json) -> str:
    """Returns the path with the examples of its variables."""
    address = route.path
    for name, written in variables.items():
        example = (texts["parameters"][written] if isinstance(written, str) else written)["example"]
        address = address.replace(f"{{{name}}}", str(example))
    return address


def path_parameter(name: str, written: Json | str) -> Json:
    """Returns the parameter for a variable of a path."""
    if isinstance(written, str):
        return reference("parameters", written)
    return {"name": name, "in": "path", "required": True, **component_or("parameters", written)}


def operation(route: Route, written: Json, address: str) -> Json:
    """Returns an operation. Examples of problems name its example `address`."""
    made: Json = {"operationId": route.name}
    if route.rate_class:
        made["x-rate-limit"] = route.rate_class
    made |= {key: value for key, value in written.items() if key not in SHORT}
    made["description"] = described(written["description"], route)
    made["security"] = security(route)
    if route.scope:
        made["x-scope"] = route.scope
    if "parameters" in written:
        made["parameters"] = [component_or("parameters", each) for each in written["parameters"]]
    if "body" in written:
        made["requestBody"] = body_of(written["body"])
    made["responses"] = responses(route, written, address)
    return made


def security(route: Route) -> list[Json]:
    """Returns the ways in which a request can say who sends it. An empty one stands for requests without a token."""
    if not route.needs_token:
        return []
    return [
        {"token": []},
        {"session": []},
        *([{"ticket": []}] if route.ticket else []),
        *([{}] if route.public else []),
    ]


def described(text: str, route: Route) -> str:
    """Returns a description with a last paragraph or sentence about the scope and the token."""
    if not route.needs_token:
        return text
    needed = f"`{route.scope}`" if route.scope else "a token with any scope"
    without = " Can be read without a token too." if route.public else ""
    return f"{text.rstrip()}{PARAGRAPH if PARAGRAPH[0] in text else ' '}Needs {needed}.{without}"


def responses(route: Route, written: Json, address: str) -> Json:
    """Returns the responses by status: the usual ones and those of the texts. The text `null` removes a usual one."""
    own = {status: completed(each, address) for status, each in written["responses"].items()}
    given = {**usual_responses(route, written), **own}
    if route.page:
        given["200"] = {**given["200"], "content": {**given["200"].get("content", {}), "text/html": PAGE}}
    if "304" in given:
        # A 304 response has the same headers.
        kept = {name: each for name, each in given["200"]["headers"].items() if name != "Content-Encoding"}
        given["304"] = {**given["304"], "headers": kept}
    kept = {status: each for status, each in given.items() if each is not None}
    if not any(status.startswith("4") for status in kept):
        # Every address refuses other methods. Here, nothing else can be wrong with a request.
        kept["405"] = "MethodNotAllowed"
    return {status: response_of(kept[status], 0 if status == OTHERWISE else int(status)) for status in sorted(kept)}


def completed(written: Any, address: str) -> Any:
    """Returns a written response, with the examples of problems added from its operation."""
    if not isinstance(written, dict):
        return written
    made = dict(written)
    if "Location" in made.get("headers", {}):
        made["headers"] = {**made["headers"], "Location": header_of_address(made["headers"]["Location"])}
    if "codes" in made:
        made["examples"] = {
            key: {"instance": address, **example} if isinstance(example, dict) and "value" not in example else example
            for key, example in made["examples"].items()
        }
    return made


def usual_responses(route: Route, written: Json) -> Json:
    """Returns the usual responses or their names, which depend on the route, its parameters, and its body."""
    body = written.get("body")
    is_json = body is not None and "schema" in body
    parameters = (each for each in written.get("parameters", ()) if isinstance(each, dict))
    wanted: dict[str, Any] = {
        "304": UNCHANGED if any(each.get("name") == "If-None-Match" for each in parameters) else None,
        "400": "BadBody" if is_json else "BadParameters" if route.path.startswith("/v1") else None,
        "401": "NotAuthenticated" if route.needs_token else None,
        "403": ("OwnTokenNeeded" if route.own_token else "MissingScope") if route.scope else None,
        "404": "NotFound" if route.variables else None,
        "413": "BodyTooLarge" if body else None,
        "415": "NotJson" if is_json else None,
        "429": "RateLimited" if route.rate_class else None,
        "503": "Unavailable" if route.path.startswith("/v1") else None,
    }
    return {status: usual for status, usual in wanted.items() if usual}
