"""Hidden cards that cannot be looked at: in their place lie things that raise `Looked` whatever is done with them.

What a viewer may not know of a table is what its own view of it lacks. All of that is replaced in the table as it is;
only how many cards a hand has can still be counted, which everybody sees. An answer that is the same from such a table
has looked at no hidden card, not even to give it to a built-in function, whose work nobody counts.
"""

from typing import Any

from domain.games.sheng_ji.state import Held
from domain.games.zheng_shangyou.state import Held as HeldInClimbing
from domain.table.state import SeatOrders, Table


class Looked(AssertionError):
    """Raised when hidden data is accessed."""


def _looks(self: Any, *_: Any) -> Any:
    raise Looked("something hidden was looked at")


OPERATIONS = (
    "abs add and bool call contains divmod enter eq exit float floordiv format ge getattr getitem gt hash index int",
    "invert iter le len lshift lt mod mul ne neg next or pos pow radd rand repr reversed rfloordiv rlshift rmod rmul",
    "ror round rpow rrshift rshift rsub rtruediv rxor str sub truediv trunc xor",
)


class Unseen:
    """A hidden value."""


class Mask(int):
    """The hidden cards of a suit: only their number is accessible."""


for _name in " ".join(OPERATIONS).split():
    setattr(Unseen, f"__{_name}__", _looks)
    if _name != "getattr":
        setattr(Mask, f"__{_name}__", _looks)


def unseen_at(table: Table, seen: Table) -> Table:
    """The table as it is, with whatever a viewer does not see of it made unseen.

    Args:
        table: as it is.
        seen: as the viewer knows it.
    """
    hidden = unseen(table._replace(orders=()), seen._replace(orders=()))
    orders = (held if held in seen.orders else SeatOrders(held.seat, *[Unseen()] * 3) for held in table.orders)
    replaced: Table = hidden._replace(orders=tuple(orders))
    return replaced


def unseen(truth: Any, seen: Any) -> Any:
    """Hides a part of a table in the same way."""
    if truth == seen:
        return truth
    if isinstance(truth, Held) and isinstance(seen, Held):
        return Held(tuple(tuple(Mask(mask) for mask in holding) for holding in truth.known), truth.hidden)
    if isinstance(truth, HeldInClimbing) and isinstance(seen, HeldInClimbing):
        return HeldInClimbing(tuple(Unseen() for _ in truth.known), truth.hidden)
    if isinstance(truth, tuple) and type(truth) is type(seen) and len(truth) == len(seen):
        parts = [unseen(part, other) for part, other in zip(truth, seen, strict=True)]
        return type(truth)._make(parts) if hasattr(truth, "_make") else tuple(parts)
    return Unseen()
