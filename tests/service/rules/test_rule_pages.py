"""The rules as pages: complete, with working links, and referenced by refusals."""

import re
from collections import Counter
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from domain.games.rulebooks import BOOK_OF_PROFILE, BOOKS
from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.games.sheng_ji.rules import rules_of
from service.platform.http.rule_links import address_of, page_of
from tests.support.api import Api, started_table

ADDRESSES = ["/docs/rules", "/docs/rules/all", *(f"/docs/rules/{profile}" for profile in BOOK_OF_PROFILE)]
ENTRIES = {name for book in BOOKS.values() for name in book.entries}
VOID = {"meta", "br", "hr", "link"}


class Read(HTMLParser):
    """Checks that tags match, and collects ids and links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.links: set[str] = set()
        self.tags: Counter[str] = Counter()
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags[tag] += 1
        if tag not in VOID:
            self.open.append(tag)
        if given.get("id"):
            self.ids[str(given["id"])] += 1
        if tag == "a":
            self.links.add(str(given["href"]))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page(api: Api, address: str) -> Read:
    answered = api.call("GET", address)
    assert answered.status_code == 200, answered.text
    assert answered.mimetype == "text/html"
    return Read(answered.text)


@pytest.mark.slow
def test_pages_are_complete_and_all_their_links_work(api: Api):
    pages = {address: page(api, address) for address in ADDRESSES}
    for address, read in pages.items():
        assert set(read.ids.values()) == {1}, address
        assert not {"script", "img", "iframe", "form"} & set(read.tags), address
        for link in read.links - {"/docs/api"}:
            target = urlsplit(link)
            place = f"the link {link} of {address}"
            assert not target.scheme, f"{place} leads to another server"
            assert not target.path or target.path in pages, place
            assert not target.fragment or target.fragment in pages[target.path or address].ids, place


def test_the_page_of_all_rules_has_an_id_for_each_rule(api: Api):
    assert set(ENTRIES) <= set(page(api, "/docs/rules/all").ids)


def test_pages_are_sent_with_their_style_and_nothing_else(api: Api):
    answered = api.call("GET", "/docs/rules/zhang-2021")
    policy = answered.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "style-src 'sha256-" in policy
    assert answered.headers["X-Content-Type-Options"] == "nosniff"
    assert "prefers-color-scheme: dark" in answered.text
    again = api.call("GET", "/docs/rules/zhang-2021", headers={"If-None-Match": answered.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("address", [*ADDRESSES[1:], "/docs/rules/zhao-peng-you?players=6&history_view=all"])
def test_a_page_is_available_as_json(api: Api, address: str):
    answered = api.call("GET", address, headers={"Accept": "application/json"})
    assert answered.mimetype == "application/json"
    ids = {rule["id"] for chapter in answered.json["chapters"] for rule in chapter["rules"]}
    assert ids <= set(ENTRIES)
    assert ids == {each for each in page(api, address).ids if each in ENTRIES}


def test_the_list_of_pages_is_available_as_json(api: Api):
    answered = api.call("GET", "/docs/rules", headers={"Accept": "application/json"})
    assert [each["name"] for each in answered.json["profiles"]] == list(BOOK_OF_PROFILE)
    assert answered.json["all"] == "/docs/rules/all"


def test_a_table_with_other_options_has_its_own_page(api: Api):
    assert "EX-BACK-01" not in page(api, "/docs/rules/zhang-2021").ids
    read = page(api, "/docs/rules/zhang-2021?take_back=on&must_play=5,10,J&kitty_size=12")
    assert "EX-BACK-01" in read.ids


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("take_bakc=on", 422, "unknown_option"),
        ("take_back=maybe", 422, "invalid_option_value"),
        ("take_back=on&take_back=off", 400, "invalid_request"),
        ("laps=3", 422, "conflicting_options"),
        ("laps=99999999999999999999", 422, "invalid_option_value"),
        ("laps=%F0%9F%83%8F", 422, "invalid_option_value"),
        ("&".join(f"o{number}=1" for number in range(len(OPTIONS) + 1)), 400, "invalid_request"),
    ],
)
def test_impossible_options_are_a_problem(api: Api, query: str, status: int, code: str):
    answered = api.call("GET", f"/docs/rules/zhang-2021?{query}")
    assert (answered.status_code, answered.json["code"]) == (status, code)
    assert answered.mimetype == "application/problem+json"


@pytest.mark.parametrize("address", ["/docs/rules/unheard-of", "/docs/rules/%3Cscript%3E"])
def test_an_unknown_profile_is_not_found(api: Api, address: str):
    answered = api.call("GET", address)
    assert (answered.status_code, answered.json["code"]) == (404, "not_found")


@pytest.mark.parametrize("address", ["/docs/rules?x=1", "/docs/rules/all?players=4"])
def test_pages_without_parameters_take_none(api: Api, address: str):
    assert api.call("GET", address).status_code == 400


# ------------------------------------------------------------------------------------------------ refusals


def leads_somewhere(api: Api, url: str) -> None:
    address, _, anchor = url.partition("#")
    assert anchor in page(api, address).ids


def test_a_refusal_at_a_table_links_to_the_rules_of_the_table(api: Api):
    table, players = started_table(api)
    refused = next(
        answered
        for answered in (player.command(table, "pass") for player in (*players[:0:-1], players[0]))
        if answered.status_code == 409
    )
    assert refused.json["rule_url"] == f"/docs/rules/zhang-2021#{refused.json['rule']}"
    leads_somewhere(api, refused.json["rule_url"])


def test_a_refusal_at_a_table_with_options_links_to_a_page_with_them(api: Api):
    table, players = started_table(api, options={"must_play": ["5", "K"], "take_back": "on"})
    refused = players[0].command(table, "bury", cards=["2C"])
    url = refused.json["rule_url"]
    assert re.fullmatch(r"/docs/rules/zhang-2021\?must_play=5%2CK%2CA&take_back=on#SJ-GEN-\d+", url)
    leads_somewhere(api, url)


def test_a_rule_that_the_table_does_not_use_is_on_the_page_of_all_rules(api: Api):
    assert address_of("EX-BACK-01", rules_of("zhang-2021")) == "/docs/rules/all#EX-BACK-01"
    with_it = address_of("EX-BACK-01", rules_of("zhang-2021", {"take_back": "on"}))
    assert with_it == "/docs/rules/zhang-2021?take_back=on#EX-BACK-01"
    leads_somewhere(api, with_it)


@pytest.mark.parametrize("profile", BOOK_OF_PROFILE)
def test_every_rule_has_a_working_address(api: Api, profile: str):
    book = BOOK_OF_PROFILE[profile]
    other = {"sheng_ji": {"history_view": "all"}, "zheng_shangyou": {"zs_twos_in_sequences": "on"}}
    rules = book.rules_of(profile, other[book.game])
    ids = {address: page(api, address).ids for address in (page_of(rules), "/docs/rules/all")}
    for name in ENTRIES:
        address, _, anchor = address_of(name, rules).partition("#")
        assert anchor in ids[address]


def test_a_refusal_without_a_table_links_to_the_page_of_all_rules(api: Api):
    refused = api.sign_up().post("/v1/tables", {"profile": "zhang-2021", "options": {"laps": 2}})
    assert refused.json["rule_url"] == f"/docs/rules/all#{refused.json['rule']}" == "/docs/rules/all#SJ-LEVEL-06"
    leads_somewhere(api, refused.json["rule_url"])


def test_a_problem_without_a_rule_has_no_rule_address(api: Api):
    assert "rule_url" not in api.call("GET", "/nowhere").json
