"""Names in mails and webhooks: of whom, and which texts.

Two players are named to each other if both have allowed it (`names` in their e-mail settings) and neither blocks the
other. A name that could pass for a link is not shown, and a long one is cut: players choose names, and strangers read
them.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from typing import Any

from domain.kernel.players import PlayerId
from service.platform.store.database import Row

Read = Callable[[str, Mapping[str, Any]], list[Row]]
NAME_LIMIT = 32
"""The number of characters after which a name is cut."""
TITLE_LIMIT = 80
"""The same for names of tournaments."""
_LIKE_A_LINK = re.compile(r"[/\\@<>]|:\S|www\.|\w\.[^\W\d_]{2}|\d{7}", re.IGNORECASE)
"""What mail programs may turn into links: addresses, names of hosts, and telephone numbers."""
_SHOWN = ("L", "M", "N", "P", "S", "Zs")
"""The categories of characters that are shown. Controls, and marks that turn the direction of a text, are not."""


def shown_name(text: str, limit: int = NAME_LIMIT) -> str | None:
    """Returns a name as others may read it, on one line, or `None` if nothing of it may be shown."""
    plain = unicodedata.normalize("NFKC", text)
    kept = "".join(" " if each.isspace() else each for each in plain if _is_shown(each))
    name = " ".join(kept.split())
    if not name or _LIKE_A_LINK.search(name.replace("。", ".")):
        return None
    return name if len(name) <= limit else f"{name[: limit - 1].rstrip()}…"


def _is_shown(character: str) -> bool:
    return character.isspace() or unicodedata.category(character).startswith(_SHOWN)


def names_for(read: Read, player: PlayerId, others: Collection[PlayerId]) -> dict[PlayerId, str]:
    """Returns the names of those players who may be named to a player, as they may be shown.

    Raises:
        DatabaseUnavailable: the database does not answer.
    """
    if not others:
        return {}
    rows = read("players_to_name", {"player_id": player, "players": sorted(set(others))})
    names = {PlayerId(each): shown_name(name) for each, name in rows}
    return {each: name for each, name in names.items() if name is not None}
