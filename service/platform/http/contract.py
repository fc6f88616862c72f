"""The contract, openapi.yaml, in each form in which it is sent."""

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import yaml

from service.platform.http.answers import JSON, json_bytes

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
"""A link to the file in the root of the checkout; a package that is built from it holds a copy."""
YAML = "application/yaml"


class Representation(NamedTuple):
    """The contract in one form, as it is sent: its bytes, and their entity tag."""

    body: bytes
    tag: str


class Contract(NamedTuple):
    """The contract in one language, as it is and compressed."""

    content_type: str
    plain: Representation
    zipped: Representation


@cache
def contract() -> dict[str, Contract]:
    """The contract as YAML and as JSON. The first call takes a second, so it is made before the process listens."""
    written = CONTRACT.read_bytes()
    # The parser of libyaml, which comes with most builds of PyYAML, takes a tenth of the time.
    read = yaml.load(written, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are safe
    return {"yaml": _in_each_form(written, YAML), "json": _in_each_form(json_bytes(read), JSON)}


def _in_each_form(body: bytes, content_type: str) -> Contract:
    # Without the time, all processes have the same bytes, and the same entity tags.
    zipped = gzip.compress(body, mtime=0)
    return Contract(content_type, *(Representation(each, sha256(each).hexdigest()[:32]) for each in (body, zipped)))
