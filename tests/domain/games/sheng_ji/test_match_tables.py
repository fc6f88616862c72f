"""Tables of tournament matches: who holds their seats, and how they are called off."""

from dataclasses import replace

import pytest

from domain.clocks.calendar import Calendar
from domain.clocks.ladder import Ladder
from domain.clocks.rules import ClockRules
from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import Pass
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.ratings.reliability import Observation, observe_command
from domain.table.asking import asking
from domain.table.checks import TableOver, check_invites
from domain.table.commands import (
    Act,
    ActFor,
    Agree,
    CallOff,
    Cancel,
    ChallengePlayer,
    Leave,
    OpenTable,
    Propose,
    ReplacePlayer,
    ResumeSeat,
    SeatBot,
    Sit,
    Start,
    TableCommand,
    TimePasses,
    UnseatBot,
    VacateSeat,
)
from domain.table.decide import decide
from domain.table.events import ClocksSet, SecretPublished, TableCalledOff
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.match_ref import MatchRef
from domain.table.match_table import HasLeft, NobodyToReplace, SeatsOfMatch
from domain.table.presence import Departure
from domain.table.redact import redact
from domain.table.seat_events import SubstituteSeated
from domain.table.spectators import Spectators
from domain.table.state import PRESENT, Absence, Table
from domain.table.turn_clocks import DecisionContext, next_due
from domain.table.visibility import NOTHING_VISIBLE, visibility_cutoff
from domain.tools.verification import verify

HOUR_MS = 3_600_000
ANN, BEN, CAT, DAN, EVE = map(PlayerId, ("ann", "ben", "cat", "dan", "eve"))
PLAYERS = (ANN, BEN, CAT, DAN)
MATCH = MatchRef("trn_1", 2, 17)
OPENING = OpenTable(
    ANN,
    "sheng_ji",
    "zhang-2021",
    {},
    listed=True,
    hands=2,
    clock=ClockRules("simple", per_move_s=3600),
    ladder=Ladder(grace_s=0, stand_in_after=1, stand_in="caretaker", forfeit_after_s=86_400),
    starts_when_full=True,
    match=MATCH,
)
CHANCE = Chance(bytes(range(32)), bytes(range(1, 33)))


class At:
    """A table after commands at given hours, with its events and the counts made of them."""

    def __init__(self, opening: OpenTable = OPENING) -> None:
        self.table: Table = decide(GAMES, None, opening, CHANCE, DecisionContext(Instant(1))).table
        self.events = list(decide(GAMES, None, opening, CHANCE, DecisionContext(Instant(1))).events)
        self.watch, _ = observe_command(None, ANN, self.events)
        self.marks: list[Observation] = []
        for seat, player in enumerate(PLAYERS):
            self.does(0, Sit(player, Seat(seat), "entropy"))

    def does(self, hours: float, command: TableCommand, moment: DecisionContext | None = None) -> "At":
        outcome = decide(
            GAMES, self.table, command, CHANCE, moment or DecisionContext(Instant(int(hours * HOUR_MS) + 1))
        )
        assert fold(GAMES, outcome.events, self.table) == outcome.table
        self.table = outcome.table
        self.events += outcome.events
        self.watch, marks = observe_command(self.watch, getattr(command, "by", "tournament"), outcome.events)
        self.marks += marks
        return self

    @property
    def asked(self) -> PlayerId:
        return asking(self.table)[0].player

    def names(self) -> list[PlayerId]:
        return [occupant.player for occupant in self.table.seats if occupant]


def refused(table: Table, command: TableCommand) -> Refusal:
    with pytest.raises(Refusal) as raised:
        decide(GAMES, table, command, CHANCE, DecisionContext(Instant(1)))
    return raised.value


# -- seats of the match ------------------------------------------------------------------------------------------------


def test_a_table_knows_its_match_and_everybody_sees_it():
    at = At()
    assert (at.table.tournament_match, at.table.status) == (MATCH, "playing")
    assert redact(at.table.game, at.events[0], Onlooker.SPECTATOR).match == MATCH


MEDDLING = {
    "sit": Sit(EVE, Seat(0), ""),
    "leave": Leave(BEN),
    "the host leaves": Leave(ANN),
    "challenge": ChallengePlayer(ANN, EVE, Seat(0)),
    "challenge to any seat": ChallengePlayer(CAT, EVE, None),
    "seat a bot": SeatBot(ANN, Seat(1), "steady", PlayerId("bot"), ""),
    "unseat a bot": UnseatBot(ANN, Seat(1)),
    "start": Start(ANN),
    "cancel": Cancel(ANN),
}


@pytest.mark.parametrize("command", MEDDLING.values(), ids=MEDDLING)
def test_only_the_tournament_decides_the_seats(command: TableCommand):
    refusal = refused(At().table, command)
    assert isinstance(refusal, SeatsOfMatch)
    assert refusal.facts["tournament"] == "trn_1"


def test_leaving_is_refused_with_the_right_command_and_its_cost():
    refusal = refused(At().table, Leave(BEN))

    path = "/v1/tournaments/trn_1/commands"
    assert refusal.facts == {"tournament": "trn_1", "command": "leave_entrant", "path": path}
    for said in ("leave_entrant", path, "you alone lose", "dry_run=true"):
        assert said in refusal.hint


def test_a_bot_plays_to_the_end_for_a_player_who_left_the_tournament():
    at = At()
    away = at.asked
    seat = at.table.seat_of(away)
    assert seat is not None
    at.does(0, VacateSeat(seat))

    assert at.table.absences[seat] == Absence(0, "caretaker", stays=True, forfeits_at=None)
    assert at.table.presence.left == (Departure(seat, away, 0),)
    assert asking(at.table)[0].bot == "caretaker"
    for command in (Act(away, Pass()), Propose(away, "abandon"), ResumeSeat(away)):
        assert isinstance(refused(at.table, command), HasLeft)
    assert isinstance(refused(at.table, VacateSeat(seat)), NobodyToReplace)
    at.does(0, ActFor(seat, Pass()))
    at.does(1, ReplacePlayer(seat, EVE))
    assert at.table.absences[seat] == PRESENT
    assert at.table.presence.left == (Departure(seat, away, 0),)
    at.does(2, CallOff("result_given"))
    assert verify(at.events).disagreements == ()


def test_outsiders_cannot_take_a_seat_that_its_player_left():
    at = At()
    away = at.asked
    at.does(2, TimePasses())
    seat = at.table.seat_of(away)
    assert seat is not None
    assert at.table.absences[seat].stays
    partner = PLAYERS[(seat + 2) % 4]
    assert isinstance(refused(at.table, ChallengePlayer(partner, EVE, seat)), SeatsOfMatch)
    assert isinstance(refused(at.table, Sit(EVE, seat, "")), SeatsOfMatch)


def test_nobody_can_be_invited_to_a_match_table():
    with pytest.raises(SeatsOfMatch):
        check_invites(At().table, ANN, None)


def test_other_commands_work_as_at_any_table():
    at = At()
    at.does(0.1, Act(at.asked, Pass())).does(0.2, Propose(ANN, "draw"))
    for each in (BEN, CAT, DAN):
        at.does(0.3, Agree(each, "draw"))
    assert at.table.status == "finished"


# -- replacements ------------------------------------------------------------------------------------------------------


def test_a_substitute_takes_the_seat_and_the_turn():
    at = At()
    replaced = at.asked
    seat = at.table.seat_of(replaced)
    assert seat is not None

    at.does(0.5, ReplacePlayer(seat, EVE))

    assert at.events[-1] == SubstituteSeated(seat, EVE, replaced)
    assert (at.table.seat_of(EVE), at.table.seat_of(replaced)) == (seat, None)
    assert EVE in {each.player for each in asking(at.table)}
    assert at.table.clocks[seat].running is not None
    at.does(0.6, Act(EVE, Pass()))
    assert isinstance(refused(at.table, Act(replaced, Pass())), Refusal)
    assert not any(mark.player == replaced for mark in at.marks), "a present player who is replaced gets no mark"
    assert verify(at.does(0.7, CallOff("result_given")).events).disagreements == ()


@pytest.mark.parametrize("pauses_h", [0, 10])
def test_the_clock_follows_the_calendar_of_the_substitute(pauses_h: int):
    at = At()
    seat = at.table.seat_of(at.asked)
    assert seat is not None
    before = at.table.clocks[seat].running
    assert before is not None
    now = Instant(HOUR_MS // 2)
    pause = Calendar(vacations=((now, Instant(now + pauses_h * HOUR_MS)),)) if pauses_h else Calendar()

    at.does(0.5, ReplacePlayer(seat, EVE), DecisionContext(now, {seat: pause}))

    after = at.table.clocks[seat].running
    assert after is not None
    assert after.deadline - before.deadline == pauses_h * HOUR_MS
    assert after.left_ms == before.left_ms


def test_a_stand_in_bot_gives_way_to_a_substitute():
    at = At()
    away = at.asked
    at.does(2, TimePasses())
    seat = at.table.seat_of(away)
    assert seat is not None
    assert at.table.bot_of(seat) == "caretaker"

    at.does(3, ReplacePlayer(seat, EVE))

    assert at.table.bot_of(seat) is None
    assert at.table.clocks[seat].running is not None
    assert Observation(away, "hand", is_good=False) in at.marks, (
        "an absent player who is replaced has an unfinished hand"
    )


def test_only_a_seated_player_can_be_replaced_and_only_by_an_unseated_one():
    at = At()
    assert isinstance(refused(at.table, ReplacePlayer(Seat(1), CAT)), NobodyToReplace)
    assert isinstance(refused(at.table, ReplacePlayer(Seat(9), EVE)), NobodyToReplace)
    over = at.does(1, CallOff("result_given"))
    assert isinstance(refused(over.table, ReplacePlayer(Seat(1), EVE)), TableOver)


# ------------------------------------------------------------------------------------------------ the end


@pytest.mark.parametrize("why", ["result_given", "match_called_off", "tournament_over"])
def test_a_table_that_is_called_off_ends_at_once_and_does_not_count(why):
    at = At()
    at.does(0.1, Propose(ANN, "draw"))
    marks = list(at.marks)

    at.does(0.5, CallOff(why))

    published, end, *clocks = at.events[-3:]
    assert isinstance(published, SecretPublished)
    assert end == TableCalledOff(why)
    assert [type(each) for each in clocks] == [ClocksSet]
    assert (at.table.status, at.table.result, at.table.proposal) == ("cancelled", None, None)
    assert asking(at.table) == ()
    assert next_due(at.table) is None
    assert all(reading.running is None for reading in at.table.clocks)
    assert at.marks == marks
    assert isinstance(refused(at.table, CallOff(why)), TableOver)


def test_a_cancelled_table_does_not_count_for_absent_players_either():
    at = At()
    at.does(2, TimePasses())
    marks = list(at.marks)
    at.does(3, CallOff("result_given"))
    assert at.marks == marks
    assert next_due(at.table) is None


def test_earlier_counts_stay_if_spectators_are_delayed():
    late = At(replace(OPENING, spectators=Spectators("hand")))
    away = late.asked
    late.does(2, TimePasses())
    assert late.marks == []
    late.does(3, CallOff("result_given"))
    assert late.marks == [Observation(away, "turn", is_good=False)]


def test_a_table_that_has_not_started_can_be_called_off():
    opened = decide(GAMES, None, OPENING, CHANCE).table
    outcome = decide(GAMES, opened, CallOff("match_called_off"), CHANCE)
    assert outcome.events == (TableCalledOff("match_called_off"),)


@pytest.mark.parametrize("viewer", [Seat(2), *Onlooker])
def test_everybody_sees_why_a_table_was_called_off(viewer):
    event = TableCalledOff("tournament_over")
    assert redact(GAMES["sheng_ji"], event, viewer) == event


@pytest.mark.parametrize("delay", ["trick", "hand"])
def test_all_events_are_released_when_a_table_is_called_off(delay):
    at = At(replace(OPENING, spectators=Spectators(delay))).does(0.5, CallOff("result_given"))
    until = visibility_cutoff(
        NOTHING_VISIBLE, at.table.spectators, at.table.game, [(each, 0.0) for each in at.events], 1.0
    )
    assert at.events[until.version - 1] == TableCalledOff("result_given")


def test_the_record_of_a_cancelled_table_verifies_and_a_wrong_secret_is_detected():
    at = At()
    at.does(0.1, Act(at.asked, Pass())).does(0.5, CallOff("result_given"))
    record = [event for event in at.events if not isinstance(event, ClocksSet)]
    assert isinstance(record[-1], TableCalledOff)
    assert verify(record).disagreements == ()
    secrets = [place for place, event in enumerate(record) if isinstance(event, SecretPublished)]
    forged = [*record]
    forged[secrets[0]] = replace(forged[secrets[0]], hand=7)
    assert verify(forged).disagreements
