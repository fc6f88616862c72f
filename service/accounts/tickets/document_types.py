"""The types of the documents of tickets."""

from __future__ import annotations

from typing import Annotated, TypedDict

from domain.kernel.document_types import Time
from domain.kernel.schema_markers import Pattern


class TicketMade(TypedDict):
    """A ticket for the streams of one feed."""

    ticket: Annotated[str, "The ticket. It is a secret.", Pattern("^sjf_[A-Za-z0-9_=-]+$")]
    feed: Annotated[str, "The address of the feed."]
    url: Annotated[str, "The address of the feed with the ticket. Add other parameters, such as `&after=end`."]
    expires_at: Annotated[Time, "Until when the ticket opens a first stream."]
