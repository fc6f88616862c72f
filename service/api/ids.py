"""Ids in addresses: whatever does not look like one of ours is not found, before anything is asked."""

import re

from werkzeug.routing import BaseConverter

_ULID = "[0-9A-HJKMNP-TV-Z]{26}"
_ANY_ID = re.compile(r"[a-z]{3}_[0-9A-Za-z_]{1,40}")


class TableIdConverter(BaseConverter):
    """`tbl_` and a ULID."""

    regex = f"tbl_{_ULID}"


class TokenIdConverter(BaseConverter):
    """`tok_` and a ULID."""

    regex = f"tok_{_ULID}"


class PlayerIdConverter(BaseConverter):
    """`ply_` and a ULID, or the name of a bot of the house."""

    regex = f"ply_(?:{_ULID}|house_[a-z_]{{1,30}})"


class WebhookIdConverter(BaseConverter):
    """`whk_` and a ULID."""

    regex = f"whk_{_ULID}"


class DeliveryIdConverter(BaseConverter):
    """`msg_` and a ULID."""

    regex = f"msg_{_ULID}"


class KindConverter(BaseConverter):
    """A kind of question to the rules lab, known or not; the pages about the lab are none."""

    regex = "(?!(?:profiles|options|kinds)$)[^/]+"
    part_isolating = True


CONVERTERS: dict[str, type[BaseConverter]] = {
    "table_id": TableIdConverter,
    "token_id": TokenIdConverter,
    "player_id": PlayerIdConverter,
    "webhook_id": WebhookIdConverter,
    "delivery_id": DeliveryIdConverter,
    "kind": KindConverter,
}


def is_id(text: str) -> bool:
    """Whether a text looks like an id of any kind."""
    return _ANY_ID.fullmatch(text) is not None
