"""A table that starts when full: the command that takes the last seat starts it."""

import pytest

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.commands import ChallengePlayer, Leave, OpenTable, SeatBot, Sit
from domain.table.decide import decide
from domain.table.events import HandOpened, TableStarted
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.seat_events import ChallengeAccepted, SeatTaken

HOST = PlayerId("host")
CHANCE = Chance(bytes(range(32)))


def opened(*, starts_when_full: bool = True) -> tuple:
    command = OpenTable(HOST, "sheng_ji", "zhang-2021", {}, listed=True, hands=1, starts_when_full=starts_when_full)
    return decide(GAMES, None, command, CHANCE).events


def after(events: tuple, *commands: object) -> tuple:
    for command in commands:
        events = (*events, *decide(GAMES, fold(GAMES, events), command, CHANCE).events)
    return events


def sit(seat: int) -> Sit:
    return Sit(PlayerId(f"player {seat}"), Seat(seat), "dice")


@pytest.mark.parametrize(
    "last", [sit(3), SeatBot(HOST, Seat(3), "random", PlayerId("house"), "dice")], ids=["a player", "a bot"]
)
def test_taking_the_last_seat_starts_the_match(last):
    three = after(opened(), sit(0), sit(1), sit(2))
    assert fold(GAMES, three).status == "open"

    new = after(three, last)[len(three) :]

    assert [type(event) for event in new[:3]] == [SeatTaken, TableStarted, HandOpened]
    assert fold(GAMES, (*three, *new)).status == "playing"


def test_a_player_challenged_to_the_last_seat_accepts_before_the_match_starts():
    three = after(opened(), sit(0), sit(1), sit(2), ChallengePlayer(HOST, PlayerId("player 3"), None))

    new = after(three, sit(3))[len(three) :]

    assert [type(event) for event in new[:3]] == [SeatTaken, ChallengeAccepted, TableStarted]


def test_leaving_before_the_last_seat_is_taken_postpones_the_start():
    events = after(opened(), sit(0), sit(1), sit(2), Leave(PlayerId("player 1")), sit(3))
    assert fold(GAMES, events).status == "open"

    assert fold(GAMES, after(events, sit(1))).status == "playing"


def test_other_tables_wait_for_a_start_command():
    events = after(opened(starts_when_full=False), sit(0), sit(1), sit(2), sit(3))

    assert fold(GAMES, events).status == "open"
