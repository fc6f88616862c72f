"""Playouts of Zheng Shangyou: their plays are legal, both kinds give the same results, and worlds fit what is known."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.zheng_shangyou.bots.winning import WayOut
from domain.games.zheng_shangyou.bots.worlds import Worlds
from domain.games.zheng_shangyou.card_order import PACK, RUNG_OF
from domain.games.zheng_shangyou.choices import choices
from domain.games.zheng_shangyou.combinations import Combination, readings
from domain.games.zheng_shangyou.playouts.bits import PLAIN, bits_of, cards_of, code_of, size_of
from domain.games.zheng_shangyou.playouts.division import groups_of
from domain.games.zheng_shangyou.playouts.hands import Hand
from domain.games.zheng_shangyou.playouts.kernel import Position, after
from domain.games.zheng_shangyou.playouts.plain import PlainPlayouts
from domain.kernel.seats import Seat
from tests.support.cases import cases
from tests.support.climbing import cards, discards, exchanging, pays, playing, takes
from tests.support.playout_problems import built_climbing_kernel

SIDES = [(range(4), 2), (range(5), 2), (range(9), 2), ((0, 1, 0, 1), 2), ((0, 1, 0, 1, 0, 1), 6)]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    found = built_climbing_kernel(tmp_path_factory.mktemp("kernel"))
    if found is None:
        pytest.skip("there is no C compiler")
    return found


def some_cards(luck: Random, most: int = 14) -> tuple[int, ...]:
    return tuple(luck.sample(PACK, luck.randint(1, most)))


def deal(luck: Random, seats: int) -> tuple[int, ...]:
    deck = luck.sample(PACK, len(PACK))
    return tuple(bits_of(deck[seat::seats]) for seat in range(seats))


# Cards as bits --------------------------------------------------------------------------------------------------------


@given(st.randoms(use_true_random=False))
@cases(100)
def test_bits_keep_the_cards_and_codes_keep_the_order(luck):
    hand = some_cards(luck)
    found = [choice.combination for choice in choices(hand, None)]

    assert sorted(cards_of(bits_of(hand))) == sorted(hand)
    for one in found:
        assert size_of(code_of(one)) == one.size
        for other in found:
            if one.shape == other.shape:
                assert (code_of(one) > code_of(other)) == (one.key > other.key)


@given(st.randoms(use_true_random=False))
@cases(200)
def test_a_division_uses_every_plain_card_once_in_legal_groups(luck):
    hand = bits_of(some_cards(luck))
    groups = groups_of(hand)

    assert sum(bits for _, bits in groups) == hand & PLAIN
    for code, bits in groups:
        assert code in map(code_of, readings(cards_of(bits)))


def test_bot_08_a_division_takes_runs_that_save_turns():
    groups = groups_of(bits_of(cards("3C 4D 5H 5S 6C 7D 9C 9D")))

    assert len(groups) == 3


# Answers --------------------------------------------------------------------------------------------------------------


@given(st.randoms(use_true_random=False), st.sampled_from([0, 1, 2, 4, 5, 6]))
@cases(300)
def test_answers_in_playouts_are_legal(luck, situation):
    hand = some_cards(luck)
    others = tuple(card for card in PACK if card not in hand)
    standing = luck.choice([None, *(choice.combination for choice in choices(luck.sample(others, 12), None))])

    answer = Hand(bits_of(hand)).answer(code_of(standing) if standing else 0, situation)

    if answer is None:
        assert standing is not None, "a seat on lead plays"
        return
    code, played = answer
    made = next(each for each in readings(cards_of(played)) if code_of(each) == code)
    assert set(cards_of(played)) <= set(hand)
    assert standing is None or (made.shape == standing.shape and made.key > standing.key)


@pytest.mark.parametrize(
    ("hand", "on", "answer"),
    [
        ("4C 8D 9H KD", "3S", "4C"),
        ("4C 5D 6H 8D KD", "2S", None),
        ("4C 2D", "AS", "2D"),
        ("4C 8D KC KD", "QS", None),
        ("KC KD 4C", "QS", "KC"),
        ("3C 4C 5D 6D 7H", "4S 5S 6C", "5D 6D 7H"),
        ("9C 9D", "8C 8D", "9C 9D"),
        ("9C 2D", "8C 8D", "9C 2D"),
    ],
)
def test_hands_answer_with_low_groups_and_spend_high_cards_when_nearly_out(hand, on, answer):
    standing = readings(cards(on))[0]
    found = Hand(bits_of(cards(hand))).answer(code_of(standing), 0)

    assert (None if found is None else set(cards_of(found[1]))) == (None if answer is None else set(cards(answer)))


def test_a_hand_spends_wild_cards_if_an_opponent_is_nearly_out():
    hand, code = Hand(bits_of(cards("3C 5D 7H 9D JC 2D"))), code_of(readings(cards("AS"))[0])

    assert hand.answer(code, 0) is None
    assert hand.answer(code, 1) is not None


# Playouts -------------------------------------------------------------------------------------------------------------


@given(st.randoms(use_true_random=False), st.sampled_from(SIDES))
@cases(60)
def test_a_playout_gives_every_seat_a_place(luck, table):
    sides, places = table
    order = PlainPlayouts(bytes(sides), places).order(deal(luck, len(sides)), 0, 0, 0, b"")

    assert sorted(order) == list(range(len(sides)))


@given(st.randoms(use_true_random=False), st.sampled_from(SIDES))
@cases(200)
def test_playouts_in_c_are_equal_to_those_in_python(compiled, luck, table):
    sides, places = table
    hands, turn = deal(luck, len(sides)), luck.randrange(len(sides))
    plain, native = (kind(bytes(sides), places) for kind in (PlainPlayouts, compiled))

    assert native.order(hands, turn, 0, turn, b"") == plain.order(hands, turn, 0, turn, b"")
    for hand in hands:
        for code in (0, *(code for code, _ in groups_of(hands[0]))):
            for situation in (0, 1, 2, 4):
                assert native.answer(hand, code, situation) == plain.answer(hand, code, situation)


@pytest.mark.parametrize("seats", [((1, 2), 2, 0), ((1, 2), 0, 5), ((1, 2, 4), 0, 0)])
def test_playouts_in_c_refuse_seats_that_do_not_exist(compiled, seats):
    hands, turn, holder = seats
    with pytest.raises(ValueError, match="seats"):
        compiled(b"\0\1", 2).order(hands, turn, 0, holder, b"")


def test_after_the_last_pass_the_lead_goes_on_from_a_seat_without_cards():
    single = code_of(Combination("single", 1, 1, RUNG_OF[cards("3C")[0]], suited=False, pure=True))
    position = Position((bits_of(cards("3C")), 1 << 9, 1 << 10), 0, 0, 0, b"")
    position = after(position, (single, bits_of(cards("3C"))))
    assert (position.turn, position.code, position.order) == (1, single, b"\0")

    position = after(after(position, None), None)

    assert (position.turn, position.code) == (1, 0)


# Worlds ---------------------------------------------------------------------------------------------------------------


def worlds_of(given, seat: int, count: int = 40):
    match = given.seen_by(Seat(seat)).match
    drawing, luck = Worlds(match), Random(3)
    return match, [drawing.draw(luck, PlainPlayouts(bytes(range(len(match.phase.hands))), 2)) for _ in range(count)]


OTHERS = ["3S 6S 9S JH QH", "4S 6C 9C 10H QD", "5S 6D 10S JS KH"]


def test_a_world_has_every_card_once_and_the_right_number_for_each_seat():
    given = playing(["3C 5C 9H QC KD", *OTHERS]).after_plays("0: 3C", "1: 6S")
    match, found = worlds_of(given, 0)

    for world in found:
        assert [bits.bit_count() for bits in world] == [each.size for each in match.phase.hands]
        assert cards_of(world[0]) == match.phase.hands[0].known
        assert not sum(world) & bits_of(match.phase.gone)
        assert sum(world).bit_count() == sum(each.size for each in match.phase.hands)
    assert len(set(found)) > 1


def test_worlds_rarely_contradict_a_pass():
    given = playing(["3C 5C 9H QC KD", *OTHERS]).after_plays("0: KD", "1:")
    match, found = worlds_of(given, 2, 200)
    drawing = Worlds(match)
    drawing._refused = []
    free = [drawing.draw(luck, PlainPlayouts(b"\0\1\2\3", 2)) for luck in map(Random, range(200))]
    king = code_of(readings(cards("KD"))[0])

    def answers(worlds):
        return sum(Hand(world[1]).answer(king, 0) is not None for world in worlds)

    assert answers(found) < answers(free) / 3


HANDS = ["3C 7C 7D 7H", "4D 9D 9H 9S", "5H 8H JS QS", "QH QD 6C 6D", "AC 10D 8D 8S"]


def test_zs_exch_01_pit_dwellers_hold_nothing_above_their_tribute():
    given = exchanging(HANDS, [0, 1, 2, 3, 4]).after((3, pays("QH")), (4, pays("AC")))
    _, found = worlds_of(given, 0)
    for world in found:
        assert all(RUNG_OF[card] <= RUNG_OF[cards("QH")[0]] for card in cards_of(world[3]))
        assert all(RUNG_OF[card] <= RUNG_OF[cards("AC")[0]] for card in cards_of(world[4]))

    given = given.after((0, takes("AC")), (0, discards("3C")), (1, discards("4D")), (3, takes("4D")))
    _, found = worlds_of(given, 2)
    for world in found:
        highest = sorted(max(RUNG_OF[card] for card in cards_of(world[seat])) for seat in (3, 4))
        assert highest[0] <= RUNG_OF[cards("QH")[0]]
        assert highest[1] <= RUNG_OF[cards("AC")[0]]


# A certain way out ----------------------------------------------------------------------------------------------------


@given(st.randoms(use_true_random=False), st.booleans())
@cases(150)
def test_what_cannot_be_beaten_is_beaten_by_no_cards_that_are_out(luck, twos):
    pack = luck.sample(PACK, 24)
    hand, out = tuple(pack[:8]), tuple(pack[8:])
    search = WayOut(hand, out, [len(out)], twos=twos)

    for choice in choices(hand, None, twos=twos):
        if not search._can_be_beaten(code_of(choice.combination)):
            assert not list(choices(out, choice.combination, twos=twos)), choice


def test_a_way_out_begins_with_what_cannot_be_beaten():
    hand, out = cards("BJ AC AD 3C"), cards("SJ KD KH QS 4C 4D")
    found = WayOut(hand, out, [3, 3], twos=False).first(list(choices(hand, None)))

    assert found is not None
    assert found.cards != cards("3C")
    assert WayOut(cards("3C 4C"), out, [3, 3], twos=False).first(list(choices(cards("3C 4C"), None))) is None
