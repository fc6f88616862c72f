"""Reads the texts of the contract: those here, and those beside each feature and each game."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from service.contract.typed_documents import document_schemas
from service.platform.documents import Json

HERE = Path(__file__).parent
SERVICE = HERE.parent
GAMES = SERVICE.parent / "domain" / "games"


def paths_of_texts() -> list[Path]:
    """Returns the paths of the text files: `base*.yaml` here, and `contract*.yaml` beside features and games.

    A feature or a game with many texts has several files, by topic.
    """
    beside = (path for folder in (SERVICE, GAMES) for path in sorted(folder.rglob("contract*.yaml")))
    return [*sorted(HERE.glob("base*.yaml")), *beside]


def read_texts() -> Json:
    """Returns all texts as one document, and in its `schemas` also those of the documents with a type in the code.

    Raises:
        ValueError: two files have a text with the same name.
    """
    texts = merge_texts(map(read_text, paths_of_texts()))
    repeated = texts.pop("repeated", {})
    operations = {name: with_repeated(written, repeated) for name, written in texts["operations"].items()}
    schemas = merge_texts([{"schemas": texts["schemas"]}, {"schemas": document_schemas()}])
    return {**texts, "operations": operations, **schemas}


def read_text(path: Path) -> Json:
    """Returns one file. Its `tag` applies to all its operations that have no `tags`."""
    document: Json = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    if "tag" not in document:
        return document
    tag = document.pop("tag")
    operations = {name: {"tags": [tag], **each} for name, each in document["operations"].items()}
    return {**document, "operations": operations}


def merge_texts(documents: Iterable[Json]) -> Json:
    """Merges documents. Several may have the same section, such as `schemas`, but not the same entry.

    Raises:
        ValueError: two documents have the same entry.
    """
    merged: Json = {}
    for document in documents:
        for section, entries in document.items():
            known = merged.setdefault(section, {})
            twice = sorted(set(known) & set(entries))
            if twice:
                raise ValueError(f"{section}: {', '.join(twice)} is written twice")
            known.update(entries)
    return merged


def with_repeated(operation: Json, repeated: Json) -> Json:
    """Returns an operation in which names of `repeated` parameters, responses and links are replaced by their texts."""
    made = dict(operation)
    if "parameters" in operation:
        made["parameters"] = [_named(each, repeated) for each in operation["parameters"]]
    made["responses"] = {status: _named(each, repeated) for status, each in operation["responses"].items()}
    for status, response in made["responses"].items():
        if isinstance(response, dict) and "links" in response:
            links = {name: _named(link, repeated) for name, link in response["links"].items()}
            made["responses"][status] = {**response, "links": links}
    return made


def _named(written: Any, repeated: Json) -> Any:
    return repeated.get(written, written) if isinstance(written, str) else written
