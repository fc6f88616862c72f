"""The tables of the rulebook agree with the game."""

import re
from itertools import product

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
from domain.games.sheng_ji.rules import Rules, rules_of
from domain.games.sheng_ji.succession import next_dealer
from domain.games.sheng_ji.units import named_unit
from domain.kernel.cards import NAMES, RANK_OF_NAME, SUITS, face, read_cards
from domain.kernel.options import OptionValue
from domain.kernel.refusals import Illegal, InvalidRules
from domain.rulebook.entries import Grid
from domain.rulebook.pages import page_of_table

SEVEN, HEARTS = RANK_OF_NAME["7"], SUITS[2]


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
        assert told == f"seat {seat + 1}"


@given(rules_of_some_table())
def test_the_table_of_runs_agrees_with_legal_leads(rules: Rules):
    order = order_of(SEVEN, HEARTS, rules.ordering)
    for grid in grids(rules, "SJ-TRAC-01") if BOOK.bears_on("SJ-TRAC-01", rules) else []:
        for told, answer in grid.rows:
            cards = read_cards(told.split())
            unit = named_unit(order, order.suit_of[cards[0]], cards, rules.narrowest_tuple)
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
