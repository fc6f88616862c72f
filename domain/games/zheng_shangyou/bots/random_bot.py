"""The bot `random`, which makes random legal moves. It is the benchmark for the other bots."""

from itertools import islice
from typing import TypeVar

from domain.games.zheng_shangyou.card_order import highest
from domain.games.zheng_shangyou.choices import choices, ways
from domain.games.zheng_shangyou.combinations import Named
from domain.games.zheng_shangyou.commands import Discard, Move, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.state import Choosing, Climbing, Discarding, MatchState, Paying, Returning, held
from domain.kernel.seats import Seat
from domain.table.bot import ActsWhenAsked, Luck
from domain.table.state import Table

T = TypeVar("T")
WAYS_LIMIT = 16
"""The maximum number of ways to make a combination among which the bot chooses."""


class RandomBot(ActsWhenAsked):
    """Leads any combination, and plays any higher one or passes, all with equal probability."""

    name = "random"
    version = 1
    about = "Plays a random legal move; it is the bot that others are measured against."

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:
        """Returns a random legal move."""
        match: MatchState = view.match
        match match.phase:
            case Paying(hands=hands):
                return PayTribute(_any_of(highest(held(hands, seat)), luck))
            case Choosing(offers=offers) | Returning(offers=offers):
                return Take(_any_of(offers, luck).card)
            case Discarding(hands=hands):
                return Discard(_any_of(held(hands, seat), luck))
            case Climbing() as climbing:
                return _play(match, climbing, seat, luck)
            case phase:
                raise ValueError(f"nothing is asked in {type(phase).__name__}")


def _any_of(things: tuple[T, ...] | list[T], luck: Luck) -> T:
    return things[luck.randrange(len(things))]


def _play(match: MatchState, climbing: Climbing, seat: Seat, luck: Luck) -> Move:
    hand, twos = held(climbing.hands, seat), match.rules.twos_in_sequences
    previous = climbing.standing.reading if climbing.standing else None
    found = [choice.combination for choice in choices(hand, previous, twos=twos)]
    place = luck.randrange(len(found) + (previous is not None))
    if place == len(found):
        return Pass()
    meant = found[place]
    cards = _any_of(list(islice(ways(hand, meant, previous, twos=twos), WAYS_LIMIT)), luck)
    return Play(cards, Named(meant.pattern, meant.top, meant.width))
