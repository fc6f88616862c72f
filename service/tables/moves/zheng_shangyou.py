"""The commands of Zheng Shangyou, and the moves that they make."""

from domain.games.zheng_shangyou.combinations import Named
from domain.games.zheng_shangyou.commands import Discard, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.order import RUNG_OF_NAME
from domain.kernel.cards import FACE_OF_NAME, Face, read_cards
from service.tables.moves.reading import Body, GameMove, game_move


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
