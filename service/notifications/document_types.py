"""The types of the documents of notifications."""

from __future__ import annotations

from typing import Annotated, Any

from domain.kernel.schema_markers import Maximum, MaxItems, Minimum, Named, Ref
from service.platform.document_types import Paged

AccountEvent = Annotated[dict[str, Any], Ref("AccountEvent")]

EventNumber = Annotated[
    int, "The number of an event in the feed of an account.", Minimum(1), Maximum(2147483647), Named("EventNumber")
]


class AccountEventPage(Paged):
    """Events of an account."""

    events: Annotated[list[AccountEvent], "The events in order.", MaxItems(1000)]
    oldest: Annotated[
        int,
        "The number of the oldest event that is kept, or of the next event if none is kept.",
        Minimum(1),
        Maximum(2147483647),
    ]
