"""The life of a table: opening, sitting down, bots, starting, calling off, and refusals."""

import hashlib
from dataclasses import dataclass, replace

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import Pass
from domain.games.sheng_ji.events import DeclarationPassed, HandPrepared
from domain.kernel.events import BrokenHistory
from domain.kernel.options import ConflictingOptions, UnknownProfile
from domain.kernel.players import PlayerId
from domain.kernel.refusals import InvalidRules, Refusal
from domain.kernel.seats import Seat
from domain.table.checks import (
    AlreadySeated,
    AlreadyStarted,
    HostOnly,
    NoSuchGame,
    NoSuchSeat,
    NotSeated,
    NotStarted,
    SeatNotOccupied,
    SeatOccupied,
    SeatsFree,
    TableOver,
)
from domain.table.commands import Act, Cancel, Leave, OpenTable, SeatBot, SetEntropy, Sit, Start, UnseatBot
from domain.table.decide import decide
from domain.table.events import CardsDealt, HandOpened, TableCancelled, TableOpened, TableStarted
from domain.table.evolve import evolve, fold
from domain.table.hands import Chance
from domain.table.refusals import NotYourTurn
from domain.table.seat_events import EntropyChanged, SeatLeft, SeatTaken
from domain.table.spectators import NO_DELAY
from domain.table.state import Occupant
from tests.support.deals import playing, started
from tests.support.table import PASS, player

HOST, ANN, BEN, EVE = map(PlayerId, ("host", "ann", "ben", "eve"))
SECRET = bytes(range(32))
OPENING = OpenTable(HOST, "sheng_ji", "zhang-2021", {"initial_level": "8"}, listed=True, hands=None)
OPENED = decide(GAMES, None, OPENING, Chance(SECRET)).events


@dataclass(frozen=True)
class Life:
    """A table after commands, each of which was accepted."""

    events: tuple = OPENED

    @property
    def table(self):
        return fold(GAMES, self.events)

    def after(self, *commands) -> "Life":
        life = self
        for command in commands:
            life = Life((*life.events, *life.outcome(command).events))
        return life

    def outcome(self, command):
        outcome = decide(GAMES, self.table, command, Chance(SECRET))
        assert fold(GAMES, outcome.events, self.table) == outcome.table
        return outcome

    def happens(self, command) -> tuple:
        return self.outcome(command).events

    def refusal(self, command) -> Refusal:
        before = self.table
        with pytest.raises(Refusal) as refused:
            decide(GAMES, before, command, Chance(SECRET))
        assert before == self.table
        return refused.value

    def refuses(self, command, refusal: type[Refusal]) -> None:
        assert type(self.refusal(command)) is refusal


OPEN = Life()
SEATED = OPEN.after(Sit(ANN, Seat(0), "ann's"), SeatBot(HOST, Seat(1), "random", PlayerId("house"), "bot's"))
FULL = SEATED.after(Sit(BEN, Seat(2), "ben's"), Sit(HOST, Seat(3), "host's"))
PLAYING = FULL.after(Start(HOST))
CANCELLED = OPEN.after(Cancel(HOST))
FINISHED = Life(
    playing(["AS", "3S", "4S", "5S"], match=started(hands=1)).after_plays("0: AS", "1: 3S", "2: 4S", "3: 5S").events
)


# Opening -------------------------------------------------------------------------------------------------------------


def test_a_table_is_opened_with_its_rules_and_the_commitment_of_its_first_hand():
    (event,) = OPENED

    assert event == TableOpened(
        game="sheng_ji",
        rules={
            "profile": "zhang-2021",
            "options": {
                "first_drawer_method": "count",
                "initial_level": "8",
                "kitty_reveal": "on_opponents_last_trick",
            },
        },
        rules_revision=1,
        seats=4,
        host=HOST,
        listed=True,
        hands=None,
        spectators=NO_DELAY,
        commitment=hashlib.sha256(SECRET).hexdigest(),
        secret=SECRET.hex(),
    )
    assert OPEN.table.status == "open"
    assert OPEN.table.seats == (None,) * 4
    assert OPEN.table.match is None


def opening_refused(refusal: type[Refusal], **changed) -> Refusal:
    with pytest.raises(refusal) as refused:
        decide(GAMES, None, replace(OPENING, **changed), Chance(SECRET))
    return refused.value


@pytest.mark.parametrize("game", ["", "bridge", "Sheng Ji"])
def test_an_unknown_game_is_refused(game):
    assert "sheng_ji" in opening_refused(NoSuchGame, game=game).hint


def test_rules_that_cannot_be_played_are_refused():
    opening_refused(UnknownProfile, profile="zhang-1999")
    opening_refused(ConflictingOptions, overrides={"friend_call_style": "ordinal"})
    assert isinstance(opening_refused(InvalidRules, overrides={"kitty_size": 7}), InvalidRules)


# Sitting down and leaving --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_player_takes_a_free_seat(seat):
    assert OPEN.happens(Sit(ANN, Seat(seat), "any text")) == (SeatTaken(Seat(seat), ANN, None, "any text"),)
    after = OPEN.after(Sit(ANN, Seat(seat), "any text")).table
    assert after.seats[seat] == Occupant(ANN, None, "any text")
    assert after.seat_of(ANN) == seat
    assert after.seat_of(BEN) is None


@pytest.mark.parametrize("seat", [-1, 4, 100])
def test_an_unknown_seat_is_refused(seat):
    OPEN.refuses(Sit(ANN, Seat(seat), ""), NoSuchSeat)
    OPEN.refuses(SeatBot(HOST, Seat(seat), "random", PlayerId("house"), ""), NoSuchSeat)
    OPEN.refuses(UnseatBot(HOST, Seat(seat)), NoSuchSeat)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_taken_seat_is_refused_with_the_free_ones(seat):
    for command in (Sit(EVE, Seat(seat), ""), SeatBot(HOST, Seat(seat), "random", PlayerId("house"), "")):
        refusal = SEATED.refusal(command)
        assert type(refusal) is SeatOccupied
        assert refusal.facts == {"free_seats": [2, 3]}
    assert FULL.refusal(Sit(EVE, Seat(seat), "")).hint == "no seat is free"


def test_a_player_holds_only_one_seat():
    SEATED.refuses(Sit(ANN, Seat(2), ""), AlreadySeated)


def test_a_player_who_leaves_frees_the_seat_and_can_take_another():
    assert SEATED.happens(Leave(ANN)) == (SeatLeft(Seat(0), ANN),)
    after = SEATED.after(Leave(ANN))
    assert after.table.seats[0] is None
    assert after.happens(Sit(ANN, Seat(3), "")) == (SeatTaken(Seat(3), ANN, None, ""),)
    assert after.happens(Sit(EVE, Seat(0), "")) == (SeatTaken(Seat(0), EVE, None, ""),)


def test_a_player_without_a_seat_cannot_leave():
    SEATED.refuses(Leave(EVE), NotSeated)
    SEATED.refuses(Leave(HOST), NotSeated)


# Bots ----------------------------------------------------------------------------------------------------------------


def test_the_host_can_seat_the_same_bot_on_several_seats():
    command = SeatBot(HOST, Seat(2), "random", PlayerId("house"), "e")

    assert SEATED.happens(command) == (SeatTaken(Seat(2), PlayerId("house"), "random", "e"),)
    after = SEATED.after(command).table
    assert [occupant and occupant.bot for occupant in after.seats] == [None, "random", "random", None]


def test_a_bot_does_not_count_as_a_player_with_a_seat():
    assert SEATED.table.seat_of(PlayerId("house")) is None


@pytest.mark.parametrize("by", [ANN, EVE])
def test_only_the_host_can_seat_or_remove_bots(by):
    SEATED.refuses(SeatBot(by, Seat(2), "random", PlayerId("house"), ""), HostOnly)
    SEATED.refuses(UnseatBot(by, Seat(1)), HostOnly)


def test_the_host_can_remove_a_bot():
    assert SEATED.happens(UnseatBot(HOST, Seat(1))) == (SeatLeft(Seat(1), PlayerId("house")),)
    assert SEATED.after(UnseatBot(HOST, Seat(1))).table.seats[1] is None


@pytest.mark.parametrize("seat", [0, 2])
def test_the_host_cannot_remove_a_player_or_an_empty_seat(seat):
    SEATED.refuses(UnseatBot(HOST, Seat(seat)), SeatNotOccupied)


# Starting and calling off --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [HOST, ANN, BEN])
def test_the_host_or_a_player_at_the_table_starts_the_match(by):
    events = FULL.happens(Start(by))

    assert [type(event) for event in events] == [TableStarted, HandOpened, HandPrepared, CardsDealt]
    assert events[1].entropies == ("ann's", "bot's", "ben's", "host's")
    assert FULL.after(Start(by)).table.status == "playing"


def test_other_players_cannot_start_the_match():
    FULL.refuses(Start(EVE), NotSeated)
    FULL.refuses(Start(PlayerId("house")), NotSeated)


def test_the_match_starts_when_all_seats_are_taken():
    refusal = SEATED.refusal(Start(HOST))

    assert type(refusal) is SeatsFree
    assert refusal.facts == {"free_seats": [2, 3]}
    FULL.after(Leave(BEN)).refuses(Start(HOST), SeatsFree)


def test_the_host_can_call_off_the_table_before_the_start():
    assert OPEN.happens(Cancel(HOST)) == (TableCancelled(),)
    assert CANCELLED.table.status == "cancelled"
    SEATED.refuses(Cancel(ANN), HostOnly)
    SEATED.refuses(Cancel(EVE), HostOnly)


BEFORE_THE_START = [
    Sit(EVE, Seat(0), ""),
    SeatBot(HOST, Seat(0), "random", PlayerId("house"), ""),
    UnseatBot(HOST, Seat(1)),
    Start(HOST),
    Cancel(HOST),
]
ANY_COMMAND = [*BEFORE_THE_START, Leave(ANN), SetEntropy(ANN, ""), Act(ANN, PASS)]
names = [type(command).__name__ for command in ANY_COMMAND]


@pytest.mark.parametrize("command", BEFORE_THE_START, ids=names[:-3])
def test_after_the_start_nobody_can_join_leave_start_or_call_off(command):
    PLAYING.refuses(command, AlreadyStarted)


@pytest.mark.parametrize("command", ANY_COMMAND, ids=names)
@pytest.mark.parametrize("life", [CANCELLED, FINISHED], ids=["cancelled", "finished"])
def test_a_finished_table_accepts_no_commands(command, life):
    seated = command.by == HOST or isinstance(command, Sit) or life.table.seat_of(command.by) is not None
    life.refuses(command, TableOver if seated else NotSeated)


@pytest.mark.parametrize("life", [SEATED, PLAYING, FINISHED], ids=["open", "playing", "finished"])
@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (Leave(EVE), NotSeated),
        (SetEntropy(EVE, ""), NotSeated),
        (Act(EVE, PASS), NotSeated),
        (Start(EVE), NotSeated),
        (SeatBot(EVE, Seat(0), "random", PlayerId("house"), ""), HostOnly),
        (UnseatBot(EVE, Seat(0)), HostOnly),
        (Cancel(EVE), HostOnly),
    ],
    ids=lambda each: type(each).__name__ if not isinstance(each, type) else "",
)
def test_an_unauthorised_player_is_refused_in_every_phase(command, refusal, life):
    life.refuses(command, refusal)


def test_before_the_start_no_card_can_be_played():
    FULL.refuses(Act(ANN, PASS), NotStarted)
    FULL.refuses(Act(ANN, PASS, Seat(0)), NotStarted)


# Entropy -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("life", [SEATED, PLAYING], ids=["open", "playing"])
def test_a_player_can_change_their_entropy_before_and_after_the_start(life):
    assert life.happens(SetEntropy(ANN, "dice")) == (EntropyChanged(Seat(0), "dice"),)
    assert life.after(SetEntropy(ANN, "dice")).table.seats[0].entropy == "dice"


def test_entropy_changed_before_the_start_is_used_for_the_first_hand():
    (opened,) = (
        event for event in FULL.after(SetEntropy(BEN, "dice")).happens(Start(HOST)) if isinstance(event, HandOpened)
    )

    assert opened.entropies == ("ann's", "bot's", "dice", "host's")


def test_the_entropy_of_the_running_hand_does_not_change():
    table = PLAYING.after(SetEntropy(BEN, "dice")).table

    assert table.hand.entropies == ("ann's", "bot's", "ben's", "host's")


def test_only_players_with_a_seat_can_give_entropy():
    SEATED.refuses(SetEntropy(EVE, "dice"), NotSeated)
    SEATED.refuses(SetEntropy(PlayerId("house"), "dice"), NotSeated)


# Acting --------------------------------------------------------------------------------------------------------------


def seat_asked(life: Life) -> int:
    table = life.table
    return table.game.asked(table.match)[0].seat


PLAYERS = (ANN, PlayerId("house"), BEN, HOST)


def test_a_player_acts_for_their_own_seat_and_the_house_for_its_bots():
    life = PLAYING
    for _ in range(3):
        seat = seat_asked(life)
        command = Act(PLAYERS[seat], Pass(), Seat(seat))
        assert life.happens(command) == (DeclarationPassed(Seat(seat)),)
        if seat != 1:
            assert life.happens(Act(PLAYERS[seat], Pass())) == life.happens(command)
        life = life.after(command)


def test_the_house_names_the_seat_for_which_it_acts():
    PLAYING.refuses(Act(PlayerId("house"), Pass()), NotSeated)


@pytest.mark.parametrize(("by", "seat"), [(ANN, 1), (ANN, 2), (EVE, 0), (HOST, 1), (PlayerId("house"), 0)])
def test_nobody_can_act_for_the_seat_of_another_player(by, seat):
    PLAYING.refuses(Act(by, Pass(), Seat(seat)), NotSeated)


def test_a_player_without_a_seat_cannot_act():
    PLAYING.refuses(Act(EVE, Pass()), NotSeated)


@pytest.mark.parametrize("seat", [4, 17, -5])
def test_an_unknown_seat_cannot_act(seat):
    assert isinstance(PLAYING.refusal(Act(ANN, Pass(), Seat(seat))), NoSuchSeat | NotSeated)


@pytest.mark.parametrize(("by", "seat"), [(HOST, -1), (BEN, -2), (ANN, -4)])
def test_negative_seat_numbers_are_refused(by, seat):
    assert isinstance(PLAYING.refusal(Act(by, Pass(), Seat(seat))), NoSuchSeat | NotSeated)


def test_moves_against_the_rules_are_refused_by_the_game():
    other = (seat_asked(PLAYING) + 1) % 4

    PLAYING.refuses(Act(PLAYERS[other], Pass(), Seat(other)), NotYourTurn)


# Impossible histories -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", [TableStarted(), SeatTaken(Seat(0), player(0), None, "")])
def test_a_table_that_was_not_opened_accepts_no_commands(event):
    with pytest.raises(BrokenHistory):
        evolve(GAMES, None, event)
    with pytest.raises(BrokenHistory):
        fold(GAMES, [])


def test_the_entropy_of_an_empty_seat_does_not_change():
    with pytest.raises(BrokenHistory):
        fold(GAMES, [EntropyChanged(Seat(3), "")], SEATED.table)
