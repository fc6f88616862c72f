"""Entrants that staff enter as a table in CSV, and players whom they name.

| column | content |
|---|---|
| `player`, `player 2`, `player 3` and so on | the id or the name of a player, the captain first |
| `name`, `club` | those of the entrant; may be missing or empty |

The first line has the names of the columns, in any order and case. Columns are separated by commas, semicolons or tabs.
"""

import csv
import re
from collections.abc import Sequence
from typing import Any

from domain.kernel.players import PlayerId
from domain.tournaments.entrants.entering import MOST_AT_ONCE
from domain.tournaments.refusals import UnclearPlayer, UnreadableList
from domain.tournaments.settings import NAME_LIMIT, TEAM_LIMIT
from service.accounts.names.handlers import Names
from service.platform.http.fields import PLAYER_ID, is_printable

_PLAYER = re.compile(r"player(?: ?([0-9]{1,2}))?\Z")
_KNOWN = "player, player 2 … , name, club"
_SHOWN = 10
"""The most players with a name that a refusal lists."""


def entrants_of_csv(text: str) -> list[dict[str, Any]]:
    """Returns the entrants of a table, as `enter_entrants` has them in JSON.

    Raises:
        UnreadableList: the table has no entrants or too many, unknown columns, or a line without a player. The refusal
            names the line.
    """
    # Spreadsheets begin a file with a byte order mark.
    written = text.lstrip("\ufeff").splitlines()
    separator = max(",;\t", key=written[0].count) if written else ","
    lines = list(csv.reader(written, delimiter=separator))
    columns = [each.strip().casefold() for each in lines[0]] if lines else []
    _check_columns(columns)
    entrants = [_entrant(columns, line, number) for number, line in enumerate(lines[1:], start=2) if any(line)]
    if not 1 <= len(entrants) <= MOST_AT_ONCE:
        raise UnreadableList(
            f"the table has {len(entrants)} entrants", hint=f"give 1 to {MOST_AT_ONCE} lines below the first"
        )
    return entrants


def _check_columns(columns: Sequence[str]) -> None:
    """Checks the names of the columns. Raises `UnreadableList`."""
    wrong = [each for each in columns if each not in ("name", "club") and not _PLAYER.match(each)]
    if wrong or "player" not in columns or len(set(columns)) < len(columns):
        first = f"column {columns.index(wrong[0]) + 1} is unknown" if wrong else "player is missing or named twice"
        raise UnreadableList(
            f"the first line does not name the columns: {first}",
            hint=f"begin with a line of these columns: {_KNOWN}",
            facts={"line": 1},
        )


def _entrant(columns: Sequence[str], line: Sequence[str], number: int) -> dict[str, Any]:
    """Returns the entrant of a line. Raises `UnreadableList`."""
    values = dict(zip(columns, (each.strip() for each in line), strict=False))
    players = [values[each] for each in sorted(filter(_PLAYER.match, columns), key=_place) if values.get(each)]
    more = {name: values[name] for name in ("name", "club") if values.get(name)}
    are_names = all(len(each) <= NAME_LIMIT and is_printable(each) for each in (*players, *more.values()))
    if not 1 <= len(players) <= TEAM_LIMIT or len(line) > len(columns) or not are_names:
        raise UnreadableList(
            f"line {number} is not an entrant",
            hint=f"give 1 to {TEAM_LIMIT} printable names of at most {NAME_LIMIT} characters, in the columns of line 1",
            facts={"line": number},
        )
    return {"players": players, **more}


def _place(column: str) -> int:
    """Returns the number in the name of a column of players; 1 without one."""
    found = _PLAYER.match(column)
    return int(found[1]) if found and found[1] else 1


class NamedPlayers:
    """Finds players by their ids or names in the sandbox of the player who names them."""

    def __init__(self, names: Names) -> None:
        """Takes the names of all players."""
        self._names = names

    def find(self, text: str, sandbox: str | None) -> PlayerId:
        """Returns the player with an id or a name. An id is not looked up.

        Raises:
            UnclearPlayer: nobody or several players have the name.
        """
        if re.match(PLAYER_ID, text):
            return PlayerId(text)
        found = self._names.search(text, sandbox, "", _SHOWN)
        if len(found) != 1:
            count = "nobody has" if not found else "several players have"
            raise UnclearPlayer(
                f"{count} the name {text}",
                hint="give the id of the player" if found else "check the name, or give the id of the player",
                facts={"name": text, "players": list(found)},
            )
        return next(iter(found))
