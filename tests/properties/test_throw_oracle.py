"""How throws divide into units, and which units can be beaten, compared with exhaustive search.

Rules: SJ-THROW-02, SJ-THROW-05, DEC-51 and DEC-52.
"""

from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st

from domain.games.sheng_ji.choices import leads
from domain.games.sheng_ji.throw import beatable_units, witness
from domain.games.sheng_ji.units import Unit, decompose, named_unit, unit_cards
from domain.kernel.cards import NAMES, read_cards
from tests.support import oracle
from tests.support.holdings import Ground, grounds, holdings


@st.composite
def throws(draw: st.DrawFn) -> tuple[Ground, oracle.Holding, list[oracle.Holding]]:
    """Cards of one suit led together, and the cards of the suit in the other three hands."""
    ground = draw(grounds(2, 3, 4))
    together = draw(holdings(ground, 12))
    others = [draw(st.one_of(st.just(Counter()), holdings(ground, 6))) for _ in range(3)]
    return ground, together, others


def as_cards(ground: Ground, unit: Unit) -> oracle.Holding:
    return Counter(NAMES[card] for card in unit_cards(ground.order, ground.effective, unit))


def as_found(ground: Ground, unit: Unit) -> oracle.Found:
    return oracle.Found(unit.width, unit.top, tuple(sorted(as_cards(ground, unit), key=_place(ground))))


def _place(ground: Ground):
    places = {face: place for place, level in enumerate(ground.ladder) for face in level}
    return places.__getitem__


@given(throws())
def test_a_lead_is_divided_by_repeatedly_taking_the_largest_unit(throw):
    ground, together, _ = throw
    units = [as_found(ground, unit) for unit in decompose(ground.chain, ground.holding(together))]

    assert sum((unit.cards for unit in units), Counter()) == together
    assert sorted(units) in [sorted(way) for way in oracle.decompositions(ground.ladder, together)]


@given(throws())
def test_sj_throw_06_with_the_option_no_tuple_is_split_and_the_longest_runs_are_taken(throw):
    ground, together, _ = throw
    units = decompose(ground.chain, ground.holding(together), "most_equal_copies")

    assert sum((as_found(ground, unit).cards for unit in units), Counter()) == together
    assert sorted(unit.shape for unit in units) == sorted(oracle.equal_copies(ground.ladder, together))
    assert all(as_cards(ground, unit)[face] in (1, together[face]) for unit in units for face in as_cards(ground, unit))


@given(throws())
def test_sj_lead_05_full_tuples_are_units_and_all_others_single_cards(throw):
    ground, together, _ = throw
    units = decompose(ground.chain, ground.holding(together), narrowest_tuple=ground.decks)
    full = Counter({face: count for face, count in together.items() if count == ground.decks})

    assert sum((as_found(ground, unit).cards for unit in units), Counter()) == together
    assert sum((as_cards(ground, unit) for unit in units if unit.width > 1), Counter()) == full


@given(throws(), st.randoms(use_true_random=False))
def test_a_leader_may_name_exactly_the_units_of_the_catalogue(throw, luck):
    ground, together, _ = throw
    named = Counter(luck.sample(sorted(together.elements()), luck.randint(1, together.total())))
    named_cards = read_cards(named.elements())
    unit = named_unit(ground.order, ground.effective, named_cards)
    (width, *others) = set(named.values())
    shape = (width, len(named))
    expected = [
        found for found in oracle.units(ground.ladder, named, shape) if not others and (shape[1] == 1 or width > 1)
    ]

    assert (unit is not None) == bool(expected)
    if unit is not None:
        assert (unit.shape, unit.top) == (shape, expected[0].top)
        assert as_cards(ground, unit) == named


@given(throws())
def test_a_unit_is_beatable_when_another_hand_has_a_higher_one_of_its_shape(throw):
    ground, together, others = throw
    units = ground.units(together)
    beatable = beatable_units(ground.chain, units, map(ground.holding, others))
    expected = [
        unit for unit in units if any(oracle.beats(ground.ladder, held, as_found(ground, unit)) for held in others)
    ]

    assert Counter(beatable) == Counter(expected)
    assert list(beatable) == sorted(expected, key=lambda unit: weakness_in_words(ground, unit))


def weakness_in_words(ground: Ground, unit: Unit) -> tuple[object, ...]:
    """Sort key: tuples before runs, narrow before wide, short before long, low before high, clubs before spades."""
    faces = as_found(ground, unit).faces
    suits = [("CDHS".index(face[-1]) if face not in ("SJ", "BJ") else 0) for face in faces]
    return (len(faces) > 1, unit.width, len(faces), unit.top, suits)


@given(throws())
def test_the_witness_is_the_first_to_the_right_with_the_lowest_higher_unit(throw):
    ground, together, others = throw
    for unit in ground.units(together):
        seen = witness(ground.chain, unit, map(ground.holding, others))
        higher = [oracle.beats(ground.ladder, held, as_found(ground, unit)) for held in others]
        able = [place for place, units in enumerate(higher) if units]

        assert (seen is None) == (not able)
        if seen is not None:
            place, shown = seen
            assert place == able[0]
            assert shown.shape == unit.shape
            assert shown.top == higher[place][0].top
            assert as_cards(ground, shown) <= others[place]


@given(st.data())
def test_every_offered_lead_is_one_unit_of_the_hand(data):
    ground = data.draw(grounds(2, 3, 4))
    held = data.draw(holdings(ground, 9))
    offered = [Counter(NAMES[card] for card in lead) for lead in leads(ground.order, ground.hand(held))]
    assume(offered)

    for lead in offered:
        assert lead <= held
        assert len(ground.units(lead)) == 1
    every = [
        unit.cards
        for unit in [
            *oracle.units(ground.ladder, held, (1, 1)),
            *oracle.tuples_and_runs(ground.ladder, held, ground.decks),
        ]
    ]
    assert len(offered) == len(every)
    assert all(unit in offered for unit in every)
