"""Recorded examples: requests and responses from real play, written by `python -m tests.contract.recording`.

`examples.json` has them by operation, place and name. A place is `body`, or the status of a response. The media type
follows if it is not JSON: `200 text/csv`. The entry `responses` has the examples of common responses, by the name of
the response. The entry `components` has common examples, in the place `examples`.
"""

from pathlib import Path

import orjson

from service.platform.documents import Json

RECORDED = Path(__file__).parent / "examples.json"
JSON = "application/json"


def recorded() -> Json:
    """Returns the recorded examples by operation, place and name."""
    found: Json = orjson.loads(RECORDED.read_bytes())
    return found


def place_of(place: str, media_type: str) -> str:
    """Returns the place of an example in another media type than JSON."""
    return place if media_type == JSON else f"{place} {media_type}"


def with_recorded(texts: Json, examples: Json) -> Json:
    """Returns the texts, with the recorded value of each example that has only a summary.

    Raises:
        ValueError: an example was not recorded, or a recorded example has no text.
    """
    filling = _Filling(examples)
    operations = {name: filling.operation(name, written) for name, written in texts["operations"].items()}
    responses = {name: filling.content("responses", name, each) for name, each in texts["responses"].items()}
    components = filling.examples("components", "examples", texts["examples"])
    wrong = filling.used ^ {(of, place, name) for of, at in examples.items() for place in at for name in at[place]}
    if wrong:
        raise ValueError(f"recorded examples and texts differ: {', '.join(map('.'.join, sorted(wrong)))}")
    return {**texts, "operations": operations, "responses": responses, "examples": components}


class _Filling:
    """Fills recorded values in.

    Attributes:
        used: the operations, places and names of the examples that have only a summary.
    """

    def __init__(self, recorded_examples: Json) -> None:
        self._recorded = recorded_examples
        self.used: set[tuple[str, str, str]] = set()

    def operation(self, name: str, written: Json) -> Json:
        """Returns an operation with the values of its body and of its responses."""
        made = dict(written)
        if "body" in written:
            made["body"] = self.content(name, "body", written["body"])
        made["responses"] = {status: self.content(name, status, each) for status, each in written["responses"].items()}
        return made

    def content(self, of: str, place: str, written: Json | str | None) -> Json | str | None:
        """Returns a body or a response with its values, in all its media types."""
        if not isinstance(written, dict):
            return written
        made = dict(written)
        if "examples" in written:
            made["examples"] = self.examples(of, place, written["examples"])
        if "content" in written:
            media = written["content"].items()
            made["content"] = {kind: self.content(of, place_of(place, kind), each) for kind, each in media}
        return made

    def examples(self, of: str, place: str, written: Json) -> Json:
        """Returns examples with their values."""
        return {name: self._example((of, place, name), example) for name, example in written.items()}

    def _example(self, key: tuple[str, str, str], written: Json | str) -> Json | str:
        if isinstance(written, str) or set(written) != {"summary"}:
            return written
        self.used.add(key)
        of, place, name = key
        return {**written, "value": self._recorded.get(of, {}).get(place, {}).get(name)}
