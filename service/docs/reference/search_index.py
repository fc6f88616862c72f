"""The search index of the reference: a line for each operation, schema, problem, section of a guide, and rule."""

from collections.abc import Iterator

from domain.games.rulebooks import BOOKS
from service.docs.guides import guides
from service.docs.reference.addresses import INTRODUCTION, Contract, address_of_rule, address_of_schema, address_of_tag
from service.docs.reference.texts import Texts
from service.platform.documents import Json
from service.platform.http.problems import PROBLEMS


def search_index(document: Json) -> list[Json]:
    """Returns the entries: what it is, its title, its address, and further words in lower case."""
    contract = Contract(document)
    entries = [*_operations(contract), *_texts(contract), *_problems(), *_guides(), *_rules()]
    return [
        {"kind": kind, "title": title, "address": address, "text": text.lower()}
        for kind, title, address, text in entries
    ]


def _operations(contract: Contract) -> Iterator[tuple[str, str, str, str]]:
    for each in contract.operations:
        yield "operation", each.definition["summary"], each.address, f"{each.id} {each.method} {each.path}"
    for tag in contract.document["tags"]:
        yield "tag", tag["name"], address_of_tag(tag["name"]), tag["description"]


def _texts(contract: Contract) -> Iterator[tuple[str, str, str, str]]:
    for title, anchor in Texts(contract).headings(contract.document["info"]["description"]):
        yield "introduction", title, f"{INTRODUCTION}#{anchor}", ""
    for name in contract.schemas:
        yield "schema", name, address_of_schema(name), ""


def _problems() -> Iterator[tuple[str, str, str, str]]:
    for code, kind in PROBLEMS.items():
        yield f"problem {kind.status}", kind.title, f"/problems/{code}", code


def _guides() -> Iterator[tuple[str, str, str, str]]:
    for guide in guides().values():
        for section in guide.sections:
            yield f"guide: {guide.title}", section.title, section.address, ""


def _rules() -> Iterator[tuple[str, str, str, str]]:
    for book in BOOKS.values():
        for rule, entry in book.entries.items():
            yield "rule", entry.title, address_of_rule(rule), rule
