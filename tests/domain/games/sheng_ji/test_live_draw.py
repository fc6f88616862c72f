"""EX-LIVE-01, DEC-01, DEC-03: cards are drawn round by round, with declarations in between."""

import pytest

from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.commands import CloseDeclaring, DrawRound
from domain.games.sheng_ji.declare import DeclarationTooLow
from domain.games.sheng_ji.events import DeclarationPassed, KittyTaken, KittyTurned, RoundDrawn, TrumpFixed
from domain.games.sheng_ji.state import Burying, Declaring
from domain.kernel.cards import HIDDEN
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.checks import ClockStopped
from domain.table.commands import Tick
from domain.table.decide import decide
from domain.table.game import GameClock
from domain.table.hands import Chance
from domain.table.refusals import CardsNotHeld, WrongPhase
from tests.support.deals import after_a_hand, declared, declaring, started, suit_of_trumps
from tests.support.table import GAMES, PASS, SHENG_JI, Given, cards, declares

HANDS = ["3D 8C 8C", "8D 4D 8D", "SJ SJ 5D", "8S BJ BJ"]


def live(hands=HANDS, kitty="9C AS", **options) -> Given:
    return declaring(hands, kitty, rank="8", match=started(deal_mode="live_draw", **options))


def ticked(given: Given, times: int = 1) -> Given:
    for _ in range(times):
        clock = SHENG_JI.clock(given.table.match)
        given = given.and_then(*decide(GAMES, given.table, Tick(clock.tick), Chance(bytes(32))).events)
    return given


def drawn(**options) -> Given:
    return ticked(live(**options), 3)


def test_ex_live_01_before_the_first_round_all_hands_are_empty_and_nobody_is_asked():
    given = live()

    assert given.view(Seat(1))["hand"] == []
    assert given.view(Seat(1))["hand_sizes"] == [0, 0, 0, 0]
    assert SHENG_JI.asked(given.table.match) == ()
    assert given.view(Seat(1))["way"] == {"mode": "live_draw", "round": 0, "rounds": 3, "passed": []}


def test_ex_live_01_in_each_round_every_seat_draws_its_next_card():
    given = live()
    progress = SHENG_JI.tick(given.table.match, DrawRound())

    assert progress.events == (RoundDrawn(1, cards("3D 8D SJ 8S")),)
    given = ticked(given, 2)
    assert [given.view(Seat(seat))["hand"] for seat in range(4)] == [hand.split()[:2] for hand in HANDS]


@pytest.mark.parametrize("viewer", [Seat(0), Onlooker.SPECTATOR])
def test_ex_live_01_no_seat_sees_the_cards_of_others_or_later_cards(viewer):
    given = ticked(live(), 1)
    seen = given.seen_by(viewer).match.phase

    assert seen.way.coming == ((HIDDEN,) * 3,) * 4
    assert seen.kitty == (HIDDEN,) * 2
    for seat, hand in enumerate(HANDS):
        assert seen.hands[seat] == (cards(hand)[:1] if seat == viewer else (HIDDEN,))


@pytest.mark.parametrize("seconds", [1, 30])
def test_ex_live_01_the_clock_draws_a_round_at_a_fixed_interval(seconds):
    given = live(draw_seconds=seconds)

    assert SHENG_JI.clock(given.table.match) == GameClock(0, seconds, DrawRound())
    assert SHENG_JI.clock(ticked(given).table.match) == GameClock(1, seconds, DrawRound())


def test_sj_bid_01_any_seat_may_declare_between_rounds_with_the_cards_drawn_so_far():
    given = ticked(live())

    given.when(0, declares("8C")).then_refused(CardsNotHeld)
    given.when(3, declares("8S")).then(declared(3, "declare", "8S", 1, "S", 3))
    assert given.moves(3) == {"asked": None, "pass": False, "cards": [["8S"]], "complete": True}


def test_sj_bid_04_a_declarer_reinforces_after_drawing_the_second_copy():
    given = ticked(live(), 2).after((0, declares("8C")))

    given.when(0, declares("8C")).then_refused(CardsNotHeld)
    ticked(given).when(0, declares("8C")).then(declared(0, "reinforce", "8C", 2, "C", 0))


@pytest.mark.parametrize(("seat", "pair", "card"), [(0, "8C 8C", "8C"), (2, "SJ SJ", "SJ")])
def test_sj_bid_04_a_declarer_who_shows_the_same_pair_again_is_told_that_it_is_declared(seat, pair, card):
    again = drawn().after((seat, declares(pair))).when(seat, declares(pair))

    again.then_refused(CardsNotHeld, "SJ-ILLEGAL-01")
    assert str(again.refusal) == f"you have declared {card} already"
    assert again.refusal.facts == {"missing": [card]}


def test_sj_bid_05_a_seat_overrides_whenever_it_can():
    given = ticked(live(), 2).after((0, declares("8C")))

    given.when(2, declares("SJ SJ")).then(declared(2, "override", "SJ SJ", 2, "NT", 2))


def test_dec_06_late_reinforcement_is_possible_until_the_openers_next_card():
    hands = ["8C 8C 3D 4D", "8D 8D 5D 6D", "3H 4H 5H 6H", "3S 4S 5S 6S"]
    given = ticked(live(hands, late_reinforce="on"), 2).after((0, declares("8C")), (1, declares("8D 8D")))

    given.when(0, declares("8C")).then(declared(0, "reinforce", "8C", 2, "C", 0))
    ticked(given).when(0, declares("8C")).then_refused(DeclarationTooLow)


def test_ex_live_01_passing_is_refused_while_cards_are_drawn():
    ticked(live()).when(0, PASS).then_refused(WrongPhase)


def test_dec_03_after_the_last_card_all_are_asked_until_all_have_passed():
    given = drawn().after((3, declares("8S")), (0, PASS), (1, PASS), (2, PASS))

    assert SHENG_JI.asked(given.table.match) == ((3, "declare"),)
    given.when(0, PASS).then_refused(NotYourTurn)
    given.when(3, PASS).then(
        DeclarationPassed(Seat(3)), TrumpFixed(suit_of_trumps("8S"), Seat(3), None), KittyTaken(Seat(3), cards("9C AS"))
    )


def test_dec_03_a_seat_that_passed_may_declare_later_and_a_new_declaration_asks_all_again():
    given = drawn().after((0, PASS), (1, PASS), (2, PASS), (1, declares("8D")))

    assert [asked.seat for asked in SHENG_JI.asked(given.table.match)] == [0, 1, 2, 3]


@pytest.mark.parametrize("seconds", [10, 60])
def test_dec_03_declaring_ends_when_the_time_after_the_last_card_is_over(seconds):
    given = drawn(declare_seconds=seconds).after((3, declares("8S")))

    assert SHENG_JI.clock(given.table.match) == GameClock(4, seconds, CloseDeclaring())
    closed = ticked(given)
    assert isinstance(closed.phase, Burying)
    assert closed.phase.deal.dealer == 3


def test_dec_03_each_declaration_after_the_last_card_restarts_the_time():
    given = drawn()

    first, second = (SHENG_JI.clock(each.table.match).step for each in (given, given.after((3, declares("8S")))))
    assert first != second


def test_dec_03_a_pass_does_not_restart_the_time():
    given = drawn()

    assert SHENG_JI.clock(given.table.match) == SHENG_JI.clock(given.after((0, PASS)).table.match)


def test_ex_live_01_without_a_declaration_the_kitty_is_turned():
    events = SHENG_JI.tick(drawn().table.match, CloseDeclaring()).events

    assert events[0] == KittyTurned(cards("9C AS"))
    assert [type(event) for event in events] == [KittyTurned, TrumpFixed, KittyTaken]


def test_the_clock_acts_only_on_the_step_for_which_it_was_set():
    with pytest.raises(ClockStopped):
        decide(GAMES, live().table, Tick(CloseDeclaring()), Chance(bytes(32)))
    with pytest.raises(ClockStopped):
        decide(GAMES, drawn().table, Tick(DrawRound()), Chance(bytes(32)))
    assert issubclass(ClockStopped, Refusal)


# Until the kitty is taken (SJ-BID-18) --------------------------------------------------------------------------------


def open_window() -> Given:
    match = after_a_hand(
        started(deal_mode="live_draw", declaration_window="until_kitty_taken"), ("8", "8"), next_dealer=1
    )
    given = declaring(HANDS, "9C AS", rank="8", dealer=1, first_drawer=1, match=match)
    return ticked(given, 3)


def test_sj_bid_18_no_clock_ends_declaring_before_the_kitty_is_taken():
    assert SHENG_JI.clock(open_window().table.match) is None


def test_sj_bid_18_declaring_lasts_until_the_dealer_takes_the_kitty():
    given = open_window().after((0, PASS), (2, PASS), (3, declares("8S")), (0, PASS), (2, PASS), (3, PASS))

    assert isinstance(given.phase, Declaring)
    assert isinstance(given.after((1, PASS)).phase, Burying)


def test_sj_bid_18_the_dealer_need_not_wait_for_the_others():
    given = open_window().after((3, declares("8S")), (1, PASS))

    assert isinstance(given.phase, Burying)
    given.when(2, declares("SJ SJ")).then_refused(WrongPhase)
