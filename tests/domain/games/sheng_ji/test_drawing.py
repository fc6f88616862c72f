"""SJ-DEAL: the draw."""

from collections import Counter

import pytest

from domain.games.sheng_ji.commands import Pass
from domain.games.sheng_ji.events import HandPrepared
from domain.games.sheng_ji.state import Declaring
from domain.kernel.cards import FACES, HIDDEN, NAMES
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.commands import Start
from domain.table.decide import decide
from domain.table.events import CardsDealt, HandOpened, TableStarted
from domain.table.hands import Chance
from tests.support.deals import HOST, dealt, declaring, started
from tests.support.table import GAMES, Given, cards

HANDS = ["2S 3S 4S", "2D 3D 4D", "2C 3C 4C", "2H 3H 4H"]


def begun() -> tuple:
    """Events that start the first hand of a full table."""
    opened = Given(tuple(event for event in started().events if not isinstance(event, TableStarted | HandOpened)))
    return decide(GAMES, opened.table, Start(HOST), Chance(bytes(32))).events


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_sj_deal_01_seats_draw_one_card_each_to_the_right_from_the_first_drawer(first):
    draw = dealt(HANDS, "AS", first_drawer=first)
    turns = [(first + step) % 4 for step in range(4)]

    assert draw.order[:8] == cards(" ".join(HANDS[seat].split()[turn] for turn in range(2) for seat in turns))
    for seat in range(4):
        assert draw.drawn_by(Seat(seat)) == cards(HANDS[seat])
    assert draw.left_over() == cards("AS")


def test_sj_deal_02_after_a_whole_draw_every_hand_has_twenty_five_cards_and_eight_are_left():
    (draw,) = (event for event in begun() if isinstance(event, CardsDealt))

    assert [len(draw.drawn_by(Seat(seat))) for seat in range(4)] == [25] * 4
    assert len(draw.left_over()) == 8
    assert Counter(draw.order) == Counter(dict.fromkeys(cards(" ".join([NAMES[card] for card in FACES])), 2))
    assert sum((Counter(draw.drawn_by(Seat(seat))) for seat in range(4)), Counter(draw.left_over())) == Counter(
        draw.order
    )


def test_sj_gen_08_the_draw_follows_the_start_at_once_and_the_first_drawer_is_asked():
    events = begun()
    table = decide(
        GAMES,
        Given(tuple(event for event in started().events if not isinstance(event, TableStarted | HandOpened))).table,
        Start(HOST),
        Chance(bytes(32)),
    ).table

    assert [type(event) for event in events] == [TableStarted, HandOpened, HandPrepared, CardsDealt]
    assert isinstance(table.match.phase, Declaring)
    assert table.game.asked(table.match) == ((events[2].first_drawer, "declare"),)


@pytest.mark.parametrize("first", [0, 3])
def test_sj_deal_01_no_other_seat_sees_a_drawn_card(first):
    given = declaring(HANDS, "AS KS", first_drawer=first)
    for viewer in range(4):
        hands = given.seen_by(Seat(viewer)).match.phase.hands
        for seat, hand in enumerate(hands):
            assert hand == (cards(HANDS[seat]) if seat == viewer else (HIDDEN,) * 3)
    assert given.seen_by(Onlooker.SPECTATOR).match.phase.hands == ((HIDDEN,) * 3,) * 4


@pytest.mark.parametrize("viewer", [Seat(0), Seat(2), Onlooker.SPECTATOR])
def test_sj_deal_02_nobody_sees_the_undrawn_cards(viewer):
    assert declaring(HANDS, "AS KS").seen_by(viewer).match.phase.kitty == (HIDDEN, HIDDEN)


def test_sj_gen_06_the_sizes_of_all_hands_are_public():
    given = declaring(HANDS, "AS KS").after((0, Pass()))

    assert given.view(Onlooker.SPECTATOR)["hand_sizes"] == [3, 3, 3, 3]
    assert given.view(Onlooker.SPECTATOR)["hand"] is None
    assert given.view(Seat(3))["hand"] == HANDS[3].split()
