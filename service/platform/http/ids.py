"""URL converters for ids. A path with a malformed id is not found, and no store is queried."""

import re

from werkzeug.routing import BaseConverter, ValidationError

from domain.games.registry import GAMES
from domain.ratings.pools import POOL_NAME, Pool, pool_named
from domain.table.chat import ROOMS

TEMPLATE_NAME = "[a-z0-9][a-z0-9-]{0,39}"
_ULID = "[0-9A-HJKMNP-TV-Z]{26}"
_ANY_ID = re.compile(r"[a-z]{3,4}_[0-9A-Za-z_]{1,40}")


_WITH_ULID = {
    "table_id": "tbl_",
    "tournament_id": "trn_",
    "entrant_id": "ent_",
    "board_id": "brd_",
    "board_match_id": "bmt_",
    "league_id": "lge_",
    "series_id": "ser_",
    "puzzle_id": "puz_",
    "token_id": "tok_",
    "passkey_id": "psk_",
    "client_id": "cli_",
    "webhook_id": "whk_",
    "delivery_id": "msg_",
    "report_id": "rep_",
    "seek_id": "sek_",
    "invitation_id": "inv_",
    "world_id": "wld_",
}
"""The prefix of each kind of id. A ULID follows."""


class PlayerIdConverter(BaseConverter):
    """Matches the id of a player: `ply_` and a ULID, or the id of a house bot."""

    regex = f"ply_(?:{_ULID}|house_[a-z_]{{1,30}}[0-9]{{0,4}})"


class RoomConverter(BaseConverter):
    """Matches the name of a chat room of a table."""

    regex = "|".join(ROOMS)


class PoolConverter(BaseConverter):
    """Matches the name of a rating pool, with or without rated games."""

    regex = POOL_NAME

    def to_python(self, value: str) -> Pool:
        """Returns the pool. Raises `ValidationError` if its game is unknown."""
        pool = pool_named(value)
        if pool is None or pool.game not in GAMES:
            raise ValidationError
        return pool

    def to_url(self, value: Pool) -> str:
        """Returns the name of the pool."""
        return value.name


class NumberConverter(BaseConverter):
    """Matches the number of a chat message, from 1."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """Returns the number."""
        return int(value)


class KindConverter(BaseConverter):
    """Matches a kind of question to the rules lab, known or not, but not the pages about the lab itself."""

    regex = "(?!(?:profiles|options|kinds)$)[^/]+"
    part_isolating = True


class TemplateConverter(BaseConverter):
    """Matches the name of a template of tournaments."""

    regex = TEMPLATE_NAME


class MailCodeConverter(BaseConverter):
    """Matches a code of a mail: `sjm_` and 256 random bits."""

    regex = "sjm_[A-Za-z0-9_-]{43}"


def _converter(prefix: str) -> type[BaseConverter]:
    """Returns the converter of ids that are this prefix and a ULID."""
    return type("IdConverter", (BaseConverter,), {"regex": prefix + _ULID})


CONVERTERS: dict[str, type[BaseConverter]] = {
    **{name: _converter(prefix) for name, prefix in _WITH_ULID.items()},
    "player_id": PlayerIdConverter,
    "room": RoomConverter,
    "number": NumberConverter,
    "pool": PoolConverter,
    "kind": KindConverter,
    "mail_code": MailCodeConverter,
    "template": TemplateConverter,
}
NOWHERE = {
    name: prefix + "0" * 26
    for name, prefix in {**_WITH_ULID, "player_id": "ply_"}.items()
    if name in ("table_id", "player_id", "tournament_id", "league_id", "series_id")
}
"""Ids that nothing has. They replace ids of other sandboxes."""


_PAGES = {
    "/v1/players": re.compile(PlayerIdConverter.regex),
    **{
        path: re.compile(_WITH_ULID[name] + _ULID)
        for path, name in (("/v1/tables", "table_id"), ("/v1/tournaments", "tournament_id"))
    },
}
"""The forms of ids whose addresses are pages in a browser, by the path before the id."""


def page_of_id(text: str) -> str | None:
    """Returns the address of the page of a player, table or tournament, or `None` if the text is no such id."""
    return next((f"{path}/{text}" for path, form in _PAGES.items() if form.fullmatch(text)), None)


def is_id(text: str) -> bool:
    """Returns whether a text has the form of an id of any kind."""
    return _ANY_ID.fullmatch(text) is not None
