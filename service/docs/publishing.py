"""Composes all documents of the archive: the contract in its forms, and the pages of the reference."""

import yaml

from service.docs.cuts import parts
from service.docs.reference.assets import REFERENCE, SCRIPT, SCRIPT_ADDRESS
from service.docs.reference.pages import Pages
from service.docs.reference.search_index import search_index
from service.platform.documents import Json
from service.platform.http.answers import JSON, json_bytes
from service.platform.http.archive import CONTRACT, Document, compressed
from service.platform.http.pages import HTML

YAML = "application/yaml"
JAVASCRIPT = "text/javascript; charset=utf-8"


def all_documents() -> dict[str, Document]:
    """Returns all documents by the path at which they are served. It takes seconds of processor time."""
    text = CONTRACT.read_bytes()
    contract = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are safe
    return {
        "/openapi.yaml": compressed(text, YAML),
        "/openapi.json": compressed(json_bytes(contract), JSON),
        **{f"/openapi-{name}.json": compressed(json_bytes(part), JSON) for name, part in parts(contract).items()},
        **reference(contract),
    }


def reference(contract: Json) -> dict[str, Document]:
    """Returns the pages of the reference, their script and its search index."""
    return {
        **{address: compressed(page.encode(), HTML) for address, page in Pages(contract).all()},
        SCRIPT_ADDRESS: compressed(SCRIPT, JAVASCRIPT),
        f"{REFERENCE}/search.json": compressed(json_bytes(search_index(contract)), JSON),
    }
