"""Challenges: somebody at an open table asks a certain player to take a seat, who sits down or declines.

A challenge reserves nothing. Its seat can be taken by anybody, so that a table never waits for a player who does not
answer; who is challenged accepts by sitting down wherever a seat is free. It ends with the start at the latest.
"""

from domain.kernel.refusals import Illegal, NotAllowed, WrongMoment
from domain.kernel.seats import Seat
from domain.table.commands import ChallengePlayer, DeclineChallenge, WithdrawChallenge
from domain.table.events import ChallengeAccepted, ChallengeDeclined, ChallengeWithdrawn, PlayerChallenged, PlayerId
from domain.table.state import Challenge, Table

CHALLENGES_LIMIT = 20
"""How many challenges can be open at a table at once."""


class TooManyChallenges(WrongMoment):
    """As many challenges are open at the table as there can be."""


class AlreadyChallenged(WrongMoment):
    """The player is challenged at this table already."""


class OwnChallenge(Illegal):
    """Nobody challenges themselves."""


class NoSuchChallenge(WrongMoment):
    """No such challenge is open at the table."""


class NotYourChallenge(NotAllowed):
    """A challenge is withdrawn by who made it, or by the host."""


def challenged(table: Table, command: ChallengePlayer) -> PlayerChallenged:
    """What happens when a player who holds no seat is challenged to take one that is free.

    Raises:
        OwnChallenge, AlreadyChallenged, TooManyChallenges: that cannot be.
    """
    if command.player == command.by:
        raise OwnChallenge("you cannot challenge yourself", hint="sit down instead")
    if table.challenge_of(command.player) is not None:
        raise AlreadyChallenged(f"{command.player} is challenged already", hint="wait for the answer, or withdraw it")
    if len(table.challenges) >= CHALLENGES_LIMIT:
        raise TooManyChallenges(f"{CHALLENGES_LIMIT} challenges are open", hint="wait for an answer, or withdraw one")
    return PlayerChallenged(command.by, command.player, command.seat)


def accepted(table: Table, player: PlayerId, seat: Seat) -> tuple[ChallengeAccepted, ...]:
    """What happens besides when a player sits down there: who was challenged has accepted."""
    challenge = table.challenge_of(player)
    return () if challenge is None else (ChallengeAccepted(challenge.by, player, seat),)


def declined(table: Table, command: DeclineChallenge) -> ChallengeDeclined:
    """What happens when a player who is challenged declines. Raises `NoSuchChallenge`."""
    challenge = _challenge_of(table, command.by, "you are not challenged at this table")
    return ChallengeDeclined(challenge.by, challenge.player, command.reason)


def withdrawn(table: Table, command: WithdrawChallenge) -> ChallengeWithdrawn:
    """What happens when a challenge is withdrawn. Raises `NoSuchChallenge` and `NotYourChallenge`."""
    challenge = _challenge_of(table, command.player, f"{command.player} is not challenged at this table")
    if command.by not in (challenge.by, table.host):
        raise NotYourChallenge(f"{challenge.by} made this challenge", hint="ask them, or the host, to withdraw it")
    return ChallengeWithdrawn(challenge.by, challenge.player)


def _challenge_of(table: Table, player: PlayerId, otherwise: str) -> Challenge:
    challenge = table.challenge_of(player)
    if challenge is None:
        raise NoSuchChallenge(otherwise, hint="the view of the table lists the open ones")
    return challenge
