"""The readings of cards and the plays of a hand, compared with exhaustive search."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from domain.games.zheng_shangyou.card_order import RUNG_NAMES, RUNG_OF
from domain.games.zheng_shangyou.choices import choices, plays, ways
from domain.games.zheng_shangyou.combinations import Combination, beats, best_reading, readings
from domain.kernel.cards import FACES, Cards, write_cards
from tests.support import climbing_oracle as oracle


@st.composite
def hands(draw: st.DrawFn, most: int) -> Cards:
    """Cards of neighbouring ranks, with up to three wild ones."""
    lowest = draw(st.integers(0, 9))
    near = [card for card in FACES if lowest <= RUNG_OF[card] < lowest + draw(st.integers(1, 5))]
    wild = [card for card in FACES if RUNG_OF[card] >= 12]
    natural = draw(st.lists(st.sampled_from(near), unique=True, max_size=most))
    added = draw(st.lists(st.sampled_from(wild), unique=True, max_size=3))
    together = tuple(dict.fromkeys((*natural, *added)))[:most]
    return together or (draw(st.sampled_from(FACES)),)


def in_names(reading: Combination) -> oracle.Reading:
    return (reading.pattern, reading.ranks, reading.width, RUNG_NAMES[reading.top], reading.suited, reading.pure)


@given(hands(8), st.booleans())
def test_the_readings_of_cards_are_those_of_exhaustive_search(cards, twos):
    found = readings(cards, twos=twos)

    assert {in_names(reading) for reading in found} == oracle.readings(write_cards(cards), twos=twos)
    assert len({(each.shape, each.top) for each in found}) == len(found), "pattern, width and top name a reading"


@given(hands(8), st.booleans(), st.data())
def test_the_plays_of_a_hand_are_all_its_higher_combinations(hand, twos, data):
    leads = list(choices(hand, None, twos=twos))
    previous = data.draw(st.sampled_from([None, *(choice.combination for choice in leads)]))
    expected = {
        frozenset(part)
        for size in range(1, len(hand) + 1)
        for part in combinations(hand, size)
        if (readings(part, twos=twos) if previous is None else best_reading(part, previous, twos=twos))
    }
    found = list(plays(hand, previous, twos=twos))

    assert len(found) == len(set(map(frozenset, found)))
    assert set(map(frozenset, found)) == expected


@given(hands(8), st.booleans(), st.data())
def test_each_possible_combination_is_listed_once_with_the_fewest_wild_cards(hand, twos, data):
    leads = list(choices(hand, None, twos=twos))
    previous = data.draw(st.sampled_from([None, *(choice.combination for choice in leads)]))
    best: dict[object, bool] = {}
    for part in plays(hand, previous, twos=twos):
        for reading in readings(part, twos=twos):
            if previous is None or beats(reading, previous):
                name = (reading.shape, reading.top, reading.suited)
                best[name] = best.get(name, False) or reading.pure
    listed = list(choices(hand, previous, twos=twos))

    assert {(c.combination.shape, c.combination.top, c.combination.suited): c.combination.pure for c in listed} == best
    assert len(listed) == len(best)
    assert all(choice.combination in readings(choice.cards, twos=twos) for choice in listed)


@given(hands(7), st.booleans())
def test_every_listed_way_to_make_a_combination_makes_it(hand, twos):
    for combination, example in choices(hand, None, twos=twos):
        made = list(ways(hand, combination, None, twos=twos))
        shape_and_top = (combination.shape, combination.top)

        assert frozenset(example) in set(map(frozenset, made))
        assert all(shape_and_top in [(each.shape, each.top) for each in readings(cards, twos=twos)] for cards in made)
