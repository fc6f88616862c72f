"""Matches of Zheng Shangyou in which each decision of a bot is compared with that in a twin: other hidden cards."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from domain.games.registry import GAMES
from domain.games.zheng_shangyou.bots.club import ClubBot
from domain.games.zheng_shangyou.commands import Pass
from domain.games.zheng_shangyou.events import DiscardLaid, TributePaid
from domain.kernel.cards import FACES
from domain.kernel.seats import Seat
from domain.table.bot import Bot
from domain.table.events import CardsDealt
from domain.table.evolve import fold
from domain.table.redact import redact
from domain.table.state import Table
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.support.climbing import cards

_CLUB = ClubBot()
TWINS = [("zheng-shangyou", {}), ("zheng-shangyou-4-partners", {}), ("san-jia-xi", {"zs_twos_in_sequences": "on"})]

Look = Callable[[Sequence[Any], Seat], Table]


def honest(events: Sequence[Any], seat: Seat) -> Table:
    """What a seat may see."""
    return fold(GAMES, [redact(GAMES["zheng_shangyou"], event, seat) for event in events])


def cheating(events: Sequence[Any], _seat: Seat) -> Table:
    """Everything."""
    return fold(GAMES, events)


def twin_of(events: Sequence[Any], view: Table, luck: Random) -> list[Any]:
    """The same events with other cards in all places that the viewer has not seen."""
    seen = {card for hand in view.match.phase.hands for card in hand.known} | _shown(view)
    hidden = [card for card in FACES if card not in seen]
    other = {**dict(zip(FACES, FACES, strict=True)), **dict(zip(hidden, luck.sample(hidden, len(hidden)), strict=True))}
    start = max(place for place, event in enumerate(events) if isinstance(event, CardsDealt))
    return [*events[:start], *(_with_others(event, other) for event in events[start:])]


def _shown(view: Table) -> set[int]:
    phase = view.match.phase
    return {*getattr(phase, "gone", ()), *(offer.card for offer in getattr(phase, "offers", ()))}


def _with_others(event: Any, other: dict[int, int]) -> Any:
    match event:
        case CardsDealt(order=order):
            return replace(event, order=tuple(other[card] for card in order))
        case TributePaid(card=card) | DiscardLaid(card=card):
            return replace(event, card=other[card])
        case _:
            return event


class Watched:
    """Compares the decisions of a bot in twin worlds. Plays on with `club`."""

    def __init__(self, bot: Bot, look: Look) -> None:
        self.name = bot.name
        self._bot = bot
        self._look = look
        self.simulation: Simulation
        self.decisions = self.differences = 0

    def choose(self, view: Table, seat: Seat, luck: Any) -> Any:
        self.decisions += 1
        seed = luck.randrange(2**32)
        events = self.simulation.events
        twins = (events, twin_of(events, view, Random(seed)))
        one, other = (self._bot.choose(self._look(each, seat), seat, Random(seed)) for each in twins)
        self.differences += one != other
        return _CLUB.choose(view, seat, luck)

    def interject(self, view: Table, seat: Seat, luck: Any) -> None:
        return None


def watched(bot: Bot, look: Look, table: tuple[str, dict[str, object]], matches: int, start: int = 0) -> Watched:
    """Plays short matches in which every decision of the bot is compared. `start` is the number of the first one."""
    watching = Watched(bot, look)
    for number in range(start, start + matches):
        simulation = Simulation(SimulationSetting("zheng_shangyou", *table, 2), secrets_from(f"twins/{number}"))
        watching.simulation = simulation
        simulation.play([watching] * len(simulation.table.seats), Random(number))
    return watching


class Peeking(ClubBot):
    """Passes if the next seat is seen to hold an ace."""

    def choose(self, view: Table, seat: Seat, luck: Any) -> Any:
        move = super().choose(view, seat, luck)
        hands = view.match.phase.hands
        following = getattr(view.match.phase, "standing", None) is not None
        return Pass() if following and {*cards("AC AD AH AS")} & {*hands[(seat + 1) % len(hands)].known} else move
