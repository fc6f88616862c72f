"""Records the events of a move, and the match as they change it."""

from typing import Any

from domain.games.sheng_ji import first_drawer as drawing
from domain.games.sheng_ji.evolve import evolve, with_undo
from domain.games.sheng_ji.play_events import TrickWon
from domain.games.sheng_ji.play_evolve import BrokenHand, tricks_of
from domain.games.sheng_ji.state import Declaring, MatchState, Trick, Tricks
from domain.kernel.cards import Cards, Face, ordered_decks
from domain.kernel.seats import Seat
from domain.kernel.shuffle import Dice
from domain.table.game import Progress


class HandRecorder:
    """Records events and applies each to the match."""

    __slots__ = ("_events", "match")

    def __init__(self, match: MatchState) -> None:
        self.match = match
        self._events: list[Any] = []

    @property
    def declaring(self) -> Declaring:
        """The phase of declaring. Raises `BrokenHand` in any other phase."""
        phase = self.match.phase
        if not isinstance(phase, Declaring):
            raise BrokenHand(f"{type(phase).__name__} is not declaring")
        return phase

    @property
    def tricks(self) -> Tricks:
        """The phase of the play."""
        return tricks_of(self.match)

    @property
    def trick(self) -> Trick:
        """The trick that is played. Raises `BrokenHand` between tricks."""
        trick = self.tricks.trick
        if trick is None:
            raise BrokenHand("no trick is being played")
        return trick

    @property
    def last_winner(self) -> Seat:
        """The winner of the last recorded trick."""
        return next(event.seat for event in reversed(self._events) if isinstance(event, TrickWon))

    def record(self, *events: Any) -> None:
        """Records events, and applies them to the match."""
        for event in events:
            self.match = evolve(self.match, event)
            self._events.append(event)

    def add(self, event: Any, after: MatchState) -> None:
        """Records an event that is already applied: `after` is the match after it, except what can be taken back."""
        self.match = with_undo(self.match, after, event) if after.rules.take_back else after
        self._events.append(event)

    def progress(self) -> Progress:
        """Returns the recorded events, and the match after them."""
        return tuple.__new__(Progress, (tuple(self._events), self.match))


def counted_events(match: MatchState, dice: Dice) -> tuple[Seat, Cards, Seat]:
    """Returns the shuffler, drawn by lot, the cards exposed until one counts, and the first drawer (SJ-FIRST-02).

    The cards are exposed from a separate pack, so they reveal nothing about the deal.
    """
    shuffler = Seat(dice.below(match.rules.players))
    whole = list(ordered_decks(match.rules.decks))
    exposed: list[Face] = []
    while True:
        card = whole.pop(dice.below(len(whole)))
        exposed.append(card)
        count = drawing.count_of(card, match.rules.first_drawer_ace)
        if count is not None:
            return shuffler, tuple(exposed), drawing.first_drawer(shuffler, count, match.rules.players)
