"""URL converters for ids. A path with a malformed id is not found, and no store is queried."""

import re

from werkzeug.routing import BaseConverter, ValidationError

from domain.games.registry import GAMES
from domain.ratings.pools import POOL_NAME, Pool, pool_named
from domain.table.chat import ROOMS

_ULID = "[0-9A-HJKMNP-TV-Z]{26}"
_ANY_ID = re.compile(r"[a-z]{3,4}_[0-9A-Za-z_]{1,40}")


class TableIdConverter(BaseConverter):
    """`tbl_` and a ULID."""

    regex = f"tbl_{_ULID}"


class TournamentIdConverter(BaseConverter):
    """`trn_` and a ULID."""

    regex = f"trn_{_ULID}"


class BoardIdConverter(BaseConverter):
    """`brd_` and a ULID."""

    regex = f"brd_{_ULID}"


class BoardMatchIdConverter(BaseConverter):
    """`bmt_` and a ULID."""

    regex = f"bmt_{_ULID}"


class LeagueIdConverter(BaseConverter):
    """`lge_` and a ULID."""

    regex = f"lge_{_ULID}"


class SeriesIdConverter(BaseConverter):
    """`ser_` and a ULID."""

    regex = f"ser_{_ULID}"


class TokenIdConverter(BaseConverter):
    """`tok_` and a ULID."""

    regex = f"tok_{_ULID}"


class ClientIdConverter(BaseConverter):
    """`cli_` and a ULID."""

    regex = f"cli_{_ULID}"


class PlayerIdConverter(BaseConverter):
    """`ply_` and a ULID, or the name of a house bot."""

    regex = f"ply_(?:{_ULID}|house_[a-z_]{{1,30}})"


class WebhookIdConverter(BaseConverter):
    """`whk_` and a ULID."""

    regex = f"whk_{_ULID}"


class DeliveryIdConverter(BaseConverter):
    """`msg_` and a ULID."""

    regex = f"msg_{_ULID}"


class ReportIdConverter(BaseConverter):
    """`rep_` and a ULID."""

    regex = f"rep_{_ULID}"


class RoomConverter(BaseConverter):
    """A chat room of a table."""

    regex = "|".join(ROOMS)


class PoolConverter(BaseConverter):
    """The name of a rating pool. The pool need not have rated games."""

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
    """The number of a chat message, from 1."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """Returns the number."""
        return int(value)


class SeekIdConverter(BaseConverter):
    """`sek_` and a ULID."""

    regex = f"sek_{_ULID}"


class InvitationIdConverter(BaseConverter):
    """`inv_` and a ULID."""

    regex = f"inv_{_ULID}"


class SandboxIdConverter(BaseConverter):
    """`wld_` and a ULID."""

    regex = f"wld_{_ULID}"


class KindConverter(BaseConverter):
    """A kind of question to the rules lab, known or not. Excludes the pages about the lab itself."""

    regex = "(?!(?:profiles|options|kinds)$)[^/]+"
    part_isolating = True


class MailCodeConverter(BaseConverter):
    """`sjm_` and 256 random bits."""

    regex = "sjm_[A-Za-z0-9_-]{43}"


CONVERTERS: dict[str, type[BaseConverter]] = {
    "table_id": TableIdConverter,
    "tournament_id": TournamentIdConverter,
    "board_id": BoardIdConverter,
    "board_match_id": BoardMatchIdConverter,
    "league_id": LeagueIdConverter,
    "series_id": SeriesIdConverter,
    "token_id": TokenIdConverter,
    "client_id": ClientIdConverter,
    "player_id": PlayerIdConverter,
    "webhook_id": WebhookIdConverter,
    "delivery_id": DeliveryIdConverter,
    "report_id": ReportIdConverter,
    "room": RoomConverter,
    "number": NumberConverter,
    "pool": PoolConverter,
    "seek_id": SeekIdConverter,
    "invitation_id": InvitationIdConverter,
    "world_id": SandboxIdConverter,
    "kind": KindConverter,
    "mail_code": MailCodeConverter,
}
_PREFIXES = {
    "table_id": "tbl_",
    "player_id": "ply_",
    "tournament_id": "trn_",
    "league_id": "lge_",
    "series_id": "ser_",
}

NOWHERE = {name: prefix + "0" * 26 for name, prefix in _PREFIXES.items()}
"""Ids that nothing has. They replace ids of other sandboxes."""


def is_id(text: str) -> bool:
    """Returns whether a text has the form of an id of any kind."""
    return _ANY_ID.fullmatch(text) is not None
