"""The rulebook is complete, agrees with the game, and differs whenever the rules differ."""

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.sheng_ji.card_order import order_of, trump_tiers
from domain.games.sheng_ji.chao import ladder
from domain.games.sheng_ji.chao import strength as chao_strength
from domain.games.sheng_ji.deal_shape import UnevenDeal, cards_removed, deal_shape, pack
from domain.games.sheng_ji.declare import Floor, may_declare, show
from domain.games.sheng_ji.early_end import score_of
from domain.games.sheng_ji.first_drawer import count_of, first_drawer
from domain.games.sheng_ji.friends import Call, calls_wanted, check_call
from domain.games.sheng_ji.hooks import LastTrick, hooked_back
from domain.games.sheng_ji.kitty_bonus import kitty_factor
from domain.games.sheng_ji.levels import LEVEL_NAMES, HandPlayed, Position, advance_by
from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.games.sheng_ji.profiles import PROFILES
from domain.games.sheng_ji.rulebook.book import BOOK
from domain.games.sheng_ji.rulebook.wording import result_in_words, shape_name
from domain.games.sheng_ji.rules import REVISIONS, Rules, rules_of
from domain.games.sheng_ji.succession import next_dealer
from domain.games.sheng_ji.units import named_unit
from domain.kernel.cards import NAMES, RANK_OF_NAME, SUITS, face, read_cards
from domain.kernel.options import NO_MEANING, Option, OptionValue
from domain.kernel.refusals import Illegal, InvalidRules
from domain.rulebook.entries import Grid
from domain.rulebook.pages import Page, page_of_all, page_of_table
from domain.rulebook.texts import read_value, write_value
from tests.support.laws import law

CONFLICTS = REVISIONS.catalogue().conflicts

ROOT = Path(__file__).parents[4]
RULE_ID = re.compile(r"\b(?:SJ|FF|LU|SSF|SIX|NIGHT|EX|DEC|RUL)-(?:[A-Z0-9]+-)?\d+\b")
SPAN = re.compile(r"\b((?:[A-Z0-9]+-)+)(\d+)(?:\.\.| to (?:[A-Z0-9]+-)+)(\d+)\b")
SEVEN, HEARTS = RANK_OF_NAME["7"], SUITS[2]


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


# ------------------------------------------------------------------------------------------------ tables


@st.composite
def rules_of_some_table(draw: st.DrawFn) -> Rules:
    """Random compatible options."""
    profile = draw(st.sampled_from(sorted(PROFILES)))
    options: dict[str, OptionValue] = {}
    for option in map(OPTIONS.__getitem__, draw(st.lists(st.sampled_from([*OPTIONS]), max_size=8, unique=True))):
        if option.kind == "levels":
            options[option.name] = draw(st.lists(st.sampled_from([str(value) for value in option.values]), max_size=4))
            continue
        values: list[OptionValue] = list(option.values)
        if option.least is not None and option.most is not None:
            values += [option.least, min(option.most, option.least + 3)]
        options[option.name] = draw(st.sampled_from(values))
    for leave_out in range(len(options) + 1):
        try:
            return rules_of(profile, dict(list(options.items())[leave_out:]))
        except InvalidRules:
            continue
    return rules_of(profile)


def grids(rules: Rules, name: str) -> list[Grid]:
    """Tables of a rule under these rules."""
    return [block for block in BOOK.entries[name].text(rules) if isinstance(block, Grid)]


@given(rules_of_some_table())
def test_a_page_can_be_made_for_any_table(rules: Rules):
    page = page_of_table(BOOK, rules)
    for chapter in page.chapters:
        for block in [*chapter.about, *(block for rule in chapter.rules for block in rule.text)]:
            if isinstance(block, Grid):
                assert {len(row) for row in block.rows} == {len(block.head)}, block


@given(rules_of_some_table())
def test_the_tables_of_cards_agree_with_the_order_in_the_game(rules: Rules):
    for name, suit in (("SJ-CARD-03", HEARTS), ("SJ-CARD-04", None)):
        (grid,) = grids(rules, name)
        tiers = [faces for _, faces in reversed(trump_tiers(SEVEN, suit, rules.ordering))]
        assert [row[1] for row in grid.rows] == [" ".join(NAMES[card] for card in faces) for faces in tiers]


@given(rules_of_some_table())
def test_the_table_of_deals_agrees_with_the_deal(rules: Rules):
    (grid,) = grids(rules, "SJ-DECK-03")
    for row, decks in product(grid.rows, range(1, 7)):
        cell = row[decks].removesuffix(" ←")
        try:
            shape = deal_shape(int(row[0]), decks)
        except UnevenDeal:
            assert cell == "-"
            continue
        assert cell == f"{shape.kitty} / {shape.hand}"
        assert row[decks].endswith("←") is ((rules.players, rules.decks) == (int(row[0]), decks))


@given(rules_of_some_table())
def test_the_table_of_points_agrees_with_the_scoring_of_hands(rules: Rules):
    (grid,) = grids(rules, "SJ-SCORE-01")
    covered: list[int] = []
    for points, result in grid.rows:
        ends = [int(number) for number in re.findall(r"-?\d+", points)]
        first, last = ends[0], ends[-1]
        said = result.removesuffix(", or more")
        assert {result_in_words(score_of(each, rules)) for each in range(first, last + 1, 5)} == {said}
        outside = last - 1000 * rules.score_step if points.endswith("less") else first + 1000 * rules.score_step
        if points.endswith(("less", "more")):
            assert (result_in_words(score_of(outside, rules)) != said) is result.endswith("more")
        covered += range(first, last + 1, 5)
    assert covered == sorted(set(covered))
    assert covered == list(range(covered[0], covered[-1] + 1, 5))


@given(rules_of_some_table())
def test_the_table_of_factors_agrees_with_the_kitty_bonus(rules: Rules):
    (grid,) = grids(rules, "SJ-BONUS-02")
    named = {shape_name(width, length): (width, length) for width in range(1, 8) for length in range(1, 6)}
    for unit, times in grid.rows[:-1]:
        width, length = named[unit]
        assert int(times) == kitty_factor(rules.kitty_multiplier, width, length, width * length)


@given(rules_of_some_table())
def test_the_ladder_of_declarations_agrees_with_legal_declarations(rules: Rules):
    (grid,) = grids(rules, "SJ-BID-02")
    for shown, opens, _ in grid.rows:
        try:
            show(rules, SEVEN, Floor(), 0, read_cards(shown.split()))
        except Illegal:
            assert opens == "no"
        else:
            assert opens == "yes"


@given(rules_of_some_table())
def test_the_ladder_of_bids_agrees_with_the_game(rules: Rules):
    if rules.chao_di_pi == "off":
        return
    (grid,) = grids(rules, "SJ-CHAO-03")
    shown = [read_cards(row[0].split()) for row in grid.rows]
    strengths = [chao_strength(cards[0], len(cards)) for cards in shown]
    assert strengths == sorted(strengths)
    allowed = [card for card in ladder(SEVEN) if may_declare(rules, card)]
    assert {cards[0] for cards in shown} == set(allowed)


@given(rules_of_some_table())
def test_the_table_of_calls_agrees_with_the_game(rules: Rules):
    if rules.friends is None:
        return
    (grid,) = grids(rules, "FF-NUM-01")
    assert {int(players): int(calls) for players, _, calls in grid.rows} == {
        players: calls_wanted(players) for players in (4, 5, 6, 7, 8)
    }
    (grid,) = grids(rules, "FF-CALL-02")
    told = {card for _, cards in grid.rows for card in cards.split() if card != "-"}
    order = order_of(SEVEN, HEARTS, rules.ordering)
    word = {"ordinal": "ordinal", "first_other": "first", "card_owner": "owner"}[rules.friends.style]
    for card, name in enumerate(NAMES[:-1]):
        try:
            check_call(rules.friends, order, (), Call(word, card))
        except Illegal:
            assert name not in told
        else:
            assert name in told


@given(rules_of_some_table())
def test_the_table_of_first_drawers_agrees_with_the_game(rules: Rules):
    if rules.first_drawer_method != "count":
        assert not BOOK.bears_on("SJ-FIRST-02", rules)
        return
    (grid,) = grids(rules, "SJ-FIRST-02")
    words = ("the shuffler", *(f"{number} to the right of the shuffler" for number in NUMBERS))
    for rank, (name, told) in zip(RANK_OF_NAME.values(), grid.rows[:-1], strict=True):
        count = count_of(face(rank, SUITS[0]), rules.first_drawer_ace)
        place = "another card is exposed" if count is None else words[first_drawer(0, count, rules.players)]
        assert told == place, name


NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")


@given(rules_of_some_table())
def test_the_tables_of_levels_hooks_and_dealers_agree_with_the_game(rules: Rules):
    (grid,) = grids(rules, "SJ-ADV-04")
    for level, *cells in grid.rows:
        position = Position(LEVEL_NAMES.index(level))
        for cell, (declares, levels) in zip(cells, product((True, False), (1, 2, 3)), strict=True):
            after = advance_by(rules.levels, position, HandPlayed(levels, position.level, declares, won=True))
            assert cell == ("wins" if after.won else LEVEL_NAMES[after.level])
    for name in ("SJ-VAR-05", "SJ-VAR-06", "SJ-VAR-07"):
        if BOOK.bears_on(name, rules):
            (grid,) = grids(rules, name)
            for rank, told, *_ in grid.rows:
                caught = (face(RANK_OF_NAME[rank], HEARTS),)
                last = LastTrick(won_by_opponents=True, cards=caught, longest_unit=caught, threshold_reached=True)
                back = hooked_back(rules, RANK_OF_NAME[rank], HEARTS, last)
                assert told == ("stay" if back is None else LEVEL_NAMES[back])
    (grid,) = grids(rules, "SJ-DEALER-05")
    declarers = range(0, rules.players, 2) if rules.friends is None else (0, 2)
    for won, told in grid.rows:
        seat = next_dealer(
            0, rules.players, declarers_won=won == "declarers", declarers=declarers, succession=rules.succession
        )
        assert told == f"seat {seat}"


@given(rules_of_some_table())
def test_the_table_of_runs_agrees_with_legal_leads(rules: Rules):
    order = order_of(SEVEN, HEARTS, rules.ordering)
    for grid in grids(rules, "SJ-TRAC-01") if BOOK.bears_on("SJ-TRAC-01", rules) else []:
        for told, answer in grid.rows:
            cards = read_cards(told.split())
            unit = named_unit(order, order.suit_of[cards[0]], rules.copies, cards, rules.narrowest_tuple)
            assert answer == ("no" if unit is None else f"yes, {shape_name(*unit.shape)}")


@given(rules_of_some_table())
def test_the_tables_of_server_rules_agree_with_the_server(rules: Rules):
    if BOOK.bears_on("EX-KITTY-01", rules) and grids(rules, "EX-KITTY-01"):
        (grid,) = grids(rules, "EX-KITTY-01")
        over = cards_removed(
            rules.decks, rules.deal_shape.cards, fillers=rules.filler_cards, jokers_removed=rules.jokers_removed
        )
        for rank, told in grid.rows:
            left = pack(
                rules.decks,
                rules.deal_shape.cards,
                trump_rank=RANK_OF_NAME[rank],
                permanent_twos=rules.ordering.permanent_twos,
                fillers=rules.filler_cards,
                jokers_removed=rules.jokers_removed,
            )
            out = read_cards(told.split())
            assert len(out) == over
            assert all(left.count(card) == rules.decks - out.count(card) for card in out)
    if BOOK.bears_on("EX-BOMB-01", rules):
        (grid,) = grids(rules, "EX-BOMB-01")
        assert [row[1] for row in grid.rows] == ["no", "yes", "yes", "yes", "yes"]
    if BOOK.bears_on("EX-LEVEL-01", rules):
        (grid,) = grids(rules, "EX-LEVEL-01")
        tiers = [faces for _, faces in reversed(trump_tiers(None, None, rules.ordering))]
        assert [row[1] for row in grid.rows] == [" ".join(NAMES[card] for card in faces) for faces in tiers]


def test_every_option_is_mentioned_at_its_rules():
    for option in OPTIONS.values():
        for name in option.rules:
            assert option in BOOK.options_of(BOOK.entries[name])
