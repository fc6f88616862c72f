"""Challenges: a player invited to a seat sits down, declines, or has the challenge withdrawn."""

from dataclasses import dataclass

import pytest

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.challenges import (
    CHALLENGES_LIMIT,
    AlreadyChallenged,
    NoSuchChallenge,
    NotYourChallenge,
    OwnChallenge,
    TooManyChallenges,
)
from domain.table.checks import AlreadySeated, AlreadyStarted, NoSuchSeat, NotSeated, SeatOccupied, TableOver
from domain.table.commands import (
    Cancel,
    ChallengePlayer,
    DeclineChallenge,
    Leave,
    OpenTable,
    SeatBot,
    Sit,
    Start,
    WithdrawChallenge,
)
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.table.seat_events import (
    ChallengeAccepted,
    ChallengeDeclined,
    ChallengeWithdrawn,
    PlayerChallenged,
    SeatTaken,
)
from domain.table.state import Challenge
from domain.tools.verification import verify

HOST, ANN, BEN, EVE = map(PlayerId, ("host", "ann", "ben", "eve"))
SECRET = bytes(range(32))
BOTS = [SeatBot(HOST, Seat(seat), "random", PlayerId("house"), "dice") for seat in range(4)]


@dataclass(frozen=True)
class Given:
    """A table after commands, each of which was accepted."""

    events: tuple = decide(
        GAMES, None, OpenTable(HOST, "sheng_ji", "zhang-2021", {}, listed=True, hands=None), Chance(SECRET)
    ).events

    @property
    def table(self):
        return fold(GAMES, self.events)

    @property
    def challenges(self):
        return self.table.challenges

    def happens(self, command) -> tuple:
        return decide(GAMES, self.table, command, Chance(SECRET)).events

    def after(self, *commands) -> "Given":
        given = self
        for command in commands:
            given = Given((*given.events, *given.happens(command)))
        return given

    def refuses(self, command, refusal: type[Refusal]) -> Refusal:
        with pytest.raises(Refusal) as refused:
            self.happens(command)
        assert type(refused.value) is refusal
        return refused.value


OPEN = Given()
SEATED = OPEN.after(Sit(ANN, Seat(0), "ann's"))
CHALLENGED = SEATED.after(ChallengePlayer(ANN, BEN, Seat(2)))


# Challenging ---------------------------------------------------------------------------------------------------------


def test_the_host_challenges_a_player_to_any_seat():
    challenge = ChallengePlayer(HOST, BEN, None)

    assert OPEN.happens(challenge) == (PlayerChallenged(HOST, BEN, None),)
    assert OPEN.after(challenge).challenges == (Challenge(HOST, BEN, None),)


def test_a_seated_player_challenges_another_to_a_specific_seat():
    assert CHALLENGED.challenges == (Challenge(ANN, BEN, Seat(2)),)


def test_other_players_cannot_challenge():
    OPEN.refuses(ChallengePlayer(EVE, BEN, None), NotSeated)
    CHALLENGED.refuses(ChallengePlayer(BEN, EVE, None), NotSeated)


def test_a_player_cannot_challenge_themselves():
    OPEN.refuses(ChallengePlayer(HOST, HOST, None), OwnChallenge)


def test_a_seated_player_cannot_be_challenged():
    SEATED.refuses(ChallengePlayer(HOST, ANN, None), AlreadySeated)


def test_a_player_is_challenged_once_at_a_time():
    CHALLENGED.refuses(ChallengePlayer(HOST, BEN, None), AlreadyChallenged)


def test_the_seat_of_a_challenge_must_exist_and_be_free():
    assert SEATED.refuses(ChallengePlayer(HOST, BEN, Seat(0)), SeatOccupied).facts["free_seats"] == [1, 2, 3]
    SEATED.refuses(ChallengePlayer(HOST, BEN, Seat(4)), NoSuchSeat)
    OPEN.after(*BOTS).refuses(ChallengePlayer(HOST, BEN, None), SeatOccupied)


def test_the_number_of_open_challenges_is_limited():
    many = [ChallengePlayer(HOST, PlayerId(f"player {number}"), None) for number in range(CHALLENGES_LIMIT + 1)]
    full = OPEN.after(*many[:-1])

    full.refuses(many[-1], TooManyChallenges)
    assert len(full.challenges) == CHALLENGES_LIMIT == 20
    full.after(DeclineChallenge(PlayerId("player 0"), "pace"), many[-1])


# Accepting -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [2, 3])
def test_a_challenged_player_accepts_by_sitting_down_on_any_seat(seat):
    sits = Sit(BEN, Seat(seat), "ben's")

    assert CHALLENGED.happens(sits) == (
        SeatTaken(Seat(seat), BEN, None, "ben's"),
        ChallengeAccepted(ANN, BEN, Seat(seat)),
    )
    assert CHALLENGED.after(sits).challenges == ()


def test_a_player_without_a_challenge_cannot_accept():
    assert CHALLENGED.happens(Sit(EVE, Seat(3), "eve's")) == (SeatTaken(Seat(3), EVE, None, "eve's"),)


def test_a_challenge_reserves_no_seat_and_stays_open_when_another_takes_it():
    taken = CHALLENGED.after(Sit(EVE, Seat(2), "eve's"))

    assert taken.challenges == (Challenge(ANN, BEN, Seat(2)),)
    taken.refuses(Sit(BEN, Seat(2), "ben's"), SeatOccupied)
    assert taken.happens(Sit(BEN, Seat(1), "ben's"))[1] == ChallengeAccepted(ANN, BEN, Seat(1))


def test_a_player_who_accepted_and_left_can_be_challenged_again():
    left = CHALLENGED.after(Sit(BEN, Seat(2), "ben's"), Leave(BEN))

    assert left.challenges == ()
    assert left.after(ChallengePlayer(HOST, BEN, None)).challenges == (Challenge(HOST, BEN, None),)


# Declining and withdrawing -------------------------------------------------------------------------------------------


def test_a_challenged_player_declines_with_a_reason():
    declines = DeclineChallenge(BEN, "no_time")

    assert CHALLENGED.happens(declines) == (ChallengeDeclined(ANN, BEN, "no_time"),)
    assert CHALLENGED.after(declines).challenges == ()


def test_a_player_without_a_challenge_cannot_decline():
    CHALLENGED.refuses(DeclineChallenge(EVE, "no_time"), NoSuchChallenge)
    CHALLENGED.after(DeclineChallenge(BEN, "rules")).refuses(DeclineChallenge(BEN, "rules"), NoSuchChallenge)


@pytest.mark.parametrize("by", [ANN, HOST])
def test_the_challenger_or_the_host_withdraws_a_challenge(by):
    withdraws = WithdrawChallenge(by, BEN)

    assert CHALLENGED.happens(withdraws) == (ChallengeWithdrawn(ANN, BEN),)
    assert CHALLENGED.after(withdraws).challenges == ()


def test_other_players_cannot_withdraw_a_challenge_and_it_has_to_exist():
    CHALLENGED.refuses(WithdrawChallenge(EVE, BEN), NotYourChallenge)
    CHALLENGED.refuses(WithdrawChallenge(BEN, BEN), NotYourChallenge)
    CHALLENGED.refuses(WithdrawChallenge(ANN, EVE), NoSuchChallenge)


# The end of all challenges -------------------------------------------------------------------------------------------


def test_the_start_ends_all_challenges_and_prevents_new_ones():
    started = CHALLENGED.after(*BOTS[1:], Start(HOST))

    assert started.challenges == ()
    started.refuses(ChallengePlayer(HOST, EVE, None), AlreadyStarted)
    for command in (DeclineChallenge(BEN, "pace"), WithdrawChallenge(ANN, BEN)):
        started.refuses(command, NoSuchChallenge)


def test_calling_off_a_table_removes_its_challenges():
    cancelled = CHALLENGED.after(Cancel(HOST))

    assert cancelled.challenges == ()
    for command in (ChallengePlayer(HOST, EVE, None), DeclineChallenge(BEN, "pace"), WithdrawChallenge(ANN, BEN)):
        cancelled.refuses(command, TableOver)


# Visibility of challenges ---------------------------------------------------------------------------------------------

EVERYTHING = CHALLENGED.after(
    DeclineChallenge(BEN, "opponents"),
    ChallengePlayer(HOST, EVE, Seat(3)),
    ChallengePlayer(HOST, BEN, None),
    WithdrawChallenge(HOST, BEN),
    Sit(EVE, Seat(1), "eve's"),
)


def test_everybody_sees_open_challenges():
    for viewer in (Seat(0), Onlooker.SPECTATOR, Onlooker.DELAYED, Onlooker.ARCHIVE):
        for event in EVERYTHING.events[1:]:
            assert redact(EVERYTHING.table.game, event, viewer) == event


def test_challenges_are_verified_with_the_rest_of_the_record():
    assert verify(EVERYTHING.events).disagreements == ()

    swapped = list(EVERYTHING.events)
    place = swapped.index(ChallengeAccepted(HOST, EVE, Seat(1)))
    del swapped[place]
    assert verify([*swapped, SeatTaken(Seat(2), BEN, None, "ben's")]).disagreements
