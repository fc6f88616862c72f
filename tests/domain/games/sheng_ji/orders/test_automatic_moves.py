"""Standing orders in Sheng Ji: forced moves, what others see of orders, and the moves that one command triggers."""

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.events import DeclarationPassed
from domain.games.sheng_ji.play_events import TrickWon
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.orders.order import EndedOrder, When
from domain.table.automatic_moves import make_automatic_moves
from domain.table.commands import GiveOrders, SetEntropy, WithdrawOrders
from domain.table.decide import decide
from domain.table.events import HandOpened, SecretPublished
from domain.table.evolve import fold
from domain.table.hands import Chance, TableRecorder
from domain.table.redact import redact
from domain.table.seat_events import ActedFor, OrdersEnded, OrdersGiven
from tests.support.deals import declaring, playing, started
from tests.support.given_orders import DRAWN, commanded, gives, names, order, played, since
from tests.support.table import SECRETS, SHENG_JI, cards, player, plays

# forced moves --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "lead", "expected"),
    [
        ("5S 4C 4D 6D", "3S", "5S"),
        ("5S 5S 4D 6D", "3S", "5S"),
        ("5S 6S 4D 6D", "3S", None),
        ("4C 4D 6D 7D", "3S", None),
        ("5S 6S 4D 6D", "3S 3S", "5S 6S"),
        ("5S 5S 6S 6D", "3S 3S", "5S 5S"),
        ("5S 5S 6S 6S", "3S 3S", None),
        ("5S 4D 4D 4D", "3S 3S", "4D 5S"),
    ],
)
def test_with_forced_moves_a_play_without_alternative_is_made_at_once(hand, lead, expected):
    table = playing(["3S 3S 6C 6D", hand, "6S 7S 8C 10C", "8S QS 9D 5C"], match=started("zhang-2021", decks=3))
    given = gives(table, 1, auto_forced=True)
    after = given.after_plays(f"0: {lead}")

    if expected is None:
        assert played(after, 1) == []
    else:
        assert ActedFor(Seat(1), "forced", None) in after.events
        assert played(after, 1) == [" ".join(names(cards(expected)))]


def test_without_forced_moves_a_forced_play_waits_for_its_player():
    table = playing(["3S 4S 6C 6D", "5S 4C 4D 6D", "6S 7S 8C 10C", "8S QS 9D 5C"])

    assert played(gives(table, 1).after_plays("0: 3S"), 1) == []


def test_the_last_card_is_led_and_followed_at_once():
    given = playing(["KS 3S", "5S 4S", "6S 6S", "8S 8S"])
    for seat in range(4):
        given = gives(given, seat, auto_forced=True)
    after = given.after_plays("0: KS", "1: 4S")

    assert any(isinstance(event, SecretPublished) for event in after.events)
    assert [played(after, seat) for seat in range(4)] == [["KS", "3S"], ["4S", "5S"], ["6S", "6S"], ["8S", "8S"]]


def test_a_player_who_cannot_declare_passes_at_once():
    given = gives(declaring(["3S 4S 5C 6C", *DRAWN[1:]]), 0, auto_forced=True)

    assert given.events[-2:] == (ActedFor(Seat(0), "forced", None), DeclarationPassed(Seat(0)))


def test_orders_act_before_forced_moves(table):
    given = gives(
        playing(["3S 4S 6C 6D", "5S 4C 4D 6D", "6S 7S 8C 10C", "8S QS 9D 5C"]), 1, order("play", "5S"), auto_forced=True
    )

    assert ActedFor(Seat(1), "order", "1") in given.after_plays("0: 3S").events


# visibility for others ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [Seat(0), Seat(2), Onlooker.SPECTATOR, Onlooker.DELAYED, Onlooker.ARCHIVE])
def test_others_see_neither_orders_nor_their_owner(table, viewer):
    given = gives(table, 1, order("play", "10S"), auto_forced=True).after_plays("0: 3S")
    given = commanded(gives(given, 1, order("follow_lowest")), WithdrawOrders(player(1)))
    seen = [redact(SHENG_JI, event, viewer) for event in given.events]

    assert OrdersGiven(None, (), None) in seen
    assert OrdersEnded(None, (), None, None) in seen
    how = "order" if viewer is Onlooker.ARCHIVE else "automatic"
    assert ActedFor(Seat(1), how, None) in seen
    assert given.seen_by(viewer).orders == ()


def test_the_seat_sees_its_own_orders_and_how_they_ended(table):
    given = gives(table, 1, order("play", "10S"), order("follow_lowest")).after_plays("0: 3S")

    assert given.seen_by(Seat(1)).orders == given.table.orders
    assert given.table.orders[0].ended == (EndedOrder("1", "played"),)


def test_a_stand_in_is_seen_by_all():
    event = ActedFor(Seat(1), "stand_in", None)

    assert redact(SHENG_JI, event, Onlooker.SPECTATOR) == event


# one command ----------------------------------------------------------------------------------------------------------


def test_orders_that_apply_act_as_soon_as_they_are_given(table):
    given = gives(table.after_plays("0: 3S"), 1, order("play", "10S"))

    assert played(given, 1) == ["10S"]


def test_orders_that_wait_for_a_secret_act_after_later_commands(table):
    """Without further secrets the table stops before a new hand. Waiting orders continue with the next command."""
    waiting = fold(GAMES, (OrdersGiven(Seat(0), (order("lead", "KS", id="1"),), auto_forced=False),), table.table)
    outcome = decide(GAMES, waiting, SetEntropy(player(2), "other"), Chance(bytes(32)))

    assert ActedFor(Seat(0), "order", "1") in outcome.events


def test_hands_opened_by_one_command_have_separate_secrets():
    match = started(first_dealer_fallback="redeal")
    table = declaring(["3S 4S 5C 6C", "3H 4H 5H 6H", "3D 4D 5D 6D", "7C 7D 7H 7S"], match=match)
    for seat in range(3):
        table = gives(table, seat, order("pass", until="match", when=When(asked=("declare",))))
    passed = order("pass", until="match", when=When(asked=("declare",)))
    given = gives(table, 3, passed)

    opened = [event for event in since(table, given) if isinstance(event, HandOpened)]
    assert len(opened) > 1
    assert len({event.next_secret for event in opened}) == len(opened)
    quiet = decide(GAMES, table.table, GiveOrders(player(3), (passed,), auto_forced=False), Chance(SECRETS[3]))
    assert sum(isinstance(event, HandOpened) for event in quiet.events) == 1


def test_a_trick_won_by_order_is_shown_like_any_other(table):
    given = gives(gives(table, 2, order("follow_lowest")), 3, order("cover")).after_plays("0: 3S", "1: 5S")

    assert given.events[-1] == TrickWon(Seat(3), 5)


def test_the_author_of_a_command_gets_no_sign_of_a_refused_order(table, monkeypatch):
    given = gives(table, 1, order("play", "4D"))
    monkeypatch.setattr(type(SHENG_JI), "preview", lambda *_: {})

    assert given.after_plays("0: 3S").events[-1] == OrdersEnded(Seat(1), ("1",), "not_legal", auto_forced=False)


def test_a_long_chain_of_orders_pauses_and_continues_with_the_next_command(table):
    for seat in (1, 2, 3):
        table = gives(table, seat, order("follow_lowest"))
    recorder = TableRecorder(GAMES, table.table, Chance(SECRETS[2]))
    recorder.record_progress(SHENG_JI.decide(table.table.match, Seat(0), plays("3S")))

    make_automatic_moves(recorder, most=2)

    after = table.and_then(*recorder.decision().events)
    assert SHENG_JI.asked(after.table.match)[0].seat == 3
    assert isinstance(commanded(after, SetEntropy(player(0), "other")).events[-1], TrickWon)
