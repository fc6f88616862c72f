"""Serves the contract, openapi.yaml, as YAML and JSON, plain and compressed."""

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import yaml

from service.platform.http.answers import JSON, json_bytes

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
"""A link to the file in the root of the checkout. A built package contains a copy."""
YAML = "application/yaml"


class Representation(NamedTuple):
    """The bytes of the contract in one form, and their entity tag."""

    body: bytes
    tag: str


class Contract(NamedTuple):
    """The contract in one format, plain and compressed."""

    content_type: str
    plain: Representation
    zipped: Representation


@cache
def contract() -> dict[str, Contract]:
    """Returns the contract as YAML and as JSON. The first call takes about a second, so make it before listening."""
    written = CONTRACT.read_bytes()
    # The loader of libyaml, which most builds of PyYAML include, takes a tenth of the time.
    read = yaml.load(written, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are safe
    return {"yaml": _representations(written, YAML), "json": _representations(json_bytes(read), JSON)}


def _representations(body: bytes, content_type: str) -> Contract:
    # Without a timestamp, all processes produce the same bytes and the same entity tags.
    zipped = gzip.compress(body, mtime=0)
    return Contract(content_type, *(Representation(each, sha256(each).hexdigest()[:32]) for each in (body, zipped)))
