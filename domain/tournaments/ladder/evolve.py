"""How events of challenges change a ladder."""

from collections.abc import Callable
from typing import Any

from domain.tournaments.ladder import events
from domain.tournaments.ladder.parts import LadderStep, OpenChallenge
from domain.tournaments.state import Tournament


def _after_challenge(tournament: Tournament, event: events.LadderChallengeMade) -> Tournament:
    challenge = OpenChallenge(event.entrant, event.challenged, event.at, event.until)
    return tournament._replace(challenges=(*tournament.challenges, challenge))


def _without(
    tournament: Tournament,
    event: events.LadderChallengeWithdrawn | events.LadderChallengeAccepted | events.LadderPlaceLost,
) -> Tournament:
    left = tuple(each for each in tournament.challenges if each.challenger != event.entrant)
    return tournament._replace(challenges=left)


def _after_loss(tournament: Tournament, event: events.LadderPlaceLost) -> Tournament:
    step = LadderStep(event.entrant, event.challenged, event.why, event.at)
    return _without(tournament, event)._replace(ladder=(*tournament.ladder, step))


AFTER: dict[type, Callable[[Tournament, Any], Tournament]] = {
    events.LadderChallengeMade: _after_challenge,
    events.LadderChallengeWithdrawn: _without,
    events.LadderChallengeAccepted: _without,
    events.LadderPlaceLost: _after_loss,
}
"""The function for each event about challenges."""
