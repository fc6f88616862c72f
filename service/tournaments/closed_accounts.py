"""Removes players who close their accounts from tournaments.

The read model follows the log with a delay, so events that it has not applied yet are searched as well. Leagues and
series share the functions of this module.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.entrant_commands import DeclinePartner, LeaveEntrant, WithdrawOfferToSubstitute
from domain.tournaments.staff import LeaveStaff
from service.platform.store.database import Database
from service.platform.store.event_store import READ_LIMIT, EventStore
from service.platform.store.events import event_of
from service.platform.store.folding import Folding
from service.platform.store.subscription import Subscription
from service.tournaments.events import TOURNAMENTS
from service.tournaments.handlers import Tournaments
from service.tournaments.projections import NAME
from service.tournaments.reader import BEFORE_ALL

OWNER_GONE = "the owner of the tournament has closed their account"


class _Listed(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Listed)


class LeavingTournaments:
    """Removes a player from all open tournaments."""

    def __init__(self, database: Database, store: EventStore, tournaments: Tournaments) -> None:
        """Takes the stores and the tournaments."""
        self._database = database
        self._store = store
        self._tournaments = tournaments

    def leave_all(self, player: PlayerId) -> None:
        """Removes a player from all open tournaments, and declines their invitations. Pairs keep their places.

        For tournaments that the player owns, see `domain/tournaments/staff.py`.
        """
        listed = every_page(partial(self._tournaments.listed, player=player), BEFORE_ALL)
        still_open = (each.id for each in listed if each.status not in ("finished", "cancelled"))
        newest = newest_streams(self._database, self._store, NAME, TOURNAMENTS, player)
        for tournament_id in sorted({*still_open, *newest}):
            self._leave(tournament_id, player)

    def _leave(self, tournament_id: str, player: PlayerId) -> None:
        tournament = self._tournaments.at(tournament_id).tournament
        if tournament.role_of(player) is not None:
            closed = closed_staff(self._database, tournament.staff, player)
            self._is_accepted(tournament_id, LeaveStaff(player, OWNER_GONE, closed))
        for entry in tournament.entries:
            if player in entry.invited:
                self._is_accepted(tournament_id, DeclinePartner(player, entry.id))
        # The player may only be staff or invited. Then both commands are refused.
        if not self._is_accepted(tournament_id, LeaveEntrant(player)):
            self._is_accepted(tournament_id, WithdrawOfferToSubstitute(player))

    def _is_accepted(
        self, tournament_id: str, command: LeaveStaff | DeclinePartner | LeaveEntrant | WithdrawOfferToSubstitute
    ) -> bool:
        """Carries a command out. Returns `False` if the tournament refuses it."""
        with suppress(Refusal):
            self._tournaments.carry_out(tournament_id, command)
            return True
        return False


def every_page(page: Callable[..., Sequence[T]], before: str) -> Iterator[T]:
    """Yields the items of all pages of a list, newest first.

    Args:
        page: returns the items after the id `before`.
        before: an id that sorts after all ids of the list.
    """
    while items := page(before=before):
        yield from items
        before = items[-1].id


def newest_streams(
    database: Database, store: EventStore, projection: str, kind: Folding[Any], player: PlayerId
) -> Iterator[str]:
    """Yields ids of streams of a kind, with events that name the player and that the projection has not applied yet."""
    place = Subscription(database, store, projection).checkpoint()
    while batch := store.feed(place, READ_LIMIT):
        for logged in batch:
            if kind.has(logged.stream) and _names(event_of(logged.stored.record), player):
                yield kind.id_of(logged.stream)
        place = batch[-1].place


def _names(event: Any, player: PlayerId) -> bool:
    named = (getattr(event, "player", None), getattr(event, "owner", None), *getattr(event, "invited", ()))
    return player in named


def closed_staff(database: Database, staff: Iterable[tuple[PlayerId, Any]], leaver: PlayerId) -> tuple[PlayerId, ...]:
    """Returns the members of the staff, without the leaver, whose accounts are closed."""
    others = [member for member, _ in staff if member != leaver]
    return tuple(PlayerId(each) for (each,) in database.read("closed_players", {"ids": others}))
