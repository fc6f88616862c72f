"""Reads the texts of the contract: `base.yaml` here, and one `contract.yaml` beside each feature."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

Json = dict[str, Any]

SERVICE = Path(__file__).parents[1]
BASE = Path(__file__).parent / "base.yaml"


def paths_of_texts() -> list[Path]:
    """Returns the files with texts, the base first."""
    return [BASE, *sorted(SERVICE.rglob("contract.yaml"))]


def read_texts() -> Json:
    """Returns all texts as one document.

    Raises:
        ValueError: two files have a text for the same thing.
    """
    return merge_texts(yaml.load(path.read_text("utf-8"), yaml.CSafeLoader) for path in paths_of_texts())


def merge_texts(documents: Iterable[Json]) -> Json:
    """Merges documents: a section such as `schemas` may stand in each of them, an entry of it in one only.

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
