"""Responses, headers, parameters and request bodies in the contract, from the short form of `contract.yaml`."""

from service.contract.notation import schema_of
from service.contract.problems import problem_content
from service.platform.documents import Json

JSON = "application/json"
SHORT = ("schema", "examples", "codes", "requires", "headers", "content")
"""The keys of a written response that have a short form. All others are copied."""


def reference(kind: str, name: str) -> Json:
    """Returns a reference to a component of a kind, such as `headers`."""
    return {"$ref": f"#/components/{kind}/{name}"}


def component_or(kind: str, written: Json | str) -> Json:
    """Returns a reference if the text is the name of a component, else a parameter or header with its schema.

    A parameter without `in` is a query parameter.
    """
    if isinstance(written, str):
        return reference(kind, written)
    named = {"name": written["name"], "in": "query"} if "name" in written else {}
    return {**named, **{key: schema_of(value) if key == "schema" else value for key, value in written.items()}}


def response_of(written: Json | str, status: int) -> Json:
    """Returns a response, from the name of a component or from its text."""
    if isinstance(written, str):
        return reference("responses", written)
    named = {**written.get("headers", {}), "X-Request-Id": "RequestId"}
    headers = {name: component_or("headers", header) for name, header in named.items()}
    response = {"description": written["description"], "headers": headers}
    content = content_of(written, status)
    if content:
        response["content"] = content
    return response | {key: value for key, value in written.items() if key not in SHORT}


def header_of_address(written: Json | str) -> Json | str:
    """Returns the header `Location`. `of` says what has the address, and `begins` how the address begins."""
    if isinstance(written, str) or "of" not in written:
        return written
    pattern = {"type": "string", "pattern": f"^{written['begins']}"}
    return {"required": True, "description": f"The address of {written['of']}.", "schema": pattern}


def content_of(written: Json, status: int) -> Json:
    """Returns the content of a written response or request body by media type."""
    content: Json = {}
    if "schema" in written:
        content[JSON] = media_of(written)
    if "content" in written:
        content |= {name: media_of(media) for name, media in written["content"].items()}
    return content | (problem_content(written, status) if "codes" in written else {})


def media_of(written: Json) -> Json:
    """Returns the schema and the examples of one media type."""
    return {
        "schema": schema_of(written["schema"]),
        "examples": {
            name: reference("examples", example) if isinstance(example, str) else example
            for name, example in written["examples"].items()
        },
    }


def body_of(written: Json) -> Json:
    """Returns a request body."""
    return {"required": True, "content": content_of(written, 0)}
