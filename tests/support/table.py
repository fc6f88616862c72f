"""Given-when-then tests of rules: given a table, when a seat moves, then events or a refusal.

A table is always reached by folding events; `tests/support/deals.py` builds them.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domain.games.registry import GAMES
from domain.games.sheng_ji.card_order import CardOrder, order_of
from domain.games.sheng_ji.chain import Ordering
from domain.games.sheng_ji.commands import Bury, Declare, Pass, Play
from domain.kernel.cards import RANK_OF_NAME, SUIT_OF_NAME, Cards, read_cards
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance, TableDecision
from domain.table.redact import redact
from domain.table.state import Table

SHENG_JI = GAMES["sheng_ji"]
SECRETS = [bytes([number]) * 32 for number in range(20)]
"""The secrets of the hands by number."""
PASS = Pass()


def cards(text: str) -> Cards:
    """Returns the cards of `AS 10H BJ`."""
    return read_cards(text.split())


def order(trumps: str, **options: Any) -> CardOrder:
    """The order of the cards when `8H`, or in no-trump `8`, is trumps, or only the jokers are: ``."""
    rank, suit = RANK_OF_NAME.get(trumps.rstrip("CDHS")), SUIT_OF_NAME.get(trumps[-1:])
    return order_of(rank, suit, Ordering(**options))


def player(seat: int) -> PlayerId:
    """Returns the player of a seat."""
    return PlayerId(f"player {seat}")


def plays(text: str) -> Play:
    return Play(cards(text))


def declares(text: str) -> Declare:
    return Declare(cards(text))


def buries(text: str) -> Bury:
    return Bury(cards(text))


def as_multisets(sets_of_cards: Iterable[Cards]) -> Counter[tuple[int, ...]]:
    """Returns sets of cards, ignoring order."""
    return Counter(tuple(sorted(each)) for each in sets_of_cards)


@dataclass(frozen=True)
class Given:
    """A table after events."""

    events: tuple[Any, ...]

    @property
    def table(self) -> Table:
        return fold(GAMES, self.events)

    @property
    def phase(self) -> Any:
        """The phase of the hand."""
        return self.table.match.phase

    def seen_by(self, viewer: Any) -> Table:
        """The table as folded from the events shown to a viewer."""
        return fold(GAMES, [redact(SHENG_JI, event, viewer) for event in self.events])

    def view(self, viewer: Any) -> dict[str, Any]:
        return SHENG_JI.view(self.seen_by(viewer).match, viewer)

    def moves(self, seat: int) -> dict[str, Any]:
        """The legal moves of the seat."""
        return SHENG_JI.legal_moves(self.seen_by(Seat(seat)).match, Seat(seat))

    def and_then(self, *events: Any) -> "Given":
        return Given((*self.events, *events))

    def after(self, *moves: tuple[int, Any]) -> "Given":
        """Returns the table after legal moves, each `(seat, move)`."""
        given = self
        for seat, move in moves:
            given = given.and_then(*given.when(seat, move).events)
        return given

    def after_plays(self, *lines: str) -> "Given":
        """Returns the table after plays, each written `0: AS AS`."""
        split = [line.split(":") for line in lines]
        return self.after(*((int(seat), plays(text)) for seat, text in split))

    def when(self, seat: int, move: Any) -> "When":
        return When(self, seat, move)


@dataclass(frozen=True)
class When:
    """A move of a seat at a table."""

    given: Given
    seat: int
    move: Any

    @property
    def outcome(self) -> TableDecision:
        """Returns the events; the table is their fold."""
        table = self.given.table
        # A new hand draws the secret of the hand after it.
        outcome = decide(GAMES, table, Act(player(self.seat), self.move), Chance(SECRETS[table.hand.number + 2]))
        assert fold(GAMES, outcome.events, table) == outcome.table
        return outcome

    @property
    def events(self) -> tuple[Any, ...]:
        return self.outcome.events

    def told(self, kind: type) -> Any:
        """Returns the only event of that kind."""
        (event,) = (event for event in self.events if isinstance(event, kind))
        return event

    def then(self, *events: Any) -> None:
        """Checks that exactly these events happen in this order."""
        assert self.events == events

    @property
    def refusal(self) -> Refusal:
        """Checks the refusal and that the table is unchanged."""
        table = self.given.table
        try:
            decide(GAMES, table, Act(player(self.seat), self.move), Chance(SECRETS[1]))
        except Refusal as refusal:
            assert table == self.given.table
            return refusal
        raise AssertionError(f"{self.move} of seat {self.seat} was accepted")

    def then_begins(self, *events: Any) -> None:
        """Checks that these events happen first in this order; others may follow."""
        assert self.events[: len(events)] == events

    def then_refused(self, kind: type[Refusal], rule: str | None = None, legal: Iterable[str] | None = None) -> None:
        """Checks the refusal, its rule and the exact alternatives."""
        refusal = self.refusal
        assert type(refusal) is kind
        if rule is not None:
            assert refusal.rule == rule
        if legal is not None:
            assert as_multisets(refusal.legal) == as_multisets(map(cards, legal))
