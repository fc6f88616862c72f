"""The rules as pages for players, without scripts: by profile, for any table, and complete."""

import hashlib
import re
from collections.abc import Collection, Mapping
from functools import cache
from html import escape
from typing import Any, NamedTuple, cast

from flask import Blueprint, Response, request

from domain.games.rulebooks import BOOK_OF_PROFILE, BOOKS
from domain.kernel.messages import Message, message
from domain.kernel.wording import value_in_words
from domain.rulebook.book import Book
from domain.rulebook.entries import Block, Grid
from domain.rulebook.pages import ChapterText, Page, RuleText, page_of_all, page_of_table
from service.platform.documents import Json
from service.platform.http.answers import JSON, json_bytes
from service.platform.http.pages import HTML, STYLE_OF_TEXTS, style_source
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class, uncounted
from service.platform.http.requests import check_parameters
from service.platform.http.rule_links import ALL, RULES
from service.platform.languages import ENGLISH, in_language, said
from service.request_context import reader_language

rule_pages = Blueprint("rule_pages", __name__, url_prefix=RULES)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        f"style-src {style_source(STYLE_OF_TEXTS)}"
    ),
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
    "Vary": "Accept, Accept-Language, Authorization, Cookie",
}

IDS = tuple(name for book in BOOKS.values() for name in book.entries)
"""The ids of all rules of all games."""

_MARKED = re.compile(r"`([^`]*)`|\b([A-Z]+(?:-[A-Z0-9]+)?-\d+)\b")
_OPTION = re.compile(r"^(.*?) ?\(`(\w+)` = `([^`]*)`\)$")
"""The meaning of a chosen value, with its option behind it in parentheses."""


class Link(NamedTuple):
    """A rule to which texts lead: its address on a page or elsewhere, and its title in the language of the page."""

    href: str
    title: str


Links = Mapping[str, Link]
"""The links to all rules, by id."""


@rule_pages.get("", strict_slashes=False)
@uncounted
def list_rule_pages() -> Response:
    """Returns the profiles, and how each differs from the default rules."""
    check_parameters()
    wanted = reader_language()
    if _wants_json():
        listed = {"profiles": [_profile_document(name) for name in BOOK_OF_PROFILE], "all": ALL}
        return _answer(json_bytes(in_language(listed, wanted)), JSON, wanted)
    return _answer(_index(wanted).encode(), HTML, wanted)


@rule_pages.get("/all")
@uncounted
def all_rules() -> Response:
    """Returns every rule and every value of every option."""
    check_parameters()
    wanted = reader_language()
    return _page(_all_in(wanted), wanted, by_itself=True)


@rule_pages.get("/<profile>")
@rate_class("lab")
def rules_of_table(profile: str) -> Response:
    """Returns the rules of a profile. Query parameters override its options."""
    book = BOOK_OF_PROFILE.get(profile)
    if book is None:
        raise Problem(
            "not_found",
            message("there is no profile {profile!r}", profile=profile[:60]),
            hint=message("give all, or one of {book_of_profile}", book_of_profile=", ".join(sorted(BOOK_OF_PROFILE))),
        )
    page, wanted = page_of_table(book, book.rules_from_texts(profile, _overrides(book))), reader_language()
    return _page(in_language(page, wanted), wanted, by_itself=False)


@cache
def _all_in(language: str) -> Page:
    return cast("Page", in_language(_all(), language))


@cache
def _all() -> Page:
    return page_of_all(BOOKS.values())


def _overrides(book: Book[Any]) -> dict[str, str]:
    """Returns the overrides in the query. Raises `Problem` if one is repeated."""
    given = list(request.args.lists())
    twice = [name for name, values in given if len(values) > 1]
    most = len(book.options)
    if twice or len(given) > most:
        wrong = (
            message("{twice}: give it once", twice=twice[0][:60])
            if twice
            else message("give at most {most} options", most=most)
        )
        raise Problem("invalid_request", wrong)
    return {name: values[0] for name, values in given}


def _wants_json() -> bool:
    return request.accept_mimetypes.best_match([HTML.partition(";")[0], JSON]) == JSON


def _page(page: Page, wanted: str, *, by_itself: bool) -> Response:
    if _wants_json():
        return _answer(json_bytes(page_document(page)), JSON, wanted)
    return _answer(page_html(page, wanted, by_itself=by_itself).encode(), HTML, wanted)


def _answer(body: bytes, content_type: str, said_in: str) -> Response:
    response = Response(body, content_type=content_type, headers={**HEADERS, "Content-Language": said_in})
    response.set_etag(hashlib.sha256(body).hexdigest()[:32])
    response.make_conditional(request.environ)
    return response


# --- JSON


def page_document(page: Page) -> Json:
    """Returns a page as JSON."""
    return {
        "profile": page.profile,
        "overrides": page.overrides,
        "title": page.title,
        "about": page.about,
        "chapters": [
            {
                "name": chapter.name,
                "title": chapter.title,
                "about": [_block_document(block) for block in chapter.about],
                "rules": [
                    {"id": rule.id, "title": rule.title, "text": [_block_document(block) for block in rule.text]}
                    for rule in chapter.rules
                ],
            }
            for chapter in page.chapters
        ],
    }


def _block_document(block: Block) -> str | Json:
    if isinstance(block, str):
        return block
    return {"caption": block.caption, "head": list(block.head), "rows": [list(row) for row in block.rows]}


def _profile_document(name: str) -> Json:
    book = BOOK_OF_PROFILE[name]
    return {
        "name": name,
        "game": book.game,
        "about": book.descriptions[name],
        "rules": f"{RULES}/{name}",
        "differs": book.profiles[name],
    }


# --- HTML


def page_html(page: Page, said_in: str = ENGLISH, *, by_itself: bool) -> str:
    """Returns a page as HTML.

    Args:
        page: the content, in a language.
        said_in: the language.
        by_itself: whether the page contains every rule. If not, missing rules link to the page of all rules.
    """
    here = {rule.id for chapter in page.chapters for rule in chapter.rules}
    links = _links_of_rules(said_in, IDS if by_itself else here)
    contents = "".join(f'<li><a href="#{chapter.name}">{escape(chapter.title)}</a></li>' for chapter in page.chapters)
    parts = [
        _links(said_in, {RULES: message("Profiles"), ALL: message("All rules"), "/docs/api": message("The API")}),
        f"<h1>{escape(page.title)}</h1><p>{_marked(page.about, links)}</p>",
        f"<nav><ul>{contents}</ul></nav>",
        *(_chapter(chapter, links) for chapter in page.chapters),
    ]
    return _document(page.title, "".join(parts), said_in)


def _links_of_rules(said_in: str, here: Collection[str]) -> Links:
    """Returns links to all rules. Those that are not `here` are on the page of all rules."""
    return {
        name: Link(f"#{name}" if name in here else f"{ALL}#{name}", said(entry.title, said_in))
        for book in BOOKS.values()
        for name, entry in book.entries.items()
    }


def _links(said_in: str, links: Mapping[str, Message]) -> str:
    found = (f'<a href="{href}">{escape(said(text, said_in))}</a>' for href, text in links.items())
    return f"<nav>{' · '.join(found)}</nav>"


def _document(title: str, body: str, said_in: str) -> str:
    return (
        f'<!DOCTYPE html><html lang="{said_in}"><head><meta charset="utf-8"><title>{escape(title)} - Sheng Ji</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE_OF_TEXTS}</style></head>'
        f"<body>{body}</body></html>"
    )


def _chapter(chapter: ChapterText, links: Links) -> str:
    about = "".join(_block(block, links) for block in chapter.about)
    rules = "".join(_rule(rule, links) for rule in chapter.rules)
    return f'<h2 id="{chapter.name}">{escape(chapter.title)}</h2>{about}{rules}'


def _rule(rule: RuleText, links: Links) -> str:
    text = "".join(_block(block, links) for block in rule.text)
    anchor = f'<a class="id" href="#{rule.id}">{rule.id}</a>'
    return f'<section id="{rule.id}"><h3>{escape(rule.title)}{anchor}</h3>{text}</section>'


def _block(block: Block, links: Links) -> str:
    if isinstance(block, Grid):
        return _grid(block, links)
    chosen = _OPTION.match(block)
    if chosen is not None:
        meaning, name, value = chosen.groups()
        option = f'<a class="id" href="#options">{escape(name)} = {escape(value)}</a>'
        return f'<p class="chosen">{_marked(meaning, links)}{option}</p>'
    return f"<p>{_marked(block, links)}</p>"


def _grid(grid: Grid, links: Links) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in grid.head)
    rows = "".join(
        f"<tr>{''.join(f'<td>{_marked(cell, links, by_title=False)}</td>' for cell in row)}</tr>" for row in grid.rows
    )
    caption = _marked(grid.caption, links)
    return (
        f'<div class="scroll"><table><caption>{caption}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _marked(text: str, links: Links, *, by_title: bool = True) -> str:
    """Returns a text as HTML: names in backticks become code, and rule ids become links.

    A sentence names a rule `by_title`. A table has a column of ids.
    """
    made: list[str] = []
    end = 0
    for found in _MARKED.finditer(text):
        made.append(escape(text[end : found.start()]))
        name, rule = found.groups()
        if name is not None:
            made.append(f"<code>{escape(name)}</code>")
        else:
            made.append(_reference(rule, links.get(rule), by_title=by_title))
        end = found.end()
    return "".join([*made, escape(text[end:])])


def _reference(rule: str, link: Link | None, *, by_title: bool) -> str:
    if link is None:
        return escape(rule)
    if by_title:
        return f'“<a href="{link.href}" title="{rule}">{escape(link.title)}</a>”'
    return f'<a href="{link.href}">{rule}</a>'


_TITLE = message("The rules")
_ABOUT = message(
    "Every table uses the rules of a profile and may change any option. This page lists the profiles, and for each "
    "the options that differ from the defaults."
)
_ONE_PAGE = message("One page has all rules and all options.")


@cache
def _index(said_in: str) -> str:
    links = _links_of_rules(said_in, ())
    parts = [
        _links(said_in, {"/docs/api": message("API reference")}),
        f"<h1>{escape(said(_TITLE, said_in))}</h1><p>{escape(said(_ABOUT, said_in))}</p>",
        f'<p><a href="{ALL}">{escape(said(_ONE_PAGE, said_in))}</a></p>',
        *(_profile(book, name, links, said_in) for name, book in BOOK_OF_PROFILE.items()),
    ]
    return _document(said(_TITLE, said_in), "".join(parts), said_in)


def _profile(book: Book[Any], name: str, links: Links, said_in: str) -> str:
    rows = tuple(
        (f"`{option.name}`", value_in_words(value), option.means(value), " ".join(option.rules))
        for option in book.options
        if option.name in book.profiles[name]
        for value in [book.profiles[name][option.name]]
    )
    about = said(message("{game}: {description}.", game=book.title, description=book.descriptions[name]), said_in)
    head = f'<h2 id="{name}"><a href="{RULES}/{name}">{name}</a></h2><p>{escape(about)}</p>'
    if not rows:
        return head
    columns = (message("option"), message("value"), message("what it means"), message("rules"))
    return head + _grid(in_language(Grid(message("Differences from the defaults"), columns, rows), said_in), links)
