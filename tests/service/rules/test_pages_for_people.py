"""Rule pages for people: seats from one, options by what they mean, and rules by their titles."""

import re
from collections.abc import Iterator
from itertools import chain

import pytest

from domain.games.rulebooks import BOOK_OF_PROFILE
from service.platform.languages import LANGUAGES
from tests.support.api import Api, Json

OPTION = re.compile(r" ?\(`\w+` = `[^`]*`\)$")
CARD = re.compile(r"`(?:[SB]J|(?:10|[2-9JQKA])[SHCD])`")
CODE = re.compile(r"`|_|\b[Ss]eats? 0\b|\b0 号座位")


def book(api: Api, profile: str, language: str) -> Json:
    """Returns the page of a profile as the web client reads it."""
    headers = {"Accept": "application/json", "Accept-Language": language}
    return dict(api.call("GET", f"/docs/rules/{profile}", headers=headers).json)


def texts(page: Json) -> Iterator[tuple[str, str]]:
    """Yields the texts of all rules with their ids."""
    for chapter in page["chapters"]:
        for rule in chapter["rules"]:
            for block in rule["text"]:
                cells = (
                    [block] if isinstance(block, str) else [block["caption"], *block["head"], *chain(*block["rows"])]
                )
                yield from ((rule["id"], each) for each in cells)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", BOOK_OF_PROFILE)
def test_rules_have_no_names_of_programs_but_behind_the_meaning_of_an_option(api: Api, profile: str, language: str):
    found = [(rule, CARD.sub("", OPTION.sub("", text))) for rule, text in texts(book(api, profile, language))]
    assert len(found) > 20
    assert [(rule, text) for rule, text in found if CODE.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_seat_has_the_number_of_players(api: Api, language: str):
    seats = [text for rule, text in texts(book(api, "zhang-2021", language)) if rule == "SJ-GEN-02"]
    assert re.findall("[0-9]+", seats[0]) == ["1", "4", "1", "3", "2", "4"]


def test_a_page_shows_what_an_option_means_with_its_name_as_a_small_link(api: Api):
    text = api.call("GET", "/docs/rules/zhang-2021").text
    assert '<p class="chosen">Four players.<a class="id" href="#options">players = 4</a></p>' in text


@pytest.mark.parametrize(
    ("language", "title"), [("en", "The dealer of the first hand"), ("zh-Hans", "第一局的庄家")], ids=["en", "zh"]
)
def test_a_sentence_names_another_rule_by_its_title(api: Api, language: str, title: str):
    text = api.call("GET", "/docs/rules/zhang-2021", headers={"Accept-Language": language}).text
    assert f'“<a href="#SJ-BID-12" title="SJ-BID-12">{title}</a>”' in text


def test_a_table_of_options_names_rules_by_their_ids(api: Api):
    text = api.call("GET", "/docs/rules/zhang-2021").text
    assert '<td><a href="#SJ-GEN-02">SJ-GEN-02</a>' in text
