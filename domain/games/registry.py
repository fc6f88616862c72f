"""The games that a table can be opened for."""

from domain.games.sheng_ji.game import ShengJi
from domain.games.zheng_shangyou.game import ZhengShangyou
from domain.table.game import Game

GAMES: dict[str, Game] = {game.name: game for game in (ShengJi(), ZhengShangyou())}
