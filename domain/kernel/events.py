"""The registry of event types.

Every event is a frozen dataclass, registered under a name and a schema revision. Names are never reused, and stored
events are never rewritten. When the shape of an event changes, its revision increases, and an upcaster beside the class
converts the old shape when an event is read.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from domain.kernel.newer_release import NewerRelease

Document = dict[str, Any]
Upcaster = Callable[[Document], Document]
E = TypeVar("E", bound=type)


class BrokenHistory(Exception):
    """Events cannot follow each other. This is a defect, never a refusal."""


class EventType(NamedTuple):
    """How an event class is stored.

    Attributes:
        name: the stored name.
        revision: the current schema revision.
        upcasters: for each earlier revision, starting with 1, a function that converts its document to the next
            revision.
    """

    name: str
    revision: int
    upcasters: tuple[Upcaster, ...]


EVENT_CLASSES: dict[str, type] = {}
EVENT_TYPES: dict[type, EventType] = {}


def event(name: str, *upcasters: Upcaster) -> Callable[[E], E]:
    """Registers an event class under its stored name. Each upcaster increases the revision by one."""

    def register(cls: E) -> E:
        if name in EVENT_CLASSES:
            raise ValueError(f"two classes of events are called {name}")
        EVENT_CLASSES[name] = cls
        EVENT_TYPES[cls] = EventType(name, len(upcasters) + 1, upcasters)
        return cls

    return register


def check_known(name: str, revision: int) -> None:
    """Checks that this program can read events of a type and revision. Raises `NewerRelease`."""
    known = EVENT_CLASSES.get(name)
    if known is None:
        raise NewerRelease(f"this program knows no event {name}")
    newest = EVENT_TYPES[known].revision
    if revision > newest:
        raise NewerRelease(f"{name} has revision {revision}; this program knows revisions up to {newest}")


def upcast(name: str, revision: int, document: Document) -> Document:
    """Returns the document of a stored event, converted to the newest revision.

    Raises:
        NewerRelease: this program does not know the event or the revision.
        ValueError: the revision is less than 1.
    """
    check_known(name, revision)
    kind = EVENT_TYPES[EVENT_CLASSES[name]]
    if revision < 1:
        raise ValueError(f"{name} cannot have revision {revision}")
    for upcaster in kind.upcasters[revision - 1 :]:
        document = upcaster(document)
    return document
