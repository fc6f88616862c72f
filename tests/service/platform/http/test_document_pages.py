"""A document is shown as a page to people, with every fact and without any code of its content."""

from collections.abc import Iterator

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


@pytest.fixture(scope="module", autouse=True)
def _request() -> Iterator[None]:
    """A request without `Accept-Language`, for pages that are written without one of `app`."""
    with Flask("reader").test_request_context():
        yield


@pytest.mark.parametrize("accept", ["application/json", "*/*", None, "application/json, text/html;q=0.5"])
def test_programs_get_json(app: Flask, accept: str | None):
    answered = app.test_client().get("/thing", headers={"Accept": accept} if accept else {})

    assert answered.content_type == "application/json"
    assert answered.json["id"] == "t1"
    assert answered.headers["Vary"] == "Accept, Accept-Language, Authorization, Cookie"


@pytest.mark.parametrize("accept", [BROWSER, "text/html"])
def test_browsers_get_a_page_that_no_script_can_enter(app: Flask, accept: str):
    answered = app.test_client().get("/thing", headers={"Accept": accept})

    assert answered.content_type == "text/html; charset=utf-8"
    assert "<h1>Thing t1</h1>" in answered.text
    assert "<dt>Is open</dt><dd>yes</dd>" in answered.text
    assert "&lt;b&gt;Ada&lt;/b&gt;" in answered.text
    assert "<b>Ada" not in answered.text
    assert answered.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answered.headers["Vary"] == "Accept, Accept-Language, Authorization, Cookie"


def test_members_inside_members_are_shown():
    page = document_page(
        "Deep", {"clock": {"kind": "none", "periods": {}}, "seats": [{"seat": 3}], "_links": {"self": 1}}
    )

    assert "<dt>Clock</dt><dd><dl><dt>Kind</dt><dd>none</dd><dt>Periods</dt><dd>none</dd></dl></dd>" in page
    assert "<tr><td>3</td></tr>" in page
    assert "Links" not in page
    assert "Go on" not in page


def test_a_long_list_is_cut_and_says_so():
    page = document_page("Long", {"rows": [{"n": number} for number in range(ROWS_LIMIT + 7)]})

    assert page.count("<tr>") == ROWS_LIMIT + 1
    assert "and 7 more" in page


ADA, BOT, GONE = "ply_01M8K0EZ2TAG2T0DSP7SDJFBAA", "ply_house_steady", "ply_01M8K0EZ2TAG2T0DSP7SDJFBAB"
TABLE, TOURNAMENT = "tbl_01M8K1HRHP0RJRR5MFKBXMDC84", "trn_01M8K1Y6CRDB6CR90QAHXHM1Y8"
PLAYERS = {ADA: {"name": "<script>Ada", "is_bot": False}, BOT: {"name": "steady", "is_bot": True}, GONE: {"name": None}}


def test_keys_that_are_no_words_stay_as_they_are():
    page = document_page("Keys", {"players": PLAYERS, "counts": {"AS": 2, ADA: 1, "starts_at": 3}})

    for player in (ADA, BOT):
        assert f'<td><a href="/v1/players/{player}">{player}</a></td>' in page
    assert "<dt>AS</dt>" in page
    assert f"{ADA}</a></dt><dd>1</dd>" in page
    assert "<dt>Starts at</dt>" in page
    assert "Ply " not in page


def test_names_stand_where_the_document_has_ids_of_players():
    seats = [{"seat": 0, "player": ADA}, {"seat": 1, "player": BOT}, {"seat": 2, "player": GONE}]
    page = document_page("Seats", {"view": {"host": ADA, "seats": seats, "players": PLAYERS}, "staff": [ADA]})

    ada = f'<a href="/v1/players/{ADA}" title="{ADA}">&lt;script&gt;Ada</a>'
    assert f"<dt>Host</dt><dd>{ada}</dd>" in page
    assert f"<td>0</td><td>{ada}</td>" in page
    assert f'<td>1</td><td><a href="/v1/players/{BOT}" title="{BOT}">steady</a></td>' in page
    assert f'<td>2</td><td><a href="/v1/players/{GONE}">{GONE}</a></td>' in page
    assert f"<dt>Staff</dt><dd>{ada}</dd>" in page
    assert "<script>" not in page


def test_nobody_can_take_the_id_of_somebody_as_a_name():
    page = document_page("Names", {"settings": {"name": ADA}, "players": {BOT: {"name": ADA}, **PLAYERS}})

    assert f"<dt>Name</dt><dd>{ADA}</dd>" in page


def test_ids_lead_to_their_pages_but_a_page_does_not_lead_to_itself():
    page = document_page("Ids", {"id": TABLE, "tournament": TOURNAMENT, "tables": [TABLE, TABLE[:-1] + "5"]})

    assert f"<dt>Id</dt><dd>{TABLE}</dd>" in page
    assert f'<a href="/v1/tournaments/{TOURNAMENT}">{TOURNAMENT}</a>' in page
    assert f'<a href="/v1/tables/{TABLE[:-1]}5">' in page


def test_links_that_a_browser_can_follow_are_a_list():
    links = {
        "self": {"href": "/here"},
        "record": {"href": "/record?a=1&b=2"},
        "rounds": [{"href": "/rounds/1"}, {"href": "/rounds/2"}],
        "own_match": [],
        "commands": {"href": "/commands"},
        "find": {"href": "/find{?name}", "templated": True},
    }
    page = document_page("Links", {"_links": links}, lambda href: href != "/commands")

    items = page.partition("<h2>Go on</h2>")[2].partition("</nav>")[0]
    assert items == (
        '<ul><li><a href="/record?a=1&amp;b=2">Record</a></li>'
        '<li>Rounds <a href="/rounds/1">1</a> <a href="/rounds/2">2</a></li></ul>'
    )


@pytest.mark.parametrize(
    "href", ["javascript:alert(1)", "https://elsewhere.example", "//elsewhere.example", "/\\else", 1]
)
def test_no_link_leads_away(href: object):
    assert "Go on" not in document_page("Away", {"view": {"_links": {"record": {"href": href}}}})


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
