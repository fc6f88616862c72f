"""Matches between bots without a server, with the same decisions and folds as on the server.

Each bot sees only the fold of the events redacted for its seat.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.bot import Bot, Luck
from domain.table.commands import Act, OpenTable, Sit, Start, TableCommand, Tick
from domain.table.decide import decide
from domain.table.evolve import evolve
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.table.state import Table

HOST = PlayerId("ply_simulation")


class SimulationSetting(NamedTuple):
    """What is simulated: a game, a profile with overrides, and the number of hands (`None`: until the match is won)."""

    game: str
    profile: str
    overrides: Mapping[str, object]
    hands: int | None


def secrets_from(seed: str) -> Callable[[int], bytes]:
    """Returns a function from hand numbers to secrets. They follow from the seed, so a simulation can be repeated."""
    return lambda hand: hashlib.sha256(f"{seed}/{hand}".encode()).digest()


class Simulation:
    """A table in memory, with the view of each seat.

    Attributes:
        table: the complete table.
        views: the table as each seat sees it.
        events: all events so far.
    """

    def __init__(self, setting: SimulationSetting, secret_of: Callable[[int], bytes]) -> None:
        """Opens a table, fills its seats and starts the match.

        Args:
            setting: what is played.
            secret_of: returns the secret of the shuffle for each hand number.
        """
        self._secret_of = secret_of
        command = OpenTable(HOST, setting.game, setting.profile, setting.overrides, listed=False, hands=setting.hands)
        opened = decide(GAMES, None, command, Chance(secret_of(1)))
        self.table = opened.table
        self.events: list[Any] = list(opened.events)
        seats = [Seat(seat) for seat in range(len(self.table.seats))]
        self.views: list[Table] = [evolve(GAMES, None, redact(self.table.game, self.events[0], seat)) for seat in seats]
        for seat in seats:
            self.carry_out(Sit(PlayerId(f"ply_{seat}"), seat, f"entropy of seat {seat}"))
        self.carry_out(Start(HOST))

    def carry_out(self, command: TableCommand) -> tuple[Any, ...]:
        """Carries out a command and returns its events. Raises `Refusal`."""
        # Opening a hand uses the secret of the following one.
        number = self.table.hand.number if self.table.hand else 0
        outcome = decide(GAMES, self.table, command, Chance(self._secret_of(number + 2)))
        self.table = outcome.table
        self.events.extend(outcome.events)
        for seat, view in enumerate(self.views):
            self.views[seat] = self._advanced(view, Seat(seat), outcome.events)
        return outcome.events

    def _advanced(self, view: Table, seat: Seat, events: tuple[Any, ...]) -> Table:
        for event in events:
            view = evolve(GAMES, view, redact(view.game, event, seat))
        return view

    def play(self, bots: Sequence[Bot], luck: Luck, *, progress: Callable[[], None] = lambda: None) -> Table:
        """Plays to the end of the match with one bot for each seat. Calls `progress` after every move."""
        while self.table.status == "playing":
            asked = self.table.game.asked(self.table.match)
            if asked:
                self._move(bots, asked[0].seat, luck)
            else:
                self._tick(bots, luck)
            progress()
        return self.table

    def _move(self, bots: Sequence[Bot], seat: Seat, luck: Luck) -> None:
        move = bots[seat].choose(self.views[seat], seat, luck)
        self.carry_out(Act(PlayerId(f"ply_{seat}"), move))

    def _tick(self, bots: Sequence[Bot], luck: Luck) -> None:
        """Advances the clock if no seat has to act, and then lets every bot act unasked."""
        clock = self.table.game.clock(self.table.match)
        if clock is None:
            raise RuntimeError("nobody is asked, and no clock runs")
        self.carry_out(Tick(clock.tick))
        for seat, bot in enumerate(bots):
            move = bot.interject(self.views[seat], Seat(seat), luck)
            if move is not None:
                self.carry_out(Act(PlayerId(f"ply_{seat}"), move))
