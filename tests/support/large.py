"""Writes a large Swiss tournament of pairs into the log, as if it had been played."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from domain.kernel.players import PlayerId
from domain.tournaments.entrants.events import EntrantEntered, EntrantRegistered, PartnerInvited, PartnerJoined
from domain.tournaments.events import RegistrationOpened, TournamentCreated, TournamentStarted
from domain.tournaments.evolve import fold
from domain.tournaments.rounds.events import ResultRecorded, RoundClosed, RoundPaired
from domain.tournaments.terms import LOSS, WIN, EntrantId, Match
from service.platform.sources import time_of_day
from service.platform.store.event_store import Commit
from service.platform.store.events import record_of
from service.tournaments.events import STATE_REVISION, due_time, head_document, stream_of
from service.wiring import Service
from tests.support.chance import RANDOMNESS
from tests.support.tournaments import SWISS

ROUNDS = 5
"""The number of rounds. All rounds except the last have been played."""


def written(service: Service, owner: str, entrants: int) -> str:
    """Writes a tournament with this number of entrants and returns its id."""
    tournament_id = RANDOMNESS.new_id("trn")
    events = list(_history(PlayerId(owner), entrants))
    tournament = fold(events)
    service.store.append(
        Commit(
            stream=stream_of(tournament_id),
            expected=0,
            records=[record_of(event) for event in events],
            state=head_document(tournament),
            state_revision=STATE_REVISION,
            asked=[],
            due_at=None,
            command_id=None,
            metadata={"by": owner},
            turn_due_at=due_time(tournament),
        )
    )
    return tournament_id


def _history(owner: PlayerId, entrants: int) -> Iterator[Any]:
    by_hand = dataclasses.replace(SWISS.rounds, is_automatic=False)
    yield TournamentCreated(owner, dataclasses.replace(SWISS, figures={"rounds": ROUNDS}, rounds=by_hand))
    yield RegistrationOpened()
    field = [EntrantId(RANDOMNESS.new_id("ent")) for _ in range(entrants)]
    for entrant in field:
        captain, partner = (PlayerId(RANDOMNESS.new_id("ply")) for _ in range(2))
        yield EntrantRegistered(entrant, captain, 1500, None, None)
        yield PartnerInvited(entrant, captain, partner)
        yield PartnerJoined(entrant, partner, 1500)
        yield EntrantEntered(entrant, None)
    at = time_of_day()
    yield TournamentStarted(owner, at, tuple(field))
    fixed, *others = field
    for number in range(1, ROUNDS):
        turned = [fixed, *others[number:], *others[:number]]
        half = entrants // 2
        matches = tuple(Match(*pair) for pair in zip(turned[:half], reversed(turned[half:]), strict=True))
        yield RoundPaired(number, owner, at, bytes(32).hex(), matches, (), None)
        for match in range(1, half + 1):
            yield ResultRecorded(number, match, WIN, LOSS, "played")
        yield RoundClosed(number, owner, at)
