"""Tables whose tournament is paused: nothing moves there, and every clock goes on with the time that was left."""

from typing import Any

import pytest

from domain.clocks.calendar import Calendar
from domain.clocks.ladder import Ladder
from domain.clocks.rules import ClockRules
from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import Pass
from domain.kernel.instants import HOUR_MS, Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.orders.order import Order
from domain.table.absence import NothingDue
from domain.table.asking import asking, running_clock
from domain.table.checks import ClockStopped, NotSeated
from domain.table.commands import (
    Act,
    ActFor,
    CallOff,
    GiveOrders,
    OpenTable,
    PauseTable,
    Propose,
    Recalendar,
    ReplacePlayer,
    ResumeSeat,
    ResumeTable,
    SetEntropy,
    Sit,
    TableCommand,
    Tick,
    TimePasses,
    VacateSeat,
)
from domain.table.decide import check, decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.match_ref import MatchRef
from domain.table.pausing import PauseUnchanged, TablePaused
from domain.table.redact import redact
from domain.table.state import PRESENT, Table
from domain.table.turn_clocks import DecisionContext, next_due
from domain.tools.verification import verify
from tests.support.table import SHENG_JI

PLAYERS = [PlayerId(f"ply_{seat}") for seat in range(4)]
EVE = PlayerId("ply_eve")
LADDER = Ladder(grace_s=1800, stand_in_after=1, stand_in="caretaker", forfeit_after_s=86_400)
CHANCE = Chance(bytes(range(4, 36)), bytes(range(1, 33)))
"""With it, seat 0 is asked first."""
NO_CLOCK = ClockRules("none")
SIMPLE = ClockRules("simple", per_move_s=3600)
FISCHER = ClockRules("fischer", initial_s=7200, increment_s=60, cap_s=14400)


class MatchTable:
    """A table of a match after commands at given hours."""

    def __init__(self, clock: ClockRules = SIMPLE, **rules: Any) -> None:
        opening = OpenTable(
            PLAYERS[0],
            "sheng_ji",
            "zhang-2021",
            rules,
            listed=True,
            hands=1,
            clock=clock,
            ladder=LADDER,
            starts_when_full=True,
            match=MatchRef("trn_1", 1, 1),
        )
        opened = decide(GAMES, None, opening, CHANCE, DecisionContext(Instant(1)))
        self.table: Table = opened.table
        self.all = list(opened.events)
        self.events: list[Any] = []
        for seat, player in enumerate(PLAYERS):
            self.does(0, Sit(player, Seat(seat), "entropy"))

    def does(self, hours: float, command: TableCommand, **calendars: Calendar) -> "MatchTable":
        seats = {Seat(int(name.removeprefix("seat"))): calendar for name, calendar in calendars.items()}
        moment = DecisionContext(Instant(int(hours * HOUR_MS) + 1), seats)
        outcome = decide(GAMES, self.table, command, CHANCE, moment)
        assert fold(GAMES, outcome.events, self.table) == outcome.table
        self.table, self.events = outcome.table, list(outcome.events)
        self.all += outcome.events
        return self

    def paused(self, hours: float, late: float = 0) -> "MatchTable":
        return self.does(hours + late, PauseTable(at(hours)))

    def running(self, seat: int = 0) -> Any:
        return self.table.clocks[seat].running


def at(hours: float) -> Instant:
    return Instant(int(hours * HOUR_MS) + 1)


def test_a_clock_keeps_its_time_during_a_pause_of_days():
    table = MatchTable().paused(0.25)

    assert (table.table.paused_at, next_due(table.table), asking(table.table)) == (at(0.25), None, ())
    assert (table.running().used_ms, table.running().left_ms) == (HOUR_MS // 4, 3 * HOUR_MS // 4)

    table.does(50, ResumeTable())

    assert table.table.paused_at is None
    assert (table.running().used_ms, table.running().left_ms) == (HOUR_MS // 4, 3 * HOUR_MS // 4)
    assert next_due(table.table).at == at(50.75)
    assert [type(event).__name__ for event in table.events] == ["TableResumed"]


def test_used_time_is_deducted_as_if_there_had_been_no_pause():
    table = MatchTable(FISCHER).paused(0.5).does(10, ResumeTable()).does(10.5, Act(PLAYERS[0], Pass()))
    without = MatchTable(FISCHER).does(1, Act(PLAYERS[0], Pass()))

    assert table.table.clocks[0].budget == without.table.clocks[0].budget


def test_a_late_worker_costs_the_players_nothing():
    table = MatchTable().paused(0.25, late=0.5)

    assert table.running().used_ms == HOUR_MS // 4


def test_a_turn_that_began_between_the_pause_and_the_worker_has_all_its_time():
    table = MatchTable().does(0.5, Act(PLAYERS[0], Pass())).paused(0.25, late=0.5)
    assert (table.running(1).since, table.running(1).used_ms, table.running(1).left_ms) == (at(0.5), 0, HOUR_MS)

    table.does(9, ResumeTable())

    assert table.running(1).deadline == at(10)


@pytest.mark.parametrize("paused_h", [1, 2, 3])
def test_quiet_hours_and_vacations_do_not_count_before_or_after_a_pause(paused_h: float):
    away = Calendar(vacations=((at(0.5), at(2.5)), (at(30), at(40))))
    table = MatchTable().does(0.1, Recalendar(Seat(0)), seat0=away)
    used_ms = HOUR_MS // 2 if paused_h < 2.5 else HOUR_MS
    table.does(paused_h, PauseTable(at(paused_h)), seat0=away)
    assert table.running().used_ms == used_ms

    table.does(35, ResumeTable(), seat0=away)

    assert table.running().deadline == (at(40.5) if used_ms < HOUR_MS else at(35))


def test_grace_stands_still_and_its_time_is_not_used_of_the_turn():
    table = MatchTable().does(1, TimePasses())
    assert table.running().is_grace

    table.paused(1.25).does(20, ResumeTable())

    assert (table.running().used_ms, table.running().left_ms) == (HOUR_MS, HOUR_MS // 4)
    assert next_due(table.table).at == at(20.25)


def test_the_time_after_which_a_seat_forfeits_stands_still():
    table = MatchTable().does(1, TimePasses()).does(1.5, TimePasses())
    assert table.table.absences[0].forfeits_at == at(25.5)
    table.does(1.6, ActFor(Seat(0), Pass()))

    table.paused(2.5).does(102.5, ResumeTable())

    assert table.table.absences[0].forfeits_at == at(125.5)


def test_a_stand_in_that_came_after_the_pause_had_begun_has_all_its_time():
    table = MatchTable().does(1, TimePasses()).does(1.5, TimePasses()).paused(0.5, late=2)

    table.does(10, ResumeTable())

    assert table.table.absences[0].forfeits_at == at(34)


def test_a_vacation_that_begins_during_a_pause_counts_when_it_ends():
    table, away = MatchTable().paused(0.5), Calendar(vacations=((at(5), at(30)),))
    with pytest.raises(NothingDue):
        table.does(6, Recalendar(Seat(0)), seat0=away)

    table.does(10, ResumeTable(), seat0=away)

    assert table.running().deadline == at(30.5)


REFUSED = {
    "a move": Act(PLAYERS[0], Pass()),
    "a move of a stand-in": ActFor(Seat(0), Pass()),
    "a proposal": Propose(PLAYERS[0], "draw"),
}


@pytest.mark.parametrize("clock", [SIMPLE, NO_CLOCK], ids=["clock", "no clock"])
@pytest.mark.parametrize("command", REFUSED.values(), ids=REFUSED)
def test_moves_and_proposals_are_refused_with_the_tournament(clock, command):
    table = MatchTable(clock).paused(0.5)

    with pytest.raises(TablePaused) as raised:
        table.does(1, command)

    assert raised.value.facts == {"tournament": "trn_1"}
    with pytest.raises(TablePaused):
        check(GAMES, table.table, command)


def test_who_has_no_seat_learns_nothing_else():
    with pytest.raises(NotSeated):
        MatchTable().paused(0.5).does(1, Act(EVE, Pass()))


def test_time_does_not_pass_and_a_live_draw_does_not_go_on():
    table = MatchTable(deal_mode="live_draw", draw_seconds=5)
    clock = running_clock(table.table)
    table.paused(0.5)

    assert running_clock(table.table) is None
    for command, refusal in {
        TimePasses(): NothingDue,
        Recalendar(Seat(0)): NothingDue,
        Tick(clock.tick): ClockStopped,
    }.items():
        with pytest.raises(refusal):
            table.does(900, command)
    table.does(901, ResumeTable())
    assert running_clock(table.table) == clock
    table.does(902, Tick(clock.tick))


def test_a_pause_begins_and_ends_once():
    table = MatchTable()
    with pytest.raises(PauseUnchanged):
        table.does(0.1, ResumeTable())
    table.paused(0.5)
    with pytest.raises(PauseUnchanged):
        table.does(0.6, PauseTable(at(0.6)))
    assert table.table.paused_at == at(0.5)
    table.does(1, CallOff("result_given"))
    with pytest.raises(Exception, match="cancelled"):
        table.does(2, PauseTable(at(2)))


def test_orders_and_entropy_can_be_given_and_orders_act_after_the_pause():
    table = MatchTable().paused(0.25)
    orders = GiveOrders(PLAYERS[0], (Order("pass"),), auto_forced=False)

    table.does(1, orders).does(1, SetEntropy(PLAYERS[1], "later"))

    assert not any(type(event).__name__ == "ActedFor" for event in table.all)
    table.does(2, ResumeTable())
    assert [type(event).__name__ for event in table.events][:2] == ["TableResumed", "ActedFor"]
    assert table.running(0) is None
    assert table.running(1).deadline == at(3)


def test_a_player_takes_the_seat_back_during_a_pause_and_has_a_whole_turn_after_it():
    table = MatchTable().does(1, TimePasses()).does(1.5, TimePasses()).paused(2)
    table.does(3, ResumeSeat(PLAYERS[0]))
    assert table.table.absences[0] == PRESENT
    assert table.running() is None

    table.does(5, ResumeTable())

    assert asking(table.table)[0].bot is None
    assert table.running().deadline == at(6)


def test_substitutes_and_leavers_are_seated_during_a_pause():
    table = MatchTable().paused(0.25)
    table.does(1, ReplacePlayer(Seat(0), EVE)).does(1, VacateSeat(Seat(1)))

    table.does(5, ResumeTable())

    assert asking(table.table)[0].player == EVE
    assert table.running().deadline == at(5.75)
    assert table.table.bot_of(Seat(1)) == "caretaker"
    table.does(5.1, Act(EVE, Pass()))
    assert asking(table.table)[0].bot == "caretaker"


def test_a_missed_turn_waits_for_its_bot_through_the_pause():
    table = MatchTable()
    ladder = LADDER._replace(grace_s=0, stand_in_after=3)
    table.table = table.table._replace(ladder=ladder)
    table.does(1, TimePasses()).paused(1.5).does(9, ResumeTable())

    assert asking(table.table)[0].bot == "caretaker"
    assert table.running() is None
    assert [type(event).__name__ for event in table.events] == ["TableResumed"]


def test_a_paused_table_can_be_called_off():
    table = MatchTable().paused(0.25)

    table.does(1, CallOff("tournament_over"))

    assert (table.table.status, table.table.paused_at) == ("cancelled", None)
    assert all(reading.running is None for reading in table.table.clocks)
    assert [type(event).__name__ for event in table.events] == ["SecretPublished", "TableCalledOff"]
    assert verify([redact(SHENG_JI, event, Onlooker.ARCHIVE) for event in table.all]).disagreements == ()


@pytest.mark.parametrize("viewer", [Seat(1), *Onlooker])
def test_clocks_of_others_are_rounded_as_at_any_time(viewer):
    table = MatchTable().paused(0.2501)
    paused = redact(SHENG_JI, table.events[0], viewer)
    resumed = redact(SHENG_JI, table.does(1.3333, ResumeTable()).events[0], viewer)

    for event in (paused, resumed):
        running = event.clocks[0].running
        figures = (event.at, running.since, running.used_ms, running.left_ms, running.deadline)
        assert [figure % 60_000 for figure in figures] == [0] * 5
    assert redact(SHENG_JI, table.events[0], Seat(0)).clocks == table.events[0].clocks
