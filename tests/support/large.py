"""Writes a large Swiss tournament of pairs into the log, as if it had been played."""

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from domain.kernel.players import PlayerId
from domain.tournaments.entrants.events import EntrantEntered, EntrantRegistered, PartnerInvited, PartnerJoined
from domain.tournaments.events import RegistrationOpened, TournamentCreated, TournamentStarted
from domain.tournaments.evolve import fold
from domain.tournaments.rounds.events import ResultRecorded, RoundClosed, RoundPaired, TableId, TableLinked
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.terms import LOSS, WIN, EntrantId, Match
from service.platform.sources import time_of_day
from service.platform.store.event_store import Commit
from service.platform.store.events import record_of
from service.tournaments.events import STATE_REVISION, due_time, head_document, stream_of
from service.wiring import Service
from tests.support.chance import RANDOMNESS
from tests.support.tournaments import SWISS

ROUNDS = 5
BY_HAND = dataclasses.replace(
    SWISS, figures={"rounds": ROUNDS}, rounds=dataclasses.replace(SWISS.rounds, is_automatic=False)
)
"""A Swiss of five rounds, which staff pair."""


def written(
    service: Service, owner: str, entrants: int, settings: TournamentSettings = BY_HAND, *, has_tables: bool = False
) -> str:
    """Writes a tournament with this number of entrants and returns its id. All rounds except the last are played.

    The ids of the tables are written if `has_tables` is true. The tables themselves are not.
    """
    tournament_id = RANDOMNESS.new_id("trn")
    events = list(_history(PlayerId(owner), entrants, settings, has_tables=has_tables))
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


def matches_of(field: Sequence[EntrantId], number: int) -> tuple[Match, ...]:
    """Returns the pairings of a round by the circle method, in which no two entrants meet twice."""
    fixed, *others = field
    turned = [fixed, *others[number:], *others[:number]]
    half = len(turned) // 2
    return tuple(Match(*pair) for pair in zip(turned[:half], reversed(turned[half:]), strict=True))


def _history(owner: PlayerId, entrants: int, settings: TournamentSettings, *, has_tables: bool) -> Iterator[Any]:
    yield TournamentCreated(owner, settings)
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
    for number in range(1, settings.figures["rounds"]):
        matches = matches_of(field, number)
        yield RoundPaired(number, owner, at, bytes(32).hex(), matches, (), None)
        for match in range(1, len(matches) + 1):
            if has_tables:
                yield TableLinked(number, match, TableId(RANDOMNESS.new_id("tbl")), ())
            yield ResultRecorded(number, match, WIN, LOSS, "played")
        yield RoundClosed(number, owner, at)
