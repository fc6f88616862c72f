"""The search index of the reference: a line for each operation, schema, problem, section of a guide, and rule."""

from collections.abc import Iterator

from domain.games.rulebooks import BOOKS
from service.docs.guides import guides
from service.docs.reference.addresses import INTRODUCTION, Contract, address_of_rule, address_of_schema, address_of_tag
from service.docs.reference.texts import Texts
from service.platform.documents import Json
from service.platform.http.problems import PROBLEMS

Entry = tuple[str, str, str, str, str]
"""What it is, its title, its address, its name in code, and further words."""


def search_index(document: Json) -> list[Json]:
    """Returns the entries in the order in which equally good ones are shown. Names and words are in lower case."""
    contract = Contract(document)
    entries = [*_operations(contract), *_texts(contract), *_problems(), *_guides(), *_rules()]
    return [
        {"kind": kind, "title": title, "address": address, "name": name.lower(), "text": f"{name} {words}".lower()}
        for kind, title, address, name, words in entries
    ]


def _operations(contract: Contract) -> Iterator[Entry]:
    for each in contract.operations:
        yield "operation", each.definition["summary"], each.address, each.id, f"{each.method} {each.path}"
    for tag in contract.document["tags"]:
        yield "tag", tag["name"], address_of_tag(tag["name"]), "", tag["description"]


def _texts(contract: Contract) -> Iterator[Entry]:
    for title, anchor in Texts(contract).headings(contract.document["info"]["description"]):
        yield "introduction", title, f"{INTRODUCTION}#{anchor}", "", ""
    for name in contract.schemas:
        yield "schema", name, address_of_schema(name), "", ""


def _problems() -> Iterator[Entry]:
    for code, kind in PROBLEMS.items():
        yield f"problem {kind.status}", kind.title, f"/problems/{code}", code, ""


def _guides() -> Iterator[Entry]:
    for guide in guides().values():
        for section in guide.sections:
            yield f"guide: {guide.title}", section.title, section.address, "", ""


def _rules() -> Iterator[Entry]:
    for book in BOOKS.values():
        for rule, entry in book.entries.items():
            yield "rule", entry.title, address_of_rule(rule), rule, ""
