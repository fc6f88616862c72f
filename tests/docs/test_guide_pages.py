"""The guides are served as pages with contents and a search, and their links work."""

import re
import time
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from service.docs.guides import FOUND_LIMIT, GUIDES, NAMES, QUERY_LIMIT, guides, render, search, served
from tests.support.api import Api
from tests.support.guides import FOLDER, ROOT, guide

RENDERED_WITHIN_S = 5
"""Limit in seconds of processor time. Guides are rendered before a process listens, so no request waits for them."""


class Read(HTMLParser):
    """Ids, links and tags of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.add(str(given["href"]))


def page(api: Api, address: str) -> str:
    answered = api.call("GET", address)
    assert (answered.status_code, answered.mimetype) == (200, "text/html")
    return str(answered.text)


def headings(name: str) -> list[str]:
    """Headings of a guide, read from its file independently of the service."""
    without_code = re.sub(r"```.*?```", "", guide(name), flags=re.DOTALL)
    return [each.replace("`", "") for each in re.findall(r"^#{1,3} (.+)$", without_code, re.MULTILINE)]


def test_every_file_of_the_folder_is_a_guide():
    assert sorted(each.stem for each in FOLDER.glob("*.md")) == sorted(NAMES) == sorted(guides())


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_is_a_page_without_scripts(api: Api, name: str):
    read = Read(page(api, f"{GUIDES}/{name}"))

    assert len(read.ids) == len(set(read.ids)) == len(headings(name))
    assert not {"script", "img", "iframe"} & read.tags
    assert {"form", "input", "button"} <= read.tags


@pytest.mark.parametrize("name", NAMES)
def test_the_contents_of_a_guide_list_its_headings(api: Api, name: str):
    contents = page(api, f"{GUIDES}/{name}").split('<nav class="contents">')[1].split("</nav>")[0]

    assert [unescape(each) for each in re.findall(r"<a [^>]*>([^<]*)</a>", contents)] == headings(name)[1:]
    assert contents.count("<ul>") == contents.count("</ul>")


@pytest.mark.parametrize("address", [GUIDES, f"{GUIDES}/"])
def test_the_list_of_guides_has_every_heading(api: Api, address: str):
    listed = [unescape(each) for each in re.findall(r"<a [^>]*>([^<]*)</a>", page(api, address).split("<h1>")[1])]

    assert listed == [title for name in NAMES for title in headings(name)]


@pytest.mark.parametrize("address", [GUIDES, f"{GUIDES}/search?q=clock", *(f"{GUIDES}/{name}" for name in NAMES)])
def test_every_link_in_a_guide_works(api: Api, address: str):
    for link in Read(page(api, address)).links:
        target = urlsplit(link)
        if target.scheme:
            assert target.scheme == "https"
        else:
            path = target.path or urlsplit(address).path
            answered = api.call("GET", path)
            assert answered.status_code == 200, link
            assert not target.fragment or target.fragment in Read(answered.text).ids, link


@pytest.mark.parametrize("name", NAMES)
def test_links_in_the_files_lead_to_files_of_the_repository(name: str):
    for link in re.findall(r"\]\(([^)]+)\)", guide(name)):
        path = link.partition("#")[0]
        if path and not urlsplit(link).scheme and not path.startswith("/"):
            assert (FOLDER / path).resolve().is_relative_to(ROOT)
            assert (FOLDER / path).exists(), link


def test_a_link_to_a_file_leads_to_a_served_page():
    assert served("players.md#clocks") == f"{GUIDES}/players#clocks"
    assert served("#clocks") == "#clocks"
    assert served("../../openapi.yaml") == "/openapi.yaml"
    assert served("https://example.org/a.md") == "https://example.org/a.md"


def test_every_heading_is_found_by_its_words(api: Api):
    for name in NAMES:
        for section in guides()[name].sections:
            words = " ".join(re.findall(r"\w+", section.title))
            if len(words) <= QUERY_LIMIT:
                found = search(words)
                assert section in found or len(found) == FOUND_LIMIT, section.title


def test_a_search_finds_text_and_shows_it(api: Api):
    found = page(api, f"{GUIDES}/search?q=visibility+CUTOFF")

    assert f"{GUIDES}/glossary#tables" in Read(found).links
    assert "visibility cutoff" in found


@pytest.mark.parametrize("query", ["", "%20", "zxqv", "%3C%3E%26", "*", "("])
def test_a_search_without_results_says_so(api: Api, query: str):
    assert "0 sections" in page(api, f"{GUIDES}/search?q={query}")


def test_a_search_term_is_escaped(api: Api):
    found = page(api, f"{GUIDES}/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")

    assert "script" not in Read(found).tags
    assert "<script" not in found


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (f"{GUIDES}/unheard-of", 404),
        (f"{GUIDES}/..%2Fsettings", 404),
        (f"{GUIDES}/players?x=1", 400),
        (f"{GUIDES}?q=clock", 400),
        (f"{GUIDES}/search?q=a&q=b", 400),
        (f"{GUIDES}/search?q={'a' * (QUERY_LIMIT + 1)}", 400),
    ],
)
def test_unknown_pages_and_invalid_parameters_are_a_problem(api: Api, address: str, status: int):
    answered = api.call("GET", address)

    assert (answered.status_code, answered.mimetype) == (status, "application/problem+json")


def test_pages_allow_only_their_own_style_and_the_search_script(api: Api):
    answered = api.call("GET", GUIDES)
    policy = dict(part.strip().split(" ", 1) for part in answered.headers["Content-Security-Policy"].split(";"))

    assert set(policy) == {"default-src", "base-uri", "form-action", "frame-ancestors", "style-src"}
    assert policy["form-action"] == "'self'"
    assert policy["style-src"].startswith("'sha256-")
    assert " style=" not in "".join(page(api, f"{GUIDES}/{name}") for name in NAMES)
    assert api.call("GET", GUIDES, headers={"If-None-Match": answered.headers["ETag"]}).status_code == 304


def test_html_in_a_guide_is_escaped():
    assert "<script>" not in render("x", "# A\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1))\n").html


def test_equal_headings_have_different_ids():
    assert [each.anchor for each in render("x", "# A b\n\n## C\n\n## C\n").sections] == ["a-b", "c", "c-1"]


def test_guides_are_rendered_once_and_quickly():
    began = time.process_time()
    for name in NAMES:
        render(name, guide(name))

    assert time.process_time() - began < RENDERED_WITHIN_S
    assert guides() is guides()
