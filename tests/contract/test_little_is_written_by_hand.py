"""The contract is generated from the code and from recorded examples. Few texts are written by hand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from service.contract.examples import JSON, place_of
from service.contract.texts import paths_of_texts, read_texts

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
LINES_PER_OPERATION = 50
"""The most lines of texts for the contract and of explained problems, for each operation: 8,000 lines for
160 operations."""
TYPED = {
    ("contract_yaml", "200 application/yaml", "outline"): "the whole contract is no example",
    ("contract_json", "200", "outline"): "the whole contract is no example",
    ("contract_part", "200", "outline"): "the whole contract is no example",
    ("list_problems", "200 text/html", "page"): "a page is longer than what an example shows",
}
"""The examples of accepted requests that are typed, and why."""


def hand_written() -> list[Path]:
    """Every text for the contract, and every explanation of problems."""
    problems = [path for folder in ("service", "domain") for path in (ROOT / folder).rglob("problems*.yaml")]
    return [*paths_of_texts(), *problems]


def test_few_lines_are_written_by_hand():
    count = sum(path.read_text("utf-8").count("\n") for path in hand_written())
    operations = len(read_texts()["operations"])
    assert 1_000 < count <= operations * LINES_PER_OPERATION, (
        "derive texts from the code, record examples, or remove what nobody needs"
    )


def typed(place: str, response: Json) -> Iterator[tuple[str, str]]:
    """The place and name of each example in a response that has more than a summary."""
    for name, example in response.get("examples", {}).items():
        if isinstance(example, dict) and set(example) != {"summary"}:
            yield place, name
    for kind, media in response.get("content", {}).items():
        yield from typed(place_of(place, kind), media)


def test_examples_of_accepted_requests_are_recorded_and_not_typed():
    found = {
        (operation, place, name)
        for operation, written in read_texts()["operations"].items()
        for status, response in written["responses"].items()
        if status.startswith("2") and isinstance(response, dict)
        for place, name in typed(status, response)
    }
    assert found == set(TYPED)


def test_an_example_in_another_media_type_has_a_place_of_its_own():
    assert (place_of("200", JSON), place_of("200", "text/csv")) == ("200", "200 text/csv")
