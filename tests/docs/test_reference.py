"""The API reference: static pages with every operation, schema and example of the contract."""

import gzip
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson
import pytest

from service.docs.publishing import all_documents
from service.docs.reference.addresses import REFERENCE, SCHEMAS, Contract, address_of_schema
from service.docs.reference.assets import SCRIPT_ADDRESS
from service.docs.reference.calls import command_of
from service.docs.reference.shapes import MOST_ALTERNATIVES, Shapes
from service.docs.reference.texts import Texts, json_text
from service.platform.http.problems import PROBLEMS
from tests.support.api import Api
from tests.support.contract import Operation, contract, operations, resolved
from tests.support.laws import law

LARGEST = 500_000
"""Limit in bytes for a page without compression. A browser shows pages of this size at once."""
VOID = {"meta", "input", "br", "hr"}
OPERATIONS = pytest.mark.parametrize("one", operations(), ids=str)


class Read(HTMLParser):
    """Ids, links and text of a page. Raises `AssertionError` if an element is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.tags: list[str] = []
        self.inline: list[str] = []
        self._open: list[str] = []
        self._text: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []
        self.text = "".join(self._text)
        # The parts are many small strings, which take much more memory.
        self._text.clear()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag not in VOID:
            self._open.append(tag)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.add(str(given["href"]))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self._text.append(data)


@cache
def documents() -> dict[str, bytes]:
    return {name: gzip.decompress(each.zipped) for name, each in all_documents().items()}


@pytest.fixture(scope="module", autouse=True)
def forgotten_pages() -> Iterator[None]:
    """Drops the parsed pages after these tests. They take 50 MB."""
    yield
    pages.cache_clear()
    documents.cache_clear()


@cache
def pages() -> dict[str, Read]:
    found = {name: body for name, body in documents().items() if body.startswith(b"<!DOCTYPE html>")}
    return {name: Read(body.decode()) for name, body in found.items()}


def page_of(one: Operation) -> Read:
    return pages()[f"{REFERENCE}/{one.id}"]


@pytest.mark.slow
@law
@OPERATIONS
def test_every_operation_has_a_page_with_all_that_the_contract_says(one: Operation):
    shown = page_of(one).text
    assert one.id in page_of(one).ids
    for each in (one.definition["summary"], f"{one.method.upper()} {one.path}", one.definition.get("x-scope", "")):
        assert each in shown
    for each in one.parameters:
        assert each["name"] in shown
    assert all(f"answer-{status}" in page_of(one).ids for status in one.responses)


def contents_of(one: Operation) -> list[dict[str, Any]]:
    """The bodies of the request and of all responses, each as a media type object."""
    bodies = [one.definition.get("requestBody", {}), *one.responses.values()]
    return [media for body in bodies for media in body.get("content", {}).values()]


@law
@OPERATIONS
def test_every_example_is_on_the_page_of_its_operation(one: Operation):
    shown = page_of(one).text
    for media in contents_of(one):
        for example in media["examples"].values():
            value = resolved(example)["value"]
            assert (value if isinstance(value, str) else json_text(value)) in shown


@law
@OPERATIONS
def test_problems_of_an_operation_are_linked(one: Operation):
    for media in contents_of(one):
        for code in media["schema"].get("properties", {}).get("code", {}).get("enum", ()):
            assert f"/problems/{code}" in page_of(one).links


@law
@OPERATIONS
def test_links_of_an_operation_are_shown(one: Operation):
    for response in one.responses.values():
        for link in response.get("links", {}).values():
            assert f"{REFERENCE}/{link['operationId']}" in page_of(one).links


def test_what_the_server_sends_to_webhooks_has_a_page():
    assert "The server sends this to your address." in pages()[f"{REFERENCE}/receive_account_event"].text


def test_the_start_page_and_the_pages_of_tags_have_every_operation():
    start = pages()[REFERENCE]
    for one in operations():
        assert f"{REFERENCE}/{one.id}" in start.links
        for tag in one.definition["tags"]:
            assert one.id in pages()[f"{REFERENCE}/tags/{tag.lower()}"].ids


def test_every_schema_has_its_place_and_its_json():
    listed = pages()[SCHEMAS].links
    for name, schema in contract()["components"]["schemas"].items():
        address = address_of_schema(name)
        page = pages()[address.partition("#")[0]]
        assert address in listed
        assert name in page.ids
        assert json_text(schema) in page.text
        assert all(member in page.text for member in schema.get("properties", {}))


@pytest.mark.slow
def test_every_link_leads_to_a_page_and_a_place_on_it(api: Api):
    elsewhere: dict[str, Read] = {}
    for name, page in pages().items():
        for link in page.links:
            target = urlsplit(link)
            if target.scheme:
                assert target.scheme == "https", link
                continue
            path = target.path or name
            if path.endswith((".json", ".yaml")):
                assert path in documents(), link
                continue
            if path not in pages() and path not in elsewhere:
                answered = api.call("GET", path, headers={"Accept": "text/html"})
                assert answered.status_code == 200, f"{name}: {link}"
                elsewhere[path] = Read(answered.text)
            ids = (pages().get(path) or elsewhere[path]).ids
            assert not target.fragment or target.fragment in ids, f"{name}: {link}"


def test_pages_are_small_and_have_nothing_inline():
    assert len(documents()[REFERENCE]) < LARGEST / 5
    for name, page in pages().items():
        assert len(documents()[name]) < LARGEST, name
        assert len(page.ids) == len(set(page.ids)), name
        assert page.inline == [], name
        assert page.tags.count("script") == page.tags.count("style") == 1, name
        assert not {"img", "iframe", "link", "object"} & set(page.tags), name


def test_pages_run_one_script_file_and_use_no_other_server(api: Api):
    answered = api.call("GET", f"{REFERENCE}/open_table", headers={"Accept-Encoding": "gzip"})
    policy = dict(part.strip().split(" ", 1) for part in answered.headers["Content-Security-Policy"].split(";"))
    [script] = re.findall(r'<script src="([^"]+)" defer></script>', gzip.decompress(answered.data).decode())
    served = api.call("GET", script)

    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert policy["style-src"].startswith("'sha256-")
    assert script == SCRIPT_ADDRESS
    assert (served.status_code, served.mimetype) == (200, "text/javascript")


def test_pages_are_compressed_and_not_sent_twice(api: Api):
    headers = {"Accept-Encoding": "gzip"}
    for address in (REFERENCE, f"{REFERENCE}/", f"{REFERENCE}/open_table", f"{REFERENCE}/search.json"):
        first = api.call("GET", address, headers=headers)
        again = api.call("GET", address, headers={**headers, "If-None-Match": first.headers["ETag"]})
        assert first.headers["Content-Encoding"] == "gzip"
        assert first.headers["Cache-Control"] == "public, max-age=300"
        assert (again.status_code, again.data) == (304, b"")
        assert api.call("GET", address).data == gzip.decompress(first.data)


@pytest.mark.parametrize(
    ("address", "status"),
    [(f"{REFERENCE}/unheard_of", 404), (f"{REFERENCE}/../settings", 404), (f"{REFERENCE}/open_table?x=1", 400)],
)
def test_unknown_pages_and_parameters_are_a_problem(api: Api, address: str, status: int):
    answered = api.call("GET", address)

    assert (answered.status_code, answered.mimetype) == (status, "application/problem+json")


def test_the_start_page_of_all_documents_links_to_them(api: Api):
    page = Read(api.call("GET", "/docs/").text)

    assert {REFERENCE, "/docs/rules", "/problems", "/openapi.yaml", "/docs/guides/client-authors"} <= page.links
    for link in page.links:
        assert api.call("GET", link).status_code == 200, link


def test_the_search_index_has_everything():
    entries = orjson.loads(documents()[f"{REFERENCE}/search.json"])
    named = {(each["kind"].split()[0], each["name"] or each["title"]) for each in entries}

    assert {("operation", one.id) for one in operations()} <= named
    assert {("schema", name) for name in contract()["components"]["schemas"]} <= named
    assert {("problem", code) for code in PROBLEMS} <= named
    assert {"guide: Glossary", "rule", "introduction", "tag"} <= {each["kind"] for each in entries}
    assert all(each["text"] == each["text"].lower() for each in entries)


def test_addresses_in_the_search_index_exist():
    for each in orjson.loads(documents()[f"{REFERENCE}/search.json"]):
        path, _, place = each["address"].partition("#")
        if path.startswith(REFERENCE):
            assert path in pages(), each
            assert not place or place in pages()[path].ids, each


# ------------------------------------------------------------------------------------------------ parts of pages


def test_texts_are_escaped_and_name_what_they_link_to():
    texts = Texts(Contract(contract()))
    shown = texts.block(
        "<script>alert(1)</script> [a](javascript:alert(1)) "
        "`GET /v1/tables/{id}`, `must_follow`, `TableView`, `nothing`"
    )

    assert "<script" not in shown
    assert 'href="javascript' not in shown
    assert f'href="{REFERENCE}/view_table"' in shown
    assert 'href="/problems/must_follow"' in shown
    assert f'href="{address_of_schema("TableView")}"' in shown
    assert "<code>nothing</code>" in shown
    assert shown.count("<a ") == 3


def test_json_for_people_is_the_same_value_and_short_lines_stay_whole():
    value = {"cards": ["AS"] * 60, "empty": [], "nested": {"name": "争上游", "is": True}}
    text = json_text(value)

    assert orjson.loads(text) == value
    assert '  "nested": {"name": "争上游", "is": true}' in text.splitlines()


def test_shapes_unfold_to_their_depth_and_link_what_is_deeper():
    shapes = Shapes(Contract(contract()))
    table = shapes.shape({"$ref": "#/components/schemas/OpenTable"}, 1)
    members = {each.name: each for each in table.members}

    assert (table.name, table.type) == ("OpenTable", "object")
    assert members["profile"].is_required
    assert not members["hands"].is_required
    assert members["hands"].shape.type == "integer or null"
    assert "at least `1`" in members["hands"].shape.limits
    assert members["length"].shape.name == "Length"
    assert members["length"].shape.inner == ()
    deeper = Shapes(Contract(contract())).shape({"$ref": "#/components/schemas/OpenTable"}, 2)
    assert next(each for each in deeper.members if each.name == "length").shape.inner


def test_a_large_union_is_a_list_of_links():
    command = Shapes(Contract(contract())).shape({"$ref": "#/components/schemas/Command"}, 3)

    assert command.is_union
    assert len(command.inner) > MOST_ALTERNATIVES
    assert all(each.name and not each.members for each in command.inner)


def test_the_command_of_an_operation_can_be_pasted_into_a_shell():
    described = Contract(contract())
    opened = command_of(described, described.by_id["open_table"])
    read = command_of(described, described.by_id["legal_moves"])
    form = command_of(described, described.by_id["give_token"])

    assert opened.startswith('curl -X POST "$SERVER/v1/tables" -H "Authorization: Bearer $TOKEN"')
    assert """-d '{"profile": "zhang-2021", "hands": 1}'""" in opened
    assert re.fullmatch(r'curl "\$SERVER/v1/tables/tbl_\w{26}/moves" -H "Authorization: Bearer \$TOKEN"', read)
    assert "Authorization" not in command_of(described, described.by_id["sign_up"])
    assert "--data-urlencode grant_type=" in form
    assert "{" not in re.sub(r"'[^']*'", "", opened + read)


def test_entities_are_not_escaped_twice():
    assert not [name for name, body in documents().items() if name in pages() and b"&amp;amp;" in body]


# ------------------------------------------------------------------------------------------------ the search

BROWSER = """
const { readFileSync } = require("node:fs");
const [, , script, index, ...queries] = process.argv;
let asked = 0;
const listeners = {};
const element = () => ({ children: [], append(...more) { this.children.push(...more); } });
const list = { ...element(), replaceChildren(...more) { this.children = more; } };
const field = {
  value: "", dataset: { index: "/index" }, form: { addEventListener() {} },
  addEventListener(name, listener) { listeners[name] = listener; },
};
globalThis.document = {
  getElementById: (id) => (id === "search" ? field : list),
  createElement: element,
};
globalThis.fetch = async () => { asked += 1; return { json: async () => JSON.parse(readFileSync(index, "utf8")) }; };
(0, eval)(readFileSync(script, "utf8"));
(async () => {
  const found = [];
  for (const query of queries) {
    field.value = query;
    await listeners.input();
    found.push(list.children.map((item) => item.children[0].href));
  }
  console.log(JSON.stringify({ asked, found, hidden: list.hidden }));
})();
"""


# Only this test runs the script of the search. Other tests read its index without Node.
@pytest.mark.skipif(not shutil.which("node"), reason="the search runs in JavaScript, which needs node")
def test_the_search_finds_names_titles_and_words_with_one_request(tmp_path: Path):
    files = {"script.js": documents()[SCRIPT_ADDRESS], "index.json": documents()[f"{REFERENCE}/search.json"]}
    for name, content in {**files, "browser.js": BROWSER.encode()}.items():
        (tmp_path / name).write_bytes(content)
    queries = ["open_table", "must_follow", "Time", "legal MOVES", "/v1/me/turns", "zxqv"]
    command = ["node", *(str(tmp_path / name) for name in ("browser.js", "script.js", "index.json")), *queries]
    said = orjson.loads(subprocess.run(command, capture_output=True, check=True).stdout)

    firsts = [each[0] for each in said["found"][:-1]]
    assert firsts[:3] == [f"{REFERENCE}/open_table", "/problems/must_follow", address_of_schema("Time")]
    assert firsts[3:] == [f"{REFERENCE}/legal_moves", f"{REFERENCE}/list_turns"]
    assert said["found"][-1] == []
    assert said["hidden"] is True
    assert said["asked"] == 1
