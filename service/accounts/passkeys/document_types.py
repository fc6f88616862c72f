"""The types of the documents of passkeys."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from domain.kernel.document_types import Time
from domain.kernel.schema_markers import MaxItems, Named, Pattern

PasskeyId = Annotated[str, "The id of a passkey.", Pattern("^psk_[0-9A-HJKMNP-TV-Z]{26}$"), Named("PasskeyId")]


class Passkey(TypedDict):
    """A passkey of a player."""

    id: PasskeyId
    created_at: Time
    last_used_at: Annotated[Time | None, "When it last signed in; null for never."]


class PasskeyList(TypedDict):
    """All passkeys of a player, oldest first."""

    passkeys: Annotated[list[Passkey], MaxItems(20)]


class PasskeyOptions(TypedDict):
    """What the browser needs to ask the device."""

    options: Annotated[
        dict[str, Any],
        "The options in the JSON form of WebAuthn. Pass them to `PublicKeyCredential.parseCreationOptionsFromJSON` or "
        "`parseRequestOptionsFromJSON` within five minutes.",
    ]
