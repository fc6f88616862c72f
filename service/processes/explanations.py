"""What each problem means to clients: its usual cause, what to do, and an example.

The texts stand in `problems*.yaml` beside each feature and each game.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from domain.kernel.messages import Message, message
from domain.kernel.refusals import all_refusals
from service.platform.documents import Json
from service.platform.http.problems import PROBLEMS
from service.platform.http.rule_links import address_of
from service.processes.document_types import ExplainedProblem, ProblemKind

SERVICE = Path(__file__).parents[1]
GAMES = SERVICE.parent / "domain" / "games"
MEMBERS = {"cause", "remedy", "detail"}


class Explanation(NamedTuple):
    """The explanation of a problem.

    Attributes:
        cause: its usual cause.
        remedy: what to do.
        detail: the `detail` of an example.
        rule: the id of the rule that is usually broken, or `None`.
    """

    cause: Message
    remedy: Message
    detail: str
    rule: str | None


@cache
def explanations() -> dict[str, Explanation]:
    """Returns the explanation of each problem by code. The first call reads all texts.

    Raises:
        ValueError: a text is written twice, lacks a member or has another one, or belongs to no problem.
    """
    rules = {refusal.code(): refusal.usual_rule for refusal in all_refusals()}
    made: dict[str, Explanation] = {}
    for path in texts():
        for code, text in read(path).items():
            if code in made:
                raise ValueError(f"{path}: {code} is explained twice")
            made[code] = Explanation(message(text["cause"]), message(text["remedy"]), text["detail"], rules.get(code))
    return made


def texts() -> list[Path]:
    """Returns the files with the texts."""
    return [path for folder in (SERVICE, GAMES) for path in sorted(folder.rglob("problems*.yaml"))]


def read(path: Path) -> dict[str, dict[str, str]]:
    """Returns the texts of one file by code. Raises `ValueError` if one is not complete."""
    # The loader of libyaml, which most builds of PyYAML include, takes a tenth of the time.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document: dict[str, Any] = yaml.load(path.read_bytes(), Loader=loader)  # noqa: S506 - both are safe
    for code, text in document.items():
        if code not in PROBLEMS:
            raise ValueError(f"{path}: there is no problem {code}")
        if set(text) != MEMBERS:
            raise ValueError(f"{path}: {code} needs {', '.join(sorted(MEMBERS))}, and nothing else")
    return document


def problem_kind(code: str, address: str) -> ProblemKind:
    """Returns a problem as it is listed. `address` is that of the API, for its `type`."""
    kind = PROBLEMS[code]
    return {"type": f"{address}/problems/{code}", "code": code, "status": kind.status, "title": kind.title}


def explained(code: str, address: str) -> ExplainedProblem:
    """Returns a problem with its explanation, as JSON."""
    text = explanations()[code]
    kind = problem_kind(code, address)
    sample: Json = {**kind, "detail": text.detail}
    shown: ExplainedProblem = {
        "type": kind["type"],
        "code": code,
        "status": kind["status"],
        "title": kind["title"],
        "cause": text.cause,
        "remedy": text.remedy,
        "sample": sample,
    }
    if text.rule:
        address = address_of(text.rule, None)
        shown["rule"], shown["rule_url"] = text.rule, address
        sample.update(rule=text.rule, rule_url=address)
    return shown
