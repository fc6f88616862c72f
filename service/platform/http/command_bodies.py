"""Request bodies of commands: `type` names the command and with it the schema of the other members."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema

from domain.games.package import Body
from domain.kernel.messages import message
from service.platform.http.fields import check_object, load
from service.platform.http.problems import Problem


@dataclass(frozen=True, slots=True)
class CommandBody:
    """A well-formed command, not yet checked against the state of its stream."""

    members: Body

    @property
    def kind(self) -> str:
        """The type of the command."""
        return str(self.members["type"])

    @property
    def expected_version(self) -> int | None:
        """The version that the client expects the stream to have, if given."""
        return self.members.get("expected_version")


def load_command(schemas: Mapping[str, Schema], body: Any) -> dict[str, Any]:
    """Returns the members of a command.

    Args:
        schemas: the schema of each type of command.
        body: the request body.

    Raises:
        Problem: the type is missing or unknown, or the body does not match its schema.
    """
    check_object(body)
    kind = body.get("type")
    schema = schemas.get(kind) if isinstance(kind, str) else None
    if schema is None:
        known = ", ".join(schemas)
        is_missing = "type" not in body
        raise Problem(
            "invalid_request",
            message("type is missing") if is_missing else message("type: there is no such command"),
            hint=message("give one of {known}", known=known),
            facts={"fields": {"type": message("one of {known}", known=known)}},
        )
    return load(schema, body)


def kinds_of(commands: Iterable[type]) -> frozenset[str]:
    """Returns the `type` of some commands in request bodies: the name of the class in snake case."""
    return frozenset(re.sub(r"(?<!^)(?=[A-Z])", "_", command.__name__).lower() for command in commands)
