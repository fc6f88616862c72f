"""The rulebook is complete, and differs whenever the rules differ."""

import re
from pathlib import Path

import pytest

from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.games.sheng_ji.profiles import PROFILES
from domain.games.sheng_ji.rulebook.book import BOOK
from domain.games.sheng_ji.rules import REVISIONS, Rules, rules_of
from domain.kernel.options import NO_MEANING, Option, OptionValue
from domain.kernel.refusals import InvalidRules
from domain.rulebook.pages import Page, page_of_all, page_of_table
from domain.rulebook.texts import read_value, write_value
from tests.support.laws import law

CONFLICTS = REVISIONS.catalogue().conflicts

ROOT = Path(__file__).parents[4]
RULE_ID = re.compile(r"\b(?:SJ|FF|LU|SSF|SIX|NIGHT|EX|DEC|RUL)-(?:[A-Z0-9]+-)?\d+\b")
SPAN = re.compile(r"\b((?:[A-Z0-9]+-)+)(\d+)(?:\.\.| to (?:[A-Z0-9]+-)+)(\d+)\b")


def ids_in_code() -> set[str]:
    """Rules that the code names, in text or in values. `SJ-VAR-05..07` names three."""
    found: set[str] = set()
    for package in ("domain", "service"):
        for path in (ROOT / package).rglob("*.py"):
            # This is the book of Sheng Ji. The climbing game has its own rules.
            if {"rulebook", "climbing", "zheng_shangyou"} & set(path.parts):
                continue
            text = path.read_text(encoding="utf-8")
            found |= set(RULE_ID.findall(text))
            for family, first, last in SPAN.findall(text):
                found |= {f"{family}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
    return found


def ids_in_values() -> set[str]:
    """Rules that an option or a conflict names."""
    return {name for option in OPTIONS.values() for name in option.rules} | {conflict.rule for conflict in CONFLICTS}


# -- completeness ------------------------------------------------------------------------------------------------------


def test_every_rule_named_in_the_code_is_in_the_rulebook():
    assert ids_in_code() | ids_in_values() <= set(BOOK.entries)


def test_a_rule_not_named_in_the_code_is_one_of_the_game():
    """Our own rules exist only in code, like decisions on what the game leaves open."""
    unnamed = set(BOOK.entries) - ids_in_code() - ids_in_values()
    assert all(name.startswith(("SJ-", "FF-", "LU-", "SSF-", "SIX-", "NIGHT-")) for name in unnamed), unnamed


def test_no_rule_is_in_the_rulebook_twice():
    entries = [entry.id for chapter in BOOK.chapters for entry in chapter.entries]
    assert len(entries) == len(set(entries)) == len(BOOK.entries)
    assert all(RULE_ID.fullmatch(name) for name in entries)
    anchors = [chapter.name for chapter in BOOK.chapters]
    assert len(set(anchors) | {"options", "conflicts"}) == len(anchors) + 2


@law
@pytest.mark.parametrize("name", sorted(BOOK.entries))
def test_every_rule_applies_to_some_table_and_has_a_text_there(name: str):
    entry = BOOK.entries[name]
    rules = BOOK.shown_with(entry)
    text = list(entry.text(rules))
    assert entry.holds(rules)
    assert BOOK.bears_on(name, rules)
    assert entry.title
    assert text
    for block in text:
        assert block.strip() if isinstance(block, str) else block.rows
        if isinstance(block, str):
            assert block == " ".join(block.split())
            assert block.endswith((".", ":")), block


def test_every_rule_referenced_by_a_text_is_in_the_rulebook():
    for text in texts(page_of_all([BOOK])):
        assert set(RULE_ID.findall(text)) <= set(BOOK.entries)


def texts(page: Page) -> list[str]:
    found = [page.title, page.about]
    for chapter in page.chapters:
        for block in [*chapter.about, *(block for rule in chapter.rules for block in rule.text)]:
            found += [block] if isinstance(block, str) else [block.caption, *block.head, *sum(block.rows, ())]
    return found


# ------------------------------------------------------------------------------------------------ meanings


@law
@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_every_value_of_an_option_is_explained(option: Option):
    meanings = {write_value(value): meaning for value, meaning in option.explained()}
    assert len(set(meanings.values())) == len(meanings), "two values that say the same"
    assert all(meaning and meaning[-1] not in ".:" for meaning in meanings.values())
    if option.kind != "levels":
        assert {write_value(value) for value in option.values} <= set(meanings)
    assert ("null" in meanings) is (option.default is None)
    assert (option.means_n is None) is (option.least is None)
    if option.least is not None and option.most is not None:
        assert str(option.most) in option.means(option.most)


def test_a_value_without_meaning_has_no_explanation():
    assert {option.means(None) for option in OPTIONS.values()} == {NO_MEANING}


# ------------------------------------------------------------------------------------------------ texts of values


@law
@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_a_value_round_trips_through_its_text(option: Option):
    for value in [*option.values, option.default, option.least, ["2", "A"] if option.kind == "levels" else None]:
        if option.kind == "levels" and not isinstance(value, list):
            continue
        assert read_value(option, write_value(value)) == value


@pytest.mark.parametrize("profile", PROFILES)
def test_the_rules_of_a_table_can_be_read_back_from_their_texts(profile: str):
    rules = BOOK.rules_from_texts(profile, {"history_view": "all", "must_play": "5,10"})
    assert BOOK.overrides_of(rules) == {"history_view": "all", "must_play": ["5", "10", "A"]}
    assert (
        BOOK.rules_from_texts(profile, {name: write_value(value) for name, value in BOOK.overrides_of(rules).items()})
        == rules
    )


# -- differences between pages -----------------------------------------------------------------------------------------


def needed(option: Option, value: OptionValue) -> dict[str, OptionValue]:
    """Further options that an option needs for a value, relative to the first profile that allows it."""
    return {
        ("chao_skip_last_bidder", "on"): {"chao_di_pi": "repeat"},
        ("chao_skip_last_bidder", "off"): {"chao_di_pi": "repeat"},
        ("hong_wu_penalty", 200): {"hong_wu": "h5"},
        ("no_declaration_joker", "no_trump"): {"no_declaration": "first_card"},
        ("no_declaration_joker", "redeal"): {"no_declaration": "first_card"},
        ("revoke_penalty", "lose_hand_plus"): {"enforcement": "honor"},
        ("kitty_removes_cards", "on"): {"kitty_size": 10},
        ("team_mode", "fixed_2x3"): {"players": 6},
        ("team_mode", "friends"): {"succession": "next_winner_right"},
        ("run_width", 6): {"decks": 6},
        ("jokers_removed", 12): {"decks": 6},
        ("protect_tuples", "off"): {"decks": 3},
        ("protect_tuples", "on"): {"decks": 3},
        ("auto_leveling", "on"): {"players": 6, "decks": "auto"},
        ("bombs", "on"): {"decks": 4},
        ("bombs", "any_suit"): {"decks": 4},
        ("laps", 100): {"after_final": "wrap"},
        ("after_final", "wrap"): {"laps": 2},
        ("draw_seconds", 3600): {"deal_mode": "live_draw"},
        ("draw_seconds", 0): {"deal_mode": "live_draw"},
        ("declare_seconds", 86400): {"deal_mode": "live_draw"},
        ("declare_seconds", 0): {"deal_mode": "live_draw"},
    }.get((option.name, value if not isinstance(value, list) else None), {})


def table_with(profile: str, options: dict[str, OptionValue]) -> Rules | None:
    """The table, or `None` if its options conflict."""
    try:
        return rules_of(profile, options)
    except InvalidRules:
        return None


def two_tables(option: Option, value: OptionValue) -> tuple[Rules, Rules] | None:
    """A table with this value of the option, and one that differs from it as little as possible."""
    for profile in ("zhang-2021", "zhao-peng-you", "levelup-5", "six-player-teams", "si-shi-fen"):
        more = needed(option, value)
        chosen = table_with(profile, {**more, option.name: value})
        others = [
            table_with(profile, {**wanted, option.name: other})
            for other in (*option.values, option.least, option.most, 10, 12, 80)
            for wanted in (more, needed(option, other))
            if other not in (value, None) and chosen is not None
        ]
        for other in others:
            if chosen is not None and other is not None and other.value(option.name) != value:
                return chosen, other
    return None


CHOICES = [
    (option, value)
    for option in OPTIONS.values()
    for value in dict.fromkeys(
        [
            *(option.values if option.kind != "levels" else ()),
            *([option.least, option.most] if option.least is not None else ()),
        ]
    )
]


@pytest.mark.slow
@law
@pytest.mark.parametrize(("option", "value"), CHOICES, ids=lambda each: getattr(each, "name", str(each)))
def test_the_page_of_a_value_differs_from_that_of_the_default(option: Option, value: OptionValue):
    tables = two_tables(option, value)
    if tables is None:
        assert (option.name, value) in NEVER, (option.name, value)
        return
    chosen, plain = (page_of_table(BOOK, rules) for rules in tables)
    # The table of all options always differs; the rules must differ as well.
    assert rule_texts(chosen) != rule_texts(plain)
    assert option.means(tables[0].value(option.name)) in str(chosen)


NEVER = {
    ("kitty_size", 0),
    ("kitty_size", 324),
    ("threshold", 40),
    ("threshold", 240),
    ("score_step", 240),
}
"""Values that no table of this test can have, because of its other numbers."""


def rule_texts(page: Page) -> list[object]:
    return [(rule.id, rule.text) for chapter in page.chapters for rule in chapter.rules]


def test_must_play_levels_change_the_page():
    chosen = page_of_table(BOOK, rules_of("zhang-2021", {"must_play": ["5", "10", "J", "K"]}))
    assert rule_texts(chosen) != rule_texts(page_of_table(BOOK, rules_of("zhang-2021")))


@pytest.mark.parametrize("profile", PROFILES)
def test_a_page_contains_exactly_the_rules_that_apply(profile: str):
    rules = rules_of(profile)
    page = page_of_table(BOOK, rules)
    shown = {rule.id for chapter in page.chapters for rule in chapter.rules}
    assert shown == {entry.id for entry in BOOK.entries.values() if entry.holds(rules)}
    assert ("FF-CALL-02" in shown) is (rules.friends is not None)
    assert not shown & {"EX-BACK-01", "EX-HONOR-01", "EX-BOMB-01", "SJ-CHAO-01"}
    assert {rule.id for chapter in page_of_all([BOOK]).chapters for rule in chapter.rules} == set(BOOK.entries)


def test_every_option_is_mentioned_at_its_rules():
    for option in OPTIONS.values():
        for name in option.rules:
            assert option in BOOK.options_of(BOOK.entries[name])
