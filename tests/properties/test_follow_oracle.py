"""SJ-FOLLOW-03 with RUL-07 and RUL-08, compared with exhaustive search over every play."""

from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st

from domain.games.sheng_ji.choices import first_few, follows
from domain.games.sheng_ji.follow import is_legal_follow, owed
from domain.games.sheng_ji.packing import tuples_only
from domain.kernel.cards import NAMES
from tests.support import oracle
from tests.support.holdings import Ground, grounds, holdings


@st.composite
def situations(draw: st.DrawFn, *decks: int) -> tuple[Ground, oracle.Holding, oracle.Holding]:
    """Random leads, with hands that hold more cards of the suit."""
    ground = draw(grounds(*decks))
    lead = draw(holdings(ground, 6))
    held = draw(holdings(ground, 9))
    assume(lead.total() < held.total())
    return ground, lead, held


def shapes_led(ground: Ground, lead: oracle.Holding) -> list[oracle.Shape]:
    return [unit.shape for unit in ground.units(lead)]


def check_against_every_play(
    ground: Ground, lead: oracle.Holding, held: oracle.Holding, *, protect: bool = False
) -> None:
    shapes = shapes_led(ground, lead)
    legal = oracle.legal_follows(ground.ladder, held, shapes, protect=protect)
    for play in oracle.selections(held, lead.total()):
        verdict = is_legal_follow(
            ground.chain, ground.lead(lead), ground.hand(held), ground.hand(play), protect_tuples=protect
        )
        assert verdict == (play in legal), (sorted(play.elements()), shapes)


@given(situations(2))
def test_with_two_decks_a_play_is_legal_exactly_when_none_fits_the_lead_better(situation):
    check_against_every_play(*situation)


@given(situations(3, 4))
def test_with_three_and_four_decks_a_play_is_legal_exactly_when_none_fits_the_lead_better(situation):
    check_against_every_play(*situation)


@given(situations(3, 4))
def test_sj_follow_06_cards_of_a_protected_tuple_count_as_single_cards_in_hand_and_play(situation):
    check_against_every_play(*situation, protect=True)


@given(situations(2, 3, 4))
def test_the_required_structure_is_the_best_fit_of_the_hand(situation):
    ground, lead, held = situation
    shapes = shapes_led(ground, lead)
    found = owed(ground.chain, tuples_only(ground.holding(held)), ground.lead(lead).demands)

    assert found == tuple(sorted(found, reverse=True))
    assert oracle.asks_no_more(list(found), shapes)
    assert any(sorted(split) == sorted(found) for split in oracle.splits(ground.ladder, held, shapes))
    assert oracle.vector(list(found), shapes) == oracle.fit(ground.ladder, held, shapes)


@st.composite
def long_situations(draw: st.DrawFn) -> tuple[Ground, oracle.Holding, oracle.Holding]:
    """Long leads with several runs of one or more widths; mostly tuples in lead and hand."""
    ground = draw(grounds(2, 3))
    lead = draw(holdings(ground, 14, span=8, least=1))
    held = draw(holdings(ground, 18, span=8, least=1))
    assume(max(lead.values()) > 1)
    assume(lead.total() < held.total())
    return ground, lead, held


@given(long_situations(), st.randoms(use_true_random=False))
def test_the_required_runs_of_several_lengths_and_widths_are_the_best_fit(situation, luck):
    ground, lead, held = situation
    shapes = shapes_led(ground, lead)
    best = oracle.fit(ground.ladder, held, shapes)
    found = list(owed(ground.chain, tuples_only(ground.holding(held)), ground.lead(lead).demands))

    assert oracle.vector(found, shapes) == best
    few, _ = first_few(follows(ground.order, ground.lead(lead), ground.hand(held)), 5)
    for play in few:
        assert oracle.fit(ground.ladder, Counter(NAMES[card] for card in play), shapes) == best
    play = Counter(luck.sample(sorted(held.elements()), lead.total()))
    legal = is_legal_follow(ground.chain, ground.lead(lead), ground.hand(held), ground.hand(play))
    assert legal == (oracle.fit(ground.ladder, play, shapes) == best)


@given(situations(2, 3, 4), st.booleans())
def test_the_choices_of_a_follower_are_the_legal_plays_without_duplicates(situation, protect):
    ground, lead, held = situation
    offered = list(follows(ground.order, ground.lead(lead), ground.hand(held), protect_tuples=protect))
    as_counters = [Counter(NAMES[card] for card in play) for play in offered]
    legal = oracle.legal_follows(ground.ladder, held, shapes_led(ground, lead), protect=protect)

    assert len(as_counters) == len(legal)
    assert all(play in legal for play in as_counters)
    assert len({frozenset(play.items()) for play in as_counters}) == len(legal)
