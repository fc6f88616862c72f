"""Events: what has happened, and what each event is called where it is stored.

Every event is a frozen dataclass registered under a name and a schema revision. Names are never reused and stored
events never rewritten: when the shape of an event changes, its revision goes up, and an upcaster beside the class turns
the old shape into the new one when it is read.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from domain.kernel.newer_release import NewerRelease

Document = dict[str, Any]
Upcaster = Callable[[Document], Document]
E = TypeVar("E", bound=type)


class EventType(NamedTuple):
    """How a class of events is stored.

    Attributes:
        name: the stored name.
        revision: the schema revision that the class now has.
        upcasters: for each earlier revision from 1, what turns its document into the next one's.
    """

    name: str
    revision: int
    upcasters: tuple[Upcaster, ...]


EVENT_CLASSES: dict[str, type] = {}
EVENT_TYPES: dict[type, EventType] = {}


def event(name: str, *upcasters: Upcaster) -> Callable[[E], E]:
    """Registers a class of events under its stored name; each upcaster makes the revision one higher."""

    def register(cls: E) -> E:
        if name in EVENT_CLASSES:
            raise ValueError(f"two classes of events are called {name}")
        EVENT_CLASSES[name] = cls
        EVENT_TYPES[cls] = EventType(name, len(upcasters) + 1, upcasters)
        return cls

    return register


def check_known(name: str, revision: int) -> None:
    """Whether this program can read events of a type and revision. Raises `NewerRelease`."""
    known = EVENT_CLASSES.get(name)
    if known is None:
        raise NewerRelease(f"this program knows no event {name}")
    newest = EVENT_TYPES[known].revision
    if revision > newest:
        raise NewerRelease(f"{name} has revision {revision}; this program knows revisions up to {newest}")


def upcast(name: str, revision: int, document: Document) -> Document:
    """The document of a stored event in the shape of the newest revision.

    Raises:
        NewerRelease: there is no event of this name, or its revision is newer than this program knows.
        ValueError: there is no such revision.
    """
    check_known(name, revision)
    kind = EVENT_TYPES[EVENT_CLASSES[name]]
    if revision < 1:
        raise ValueError(f"{name} cannot have revision {revision}")
    for upcaster in kind.upcasters[revision - 1 :]:
        document = upcaster(document)
    return document
