"""The HTTP route of the list of bots."""

from flask import Blueprint, Response

from domain.games.bots import BOARD_BOTS, BOTS, is_slow, stand_ins, versioned
from domain.games.registry import PACKAGES
from domain.kernel.players import house_player
from domain.table.bot import Bot
from service.bots.document_types import ServerBot
from service.bots.ratings import ratings_of
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.rate_limits import rate_class

bots = Blueprint("bots", __name__, url_prefix="/v1")


@bots.get("/bots")
@rate_class("read")
def list_bots() -> Response:
    requests.check_parameters()
    return answer({"bots": [_bot_document(game, bot) for game, named in BOTS.items() for bot in named.values()]})


def _bot_document(game: str, bot: Bot) -> ServerBot:
    return {
        "game": game,
        "name": bot.name,
        "player": house_player(bot.name),
        "version": versioned(bot),
        "about": bot.about,
        "searches": is_slow(bot.name),
        "stand_in": bot.name in stand_ins(game),
        "boards": bot.name in BOARD_BOTS,
        "profiles": list(PACKAGES[game].book.profiles),
        "ratings": ratings_of(game, versioned(bot)),
    }
