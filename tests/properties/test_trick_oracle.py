"""SJ-TRICK-04 to SJ-TRICK-06 with DEC-70, RUL-09 and RUL-12, compared with exhaustive search over every reading."""

from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st

from domain.games.sheng_ji.chain import STANDARD_ORDERING
from domain.games.sheng_ji.holding import hand_of
from domain.games.sheng_ji.readings import highest_division
from domain.games.sheng_ji.trick import WinningPlay, beats, best_reading, matches, reading_of_lead
from domain.games.sheng_ji.units import named_unit, unit_cards
from domain.kernel.cards import read_cards
from tests.support import oracle
from tests.support.holdings import Ground, grounds, holdings

COMPARISONS = ("longest_unit", "pairs_then_singles", "all_units")


@st.composite
def answers(draw: st.DrawFn) -> tuple[Ground, oracle.Holding, Ground, oracle.Holding]:
    """Random leads, each with a play of as many cards of the same suit or of trumps."""
    led = draw(grounds(2, 3, 4))
    lead = draw(holdings(led, 7))
    played = Ground(led.rank, led.trumps, draw(st.sampled_from([led.suit, "T"])), led.decks, led.ordering)
    held = draw(holdings(played, 9))
    assume(held.total() >= lead.total())
    play = draw(st.permutations(sorted(held.elements())))[: lead.total()]
    return led, lead, played, Counter(play)


def shapes(ground: Ground, lead: oracle.Holding) -> list[oracle.Shape]:
    return [unit.shape for unit in ground.units(lead)]


@given(answers())
def test_a_play_matches_exactly_when_it_can_be_divided_into_the_units_led(answer):
    led, lead, played, play = answer
    divisible = any(oracle.partitions(played.ladder, play, shapes(led, lead)))

    assert matches(played.chain, played.holding(play), led.lead(lead)) == divisible


@given(answers(), st.sampled_from(COMPARISONS))
def test_a_play_has_its_highest_reading(answer, compare):
    led, lead, played, play = answer
    reading = best_reading(played.chain, played.holding(play), led.lead(lead), compare)
    tops = oracle.best_tops(played.ladder, play, shapes(led, lead), compare)

    assert (reading and [unit.top for unit in reading]) == tops
    if reading:
        assert [unit.shape for unit in reading] == oracle.decisive_shapes(shapes(led, lead), compare)
        read = Counter(card for unit in reading for card in unit_cards(played.order, played.effective, unit))
        assert read <= Counter(read_cards(play.elements()))


SHAPES = [(1, 1), (1, 1), (2, 1), (2, 1), (2, 2), (3, 1), (2, 3), (3, 2)]


@st.composite
def dense_plays(draw: st.DrawFn) -> tuple[Ground, list[oracle.Shape], oracle.Holding, list[int]]:
    """Several shapes, cards on few levels that can be divided into them, and levels to beat."""
    ground = draw(grounds(3, 4))
    shapes = oracle.in_order(draw(st.lists(st.sampled_from(SHAPES), min_size=2, max_size=5)))
    levels = ground.ladder[-5:] if ground.ordering != STANDARD_ORDERING else ground.ladder[:5]
    every = Counter({face: ground.decks for level in levels for face in level})
    play: oracle.Holding = Counter()
    for shape in shapes:
        unit = draw(st.sampled_from(list(oracle.units(ground.ladder, every - play, shape)) or [None]))
        assume(unit is not None)
        play += unit.cards
    over = draw(st.one_of(st.just([]), st.lists(st.integers(-1, 18), min_size=len(shapes), max_size=len(shapes))))
    tops = (
        [
            sorted((top for top, its in zip(over, shapes, strict=True) if its == shape), reverse=True)
            for shape in dict.fromkeys(shapes)
        ]
        if over
        else []
    )
    return ground, shapes, play, [top for each in tops for top in each]


@given(dense_plays())
def test_sj_trick_07_and_rul_09_the_highest_of_many_divisions_is_found(dense):
    ground, shapes_led, play, over = dense
    floors = tuple(over) or (-1,) * len(shapes_led)
    found = highest_division(ground.chain, ground.holding(play), tuple(shapes_led), floors)
    expected = oracle.best_tops(ground.ladder, play, shapes_led, "all_units", list(floors))

    assert (found and [unit.top for unit in found]) == expected
    if found:
        assert [unit.shape for unit in found] == shapes_led
        cards = Counter(card for unit in found for card in unit_cards(ground.order, ground.effective, unit))
        assert cards == Counter(read_cards(play.elements()))
        for unit in found:
            read = unit_cards(ground.order, ground.effective, unit)
            assert named_unit(ground.order, ground.effective, read) == unit


@st.composite
def tricks(draw: st.DrawFn) -> tuple[Ground, list[oracle.Holding | None]]:
    """A lead, and three plays of as many cards: of the suit led, of trumps, or of several suits (`None`)."""
    led = draw(grounds(2, 3, 4))
    lead = draw(holdings(led, 5, span=3))
    trumps = Ground(led.rank, led.trumps, "T", led.decks, led.ordering)
    plays: list[oracle.Holding | None] = []
    for _ in range(3):
        ground = draw(st.sampled_from([led, trumps, None]))
        if ground is None:
            plays.append(None)
            continue
        held = draw(holdings(ground, 8, span=4))
        assume(held.total() >= lead.total())
        plays.append(Counter(draw(st.permutations(sorted(held.elements())))[: lead.total()]))
    return led, [lead, *plays]


def winner_by_trying(led: Ground, plays: list[oracle.Holding | None], compare: str) -> int:
    """Index of the winner: trumps before the suit led, then the higher reading, then the earlier play."""
    lead = shapes(led, plays[0])
    trumps = Ground(led.rank, led.trumps, "T", led.decks, led.ordering).ladder
    standing = [oracle.Found(unit.width, unit.top, tuple("-" * unit.length)) for unit in led.lead(plays[0]).units]
    over, trumped, winner = oracle.tops_read(standing, lead, compare), False, 0
    for place, play in enumerate(plays[1:], start=1):
        if play is None:
            continue
        in_suit = set(play) <= {face for level in led.ladder for face in level}
        if in_suit and trumped:
            continue
        same_kind = in_suit or trumped
        tops = oracle.best_tops(led.ladder if in_suit else trumps, play, lead, compare, over if same_kind else None)
        if tops is not None:
            over, trumped, winner = tops, not in_suit, place
    return winner


@given(tricks(), st.sampled_from(COMPARISONS))
def test_trumps_then_the_highest_reading_then_the_earliest_play_wins_the_trick(trick, compare):
    led, plays = trick
    lead = led.lead(plays[0])
    standing, winner = WinningPlay(led.effective, reading_of_lead(lead.units, compare)), 0
    for place, play in enumerate(plays[1:], start=1):
        other = _of_several_suits(led, lead.size) if play is None else read_cards(play.elements())
        better = beats(led.order, lead, standing, hand_of(led.order, other), compare)
        if better:
            standing, winner = better, place

    assert winner == winner_by_trying(led, plays, compare)


def _of_several_suits(led: Ground, count: int) -> tuple[int, ...]:
    """Returns a play of two suits. One is a side suit that was not led. Such a play cannot win."""
    suits = [suit for suit in "CDHS" if suit not in (led.suit, led.trumps)]
    return read_cards([*(rank + suits[0] for rank in "34567"[: count - 1]), "9" + suits[1]])
