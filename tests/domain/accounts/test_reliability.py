"""Reliability of players, counted from the events of tables."""

from collections import Counter
from typing import Any

import pytest

from domain.clocks.ladder import Ladder
from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import Pass
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.ratings.reliability import Observation, PlayerRecord, ReliabilityState, observe_command
from domain.table.commands import (
    Act,
    ActFor,
    ChallengePlayer,
    Leave,
    OpenTable,
    ResumeSeat,
    SeatBot,
    Sit,
    Start,
    TimePasses,
    UnsealTable,
)
from domain.table.commands import TableCommand as Command
from domain.table.decide import decide
from domain.table.events import HandOpened, SecretPublished
from domain.table.hands import Chance
from domain.table.spectators import Spectators
from domain.table.state import Table
from domain.table.turn_clocks import DecisionContext

HOUR = 3_600_000
PLAYERS = [PlayerId(f"ply_{seat}") for seat in range(4)]
EVE = PlayerId("ply_eve")
SIMPLE = ClockRules("simple", per_move_s=24 * 3600)
LADDER = Ladder(grace_s=3600, stand_in_after=2, stand_in="caretaker", forfeit_after_s=86400)


class ObservedTable:
    """A table after commands at given hours, and its counts. Hands start and end without play."""

    def __init__(self, clock: ClockRules = SIMPLE, **more: Any) -> None:
        self.table: Table | None = None
        self.watch: ReliabilityState | None = None
        self.marks: list[Observation] = []
        table = {"listed": True, "hands": 1, "clock": clock, "ladder": LADDER, **more}
        self.does(0, OpenTable(PLAYERS[0], "sheng_ji", "zhang-2021", {}, **table))

    def does(self, hours: float, command: Command) -> "ObservedTable":
        outcome = decide(GAMES, self.table, command, Chance(bytes(32)), DecisionContext(Instant(int(hours * HOUR) + 1)))
        self.table = outcome.table
        return self.processed(getattr(command, "by", "clock"), *outcome.events)

    def processed(self, by: str, *events: Any) -> "ObservedTable":
        self.watch, marks = observe_command(self.watch, by, events)
        self.marks += marks
        return self

    def seated(self) -> "ObservedTable":
        for seat, player in enumerate(PLAYERS):
            self.does(0, Sit(player, Seat(seat), "entropy"))
        return self.does(0, Start(PLAYERS[0]))

    def until_ended(self, hours: float) -> "ObservedTable":
        """Lets time pass until the match ends, at the latest at this hour."""
        while self.table.status == "playing":
            self.does(hours, TimePasses())
        return self

    @property
    def turn(self) -> Seat:
        (seat,) = [reading.seat for reading in self.table.clocks if reading.running]
        return seat

    def counted(self, player: PlayerId) -> Counter[tuple[str, bool]]:
        return Counter((mark.of, mark.is_good) for mark in self.marks if mark.player == player)


OVER = SecretPublished(1, "00")
NEXT = HandOpened(2, ("", "", "", ""), "c", "d", None)


def test_a_turn_answered_before_the_deadline_is_in_time():
    course = ObservedTable().seated()
    first = course.turn

    course.does(23, Act(PLAYERS[first], Pass()))

    assert course.marks == [Observation(PLAYERS[first], "turn", is_good=True, seconds=23 * 3600)]


def test_a_turn_answered_within_the_grace_period_is_in_time():
    course = ObservedTable().seated()
    first = course.turn

    course.does(24, TimePasses()).does(24.5, Act(PLAYERS[first], Pass()))

    assert course.marks == [Observation(PLAYERS[first], "turn", is_good=True, seconds=24 * 3600 + 1800)]


def test_the_time_of_a_turn_begins_with_the_move_before():
    course = ObservedTable().seated()
    for hours in (1, 3, 7):
        course.does(hours, Act(PLAYERS[course.turn], Pass()))

    assert [mark.seconds for mark in course.marks] == [3600, 2 * 3600, 4 * 3600]


def test_the_mean_time_is_known_from_twenty_turns_on_and_rounded_up():
    assert PlayerRecord(30, 30, 0, 0, 19, 1900).pace_s is None
    assert PlayerRecord(30, 30, 0, 0, 20, 2001).pace_s == 101


def test_a_missed_turn_counts_once_against_its_player():
    course = ObservedTable().seated()
    first = course.turn

    course.does(24, TimePasses()).does(25, TimePasses()).does(25, ActFor(first, Pass()))

    assert course.marks == [Observation(PLAYERS[first], "turn", is_good=False)]


def test_other_events_that_set_a_clock_are_not_answered_turns():
    course = ObservedTable().seated()
    first, other = course.turn, PLAYERS[(course.turn + 1) % 4]

    course.does(1, Leave(other)).does(2, ResumeSeat(other)).does(3, Leave(PLAYERS[first]))

    assert course.marks == []


def test_without_a_clock_turns_are_not_counted():
    course = ObservedTable(NO_CLOCK).seated()
    who = next(seat for seat, _ in course.table.game.asked(course.table.match))

    course.does(1, Act(PLAYERS[who], Pass()))

    assert course.marks == []


def test_players_present_at_the_end_of_a_hand_have_finished_it():
    course = ObservedTable().seated().processed("clock", OVER, NEXT)

    assert course.marks == [Observation(player, "hand", is_good=True) for player in PLAYERS]
    course.processed("clock", OVER)
    assert all(course.counted(player) == {("hand", True): 2} for player in PLAYERS)


def test_a_player_replaced_by_a_stand_in_finishes_neither_this_hand_nor_starts_the_next():
    course = ObservedTable().seated().does(1, Leave(PLAYERS[1])).processed("clock", OVER, NEXT).processed("clock", OVER)

    assert course.counted(PLAYERS[1]) == {("hand", False): 1}
    assert course.counted(PLAYERS[2]) == {("hand", True): 2}


def test_a_player_who_returns_before_the_end_has_finished_the_hand():
    course = (
        ObservedTable().seated().does(1, Leave(PLAYERS[1])).does(2, ResumeSeat(PLAYERS[1])).processed("clock", OVER)
    )

    assert course.counted(PLAYERS[1]) == {("hand", True): 1}


def test_a_hand_given_up_to_a_substitute_counts_as_unfinished_only_for_the_first_player():
    course = ObservedTable().seated().does(1, Leave(PLAYERS[1]))
    course.does(2, ChallengePlayer(PLAYERS[3], EVE, Seat(1))).does(3, Sit(EVE, Seat(1), "entropy"))

    assert course.counted(PLAYERS[1]) == {("hand", False): 1}
    course.processed("clock", OVER, NEXT)
    assert course.counted(EVE) == {}
    course.processed("clock", OVER)
    assert course.counted(EVE) == {("hand", True): 1}
    assert course.counted(PLAYERS[1]) == {("hand", False): 1}


def test_a_forfeit_counts_as_unfinished_only_for_the_player_who_forfeits():
    course = ObservedTable().seated().does(1, Leave(PLAYERS[1])).until_ended(26)

    assert course.table.result.forfeited_by == 1
    assert course.counted(PLAYERS[1])[("hand", False)] == 1
    for seat in (0, 2, 3):
        assert (course.counted(PLAYERS[seat])[("hand", True)], course.counted(PLAYERS[seat])[("hand", False)]) == (1, 0)


def test_house_bots_have_no_reliability_record():
    course = ObservedTable()
    for seat in range(3):
        course.does(0, SeatBot(PLAYERS[0], Seat(seat), "steady", PlayerId("ply_house_steady"), "e"))
    course.does(0, Sit(PLAYERS[3], Seat(3), "e")).does(0, Start(PLAYERS[0])).processed("clock", OVER)

    assert {mark.player for mark in course.marks} == {PLAYERS[3]}


def test_a_seat_left_before_the_start_counts_for_its_next_player():
    course = ObservedTable().does(0, Sit(EVE, Seat(0), "e")).does(0, Leave(EVE)).seated().processed("clock", OVER)

    assert course.counted(EVE) == {}
    assert course.counted(PLAYERS[0]) == {("hand", True): 1}


def test_sandboxes_do_not_count():
    course = ObservedTable(sandbox="wld_1").seated()

    course.does(23, Act(PLAYERS[course.turn], Pass())).processed("clock", OVER)

    assert course.marks == []


@pytest.mark.parametrize("spectators", [Spectators("trick"), Spectators("hand"), Spectators("minutes", 5)])
def test_delayed_tables_are_counted_when_the_match_is_over(spectators: Spectators):
    course = ObservedTable(spectators=spectators).seated()
    first = course.turn

    course.does(1, Act(PLAYERS[first], Pass())).processed("clock", OVER, NEXT).does(2, Leave(PLAYERS[first]))
    assert course.marks == []

    course.until_ended(27)
    assert course.counted(PLAYERS[first])[("turn", True)] == 1
    assert course.counted(PLAYERS[first])[("hand", True)] == 1
    assert course.counted(PLAYERS[first])[("hand", False)] == 1


@pytest.mark.parametrize("spectators", [Spectators("none"), Spectators("hand")])
def test_sealed_tables_are_counted_when_they_are_unsealed(spectators: Spectators):
    course = ObservedTable(spectators=spectators, sealed=True).seated()
    first = course.turn

    course.does(1, Act(PLAYERS[first], Pass())).processed("clock", OVER, NEXT).does(2, Leave(PLAYERS[first]))
    course.until_ended(27)
    assert course.marks == []

    course.does(28, UnsealTable())
    assert course.counted(PLAYERS[first]) == {("turn", True): 1, ("hand", True): 1, ("hand", False): 1}


def test_counts_do_not_depend_on_batch_boundaries():
    course = ObservedTable().seated()
    by = PLAYERS[course.turn]
    outcome = decide(GAMES, course.table, Act(by, Pass()), Chance(bytes(32)), DecisionContext(Instant(HOUR)))

    whole = observe_command(course.watch, by, outcome.events)
    watch, marks = course.watch, []
    for event in outcome.events:
        watch, processed = observe_command(watch, by, [event])
        marks += processed

    assert (watch, marks) == whole
    assert marks


@pytest.mark.parametrize(
    ("record", "score", "is_provisional"),
    [
        (PlayerRecord(0, 0, 0, 0), None, True),
        (PlayerRecord(19, 19, 4, 4), 100, True),
        (PlayerRecord(20, 20, 0, 0), 100, False),
        (PlayerRecord(0, 0, 5, 4), 80, False),
        (PlayerRecord(200, 196, 25, 24), 94, False),
        (PlayerRecord(200, 199, 50, 50), 99, False),
        (PlayerRecord(200, 200, 50, 0), 0, False),
        (PlayerRecord(200, 0, 50, 50), 0, False),
    ],
)
def test_the_score_is_the_share_of_punctual_turns_times_the_share_of_finished_hands(record, score, is_provisional):
    assert (record.score, record.is_provisional) == (score, is_provisional)


@pytest.mark.parametrize(
    ("record", "least", "suffices"),
    [
        (PlayerRecord(200, 190, 50, 50), None, True),
        (PlayerRecord(200, 190, 50, 50), 95, True),
        (PlayerRecord(200, 189, 50, 50), 95, False),
        (PlayerRecord(19, 0, 4, 0), 95, True),
        (PlayerRecord(0, 0, 0, 0), 100, True),
        (PlayerRecord(20, 0, 0, 0), 1, False),
        (PlayerRecord(20, 0, 0, 0), 0, True),
    ],
)
def test_a_score_below_the_requirement_is_insufficient_except_for_newcomers(record, least, suffices):
    assert record.suffices(least) is suffices
