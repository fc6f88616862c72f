"""The interface between a table and the game played at it.

Each game implements the `Game` protocol in a package of its own. Games share the modules below them (cards, seats,
shuffle, this protocol), but nothing with each other.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from domain.kernel.cards import Cards, Face
from domain.kernel.messages import message
from domain.kernel.refusals import Illegal
from domain.kernel.rules import Revisions, TableRules
from domain.kernel.seats import Seat
from domain.kernel.shuffle import Dice
from domain.kernel.viewers import Viewer
from domain.orders.grammar import Grammar
from domain.orders.order import Order
from domain.orders.order_facts import OrderFacts
from domain.orders.running import OrderReader


class UnlistedEvent(Exception):
    """A game does not say who may see this type of event, so nobody does. The argument is the type."""


class DealPlan(NamedTuple):
    """How the next hand is dealt.

    Attributes:
        pack: the cards to shuffle.
        first_drawer, cutter: the seat that draws first, and the seat that cuts.
        hand_size: the number of cards that each seat draws. If the pack does not divide evenly, the last seats draw one
            card less.
        drawn: the number of cards that each seat draws at once; the others are drawn one by one.
    """

    pack: Cards
    first_drawer: Seat
    cutter: Seat
    hand_size: int
    drawn: int


class EveryDeal(NamedTuple):
    """What is the same in every deal: the pack, and the number of cards each seat draws, as in a `DealPlan`."""

    pack: Cards
    hand_size: int


class Progress(NamedTuple):
    """Events of a game, and its state after them."""

    events: tuple[Any, ...]
    state: Any


class Asked(NamedTuple):
    """A seat that has to act, and the name of the decision it has to make."""

    seat: Seat
    what: str


class Undoable(NamedTuple):
    """States that an event has revealed no card to a player who did not know it.

    Attributes:
        seat: the seat whose move begins with the event, or `None` if the event only follows from a move.
    """

    seat: Seat | None


class GameClock(NamedTuple):
    """Something that the game does after a delay, without a move.

    Attributes:
        step: a number that distinguishes this wait from those before and after it.
        seconds: the length of the delay.
        tick: what the game does then; passed to `Game.tick`.
    """

    step: int
    seconds: int
    tick: Any


class Game(Protocol):
    """A family of games. `state` is a frozen value of the game; in the state of a viewer, some cards are hidden.

    Attributes:
        name: the name used to open tables.
        rules_revision: the revision of the rules for new tables. Older revisions can still be read.
        orders: reads the standing orders of the game.
        has_levels: whether seats or teams climb levels in a match.
    """

    name: str
    rules_revision: int
    orders: OrderReader
    has_levels: bool

    def rules(self, profile: str, overrides: Mapping[str, object]) -> Any:
        """Returns the rules of a profile with overrides, in the newest revision. Raises `InvalidRules`."""

    def rules_document(self, rules: Any) -> dict[str, Any]:
        """Returns the rules as a JSON document."""

    def rules_from_document(self, document: Mapping[str, Any], revision: int) -> Any:
        """Returns the rules from a document that `rules_document` wrote in that revision. Raises `UnknownRevision`."""

    def choices(self, rules: Any) -> dict[str, Any]:
        """Returns the value of every option: overrides that make the same rules even if the profile changes later."""

    def seats(self, rules: Any) -> int:
        """Returns the number of seats at a table with these rules."""

    def teams(self, rules: Any) -> tuple[tuple[Seat, ...], ...]:
        """Returns the teams that are fixed from the start, ordered by their first seat.

        A seat on its own is a team of one.
        """

    def every_deal(self, rules: Any) -> EveryDeal | None:
        """Returns what is dealt in every hand, or `None` if that differs from hand to hand."""

    def new_match(self, rules: Any) -> Any:
        """Returns the state before the first hand."""

    def prepare(self, state: Any, dice: Dice, first_drawer: Seat | None = None) -> tuple[Sequence[Any], DealPlan]:
        """Returns the events that precede the deal of a hand, and how the hand is dealt.

        If `first_drawer` is given, that seat draws first in the first hand, instead of one drawn by lot.
        """

    def after_deal(self, state: Any) -> Progress:
        """Returns what follows directly from the deal."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Progress:
        """Returns what happens when the seat makes the move. Raises `Refusal`."""

    def clock(self, state: Any) -> GameClock | None:
        """Returns what the clock of the game does next, or `None` if it is stopped."""

    def tick(self, state: Any, what: Any) -> Progress:
        """Returns what happens when the clock has expired."""

    def preview(self, state: Any, seat: Seat, move: Any) -> dict[str, Any]:
        """Returns, as JSON, what the seat may know in advance about its move. Raises `Refusal`."""

    def evolve(self, state: Any, event: Any) -> Any:
        """Returns the state after an event."""

    def redact(self, event: Any, viewer: Viewer) -> Any:
        """Returns the event as the viewer may see it.

        Raises:
            UnlistedEvent: the game lists the event neither as public nor as one that it redacts.
        """

    def ends_trick(self, event: Any) -> bool:
        """Returns whether the event ends a trick or a round of plays."""

    def undoable(self, event: Any) -> Undoable | None:
        """Returns an `Undoable` if the event reveals nothing, so that its move can be undone, or `None` if it may.

        The answer depends on the type of the event and never on hidden values, so it is the same for every viewer.
        """

    def moving_seat(self, event: Any) -> Seat | None:
        """Returns the seat whose move begins with the event, or `None` if it follows from a move or the clock."""

    def side_in_match(self, state: Any, seat: Seat) -> tuple[Seat, ...] | None:
        """Returns the seats that win or lose the match with this one, or `None` unless there are exactly two sides."""

    def side_in_hand(self, state: Any, seat: Seat) -> tuple[Seat, ...]:
        """Returns the seats that would concede the rest of the hand with this one. Raises `Refusal`."""

    def concede(self, state: Any, seats: tuple[Seat, ...]) -> Progress:
        """Returns what happens when these seats, which are one side, concede the rest of the hand. Raises `Refusal`."""

    def seat_taking_back(self, event: Any) -> Seat | None:
        """Returns the seat whose move or play the event takes back, or `None`."""

    def next_leader(self, event: Any) -> Seat | None:
        """Returns the seat that leads after the trick or round that the event ends, or `None` if it ends none."""

    def asked(self, state: Any) -> tuple[Asked, ...]:
        """Returns the seats that have to act."""

    def side(self, state: Any, seat: Seat) -> tuple[Seat, ...]:
        """Returns the seats that win and lose the match with a seat, including the seat itself."""

    def deal_is_over(self, state: Any) -> bool:
        """Returns whether the last deal is finished: the hand was scored, or is dealt again."""

    def hands_played(self, state: Any) -> int:
        """Returns the number of scored hands."""

    def winners(self, state: Any) -> tuple[Seat, ...] | None:
        """Returns the seats that have won the match, or `None` while it continues."""

    def leaders(self, state: Any) -> tuple[Seat, ...]:
        """Returns the seats that are ahead; empty if there are none."""

    def levels_won(self, state: Any, seat: Seat) -> int:
        """Returns how many levels a seat or its team is above its first level; 0 below it or without levels."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        """Returns the state of a viewer as JSON."""

    def legal_moves(self, state: Any, seat: Seat) -> dict[str, Any]:
        """Returns, as JSON, what the seat can do now. `state` is the seat's own view."""

    def move_of_events(self, state: Any, events: Sequence[Any], place: int) -> tuple[Seat, Any] | None:
        """Returns the seat and the move whose first event is at that index, or `None` if no move begins there."""

    def as_recorded(self, decided: Any, recorded: Any) -> Any:
        """Returns the decided event without the fields that the older revision of the recorded event lacks."""

    def tick_of_event(self, event: Any) -> Any | None:
        """Returns the tick whose first event this is, or `None` if the event is of another kind."""


class HandsPlayedOut(Illegal):
    """A hand of this game cannot be conceded."""


class NoOrders:
    """Reads the standing orders of a game that has none."""

    def grammar(self, _state: Any) -> Grammar:
        """Returns a grammar without any order."""
        return Grammar({}, frozenset(), {}, 0, ())

    def own_cards(self, _state: Any, _seat: Seat) -> Cards:
        """Returns no cards: no order names any."""
        return ()

    def facts(self, _state: Any, seat: Seat) -> OrderFacts:
        """Returns facts that say nothing about the match."""
        nothing: Counter[Face] = Counter()
        return OrderFacts(
            seat,
            None,
            None,
            0,
            last_to_play=False,
            gone=nothing,
            copies=0,
            declared=frozenset(),
            partners=frozenset(),
            fewest=None,
            can_beat=lambda: False,
        )

    def cannot_be_played(self, _state: Any, _order: Order) -> str | None:
        """Returns `None`."""
        return None

    def is_past(self, _state: Any, _order: Order) -> bool:
        """Returns `False`."""
        return False

    def move(self, _state: Any, _order: Order, _scene: OrderFacts) -> Any | None:
        """Returns `None`."""
        return None

    def forced_move(self, _state: Any, _seat: Seat) -> Any | None:
        """Returns `None`."""
        return None


class RevisedRules:
    """The rules of a game by its `revisions`. A game inherits from it."""

    revisions: Revisions[Any]
    rules_revision: int

    def rules(self, profile: str, overrides: Mapping[str, object]) -> Any:
        """Returns the rules of a profile with overrides."""
        return self.revisions.rules_of(profile, overrides, revision=self.rules_revision)

    def rules_document(self, rules: TableRules) -> dict[str, Any]:
        """Returns the document of the rules."""
        return rules.document()

    def rules_from_document(self, document: Mapping[str, Any], revision: int) -> Any:
        """Returns the rules of a document."""
        return self.revisions.rules_from_document(document, revision)

    def choices(self, rules: TableRules) -> dict[str, Any]:
        """Returns the value of every option."""
        return rules.choices()


class PlainGame(RevisedRules):
    """Default methods for a simple game. A game may inherit from it and override what differs.

    Every seat plays alone, and no clock runs. Hands cannot be conceded or undone. Only the deal is hidden.
    """

    rules_revision = 1
    orders: OrderReader = NoOrders()
    has_levels = False

    def side(self, _state: Any, seat: Seat) -> tuple[Seat, ...]:
        """Returns the seat alone."""
        return (seat,)

    def side_in_match(self, _state: Any, _seat: Seat) -> tuple[Seat, ...] | None:
        """Returns `None`: there are not just two sides."""
        return None

    def side_in_hand(self, _state: Any, _seat: Seat) -> tuple[Seat, ...]:
        """Raises `HandsPlayedOut`."""
        raise HandsPlayedOut(
            message("hands of this game are always played to the end"),
            hint=message("continue to play, or concede the match"),
        )

    def concede(self, state: Any, _seats: tuple[Seat, ...]) -> Progress:
        """Raises `HandsPlayedOut`."""
        self.side_in_hand(state, Seat(0))
        return Progress((), state)

    def after_deal(self, state: Any) -> Progress:
        """Returns no events: nothing follows from the deal."""
        return Progress((), state)

    def clock(self, _state: Any) -> GameClock | None:
        """Returns `None`."""
        return None

    def tick(self, _state: Any, what: Any) -> Progress:
        """Raises `ValueError`: no clock runs."""
        raise ValueError(f"{what!r} where no clock runs")

    def tick_of_event(self, _event: Any) -> Any | None:
        """Returns `None`."""
        return None

    def undoable(self, _event: Any) -> Undoable | None:
        """Returns `None`: no move can be undone."""
        return None

    def seat_taking_back(self, _event: Any) -> Seat | None:
        """Returns `None`."""
        return None

    def levels_won(self, _state: Any, _seat: Seat) -> int:
        """Returns 0."""
        return 0

    def as_recorded(self, decided: Any, _recorded: Any) -> Any:
        """Returns the decided event: no event has an older revision."""
        return decided
