"""The rulebook of Zheng Shangyou is complete, and its tables agree with the game."""

import re
from itertools import permutations
from pathlib import Path

import pytest

from domain.games.rulebooks import BOOK_OF_PROFILE, BOOKS, book_with
from domain.games.zheng_shangyou.check import in_words
from domain.games.zheng_shangyou.combinations import beats, usual_reading
from domain.games.zheng_shangyou.profiles import PROFILES
from domain.games.zheng_shangyou.rulebook.book import BOOK
from domain.games.zheng_shangyou.rules import REVISIONS, Rules, rules_of
from domain.games.zheng_shangyou.scoring import points_of_sides
from domain.kernel.cards import read_cards
from domain.kernel.options import Option
from domain.kernel.refusals import InvalidRules
from domain.rulebook.entries import Grid
from domain.rulebook.pages import page_of_all, page_of_table
from tests.support.climbing import FORMS, started
from tests.support.laws import law

OPTIONS = REVISIONS.catalogue().options
CONFLICTS = REVISIONS.catalogue().conflicts

ROOT = Path(__file__).parents[4]
RULE_ID = re.compile(r"\b(?:ZS-[A-Z]+|DEC)-\d+\b")
SPAN = re.compile(r"\b((?:[A-Z]+-)+)(\d+)(?:\.\.)(\d+)\b")
TABLES = [rules_of(*form) for form in FORMS]


def ids_in_code() -> set[str]:
    """Ids of rules that the code of the game names; `ZS-SET-01..03` names three."""
    found: set[str] = set()
    for package in (
        "domain/games/zheng_shangyou",
        "domain/games/zheng_shangyou/lab",
        "domain/games/zheng_shangyou/bots",
    ):
        for path in (ROOT / package).rglob("*.py"):
            if "rulebook" not in path.parts:
                text = path.read_text(encoding="utf-8")
                found |= set(RULE_ID.findall(text))
                for family, first, last in SPAN.findall(text):
                    found |= {f"{family}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
    return found


def grids(rules: Rules, name: str) -> list[Grid]:
    return [block for block in BOOK.entries[name].text(rules) if isinstance(block, Grid)]


def test_every_rule_named_in_the_code_is_in_the_rulebook():
    named = {name for option in OPTIONS.values() for name in option.rules} | {conflict.rule for conflict in CONFLICTS}
    # The information available to bots is described with the other game; it is the same in both.
    assert ids_in_code() | named <= set(BOOK.entries) | {"DEC-93"}


def test_no_rule_is_in_two_books_or_twice_in_one():
    ids = [entry.id for book in BOOKS.values() for chapter in book.chapters for entry in chapter.entries]
    assert len(ids) == len(set(ids))
    anchors = [chapter.name for chapter in page_of_all(BOOKS.values()).chapters]
    assert len(anchors) == len(set(anchors))
    assert not set(anchors) & set(ids)


def test_a_profile_has_one_game_and_an_option_one_book():
    assert len(BOOK_OF_PROFILE) == sum(len(book.profiles) for book in BOOKS.values())
    names = [option.name for book in BOOKS.values() for option in book.options]
    assert len(names) == len(set(names))
    assert {book_with(profile).game for profile in PROFILES} == {"zheng_shangyou"}
    with pytest.raises(InvalidRules) as refused:
        book_with("zheng")
    assert refused.value.facts["allowed"] == sorted(BOOK_OF_PROFILE)


@law
@pytest.mark.parametrize("name", BOOK.entries)
def test_every_rule_applies_to_some_table_and_has_a_text_there(name: str):
    entry = BOOK.entries[name]
    rules = BOOK.shown_with(entry)
    assert BOOK.bears_on(name, rules)
    text = list(entry.text(rules))
    assert text
    for block in text:
        if isinstance(block, str):
            assert block == " ".join(block.split())
            assert block.endswith(".")
        else:
            assert {len(row) for row in block.rows} == {len(block.head)}
    assert set(RULE_ID.findall(str(text))) <= set(BOOK.entries)


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_every_value_of_an_option_is_explained(option: Option):
    said = [meaning for _, meaning in option.explained()]
    assert len(set(said)) == len(option.values)
    assert (option.means_n is None) is (option.least is None)
    for name in option.rules:
        assert option in BOOK.options_of(BOOK.entries[name])


def test_options_change_the_text_of_rules():
    plain = rules_of("zheng-shangyou", {"zs_players": 6})
    changed = {
        "zs_players": 7,
        "zs_team_mode": "teams_2x3",
        "zs_target": 12,
        "zs_first_lead": "drawn_card_holder",
        "zs_next_lead": "fifth_place",
        "zs_exchange": "off",
        "zs_twos_in_sequences": "on",
    }
    for name, value in changed.items():
        rules = rules_of("zheng-shangyou", {"zs_players": 6, name: value})
        texts = [
            {entry.id: list(entry.text(each)) for entry in BOOK.entries.values() if entry.holds(each)}
            for each in (plain, rules)
        ]
        assert texts[0] != texts[1], name


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_a_page_contains_the_rules_that_apply_to_the_table(rules: Rules):
    page = page_of_table(BOOK, rules)
    shown = {rule.id for chapter in page.chapters for rule in chapter.rules}
    assert shown == {entry.id for entry in BOOK.entries.values() if entry.holds(rules)}
    assert ("ZS-EXCH-01" in shown) is (rules.exchange != "off")
    assert ("ZS-TEAM-03" in shown) is (rules.scoring == "team_table_3_2_2_10_5")


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_the_tables_of_combinations_agree_with_how_cards_are_read(rules: Rules):
    twos, seen = rules.twos_in_sequences, 0
    for entry in BOOK.entries.values():
        for grid in (each for each in entry.text(rules) if isinstance(each, Grid)):
            for row in grid.rows:
                if grid.head == ("cards", "on a lead"):
                    reading = usual_reading(read_cards(row[0].split()), twos=twos)
                    assert row[1] == ("no combination" if reading is None else in_words(reading))
                    seen += 1
                if grid.head == ("stands", "played", "higher"):
                    previous, played = (usual_reading(read_cards(row[place].split()), twos=twos) for place in (0, 1))
                    assert previous is not None
                    assert played is not None
                    assert row[2] == ("yes" if beats(played, previous) else "no")
                    seen += 1
    assert seen > 40


def test_the_table_of_deals_agrees_with_the_deal():
    (grid,) = grids(rules_of("zheng-shangyou"), "DEC-111")
    for row in grid.rows:
        players = int(row[0].split()[0])
        assert sum(int(count) * int(size) for count, size in re.findall(r"(\d+) with (\d+)", row[1])) == 54
        assert sum(int(count) for count, _ in re.findall(r"(\d+) with (\d+)", row[1])) == players
    assert len(started(zs_players=9).table.seats) == 9


def test_the_table_of_team_points_covers_every_order_of_places():
    (grid,) = grids(rules_of("san-jia-xi"), "ZS-TEAM-03")
    points_in_table = {row[0]: (int(row[1]), int(row[2])) for row in grid.rows}
    places = ("first", "second", "third", "fourth", "fifth", "sixth")
    for order in set(permutations((0, 0, 0, 1, 1, 1))):
        names = [name for name, side in zip(places, order, strict=True) if side == order[0]]
        own, other = points_of_sides("team_table_3_2_2_10_5", [side ^ order[0] for side in order], 2)
        assert points_in_table[f"{names[0]}, {names[1]} and {names[2]}"] == (own, other)
    assert len(points_in_table) == 10
