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
def contract_as_yaml() -> Contract:
    """Returns the contract as it is written."""
    return _in_each_form(CONTRACT.read_bytes(), YAML)


@cache
def contract_as_json() -> Contract:
    """Returns the contract as JSON. The first call computes for about a second, so do not block requests with it."""
    # The loader of libyaml, which most builds of PyYAML include, takes a tenth of the time.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return _in_each_form(json_bytes(yaml.load(CONTRACT.read_bytes(), Loader=loader)), JSON)  # noqa: S506 - both are safe


def _in_each_form(body: bytes, content_type: str) -> Contract:
    # Without a timestamp, all processes produce the same bytes and the same entity tags.
    zipped = gzip.compress(body, mtime=0)
    return Contract(content_type, *(Representation(each, sha256(each).hexdigest()[:32]) for each in (body, zipped)))
