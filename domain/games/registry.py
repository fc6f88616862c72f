"""The games that tables can be opened for. To add a game, add its package to this list."""

from domain.games.package import GamePackage
from domain.games.sheng_ji.package import SHENG_JI
from domain.games.zheng_shangyou.package import ZHENG_SHANGYOU
from domain.table.game import Game

PACKAGES: dict[str, GamePackage] = {
    package.name: package
    for package in (
        SHENG_JI,
        ZHENG_SHANGYOU,
    )
}
"""The package of each game, by the name of the game."""

GAMES: dict[str, Game] = {name: package.game for name, package in PACKAGES.items()}
