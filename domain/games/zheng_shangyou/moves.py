"""Moves of Zheng Shangyou as commands of the API: reads them from commands, and writes them as commands."""

from typing import Any

from domain.games.package import Body, GameMove, game_move
from domain.games.zheng_shangyou.card_order import RUNG_NAMES, RUNG_OF_NAME
from domain.games.zheng_shangyou.combinations import ANYTHING, Named
from domain.games.zheng_shangyou.commands import Discard, Move, Pass, PayTribute, Play, Take
from domain.kernel.cards import FACE_OF_NAME, NAMES, Face, read_cards, write_cards


def _face(body: Body) -> Face:
    return FACE_OF_NAME[body["card"]]


def _play(body: Body) -> Play:
    named = body.get("reading", {})
    top = RUNG_OF_NAME[named["top"]] if "top" in named else None
    return Play(read_cards(body["cards"]), Named(named.get("pattern"), top, named.get("width")))


MOVES: dict[str, GameMove] = {
    "pay_tribute": game_move("card", lambda body: PayTribute(_face(body))),
    "take": game_move("card", lambda body: Take(_face(body))),
    "discard": game_move("card", lambda body: Discard(_face(body))),
    "play": game_move("cards reading", _play),
    "pass": game_move("", lambda _: Pass()),
}


def command_of(move: Move) -> tuple[str, dict[str, Any]]:
    """Returns the type of the command for a move, and its other members."""
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
