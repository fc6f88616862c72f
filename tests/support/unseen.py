"""Tables whose hidden cards are replaced by objects that raise `Looked` on every use.

Everything that a viewer does not see is replaced. Only the number of cards in a hand, which is public, can still be
counted. If such a table gives the same answer, the code has used no hidden card. This includes built-in functions,
which a count of instructions cannot see.
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


class HiddenHand(int):
    """The hidden cards of a hand: only their number is accessible."""


for _name in " ".join(OPERATIONS).split():
    setattr(Unseen, f"__{_name}__", _looks)
    if _name != "getattr":
        setattr(HiddenHand, f"__{_name}__", _looks)


def unseen_at(table: Table, seen: Table) -> Table:
    """Returns the table with everything that a viewer may not know replaced by objects that raise `Looked`.

    Args:
        table: the complete table.
        seen: the table as the viewer knows it.
    """
    hidden = unseen(table._replace(orders=()), seen._replace(orders=()))
    orders = (held if held in seen.orders else SeatOrders(held.seat, *[Unseen()] * 3) for held in table.orders)
    replaced: Table = hidden._replace(orders=tuple(orders))
    return replaced


def unseen(truth: Any, seen: Any) -> Any:
    """Returns a part of a table with its hidden data replaced in the same way."""
    if truth == seen:
        return truth
    if isinstance(truth, Held) and isinstance(seen, Held):
        return Held(HiddenHand(truth.known), truth.hidden)
    if isinstance(truth, HeldInClimbing) and isinstance(seen, HeldInClimbing):
        return HeldInClimbing(tuple(Unseen() for _ in truth.known), truth.hidden)
    if isinstance(truth, tuple) and type(truth) is type(seen) and len(truth) == len(seen):
        parts = [unseen(part, other) for part, other in zip(truth, seen, strict=True)]
        return type(truth)._make(parts) if hasattr(truth, "_make") else tuple(parts)
    return Unseen()
