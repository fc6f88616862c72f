"""The links of responses. Where they lead and what they carry follows from the operations.

The text of a link is the name of the operation to which it leads, or an object:

    look: view_table
    next_page: {description: 'The next page, if there is one.'}
    sit_down: {operationId: command_table, description: Take the first seat., requestBody: {type: sit, seat: 0}}

* Without an `operationId` it leads to its own operation.
* Without a `description` it has its name in words, and the summary of the operation to which it leads.
* A variable of the path gets the first value of the response that has its schema. At the same depth, `id` is first.
* In a link to its own operation, the variables have the values of the request. Unless the text gives parameters,
  `cursor` and `after` get the `next_cursor` and `next_after` of the response.
* `parameters` has all others. A value such as `/version` is a pointer into the body of the response.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from service.platform.documents import Json

BODY, REQUEST = "$response.body#", "$request.path."
NEXT = {"cursor": "next_cursor", "after": "next_after"}
DEEPEST = 3
"""The number of members that lead to a value, at most."""


class Target(NamedTuple):
    """An operation to which links lead: its definition, and the schemas of its parameters by place and name."""

    definition: Json
    parameters: dict[str, dict[str, Json]]

    @property
    def variables(self) -> dict[str, Json]:
        """The schemas of the variables of its path."""
        return self.parameters.get("path", {})


def with_links(paths: Json, components: Json) -> Json:
    """Returns the paths with complete links.

    Raises:
        ValueError: a link has no value for a variable of the path to which it leads.
    """
    targets = dict(_targets(paths, components))
    return {path: _completed(item, targets, components) for path, item in paths.items()}


def _targets(paths: Json, components: Json) -> Iterator[tuple[str, Target]]:
    for item in paths.values():
        for definition in _operations(item).values():
            found: dict[str, dict[str, Json]] = {}
            for each in [*item["parameters"], *definition.get("parameters", [])]:
                named = components["parameters"][_name(each)] if "$ref" in each else each
                found.setdefault(named["in"], {})[named["name"]] = named["schema"]
            yield definition["operationId"], Target(definition, found)


def _operations(item: Json) -> Json:
    return {method: each for method, each in item.items() if isinstance(each, dict)}


def _name(reference: Json) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _completed(item: Json, targets: dict[str, Target], components: Json) -> Json:
    return {**item, **{method: _with_links(each, targets, components) for method, each in _operations(item).items()}}


def _with_links(definition: Json, targets: dict[str, Target], components: Json) -> Json:
    """Returns an operation with the links of its responses."""
    responses = dict(definition["responses"])
    for status, response in responses.items():
        if "links" in response:
            values = _Values(response, components["schemas"])
            links = {
                name: link(name, definition["operationId"], each, targets, values)
                for name, each in response["links"].items()
            }
            responses[status] = {**response, "links": links}
    return {**definition, "responses": responses}


def described(name: str, summary: str) -> str:
    """Returns the description of a link, such as `What I can do: list my legal moves`, with a full stop."""
    words = " ".join("I" if word == "i" else word for word in name.split("_"))
    return f"{words[0].upper()}{words[1:]}: {summary[0].lower()}{summary[1:]}."


def link(name: str, own: str, written: Json | str, targets: dict[str, Target], values: "_Values") -> Json:
    """Returns a link of the operation `own` from its text."""
    text: Json = {"operationId": written} if isinstance(written, str) else {"operationId": own, **written}
    target = targets[text["operationId"]]
    description = {"description": described(name, target.definition["summary"])}
    given: Json = text.pop("parameters", {})
    carried = {key: f"{BODY}{each}" if str(each)[0] == "/" else each for key, each in given.items()}
    for each, schema in target.variables.items():
        if each not in carried:
            carried[each] = REQUEST + each if text["operationId"] == own else values.first(_only_name(schema))
        if not carried[each]:
            raise ValueError(f"{own}: no value is {each} of {text['operationId']}; give one in `parameters`")
    if text["operationId"] == own and not given:
        following = [each for each in target.parameters.get("query", {}) if each in NEXT and values.has(NEXT[each])]
        carried |= {each: f"{BODY}/{NEXT[each]}" for each in following}
    return {**description, **text, **({"parameters": carried} if carried else {})}


class _Values:
    """The values in a response, by their schemas."""

    def __init__(self, response: Json, schemas: Json) -> None:
        self._schemas = schemas
        self._schema: Json = next((each["schema"] for each in response.get("content", {}).values()), {})

    def has(self, member: str) -> bool:
        """Returns whether the response has a member."""
        return member in self._members(self._schema)

    def first(self, wanted: str) -> str:
        """Returns the pointer to the first value whose schema is the component `wanted`; empty if there is none."""
        level: list[tuple[str, Json]] = [("", self._schema)]
        for _ in range(DEEPEST):
            deeper = [found for pointer, schema in level for found in self._inside(pointer, schema)]
            for pointer, schema in deeper:
                if wanted and _only_name(schema) == wanted:
                    return f"{BODY}{pointer}"
            level = deeper
        return ""

    def _inside(self, pointer: str, schema: Json) -> Iterator[tuple[str, Json]]:
        """Yields the members of an object, its `id` first, with the first items of lists instead of lists."""
        for name, member in sorted(self._members(schema).items(), key=lambda found: found[0] != "id"):
            resolved = self._resolved(member)
            if resolved.get("type") == "array":
                yield f"{pointer}/{name}/0", resolved["items"]
            else:
                yield f"{pointer}/{name}", member

    def _members(self, schema: Json) -> Json:
        """Returns the members of an object, of its first form if it has several."""
        resolved = self._resolved(schema)
        if "properties" in resolved:
            return dict(resolved["properties"])
        forms = [form for key in ("oneOf", "anyOf") for form in resolved.get(key, [])]
        return next((members for members in map(self._members, forms) if members), {})

    def _resolved(self, schema: Json) -> Json:
        while "$ref" in schema:
            schema = self._schemas[_name(schema)]
        return schema


def _only_name(schema: Json) -> str:
    """Returns the name of the component of a schema, which may also be null. Empty if it has none."""
    forms: list[Any] = [schema, *schema.get("anyOf", [])]
    return next((_name(form) for form in forms if "$ref" in form), "")
