"""How a move of Zheng Shangyou is written as a command of the API."""

from typing import Any

from domain.games.zheng_shangyou.combinations import ANYTHING, Named
from domain.games.zheng_shangyou.commands import Discard, Move, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.order import RUNG_NAMES
from domain.kernel.cards import NAMES, write_cards


def command_of(move: Move) -> tuple[str, dict[str, Any]]:
    """The type of the command, and its other members."""
    match move:
        case PayTribute(card):
            return "pay_tribute", {"card": NAMES[card]}
        case Take(card):
            return "take", {"card": NAMES[card]}
        case Discard(card):
            return "discard", {"card": NAMES[card]}
        case Play(cards, reading):
            named = {} if reading == ANYTHING else {"reading": _reading(reading)}
            return "play", {"cards": write_cards(cards), **named}
        case Pass():
            return "pass", {}


def _reading(named: Named) -> dict[str, Any]:
    top = None if named.top is None else RUNG_NAMES[named.top]
    members = {"pattern": named.pattern, "top": top, "width": named.width}
    return {name: value for name, value in members.items() if value is not None}
