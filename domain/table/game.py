"""What a table needs to know of a game: the seam between the life of a table and what is played at it.

A game is a value of this protocol, in a package of its own beside the others; games share what is below them (cards,
seats, shuffle, this protocol) and nothing of each other.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from domain.kernel.cards import Cards, Face
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat
from domain.kernel.shuffle import Dice
from domain.kernel.viewers import Viewer
from domain.orders.grammar import Grammar
from domain.orders.order import Order
from domain.orders.running import OrderReader
from domain.orders.scene import Scene


class DealPlan(NamedTuple):
    """How the next hand is dealt.

    Attributes:
        pack: what is shuffled.
        first_drawer, cutter: who draws first, and who cuts.
        hand_size: how many cards each seat draws; the last seats one less where the pack does not come out even.
        drawn: how many of them it draws at once; the others come one by one.
    """

    pack: Cards
    first_drawer: Seat
    cutter: Seat
    hand_size: int
    drawn: int


class EveryDeal(NamedTuple):
    """What is dealt in every hand alike: the pack, and how many cards each seat draws, as in a `DealPlan`."""

    pack: Cards
    hand_size: int


class Progress(NamedTuple):
    """Events of a game, and its state after them."""

    events: tuple[Any, ...]
    state: Any


class Asked(NamedTuple):
    """A seat that has to act, and the name of what is asked of it."""

    seat: Seat
    what: str


class Quiet(NamedTuple):
    """That an event has shown no card to anybody who did not know it.

    Attributes:
        seat: whose move begins with the event; none when it only follows from a move.
    """

    seat: Seat | None


class Clock(NamedTuple):
    """What happens though nobody acts.

    Attributes:
        step: tells this wait from those before and after it.
        seconds: how long it lasts.
        tick: what the game does then.
    """

    step: int
    seconds: int
    tick: Any


class Game(Protocol):
    """One family of games. `state` is the game's own frozen value; a viewer's state has hidden cards in it.

    Attributes:
        name: by which tables are opened for it.
        rules_revision: of the rules of tables that are opened now; older ones can be read as well.
        orders: how the game reads standing orders.
        has_levels: whether seats or teams climb levels in a match.
    """

    name: str
    rules_revision: int
    orders: OrderReader
    has_levels: bool

    def rules(self, profile: str, overrides: Mapping[str, object]) -> Any:
        """The rules of a profile with overrides, of the newest revision. Raises `InvalidRules`."""

    def rules_document(self, rules: Any) -> dict[str, Any]:
        """The rules as plain JSON."""

    def rules_from_document(self, document: Mapping[str, Any], revision: int) -> Any:
        """The rules that `rules_document` wrote of rules of that revision. Raises `UnknownRevision`."""

    def choices(self, rules: Any) -> dict[str, Any]:
        """What was chosen of every option: overrides that make the same rules of their profile, whatever it has now."""

    def seats(self, rules: Any) -> int:
        """How many seats a table with these rules has."""

    def teams(self, rules: Any) -> tuple[tuple[Seat, ...], ...]:
        """The seats that play together from the start, by their first seat; who plays alone is a team of one."""

    def every_deal(self, rules: Any) -> EveryDeal | None:
        """What is dealt in every hand with these rules; none where that differs from hand to hand."""

    def new_match(self, rules: Any) -> Any:
        """The state before the first hand."""

    def prepare(self, state: Any, dice: Dice, first_drawer: Seat | None = None) -> tuple[Sequence[Any], DealPlan]:
        """What is settled before a hand is dealt, as events, and how it is dealt.

        Where a first drawer is named, they draw first in the first hand, for which it would be found by lot.
        """

    def dealt(self, state: Any) -> Progress:
        """What follows at once from the deal."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Progress:
        """What happens when the seat makes the move. Raises `Refusal`."""

    def clock(self, state: Any) -> Clock | None:
        """What the clock will do next; none when it stands still."""

    def tick(self, state: Any, what: Any) -> Progress:
        """What happens when the clock has run down."""

    def check(self, state: Any, seat: Seat, move: Any) -> dict[str, Any]:
        """What a viewer in that seat may know of the move beforehand, as plain JSON. Raises `Refusal`."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after an event."""

    def redact(self, event: Any, viewer: Viewer) -> Any:
        """The event as the viewer may see it."""

    def ends_trick(self, event: Any) -> bool:
        """Whether a trick, or a round of plays, is over with the event."""

    def quiet(self, event: Any) -> Quiet | None:
        """Whether a move has shown nothing by the event, so that it can be undone; none when it has, or may have.

        What the event is decides it, never what is hidden in it: so it is the same for every viewer.
        """

    def mover(self, event: Any) -> Seat | None:
        """The seat whose move begins with the event; none where it only follows from a move, or from the clock."""

    def side_in_match(self, state: Any, seat: Seat) -> tuple[Seat, ...] | None:
        """The seats that win or lose the match together with this one; none where there are not just two sides."""

    def side_in_hand(self, state: Any, seat: Seat) -> tuple[Seat, ...]:
        """The seats that would concede the rest of the hand together with this one. Raises `Refusal`."""

    def concede(self, state: Any, seats: tuple[Seat, ...]) -> Progress:
        """What happens when such a side concedes the rest of the hand. Raises `Refusal`."""

    def takes_back(self, event: Any) -> Seat | None:
        """Whose move, or play, is taken back by the event; none where none is."""

    def leads_next(self, event: Any) -> Seat | None:
        """Who leads after the trick, or the round, that is over with the event; none where none is."""

    def asked(self, state: Any) -> tuple[Asked, ...]:
        """Who has to act."""

    def side(self, state: Any, seat: Seat) -> tuple[Seat, ...]:
        """The seats that win and lose the match together with a seat, the seat with them."""

    def deal_is_over(self, state: Any) -> bool:
        """Whether the cards of the last deal are done with: the hand has been scored, or is dealt anew."""

    def hands_played(self, state: Any) -> int:
        """How many hands have been scored."""

    def winners(self, state: Any) -> tuple[Seat, ...] | None:
        """The seats that have won the match; none while it goes on."""

    def leaders(self, state: Any) -> tuple[Seat, ...]:
        """The seats that are ahead; none when nobody is."""

    def levels_won(self, state: Any, seat: Seat) -> int:
        """How many levels a seat, or its team, stands above its first level; 0 below it, and where none are climbed."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        """A viewer's state as plain JSON."""

    def legal_moves(self, state: Any, seat: Seat) -> dict[str, Any]:
        """What the seat can do now, as plain JSON, from its own viewer's state."""

    def move_behind(self, state: Any, events: Sequence[Any], place: int) -> tuple[Seat, Any] | None:
        """The move whose first event stands at that place, and whose it is; none when no move begins there."""

    def as_recorded(self, decided: Any, recorded: Any) -> Any:
        """The event that was decided, without what an older revision of the recorded one did not hold."""

    def tick_behind(self, event: Any) -> Any | None:
        """The tick of the clock whose first event this is; none when it is no such event."""


class HandsPlayedOut(Illegal):
    """A hand of this game is played to its end: every seat plays for its place."""


class NoOrders:
    """Reads the standing orders of a game that has none."""

    def grammar(self, _state: Any) -> Grammar:
        """Returns a grammar without any order."""
        return Grammar({}, frozenset(), {}, 0)

    def own_cards(self, _state: Any, _seat: Seat) -> Cards:
        """Returns no cards: no order names any."""
        return ()

    def scene(self, _state: Any, seat: Seat) -> Scene:
        """Returns a scene without facts."""
        nothing: Counter[Face] = Counter()
        return Scene(
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

    def move(self, _state: Any, _order: Order, _scene: Scene) -> Any | None:
        """Returns `None`."""
        return None

    def forced_move(self, _state: Any, _seat: Seat) -> Any | None:
        """Returns `None`."""
        return None


class PlainGame:
    """What the simplest game does: a game may inherit from it, and define what it does otherwise.

    Every seat plays alone, no clock runs, hands are neither conceded nor undone, and nothing is hidden but the deal.
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
        raise HandsPlayedOut("hands of this game are played out", hint="play on, or concede the match")

    def concede(self, state: Any, _seats: tuple[Seat, ...]) -> Progress:
        """Raises `HandsPlayedOut`."""
        self.side_in_hand(state, Seat(0))
        return Progress((), state)

    def dealt(self, state: Any) -> Progress:
        """Returns no events: nothing follows from the deal."""
        return Progress((), state)

    def clock(self, _state: Any) -> Clock | None:
        """Returns `None`."""
        return None

    def tick(self, _state: Any, what: Any) -> Progress:
        """Raises `ValueError`: no clock runs."""
        raise ValueError(f"{what!r} where no clock runs")

    def tick_behind(self, _event: Any) -> Any | None:
        """Returns `None`."""
        return None

    def redact(self, event: Any, _viewer: Viewer) -> Any:
        """Returns the event as it is."""
        return event

    def quiet(self, _event: Any) -> Quiet | None:
        """Returns `None`: no move can be undone."""
        return None

    def takes_back(self, _event: Any) -> Seat | None:
        """Returns `None`."""
        return None

    def levels_won(self, _state: Any, _seat: Seat) -> int:
        """Returns 0."""
        return 0

    def as_recorded(self, decided: Any, _recorded: Any) -> Any:
        """Returns the decided event: no event has an older revision."""
        return decided
