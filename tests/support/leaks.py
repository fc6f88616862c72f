"""Redactions with planted leaks. They hide too little, and tests show that the searches for leaks find this."""

from dataclasses import replace
from typing import Any

from domain.games.sheng_ji.events import KittyBuried, KittyTaken, PlanFiled, RoundDrawn
from domain.kernel.cards import points
from domain.kernel.seats import Seat
from domain.kernel.viewers import Viewer
from domain.table.events import CardsDealt
from domain.table.redact import redact
from domain.table.seat_events import OrdersGiven


def a_redaction_that_forgets_the_kitty(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, KittyTaken) else redact(game, event, viewer)


def a_redaction_that_forgets_what_was_buried(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, KittyBuried) else redact(game, event, viewer)


def a_redaction_that_forgets_the_partner(game: Any, event: Any, viewer: Viewer) -> Any:
    if not isinstance(event, CardsDealt) or not isinstance(viewer, int):
        return redact(game, event, viewer)
    hidden = redact(game, event, viewer).order
    partner = redact(game, event, Seat((viewer + 2) % 4)).order
    return replace(event, order=tuple(map(max, hidden, partner)))


def a_redaction_that_counts_the_points_of_the_kitty(game: Any, event: Any, viewer: Viewer) -> Any:
    seen = redact(game, event, viewer)
    return replace(seen, cut=points(event.left_over())) if isinstance(event, CardsDealt) else seen


def a_redaction_that_forgets_the_plans(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, PlanFiled) else redact(game, event, viewer)


def a_redaction_that_forgets_what_is_drawn(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, RoundDrawn) else redact(game, event, viewer)


def a_redaction_that_forgets_the_orders(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, OrdersGiven) else redact(game, event, viewer)


LEAKS_OF_DECLARING = {"plan": a_redaction_that_forgets_the_plans, "live_draw": a_redaction_that_forgets_what_is_drawn}
"""Redactions that leak only with one mode of declaring, by the mode."""

REDACTIONS_THAT_LEAK = (
    a_redaction_that_forgets_the_kitty,
    a_redaction_that_forgets_what_was_buried,
    a_redaction_that_forgets_the_partner,
    a_redaction_that_counts_the_points_of_the_kitty,
    a_redaction_that_forgets_the_orders,
)
