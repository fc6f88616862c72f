"""Checks the events of a record from elsewhere against the contract.

The rules trust the values of events, because normally only this program writes them.
"""

from collections.abc import Sequence
from typing import Any

import jsonschema_rs

from service.platform.documents import Json
from service.platform.store.events import record_of
from service.tables.records import NotARecord

_AT = "1970-01-01T00:00:00.000Z"
"""Any time. No event of a table depends on its own time."""


class EventSchemas:
    """The schemas of the events of tables, from the contract."""

    def __init__(self, contract: Json) -> None:
        """Takes the contract as JSON."""
        self._schemas = contract["components"]["schemas"]
        self._all = self._validator({"type": "array", "items": {"$ref": "#/components/schemas/Event"}})

    def check(self, events: Sequence[Any]) -> None:
        """Checks all events.

        Raises:
            NotARecord: an event is not as the contract says. The message names its version and the member.
        """
        documents = [_document(version, event) for version, event in enumerate(events, start=1)]
        if self._all.is_valid(documents):
            return
        # The union only reports that no type fits. The schema of the event's own type names the wrong member.
        wrong = next(each for each in documents if not self._all.is_valid([each]))
        error = next(self._of_type(wrong["type"]).iter_errors(wrong))
        member = "/".join(map(str, error.instance_path))
        raise NotARecord(f"event {wrong['version']}, {wrong['type']}: {member}: {error.message}")

    def _of_type(self, name: str) -> jsonschema_rs.Validator:
        """Returns the validator of one type of event."""
        path = self._schemas["Event"]["discriminator"]["mapping"][name]
        return self._validator({"$ref": path})

    def _validator(self, schema: Json) -> jsonschema_rs.Validator:
        # Messages show no values, because these can have any length.
        whole = {**schema, "components": {"schemas": self._schemas}}
        return jsonschema_rs.Draft202012Validator(whole, mask="the value")


def _document(version: int, event: Any) -> Json:
    record = record_of(event)
    return {"version": version, "type": record.type, "revision": record.revision, "at": _AT, "data": record.data}
