"""Opens and closes the hands of a table."""

from typing import Any, NamedTuple

from domain.kernel import shuffle
from domain.kernel.events import BrokenHistory
from domain.kernel.seats import Seat
from domain.table.events import CardsDealt, HandOpened, MatchEnded, SecretPublished
from domain.table.evolve import after_move, evolve
from domain.table.game import Game, Progress
from domain.table.seat_events import ActedFor
from domain.table.state import Table


class Chance(NamedTuple):
    """The random bytes for one decision.

    Attributes:
        secret: 32 fresh secret bytes: the secret of the hand after the next one to be opened.
        reserve: 32 more bytes, from which further secrets are derived if one decision opens several hands. If empty,
            the table does nothing more by itself after opening a hand.
    """

    secret: bytes
    reserve: bytes = b""


class TableDecision(NamedTuple):
    """The result of a decision: the events, and the table after them."""

    events: tuple[Any, ...]
    table: Table


class TableRecorder:
    """Records the events of a decision, the table as they change it, and the seats that have acted."""

    def __init__(self, games: dict[str, Game], table: Table | None, chance: Chance) -> None:
        self._games = games
        self._table = table
        self._chance = chance
        self._events: list[Any] = []
        self._opened = 0
        self.acted: set[Seat] = set()

    @property
    def table(self) -> Table:
        """The table after the recorded events."""
        if self._table is None:
            raise BrokenHistory("no table yet")
        return self._table

    def record(self, *events: Any) -> None:
        """Records events, and applies them to the table."""
        for event in events:
            self._table = evolve(self._games, self._table, event)
            self._events.append(event)
            if isinstance(event, ActedFor):
                self.acted.add(event.seat)

    def add(self, events: tuple[Any, ...], match: Any, table: Table) -> None:
        """Records events of the game that are already folded into its state `match`."""
        self._events.extend(events)
        self._table = after_move(table, events, match)

    def record_progress(self, progress: Progress) -> None:
        """Records events of the game. If they end the deal, closes it and opens the next one."""
        table = self.table
        self.add(progress.events, progress.state, table)
        if table.game.deal_is_over(progress.state):
            _close_deal(self)

    def next_secret(self) -> bytes:
        """Returns the secret for the hand after the one that is being opened."""
        self._opened += 1
        if self._opened == 1:
            return self._chance.secret
        return shuffle.further_secret(self._chance.reserve, self._opened)

    @property
    def can_open_hands(self) -> bool:
        """Whether a secret is left for another hand."""
        return not self._opened or bool(self._chance.reserve)

    def decision(self) -> TableDecision:
        """Returns the recorded events, and the table after them."""
        return TableDecision(tuple(self._events), self.table)


def _close_deal(recorder: TableRecorder) -> None:
    """Publishes the secret of the deal, and ends the match or opens the next hand."""
    table = recorder.table
    opened = table.hand
    if opened is None or opened.secret is None:
        raise BrokenHistory("a hand is over that was never opened")
    recorder.record(SecretPublished(opened.number, opened.secret))
    winners = table.game.winners(table.match)
    if winners is not None:
        recorder.record(MatchEnded("won", winners))
    elif table.hands is not None and table.game.hands_played(table.match) >= table.hands:
        recorder.record(MatchEnded("hands_played", table.game.leaders(table.match)))
    else:
        open_hand(recorder)


def open_hand(recorder: TableRecorder) -> None:
    """Opens the next hand with the secret whose commitment was published before, and deals it.

    If a deal was chosen for the hand, it is used. Everything else follows from the secret, as in any hand.
    """
    table = recorder.table
    if table.secret is None:
        raise BrokenHistory("the secret of the next hand is not known")
    secret = bytes.fromhex(table.secret)
    number = table.hand.number + 1 if table.hand else 1
    entropies = tuple(occupant.entropy if occupant else "" for occupant in table.seats)
    next_secret = recorder.next_secret()
    recorder.record(HandOpened(number, entropies, table.commitment, shuffle.commitment(next_secret), next_secret.hex()))
    seed = shuffle.seed(secret, number, entropies)
    chosen = table.deal_of(number)
    dice = shuffle.Dice(seed, b"prepare")
    events, plan = table.game.prepare(table.match, dice, chosen.first_drawer if chosen else None)
    recorder.record(*events)
    if chosen is not None and sorted(chosen.order) == sorted(plan.pack):
        cut, order = 0, chosen.drawn_from(plan.first_drawer, len(table.seats), plan.hand_size)
    else:
        pack = shuffle.shuffled(plan.pack, shuffle.Dice(seed, b"shuffle"))
        cut = shuffle.cut_at(entropies[plan.cutter], number, len(pack))
        order = shuffle.cut(pack, cut)
    recorder.record(
        CardsDealt(
            seats=len(table.seats),
            first_drawer=plan.first_drawer,
            hand_size=plan.hand_size,
            drawn=plan.drawn,
            cut=cut,
            order=order,
            chosen=cut == 0,
        )
    )
    table = recorder.table
    progress = table.game.after_deal(table.match)
    recorder.add(progress.events, progress.state, table)
