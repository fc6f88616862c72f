"""Shows tables of any game on a terminal."""

from collections.abc import Callable
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from service.cli import plain_screen, sheng_ji_screen, zheng_shangyou_screen
from service.platform.documents import Json


class Screen(NamedTuple):
    """The display of one game.

    Attributes:
        of_table: returns the display of a view of the API.
        standing: returns the score of a match in a few words.
        of_hands: returns the match hand by hand, from the events of its record.
    """

    of_table: Callable[[Json], list[RenderableType]]
    standing: Callable[[Json], str]
    of_hands: Callable[[list[Json]], Grid]


SCREENS: dict[str, Screen] = {
    "sheng_ji": Screen(sheng_ji_screen.of_table, sheng_ji_screen.standing, sheng_ji_screen.of_hands),
    "zheng_shangyou": Screen(
        zheng_shangyou_screen.of_table, zheng_shangyou_screen.standing, zheng_shangyou_screen.of_hands
    ),
}
"""The screen of each game that has one."""

_PLAIN = Screen(plain_screen.of_table, plain_screen.standing, plain_screen.of_hands)


def screen_of(game: str) -> Screen:
    """Returns the screen of a game. Games without a screen are shown as JSON."""
    return SCREENS.get(game, _PLAIN)


def table_screen(view: Json) -> RenderableType:
    """Returns the display of the whole table."""
    parts = screen_of(view["game"]).of_table(view)
    if view["result"]:
        parts.append(Text(f"the match is over: seats {view['result']['winners']} win", style="bold"))
    return Panel(Group(*parts), title=view["id"], subtitle=f"event {view['version']}")
