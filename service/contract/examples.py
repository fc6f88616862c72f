"""Recorded examples: responses from real play, written by `python -m tests.contract.record_examples`."""

from pathlib import Path
from typing import Any

import orjson

Json = dict[str, Any]

RECORDED = Path(__file__).parent / "examples.json"


def recorded() -> Json:
    """Returns the recorded responses by operation and name, and those of components under `components`."""
    found: Json = orjson.loads(RECORDED.read_bytes())
    return found


def with_likes(texts: Json) -> Json:
    """Returns the texts, with whole values for the examples that are `like` another one.

    Such an example names the operation and the other example. Its `value` has the members that differ.

    Raises:
        KeyError: the other example does not exist.
    """
    values: dict[str, Json] = {}

    def filled(operation: str, examples: Json) -> Json:
        made = {}
        for name, example in examples.items():
            made[name] = example
            if isinstance(example, dict) and "like" in example:
                value = {**values[example["like"]], **example.get("value", {})}
                made[name] = {"summary": example["summary"], "value": value}
            if isinstance(made[name], dict) and isinstance(made[name].get("value"), dict):
                values[f"{operation}.{name}"] = made[name]["value"]
        return made

    operations = {name: _filled_operation(name, written, filled) for name, written in texts["operations"].items()}
    return {**texts, "operations": operations}


def with_recorded(texts: Json, answers: Json) -> Json:
    """Returns the texts, with a recorded response for each example that has no value.

    Raises:
        ValueError: an example lacks a recorded response, or a recorded response has no example.
    """
    used: set[tuple[str, str]] = set()

    def filled(operation: str, examples: Json) -> Json:
        made = {}
        for name, example in examples.items():
            made[name] = example
            if isinstance(example, dict) and set(example) == {"summary"}:
                used.add((operation, name))
                made[name] = {**example, "value": answers.get(operation, {}).get(name)}
        return made

    operations = {name: _filled_operation(name, written, filled) for name, written in texts["operations"].items()}
    components = filled("components", texts["examples"])
    wrong = used ^ {(operation, name) for operation, examples in answers.items() for name in examples}
    if wrong:
        raise ValueError(f"recorded examples and texts differ: {', '.join(map('.'.join, sorted(wrong)))}")
    return {**texts, "operations": operations, "examples": components}


def _filled_operation(name: str, written: Json, filled: Any) -> Json:
    responses = {
        status: {**each, "examples": filled(name, each["examples"])}
        if isinstance(each, dict) and "schema" in each and "examples" in each
        else each
        for status, each in written["responses"].items()
    }
    return {**written, "responses": responses}
