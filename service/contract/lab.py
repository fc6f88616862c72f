"""The operation of the rules lab: its kinds of questions, and the answers to its examples."""

import orjson

from domain.games.lab import KINDS, answer
from service.contract.events import camel_case
from service.contract.notation import SCHEMAS
from service.contract.responses import reference
from service.platform.documents import Json

TABLE = "{kinds}"
"""The place of the table of kinds in the description of the operation."""


def lab_operation(written: Json, lab: Json) -> Json:
    """Returns the written operation with all kinds of questions.

    Args:
        written: the text of the operation.
        lab: for each kind its description (`about`), the required members of `setup`, if any, and an example:
            `summary`, `value`.

    Raises:
        ValueError: a kind has no text, or a text has no kind.
    """
    if set(lab) != set(KINDS):
        raise ValueError(f"kinds of questions without code or without text: {', '.join(sorted(set(lab) ^ set(KINDS)))}")
    rows = "\n".join(
        ["| kind | what it answers |", "|---|---|", *(f"| `{kind}` | {lab[kind]['about']} |" for kind in lab)]
    )
    asked = {kind: {"summary": text["summary"], "value": text["value"]} for kind, text in lab.items()}
    answered = {
        kind: {"summary": text["summary"], "value": answer_to(kind, text["value"])} for kind, text in lab.items()
    }
    response = {**written["responses"]["200"], "examples": answered}
    return {
        **written,
        "description": written["description"].replace(TABLE, rows),
        "body": {**written["body"], "examples": asked},
        "responses": {**written["responses"], "200": response},
        "x-kinds": {kind: schemas_of(kind, text.get("setup", [])) for kind, text in lab.items()},
    }


def answer_to(kind: str, question: Json) -> Json:
    """Returns the answer of the service to a question."""
    written: Json = orjson.loads(orjson.dumps(answer(kind, question.get("setup", {}), question["input"])))
    return written


def schemas_of(kind: str, setup: list[str]) -> Json:
    """Returns the schemas of a kind's input and answer, and the required members of `setup`."""
    name = camel_case(kind)
    return {"setup": setup, "input": f"{SCHEMAS}{name}Input", "answer": f"{SCHEMAS}{name}Answer"}


def lab_unions(descriptions: Json) -> Json:
    """Returns the schemas of the input and of the answer of any kind."""
    return {
        f"Lab{part}": {
            "description": descriptions[f"Lab{part}"],
            "anyOf": [reference("schemas", f"{camel_case(kind)}{part}") for kind in sorted(KINDS)],
        }
        for part in ("Input", "Answer")
    }
