"""HTTP routes for the rules lab: profiles, options, and answers to questions about the rules."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from flask import Blueprint, Response

from domain.games.lab import KINDS
from domain.games.lab import answer as lab_answer
from domain.games.registry import GAMES, PACKAGES
from domain.games.rulebooks import BOOK_OF_PROFILE, BOOKS
from domain.games.seat_counts import seat_counts
from domain.kernel.messages import message
from domain.kernel.options import Option, Some
from domain.orders.library import CommonOrder
from domain.orders.order import order_document
from domain.orders.sentence import sentence_of
from domain.rulebook.book import Book
from service.platform.documents import Json
from service.platform.http import requests
from service.platform.http.fields import load
from service.platform.http.language import answer_with_texts
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class
from service.rules.document_types import CommonOrder as CommonOrderDocument
from service.rules.document_types import Conflict, SomeValues
from service.rules.document_types import Option as OptionDocument
from service.rules.schemas import QuestionSchema

rules = Blueprint("rules", __name__, url_prefix="/v1/rules")

_QUESTION = QuestionSchema()


@rules.get("/profiles")
@rate_class("read")
def list_profiles() -> Response:
    requests.check_parameters()
    return answer_with_texts(
        {
            "profiles": [
                {
                    "name": name,
                    "game": book.game,
                    "revision": GAMES[book.game].rules_revision,
                    "about": book.descriptions[name],
                    "differs": book.profiles[name],
                    "options": book.rules_of(name, {}).choices(),
                    **_size(name),
                }
                for name, book in sorted(BOOK_OF_PROFILE.items())
            ]
        }
    )


@cache
def _size(profile: str) -> Json:
    """Returns how many players a profile can seat, and with how many decks."""
    counts = seat_counts(BOOK_OF_PROFILE[profile], profile, {})
    return {
        "seats": {
            "least": min(counts.possible),
            "most": max(counts.possible),
            "default": counts.default,
            "possible": counts.possible,
        },
        "decks": counts.decks[counts.default],
    }


@rules.get("/options")
@rate_class("read")
def list_options() -> Response:
    requests.check_parameters()
    return answer_with_texts(
        {"options": [_option_document(book, option) for book in BOOKS.values() for option in book.options]}
    )


def _option_document(book: Book[Any], option: Option) -> OptionDocument:
    return {
        "name": option.name,
        "game": book.game,
        "kind": option.kind,
        "values": list(option.values),
        "least": option.least,
        "most": option.most,
        "default": option.default,
        "meaning": option.meaning,
        "says": [{"value": value, "says": text} for value, text in option.explained()],
        "number_says": option.means_n,
        "rules": list(option.rules),
        "profiles": {name: differs[option.name] for name, differs in book.profiles.items() if option.name in differs},
        "conflicts": [*_conflicts_of(book, option.name)],
    }


def _conflicts_of(book: Book[Any], name: str) -> Iterator[Conflict]:
    """Yields the values of an option that conflict with values of others, for both orders of the pair."""
    for first, excludes, second, excluded, rule, hint in book.conflicts:
        if name == first:
            yield _conflict_document(excludes, second, excluded, rule, hint)
        elif name == second:
            yield _conflict_document(excluded, first, excludes, rule, hint)


def _conflict_document(own: Some, other: str, others: Some, rule: str, hint: str) -> Conflict:
    return {
        "when": _some_document(own),
        "option": other,
        "cannot": _some_document(others),
        "rule": rule,
        "hint": hint,
    }


def _some_document(some: Some) -> SomeValues:
    return {"relation": some.relation, "values": list(some.values)}


@rules.get("/orders/common")
@rate_class("read")
def list_common_orders() -> Response:
    requests.check_parameters()
    found = [_order_document(each.name, order) for each in PACKAGES.values() for order in each.common_orders]
    return answer_with_texts({"orders": found})


def _order_document(game: str, common: CommonOrder) -> CommonOrderDocument:
    return {
        "game": game,
        "name": common.name,
        "title": common.title,
        "means": sentence_of(common.order),
        "order": order_document(common.order),
    }


@rules.get("/kinds")
@rate_class("read")
def list_kinds() -> Response:
    requests.check_parameters()
    return answer_with_texts(
        {"kinds": [{"kind": kind, "about": (function.__doc__ or "").strip()} for kind, function in KINDS.items()]}
    )


@rules.post("/<kind:kind>")
@rate_class("lab")
def ask(kind: str) -> Response:
    requests.check_parameters()
    if kind not in KINDS:
        raise Problem(
            "not_found",
            message("there is no kind {kind!r}", kind=kind),
            hint=message("give one of {kinds}", kinds=", ".join(KINDS)),
        )
    question = load(_QUESTION, requests.body())
    return answer_with_texts(lab_answer(kind, question["setup"], question["input"]))
