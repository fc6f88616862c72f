"""The players whom a document mentions."""

import re
from collections.abc import Iterator
from typing import Any

from domain.kernel.players import PlayerId

_PLAYER_ID = re.compile(r"ply_([0-9A-HJKMNP-TV-Z]{26}|house_[a-z_]{1,30}[0-9]{0,4})")


def players_in(document: Any) -> Iterator[PlayerId]:
    """Yields the id of each player in a document. Names are given for these alone, so they reveal nobody else."""
    match document:
        case str():
            if document.startswith("ply_") and _PLAYER_ID.fullmatch(document):
                yield PlayerId(document)
        case dict():
            for each in document.values():
                yield from players_in(each)
        case list() | tuple():
            for each in document:
                yield from players_in(each)
