"""Given-when-then tests of rules: given a table, when a seat moves, then these events or this refusal follow.

Every table is the fold of events, which `tests/support/deals.py` builds.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

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
from domain.table.game import Game
from domain.table.hands import Chance, TableDecision
from domain.table.redact import redact
from domain.table.state import Table

SHENG_JI = GAMES["sheng_ji"]
SECRETS = [bytes([number]) * 32 for number in range(20)]
"""The secrets of hands, by the number of the hand."""
PASS = Pass()


def cards(text: str) -> Cards:
    """Returns the cards of a text such as `AS 10H BJ`."""
    return read_cards(text.split())


def order(trumps: str, **options: Any) -> CardOrder:
    """Returns the card order for trumps: a rank and suit as `8H`, a rank as `8`, or an empty text for jokers only."""
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
class GivenTable:
    """A table after events. Each game has a class of its own."""

    events: tuple[Any, ...]
    game: ClassVar[Game]
    play_of: ClassVar[Callable[[str], Any]]
    """Returns the play of a text such as `AS AS`."""

    @property
    def table(self) -> Table:
        return fold(GAMES, self.events)

    @property
    def match(self) -> Any:
        return self.table.match

    @property
    def phase(self) -> Any:
        """The phase of the hand."""
        return self.match.phase

    @property
    def asked(self) -> list[tuple[int, str]]:
        return [tuple(each) for each in self.game.asked(self.match)]

    def seen_by(self, viewer: Any) -> Table:
        """Returns the table folded from the events that a viewer sees."""
        return fold(GAMES, [redact(self.game, event, viewer) for event in self.events])

    def view(self, viewer: Any) -> dict[str, Any]:
        return self.game.view(self.seen_by(viewer).match, viewer)

    def moves(self, seat: int) -> dict[str, Any]:
        """Returns the legal moves of a seat, from what the seat sees."""
        return self.game.legal_moves(self.seen_by(Seat(seat)).match, Seat(seat))

    def preview(self, seat: int, move: Any) -> dict[str, Any]:
        return self.game.preview(self.seen_by(Seat(seat)).match, Seat(seat), move)

    def and_then(self, *events: Any) -> Self:
        return type(self)((*self.events, *events))

    def after(self, *moves: tuple[int, Any]) -> Self:
        """Returns the table after legal moves, each `(seat, move)`."""
        given = self
        for seat, move in moves:
            given = given.and_then(*given.when(seat, move).events)
        return given

    def after_plays(self, *lines: str) -> Self:
        """Returns the table after plays, each written as `0: AS AS`."""
        split = [line.split(":") for line in lines]
        return self.after(*((int(seat), self.play_of(text)) for seat, text in split))

    def when(self, seat: int, move: Any) -> "When":
        return When(self, seat, move)


class Given(GivenTable):
    """A table of Sheng Ji after events."""

    game = SHENG_JI
    play_of = staticmethod(plays)


@dataclass(frozen=True)
class When:
    """A move of a seat at a table."""

    given: GivenTable
    seat: int
    move: Any

    @property
    def outcome(self) -> TableDecision:
        """The decision on the move. Checks that its table is the fold of its events."""
        table = self.given.table
        # When a hand opens, the secret of the next hand is chosen.
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
        """The refusal; checks that the table is unchanged. Raises `AssertionError` if the move is accepted."""
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
        """Checks the type of the refusal and, if given, its rule and exactly its legal alternatives."""
        refusal = self.refusal
        assert type(refusal) is kind
        if rule is not None:
            assert refusal.rule == rule
        if legal is not None:
            assert as_multisets(refusal.legal) == as_multisets(map(cards, legal))
