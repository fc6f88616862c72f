"""Account events as JSON."""

from service.notifications.events import Numbered
from service.platform.documents import Json, timestamp_of_move


def account_event_document(event: Numbered) -> Json:
    """Returns an account event as JSON for its player."""
    return {
        "number": event.number,
        "type": event.type,
        "at": timestamp_of_move(event.recorded_at),
        "table": event.table_id,
        "data": event.data,
    }
