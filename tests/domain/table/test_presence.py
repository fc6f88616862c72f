"""Which players acted, missed turns or left, according to the events of a table."""

from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import Pass
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.orders.order import Order
from domain.table.asking import asking
from domain.table.commands import Act, ActFor, GiveOrders, Propose, ReplacePlayer, TimePasses
from domain.table.evolve import fold
from tests.domain.games.sheng_ji.test_match_tables import EVE, PLAYERS, At

EVENS, ODDS = (Seat(0), Seat(2)), (Seat(1), Seat(3))


def missed_by_all(turns: int = 4) -> At:
    """A table without present players. Each of the first turns is missed, and a bot passes."""
    at = At()
    for turn in range(1, turns + 1):
        seat = asking(at.table)[0].seat
        at.does(turn, TimePasses()).does(turn, ActFor(seat, Pass()))
    return at


def test_a_table_with_only_stand_ins_has_no_activity():
    presence = missed_by_all().table.presence

    assert (presence.acted, presence.missed) == ((), (0, 1, 2, 3))
    assert presence.is_absent(EVENS)
    assert presence.is_absent(ODDS)


def test_a_side_that_was_never_asked_to_move_is_not_absent():
    at = missed_by_all(1)
    [seat] = at.table.presence.missed

    assert [at.table.presence.is_absent(side) for side in (EVENS, ODDS)] == [seat in EVENS, seat in ODDS]


def test_a_move_by_its_player_makes_a_side_present():
    at = At()
    seat = asking(at.table)[0].seat
    at.does(0, Act(PLAYERS[seat], Pass()))

    assert at.table.presence.acted == (seat,)
    assert fold(GAMES, at.events).presence == at.table.presence


def test_a_returning_player_has_acted():
    at = At()
    seat = asking(at.table)[0].seat
    at.does(1, TimePasses())
    assert at.table.presence.acted == ()

    at.does(1, Act(PLAYERS[seat], Pass()))

    assert at.table.presence.acted == (seat,)


def test_a_standing_order_counts_as_an_act_of_its_player():
    at = At()
    seat = asking(at.table)[0].seat
    later = Seat((seat + 1) % 4)
    at.does(0, GiveOrders(PLAYERS[later], (Order(do="pass"),), auto_forced=False))
    assert at.table.presence.acted == ()

    at.does(0, Act(PLAYERS[seat], Pass()))

    assert set(at.table.presence.acted) == {seat, later}


def test_a_player_who_proposes_something_is_present():
    assert At().does(0, Propose(PLAYERS[3], "abandon")).table.presence.acted == (3,)


def test_a_seat_keeps_its_activity_when_a_substitute_sits_down():
    at = missed_by_all(3)
    seat = asking(at.table)[0].seat
    at.does(5, ReplacePlayer(Seat((seat + 2) % 4), EVE))
    assert at.table.presence.is_absent((Seat((seat + 2) % 4),))

    at.does(5, ReplacePlayer(seat, PlayerId("fay"))).does(5, Act(PlayerId("fay"), Pass()))

    assert at.table.presence.acted == (seat,)
