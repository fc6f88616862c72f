"""The games that a table can be opened for."""

from domain.climbing.game import ZhengShangyou
from domain.shengji.game import ShengJi
from domain.table.game import Game

GAMES: dict[str, Game] = {game.name: game for game in (ShengJi(), ZhengShangyou())}
