"""The clocks of seats, and the consequences when a seat does not act in time (DEC-91, DEC-92)."""

import pytest

from domain.clocks.calendar import Calendar, FormerSchedule
from domain.clocks.ladder import Ladder
from domain.clocks.rules import ClockRules
from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import Pass
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.absence import NotAway, NothingDue, PartnersOnly
from domain.table.checks import ActInstead, AlreadyStarted, NobodyAway, NothingToResume
from domain.table.commands import (
    Act,
    ActFor,
    Agree,
    ChallengePlayer,
    Leave,
    OpenTable,
    Propose,
    Recalendar,
    ResumeSeat,
    Sit,
    Start,
    TimePasses,
)
from domain.table.decide import decide
from domain.table.events import MatchEnded, TableExpired
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.table.state import PRESENT, Table
from domain.table.turn_clocks import DecisionContext, next_due
from domain.tools.verification import verify
from tests.support.table import SHENG_JI

HOUR = 3_600_000
DAY = 24 * HOUR
T0 = Instant(1_800_000_000_000)
PLAYERS = [PlayerId(f"ply_{seat}") for seat in range(4)]
EVE = PlayerId("ply_eve")
LADDER = Ladder(grace_s=3600, stand_in_after=2, stand_in="caretaker", forfeit_after_s=86400)


class ClockedTable:
    """A table after commands, each at an hour after the start."""

    def __init__(self, clock: ClockRules, ladder: Ladder = LADDER) -> None:
        opening = OpenTable(
            PLAYERS[0],
            "sheng_ji",
            "zhang-2021",
            {},
            listed=True,
            hands=1,
            clock=clock,
            ladder=ladder,
            expires_after_s=7200,
        )
        self.events: list[object] = []
        self.all: list[object] = []
        self.table: Table | None = None
        self.does(0, opening)

    def does(self, hours: float, command: object, calendars: dict[Seat, Calendar] | None = None) -> "ClockedTable":
        moment = DecisionContext(Instant(T0 + int(hours * HOUR)), calendars or {})
        outcome = decide(GAMES, self.table, command, Chance(bytes(32)), moment)
        self.table, self.events = outcome.table, list(outcome.events)
        self.all.extend(outcome.events)
        return self

    def seated(self) -> "ClockedTable":
        for seat, player in enumerate(PLAYERS):
            self.does(0, Sit(player, Seat(seat), "entropy"))
        return self.does(0, Start(PLAYERS[0]))

    @property
    def turn(self) -> Seat:
        (seat,) = [reading.seat for reading in self.table.clocks if reading.running]
        return seat

    def latest_events(self) -> list[str]:
        return [type(event).__name__ for event in self.events]


SIMPLE = ClockRules("simple", per_move_s=24 * 3600)


def test_a_table_that_does_not_start_in_time_expires():
    course = ClockedTable(SIMPLE)
    with pytest.raises(NothingDue):
        course.does(1.99, TimePasses())

    course.does(2, TimePasses())

    assert course.events == [TableExpired()]
    assert course.table.status == "cancelled"
    assert next_due(course.table) is None


def test_a_table_that_has_started_does_not_expire():
    course = ClockedTable(SIMPLE).seated()

    assert next_due(course.table).what == "turn"


def test_the_clock_of_the_seat_to_move_runs_until_it_acts_and_then_the_next_one_runs():
    course = ClockedTable(SIMPLE).seated()
    first = course.turn
    assert course.table.clocks[first].running.deadline == T0 + DAY

    course.does(5, Act(PLAYERS[first], Pass()))

    assert course.turn == (first + 1) % 4
    assert course.table.clocks[course.turn].running.deadline == T0 + 5 * HOUR + DAY


def test_a_fischer_clock_loses_the_time_of_a_turn_and_gains_its_increment():
    course = ClockedTable(ClockRules("fischer", initial_s=86400, increment_s=3600, cap_s=172800)).seated()
    first = course.turn

    course.does(5, Act(PLAYERS[first], Pass()))

    assert course.table.clocks[first].budget.reserve_ms == DAY - 5 * HOUR + HOUR


def test_a_late_player_gets_a_grace_period_and_can_still_act():
    course = ClockedTable(SIMPLE).seated()
    first = course.turn
    with pytest.raises(NothingDue):
        course.does(23.9, TimePasses())

    course.does(24, TimePasses())

    assert course.latest_events() == ["ClocksSet"]
    running = course.table.clocks[first].running
    assert running.is_grace
    assert running.deadline == T0 + 25 * HOUR
    course.does(24.5, Act(PLAYERS[first], Pass()))
    assert course.turn != first


def test_a_bot_plays_a_missed_turn_and_the_player_keeps_the_seat():
    course = ClockedTable(SIMPLE).seated()
    first = course.turn

    course.does(24, TimePasses()).does(25, TimePasses())

    assert course.latest_events() == ["TurnMissed", "ClocksSet"]
    assert not any(reading.running for reading in course.table.clocks)
    course.does(25, ActFor(first, Pass()))
    assert course.latest_events()[:2] == ["ActedFor", "DeclarationPassed"]
    assert course.table.absences[first].bot is None
    assert course.table.absences[first].in_a_row == 1


def test_after_consecutive_missed_turns_a_bot_stands_in_until_the_player_acts():
    course = missed_twice()
    away = course.away

    assert course.latest_events()[:2] == ["TurnMissed", "StandInSeated"]
    assert course.table.absences[away].stays
    course.does(200, ActFor(away, Pass()))
    assert course.table.absences[away].stays


def missed_twice() -> ClockedTable:
    """A seat that has missed two turns and is still asked in the second."""
    course = ClockedTable(SIMPLE, replace_ladder(stand_in_after=1)).seated()
    course.away = course.turn
    return course.does(24, TimePasses()).does(25, TimePasses())


def replace_ladder(**changes: object) -> Ladder:
    return LADDER._replace(**changes)


def test_a_player_who_acts_is_back_and_their_missed_turns_are_reset():
    course = missed_twice()
    away = course.away

    course.does(26, Act(PLAYERS[away], Pass()))

    assert course.latest_events()[0] == "SeatResumed"
    assert course.table.absences[away] == PRESENT


def test_a_player_returning_during_the_turn_of_the_bot_moves_and_gets_no_new_time():
    course = missed_twice()
    away = course.away
    with pytest.raises(ActInstead):
        course.does(26, ResumeSeat(PLAYERS[away]))

    course.does(26, ActFor(away, Pass())).does(26, ResumeSeat(PLAYERS[away]))

    assert course.latest_events() == ["SeatResumed"]
    assert course.table.absences[away] == PRESENT
    with pytest.raises(NothingToResume):
        course.does(27, ResumeSeat(PLAYERS[away]))


def test_only_acting_resets_missed_turns():
    course = ClockedTable(SIMPLE).seated()
    first = course.turn
    course.does(24, TimePasses()).does(25, TimePasses())
    for _ in range(2):
        with pytest.raises(NothingToResume):
            course.does(25, ResumeSeat(PLAYERS[first]))
        course.does(25, ActFor(first, Pass()) if course.table.absences[first].bot else Propose(PLAYERS[first], "draw"))

    assert course.table.absences[first].in_a_row == 1


def test_one_missed_turn_does_not_count_as_agreement():
    course = ClockedTable(SIMPLE).seated()
    first = course.turn
    others = [player for seat, player in enumerate(PLAYERS) if seat != first]
    course.does(1, Propose(others[0], "draw")).does(1, Agree(others[1], "draw")).does(1, Agree(others[2], "draw"))

    course.does(24, TimePasses()).does(25, TimePasses())

    assert "TurnMissed" in course.latest_events()
    assert course.table.status == "playing"


def test_a_player_who_leaves_has_no_vote_on_an_agreement_and_the_record_verifies():
    course = ClockedTable(SIMPLE).seated()
    course.does(1, Propose(PLAYERS[0], "draw")).does(1, Agree(PLAYERS[1], "draw")).does(1, Agree(PLAYERS[2], "draw"))

    course.does(2, Leave(PLAYERS[3]))

    assert course.table.result.reason == "drawn"
    assert verify([redact(SHENG_JI, event, Onlooker.ARCHIVE) for event in course.all]).disagreements == ()


def test_a_missed_turn_that_is_no_longer_asked_for_lapses():
    course = ClockedTable(SIMPLE).seated()
    first = course.turn
    second = Seat((first + 1) % 4)
    course.does(1, Act(PLAYERS[first], Pass())).does(25, TimePasses()).does(26, TimePasses())
    assert course.table.absences[second].bot == "caretaker"
    course.does(26, Propose(PLAYERS[first], "undo"))
    for seat in range(4):
        if seat != first:
            course.does(26, Agree(PLAYERS[seat], "undo"))

    assert "TurnLapsed" in course.latest_events()
    assert course.table.absences[second].bot is None
    course.does(27, Act(PLAYERS[first], Pass()))
    assert course.turn == second


def test_a_record_with_a_substitute_verifies():
    course = ClockedTable(SIMPLE).seated()
    away = course.turn
    course.does(1, Leave(PLAYERS[away])).does(2, ChallengePlayer(PLAYERS[(away + 2) % 4], EVE, away))
    course.does(3, Sit(EVE, away, "ignored")).does(4, Act(EVE, Pass()))

    assert verify([redact(SHENG_JI, event, Onlooker.ARCHIVE) for event in course.all]).disagreements == ()


def test_a_host_of_the_other_side_cannot_call_a_substitute():
    course = ClockedTable(SIMPLE).seated()
    course.does(1, Leave(PLAYERS[1]))
    with pytest.raises(PartnersOnly):
        course.does(2, ChallengePlayer(PLAYERS[0], EVE, Seat(1)))


def test_a_turn_keeps_its_schedule_when_its_clock_is_reset():
    former = FormerSchedule(Instant(T0 + HOUR), "UTC", None, ())
    quiet = Calendar("UTC", (0, 12 * 60), (5, 6), (), (former,))
    course = ClockedTable(SIMPLE).seated()
    first = course.turn
    with pytest.raises(NothingDue):
        course.does(2, Recalendar(first), {first: quiet})

    assert course.table.clocks[first].running.deadline == T0 + DAY


def test_nobody_can_act_for_a_seat_whose_player_is_present():
    course = ClockedTable(SIMPLE).seated()
    with pytest.raises(NobodyAway):
        course.does(1, ActFor(course.turn, Pass()))


def test_a_seat_without_a_substitute_forfeits_and_its_partner_learns_who_left():
    course = missed_twice()
    away = course.away
    course.does(25, ActFor(away, Pass()))
    while (due := next_due(course.table)) and due.what != "forfeit":
        course.does((due.at - T0) / HOUR, Act(PLAYERS[course.turn], Pass()))

    course.does((due.at - T0) / HOUR, TimePasses())

    others = tuple(Seat(seat) for seat in range(4) if seat % 2 != away % 2)
    assert due.at == T0 + 25 * HOUR + DAY
    assert MatchEnded("forfeited", others, away) in course.events
    assert course.latest_events()[0] == "SecretPublished"
    assert course.table.status == "finished"
    assert course.table.result.forfeited_by == away
    assert not any(reading.running for reading in course.table.clocks)


def test_a_player_who_leaves_a_running_match_is_replaced_by_a_bot_at_once():
    course = ClockedTable(SIMPLE).seated()
    first = course.turn

    course.does(1, Leave(PLAYERS[first]))

    assert course.latest_events() == ["StandInSeated", "ClocksSet"]
    assert course.table.absences[first].forfeits_at == T0 + HOUR + DAY
    with pytest.raises(AlreadyStarted):
        course.does(2, Leave(PLAYERS[first]))


def test_a_partner_can_call_a_substitute_who_then_holds_the_seat():
    course = ClockedTable(SIMPLE).seated()
    away = course.turn
    partner = Seat((away + 2) % 4)
    call = ChallengePlayer(PLAYERS[partner], EVE, away)
    with pytest.raises(NotAway):
        course.does(1, call)
    course.does(1, Leave(PLAYERS[away])).does(2, call)

    course.does(3, Sit(EVE, away, "ignored"))

    assert course.latest_events() == ["SubstituteSeated", "ChallengeAccepted", "ClocksSet"]
    assert course.table.seat_of(EVE) == away
    assert course.table.seat_of(PLAYERS[away]) is None
    assert course.table.absences[away] == PRESENT
    assert course.turn == away


def test_opponents_cannot_call_a_substitute():
    course = ClockedTable(SIMPLE).seated()
    away = Seat(1)
    course.does(1, Leave(PLAYERS[away]))
    opponent = Seat(2)
    with pytest.raises(PartnersOnly):
        course.does(2, ChallengePlayer(PLAYERS[opponent], EVE, away))


def test_only_an_invited_player_can_take_over_a_seat():
    course = ClockedTable(SIMPLE).seated()
    course.does(1, Leave(PLAYERS[1]))
    with pytest.raises(AlreadyStarted):
        course.does(2, Sit(EVE, Seat(1), ""))


def test_a_clock_that_goes_back_takes_no_time_from_anybody():
    course = ClockedTable(SIMPLE).seated()
    first = course.turn
    course.does(5, Act(PLAYERS[first], Pass()))

    course.does(3, Act(PLAYERS[course.turn], Pass()))

    assert course.table.last_at == T0 + 5 * HOUR
    assert course.table.clocks[course.turn].running.since == T0 + 5 * HOUR


def test_without_a_clock_views_contain_no_times():
    course = ClockedTable(ClockRules("none")).seated()

    assert "ClocksSet" not in course.latest_events()
    assert next_due(course.table) is None
