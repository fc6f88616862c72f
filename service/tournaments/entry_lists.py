"""Entrants that staff enter as a table in CSV, and players whom they name.

| column | content |
|---|---|
| `player`, `player 2`, `player 3` and so on | the id or the name of a player, the captain first |
| `guest`, `guest 2`, `guest 3` and so on | the name of a guest, for whom an account is created |
| `bot`, `bot 2`, `bot 3` and so on | the name of a house bot |
| `name`, `club` | those of the entrant; may be missing or empty |

The first line has the names of the columns, in any order and case. Columns are separated by commas, semicolons or tabs.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.entrants.entering import MOST_AT_ONCE
from domain.tournaments.refusals import UnclearPlayer, UnreadableList
from domain.tournaments.settings import NAME_LIMIT, TEAM_LIMIT
from service.accounts.names.handlers import Names
from service.platform.http.fields import PLAYER_ID, is_printable

_PLAYER = re.compile(r"player(?: ?([0-9]{1,2}))?\Z")
_GUEST = re.compile(r"guest(?: ?([0-9]{1,2}))?\Z")
_BOT = re.compile(r"bot(?: ?([0-9]{1,2}))?\Z")
_KNOWN = "player, player 2 … , guest, guest 2 … , bot, bot 2 … , name, club"
_FORMS = (_PLAYER, _GUEST, _BOT)
_SHOWN = 10
"""The most players with a name that a refusal lists."""
BOT_NAME = "[a-z_]{1,30}"
GUEST_NAME_LIMIT = 40
"""The most characters in the name of a guest. It is that of every account."""


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
            message("the table has {count} entrants", count=len(entrants)),
            hint=message("give 1 to {most_at_once} lines below the first", most_at_once=MOST_AT_ONCE),
        )
    return entrants


def _check_columns(columns: Sequence[str]) -> None:
    """Checks the names of the columns. Raises `UnreadableList`."""
    wrong = [each for each in columns if each not in ("name", "club") and not any(it.match(each) for it in _FORMS)]
    if wrong or not {"player", "guest", "bot"} & set(columns) or len(set(columns)) < len(columns):
        missing = message("player, guest and bot are missing, or a column is named twice")
        first = message("column {index} is unknown", index=columns.index(wrong[0]) + 1) if wrong else missing
        raise UnreadableList(
            message("the first line does not name the columns: {first}", first=first),
            hint=message("begin with a line of these columns: {known}", known=_KNOWN),
            facts={"line": 1},
        )


def _entrant(columns: Sequence[str], line: Sequence[str], number: int) -> dict[str, Any]:
    """Returns the entrant of a line. Raises `UnreadableList`."""
    values = dict(zip(columns, (each.strip() for each in line), strict=False))
    players, guests, bots = (_numbered(each, columns, values) for each in _FORMS)
    more = {name: values[name] for name in ("name", "club") if values.get(name)}
    are_names = all(len(each) <= NAME_LIMIT and is_printable(each) for each in (*players, *guests, *more.values()))
    are_short = all(len(each) <= GUEST_NAME_LIMIT for each in guests)
    are_short = are_short and all(re.fullmatch(BOT_NAME, each) for each in bots)
    if not 1 <= len(players + guests + bots) <= TEAM_LIMIT or len(line) > len(columns) or not (are_names and are_short):
        raise UnreadableList(
            message("line {number} is not an entrant", number=number),
            hint=message(
                "give 1 to {team_limit} printable names of at most {name_limit} characters, those of guests at "
                "most {guest_name_limit}, in the columns of line 1",
                team_limit=TEAM_LIMIT,
                name_limit=NAME_LIMIT,
                guest_name_limit=GUEST_NAME_LIMIT,
            ),
            facts={"line": number},
        )
    return {"players": players, "guests": guests, "bots": bots, **more}


def _numbered(form: re.Pattern[str], columns: Sequence[str], values: Mapping[str, str]) -> list[str]:
    """Returns the values in the columns of this form, in the order of their numbers."""
    found = sorted((int(match[1] or 1), column) for column in columns if (match := form.match(column)))
    return [values[column] for _, column in found if values.get(column)]


class NamedPlayers:
    """Finds players by their ids or names in the sandbox of the player who names them."""

    def __init__(self, names: Names) -> None:
        """Takes the names of all players."""
        self._names = names

    def find(self, text: str, sandbox: str | None, tournament_id: str) -> PlayerId:
        """Returns the player with an id or a name. An id is not looked up. Guests of other tournaments are not found.

        Raises:
            UnclearPlayer: nobody or several players have the name.
        """
        if re.match(PLAYER_ID, text):
            return PlayerId(text)
        found = self._names.search(text, sandbox, "", _SHOWN, tournament_id)
        if len(found) != 1:
            count = message("nobody has") if not found else message("several players have")
            raise UnclearPlayer(
                message("{count} the name {text}", count=count, text=text),
                hint=(
                    message("give the id of the player")
                    if found
                    else message("check the name, or give the id of the player")
                ),
                facts={"name": text, "players": list(found)},
            )
        return next(iter(found))
