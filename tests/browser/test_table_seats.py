"""The places of seats and plays on the felt, at tables of every size."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.pages import Visitor
from tests.support.shown_tables import SILENT, open_table, with_view

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
Json = dict[str, Any]

COVERED = """() => {
    const box = (each) => each.getBoundingClientRect();
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const seats = [...document.querySelectorAll(".seat")];
    const found = [];
    const felt = box(document.querySelector(".felt"));
    for (const play of document.querySelectorAll(".plays li.best, .plays .card")) {
        const over = seats.filter((seat) => meet(box(play), box(seat)));
        found.push(...over.map((seat) => `${play.className} under ${seat.dataset.seat}`));
    }
    seats.forEach((one, at) => seats.slice(at + 1).forEach((other) => {
        if (meet(box(one), box(other))) found.push(`${one.dataset.seat} on ${other.dataset.seat}`);
    }));
    for (const seat of seats) {
        const isIn = box(seat).top > felt.top - 1 && box(seat).bottom < felt.bottom + 1;
        if (!isIn) found.push(`${seat.dataset.seat} is out`);
    }
    return found;
}"""
"""Names the cards and the frame of the best play that a seat covers, and seats that meet."""

RUN = ["3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S"]


def showing(count: int, cards: list[str], best: int) -> Callable[[Json], None]:
    """Returns a change of a view: each seat has played, and one of them is the best."""
    reading = {"pattern": "set", "ranks": 1, "width": len(cards), "top": "4", "suited": False, "pure": True}

    def change(view: Json) -> None:
        plays = [{"seat": seat, "cards": cards, "reading": reading} for seat in range(count)]
        view["match"].update(phase="climbing", turn=0, round=plays, standing=plays[best], last_round=[])

    return change


@pytest.mark.parametrize("width", [800, 1280])
@pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 9])
def test_no_seat_covers_the_best_play(visit: Visit, count: int, width: int):
    visitor = visit(viewport={"width": width, "height": 640}, reduced_motion="reduce")
    table = open_table(visitor, "zheng-shangyou", count, zs_players=count)
    page = visitor.page
    page.add_init_script(f"({SILENT})()")
    wrong = []
    for length in (1, 3, 5, 8):
        for best in range(count // 2 + 1):
            with_view(visitor, table, showing(count, RUN[:length], best))
            page.locator(".plays .card").nth(count * length - 1).wait_for()
            found = page.evaluate(COVERED)
            wrong += [f"{length} cards, best {best}: {each}" for each in found]
        visitor.picture(f"seats-{count}-{length}-{width}")
    assert wrong == []
