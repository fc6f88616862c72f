"""The rules as pages for players, without scripts: by profile, for any table, and complete."""

import hashlib
import re
from functools import cache
from html import escape
from typing import Any

from flask import Blueprint, Response, request

from domain.games.rulebooks import BOOK_OF_PROFILE, BOOKS
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

rule_pages = Blueprint("rule_pages", __name__, url_prefix=RULES)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        f"style-src {style_source(STYLE_OF_TEXTS)}"
    ),
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
    "Vary": "Accept",
}

IDS = tuple(name for book in BOOKS.values() for name in book.entries)
"""The ids of all rules of all games."""

_MARKED = re.compile(r"`([^`]*)`|\b([A-Z]+(?:-[A-Z0-9]+)?-\d+)\b")


@rule_pages.get("", strict_slashes=False)
@uncounted
def list_rule_pages() -> Response:
    """Returns the profiles, and how each differs from the default rules."""
    check_parameters()
    if _wants_json():
        return _answer(
            json_bytes({"profiles": [_profile_document(name) for name in BOOK_OF_PROFILE], "all": ALL}), JSON
        )
    return _answer(_index().encode(), HTML)


@rule_pages.get("/all")
@uncounted
def all_rules() -> Response:
    """Returns every rule and every value of every option."""
    check_parameters()
    return _page(_all(), by_itself=True)


@rule_pages.get("/<profile>")
@rate_class("lab")
def rules_of_table(profile: str) -> Response:
    """Returns the rules of a profile. Query parameters override its options."""
    book = BOOK_OF_PROFILE.get(profile)
    if book is None:
        raise Problem(
            "not_found",
            f"there is no profile {profile[:60]!r}",
            hint=f"give all, or one of {', '.join(sorted(BOOK_OF_PROFILE))}",
        )
    return _page(page_of_table(book, book.rules_from_texts(profile, _overrides(book))), by_itself=False)


@cache
def _all() -> Page:
    return page_of_all(BOOKS.values())


def _overrides(book: Book[Any]) -> dict[str, str]:
    """Returns the overrides in the query. Raises `Problem` if one is repeated."""
    given = list(request.args.lists())
    twice = [name for name, values in given if len(values) > 1]
    most = len(book.options)
    if twice or len(given) > most:
        wrong = f"{twice[0][:60]}: give it once" if twice else f"give at most {most} options"
        raise Problem("invalid_request", wrong)
    return {name: values[0] for name, values in given}


def _wants_json() -> bool:
    return request.accept_mimetypes.best_match([HTML.partition(";")[0], JSON]) == JSON


def _page(page: Page, *, by_itself: bool) -> Response:
    if _wants_json():
        return _answer(json_bytes(page_document(page)), JSON)
    return _answer(page_html(page, by_itself=by_itself).encode(), HTML)


def _answer(body: bytes, content_type: str) -> Response:
    response = Response(body, content_type=content_type, headers=HEADERS)
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


def page_html(page: Page, *, by_itself: bool) -> str:
    """Returns a page as HTML.

    Args:
        page: the content.
        by_itself: whether the page contains every rule. If not, missing rules link to the page of all rules.
    """
    here = {rule.id for chapter in page.chapters for rule in chapter.rules}
    links = {name: f"#{name}" if by_itself or name in here else f"{ALL}#{name}" for name in IDS}
    contents = "".join(f'<li><a href="#{chapter.name}">{escape(chapter.title)}</a></li>' for chapter in page.chapters)
    parts = [
        f'<nav><a href="{RULES}">Profiles</a> · <a href="{ALL}">All rules</a> · <a href="/docs/api">The API</a></nav>',
        f"<h1>{escape(page.title)}</h1><p>{_marked(page.about, links)}</p>",
        f"<nav><ul>{contents}</ul></nav>",
        *(_chapter(chapter, links) for chapter in page.chapters),
    ]
    return _document(page.title, "".join(parts))


def _document(title: str, body: str) -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} - Sheng Ji</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE_OF_TEXTS}</style></head>'
        f"<body>{body}</body></html>"
    )


def _chapter(chapter: ChapterText, links: dict[str, str]) -> str:
    about = "".join(_block(block, links) for block in chapter.about)
    rules = "".join(_rule(rule, links) for rule in chapter.rules)
    return f'<h2 id="{chapter.name}">{escape(chapter.title)}</h2>{about}{rules}'


def _rule(rule: RuleText, links: dict[str, str]) -> str:
    text = "".join(_block(block, links) for block in rule.text)
    anchor = f'<a class="id" href="#{rule.id}">{rule.id}</a>'
    return f'<section id="{rule.id}"><h3>{escape(rule.title)}{anchor}</h3>{text}</section>'


def _block(block: Block, links: dict[str, str]) -> str:
    if isinstance(block, Grid):
        return _grid(block, links)
    # A line that begins with an option states its chosen value.
    kind = ' class="chosen"' if block.startswith("`") and "` = `" in block else ""
    return f"<p{kind}>{_marked(block, links)}</p>"


def _grid(grid: Grid, links: dict[str, str]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in grid.head)
    rows = "".join(f"<tr>{''.join(f'<td>{_marked(cell, links)}</td>' for cell in row)}</tr>" for row in grid.rows)
    caption = _marked(grid.caption, links)
    return (
        f'<div class="scroll"><table><caption>{caption}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _marked(text: str, links: dict[str, str]) -> str:
    """Returns a text as HTML: names in backticks become code, and rule ids become links."""
    made: list[str] = []
    end = 0
    for found in _MARKED.finditer(text):
        made.append(escape(text[end : found.start()]))
        name, rule = found.groups()
        if name is not None:
            made.append(f"<code>{escape(name)}</code>")
        else:
            made.append(f'<a href="{links[rule]}">{rule}</a>' if rule in links else escape(rule))
        end = found.end()
    return "".join([*made, escape(text[end:])])


@cache
def _index() -> str:
    links = {name: f"{ALL}#{name}" for name in IDS}
    usual = (
        "Every table uses the rules of a profile and may change any option. This page lists the profiles, and for each "
        "the options that differ from the defaults."
    )
    parts = [
        '<nav><a href="/docs/api">API reference</a></nav>',
        f'<h1>The rules</h1><p>{usual}</p><p><a href="{ALL}">One page</a> has all rules and all options.</p>',
        *(_profile(book, name, links) for name, book in BOOK_OF_PROFILE.items()),
    ]
    return _document("The rules", "".join(parts))


def _profile(book: Book[Any], name: str, links: dict[str, str]) -> str:
    rows = tuple(
        (f"`{option.name}`", value_in_words(value), option.means(value), " ".join(option.rules))
        for option in book.options
        if option.name in book.profiles[name]
        for value in [book.profiles[name][option.name]]
    )
    about = f"{book.title}: {book.descriptions[name]}."
    head = f'<h2 id="{name}"><a href="{RULES}/{name}">{name}</a></h2><p>{escape(about)}</p>'
    if not rows:
        return head
    return head + _grid(
        Grid("Differences from the defaults", ("option", "value", "what it means", "rules"), rows), links
    )
