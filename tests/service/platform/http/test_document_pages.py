"""A document is shown as a page to people, with every fact and without any code of its content."""

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from service.platform.http.answers import answer
from service.platform.http.document_pages import ROWS_LIMIT, document_page, with_page

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.fixture
def app() -> Flask:
    made = Flask("pages")

    @made.get("/thing")
    @with_page(lambda document: f"Thing {document['id']}")
    def thing():
        return answer({"id": "t1", "is_open": True, "seats": [{"seat": 0, "player": None}], "host": "<b>Ada</b>"})

    return made


@pytest.mark.parametrize("accept", ["application/json", "*/*", None, "application/json, text/html;q=0.5"])
def test_programs_get_json(app: Flask, accept: str | None):
    answered = app.test_client().get("/thing", headers={"Accept": accept} if accept else {})

    assert answered.content_type == "application/json"
    assert answered.json["id"] == "t1"
    assert answered.headers["Vary"] == "Accept, Authorization"


@pytest.mark.parametrize("accept", [BROWSER, "text/html"])
def test_browsers_get_a_page_that_no_script_can_enter(app: Flask, accept: str):
    answered = app.test_client().get("/thing", headers={"Accept": accept})

    assert answered.content_type == "text/html; charset=utf-8"
    assert "<h1>Thing t1</h1>" in answered.text
    assert "<dt>Is open</dt><dd>yes</dd>" in answered.text
    assert "&lt;b&gt;Ada&lt;/b&gt;" in answered.text
    assert "<b>Ada" not in answered.text
    assert answered.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answered.headers["Vary"] == "Accept, Authorization"


def test_members_inside_members_are_shown():
    page = document_page(
        "Deep", {"clock": {"kind": "none", "periods": {}}, "seats": [{"seat": 3}], "_links": {"self": 1}}
    )

    assert "<dt>Clock</dt><dd><dl><dt>Kind</dt><dd>none</dd><dt>Periods</dt><dd>none</dd></dl></dd>" in page
    assert "<tr><td>3</td></tr>" in page
    assert "Links" not in page


def test_a_long_list_is_cut_and_says_so():
    page = document_page("Long", {"rows": [{"n": number} for number in range(ROWS_LIMIT + 7)]})

    assert page.count("<tr>") == ROWS_LIMIT + 1
    assert "and 7 more" in page


DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), DOCUMENTS))
def test_no_document_adds_markup_of_its_own(document):
    known = {"html", "head", "meta", "title", "style", "body", "h1", "p", "a", "dl", "dt", "dd", "div"}
    known |= {"table", "thead", "tbody", "tr", "th", "td", "!DOCTYPE"}

    tags = {part.split(">")[0].split(" ")[0].strip("/") for part in document_page("x", document).split("<")[1:]}

    assert tags <= known
