"""The types of the documents of processes."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.kernel.document_types import RuleId
from domain.kernel.schema_markers import AdditionalProperties, Maximum, Minimum, Named, Pattern, keywords
from service.platform.document_types import Link, ProblemCode
from service.platform.http.document_types import ProblemType

ContractPart = Annotated[
    Literal[
        "accounts",
        "oauth",
        "tables",
        "play",
        "meeting",
        "leagues",
        "tournaments",
        "ratings",
        "boards",
        "analysis",
        "talk",
        "moderation",
        "webhooks",
        "sandbox",
        "rules",
        "operations",
    ],
    "The name of a part of the contract. More may be added.",
    Named("ContractPart"),
]


@keywords(AdditionalProperties())
class Contract(TypedDict):
    """An OpenAPI document."""

    openapi: Literal["3.1.0"]
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]


class EntryPoints(TypedDict):
    """What there is, with links."""

    version: Annotated[str, "The version of the program."]
    _links: Annotated[dict[str, Link], "The links by their relation. More may be added."]


class Health(TypedDict):
    """The process is alive."""

    status: Literal["ok"]
    version: Annotated[str, "The version of the program, which is also the version of this contract."]


class Readiness(TypedDict):
    """Requests can be served."""

    status: Literal["ok"]
    schema: Annotated[int, "The number of the newest change to the database's schema.", Minimum(0)]


class ProblemKinds(TypedDict):
    """All problems, in alphabetical order."""

    problems: list[ProblemKind]


class ProblemKind(TypedDict):
    """A kind of problem."""

    type: ProblemType
    code: ProblemCode
    status: Annotated[int, "The HTTP status of the response.", Minimum(400), Maximum(599)]
    title: Annotated[str, "The title, which is the same in every response."]


class ExplainedProblem(TypedDict):
    """A problem, and what to do about it."""

    type: ProblemType
    code: ProblemCode
    status: Annotated[int, "The HTTP status of the response.", Minimum(400), Maximum(599)]
    title: Annotated[str, "The title, which is the same in every response."]
    cause: Annotated[str, "The usual cause. Names of code stand in backticks."]
    remedy: Annotated[str, "What to do. Names of code stand in backticks."]
    rule: NotRequired[Annotated[RuleId, "The rule that is usually broken."]]
    rule_url: NotRequired[Annotated[str, "The address of this rule.", Pattern("^/docs/rules/all#[A-Z0-9-]+$")]]
    sample: Annotated[dict[str, Any], "A `Problem`, as a request may get it, without the members that name a request."]
