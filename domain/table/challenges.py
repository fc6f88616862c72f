"""Challenges: a player at an open table asks another player to take a seat, who sits down or declines.

A challenge does not reserve a seat, so a table never waits for a player who does not answer. A challenged player
accepts by taking any free seat. Open challenges end when the match begins.
"""

from domain.kernel.messages import Message, message
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Illegal, NotAllowed, WrongMoment
from domain.kernel.seats import Seat
from domain.table.commands import ChallengePlayer, DeclineChallenge, WithdrawChallenge
from domain.table.seat_events import ChallengeAccepted, ChallengeDeclined, ChallengeWithdrawn, PlayerChallenged
from domain.table.state import Challenge, Table

CHALLENGES_LIMIT = 20
"""The maximum number of open challenges at a table."""


class TooManyChallenges(WrongMoment):
    """The table has the maximum number of open challenges."""


class AlreadyChallenged(WrongMoment):
    """The player already has a challenge at this table."""


class OwnChallenge(Illegal):
    """Players cannot challenge themselves."""


class NoSuchChallenge(WrongMoment):
    """There is no such open challenge at the table."""


class NotYourChallenge(NotAllowed):
    """Only its sender or the host may withdraw a challenge."""


def challenge_event(table: Table, command: ChallengePlayer) -> PlayerChallenged:
    """Returns the event of a new challenge to a player without a seat.

    Raises:
        OwnChallenge, AlreadyChallenged, TooManyChallenges: the challenge is not possible.
    """
    if command.player == command.by:
        raise OwnChallenge(message("you cannot challenge yourself"), hint=message("take a seat instead"))
    if table.challenge_of(command.player) is not None:
        raise AlreadyChallenged(
            message("{player} already has a challenge", player=command.player),
            hint=message("wait for the answer, or withdraw it"),
        )
    if len(table.challenges) >= CHALLENGES_LIMIT:
        raise TooManyChallenges(
            message("{challenges_limit} challenges are open", challenges_limit=CHALLENGES_LIMIT),
            hint=message("wait for an answer, or withdraw one"),
        )
    return PlayerChallenged(command.by, command.player, command.seat)


def acceptance_events(table: Table, player: PlayerId, seat: Seat) -> tuple[ChallengeAccepted, ...]:
    """Returns the event that accepts the challenge of a player who sits down; empty if they were not challenged."""
    challenge = table.challenge_of(player)
    return () if challenge is None else (ChallengeAccepted(challenge.by, player, seat),)


def decline_event(table: Table, command: DeclineChallenge) -> ChallengeDeclined:
    """Returns the event of a declined challenge. Raises `NoSuchChallenge`."""
    challenge = _challenge_of(table, command.by, message("you have no challenge at this table"))
    return ChallengeDeclined(challenge.by, challenge.player, command.reason)


def withdrawal_event(table: Table, command: WithdrawChallenge) -> ChallengeWithdrawn:
    """Returns the event of a withdrawn challenge. Raises `NoSuchChallenge` and `NotYourChallenge`."""
    challenge = _challenge_of(
        table, command.player, message("{player} has no challenge at this table", player=command.player)
    )
    if command.by not in (challenge.by, table.host):
        raise NotYourChallenge(
            message("{by} sent this challenge", by=challenge.by), hint=message("ask them or the host to withdraw it")
        )
    return ChallengeWithdrawn(challenge.by, challenge.player)


def _challenge_of(table: Table, player: PlayerId, otherwise: Message) -> Challenge:
    challenge = table.challenge_of(player)
    if challenge is None:
        raise NoSuchChallenge(otherwise, hint=message("the view of the table lists open challenges"))
    return challenge
