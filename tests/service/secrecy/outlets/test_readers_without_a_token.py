"""Readers without a token see what a player without a seat sees, and nothing else. A planted leak is found."""

from typing import Any

import pytest

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.state import Table
from service.accounts.handlers import NOBODY
from tests.support.frozen_api import Answer
from tests.support.outlets import READS, Heard, Outlets, partings
from tests.support.surroundings import PUBLIC_STREAMS, STREAM_FORMS
from tests.support.twin_outputs import Twice, of_sheng_ji

PUBLIC = frozenset(one.id for one in READS if {} in one.security)
BARRED = frozenset(one.id for one in READS if one.security) - PUBLIC
"""Reading operations that need a token."""
NOT_FOR_US = frozenset(
    ("view_league_season", "view_tournament_board", "view_bracket", "view_invitation", "view_puzzle")
)
"""Public operations about what has not begun here or does not exist, and invitations, which end with the start."""


def heard_by(asker: str, heard: list[Heard]) -> list[Heard]:
    """Returns what one asker hears, without the name of the asker, and without entity tags, which differ by player."""
    end = f" by {asker}"
    return [Heard(each.way.removesuffix(end), without_tag(each.what)) for each in heard if each.way.endswith(end)]


def without_tag(what: Any) -> Any:
    if not isinstance(what, Answer):
        return what
    return what._replace(headers=tuple(each for each in what.headers if each[0] != "ETag"))


def at_a_table(place: int | None = 0) -> Any:
    return "following in the next hand", place, 0


def extra(ways: Outlets) -> list[str]:
    """Returns where a reader without a token gets something else than a stranger."""
    both = of_sheng_ji(ways, *at_a_table())
    here = ways.everything(both.here, both.then_here, ("answers", "live"))
    stranger, nobody = (heard_by(asker, here) for asker in ("stranger", "nobody"))
    return partings(*([each for each in heard if is_public(each.way)] for heard in (stranger, nobody)))


def is_public(way: str) -> bool:
    return way.rsplit(maxsplit=1)[-1] in PUBLIC


def test_readers_without_a_token_get_what_a_stranger_gets(ways):
    assert extra(ways) == []


def test_every_public_operation_and_stream_answers_readers_without_a_token(ways):
    both = of_sheng_ji(ways, *at_a_table())
    nobody = heard_by("nobody", ways.everything(both.here, both.then_here, ("answers", "live")))
    status = {each.way: each.what.status for each in nobody if isinstance(each.what, Answer)}
    streams = {each.way: each.what for each in nobody if not isinstance(each.what, Answer)}

    assert {name for name in PUBLIC if status[f"GET {name}"] == 200} == PUBLIC - NOT_FOR_US
    assert {name: status[f"GET {name}"] for name in BARRED} == dict.fromkeys(BARRED, 401)
    assert streams.keys() == {f"{form} of {one.id}" for form in STREAM_FORMS for one in PUBLIC_STREAMS}
    assert {one.id for one in PUBLIC_STREAMS} == {"table_events"}
    assert all(b"entropy_changed" in b"".join(parts) for parts in streams.values())


def as_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plants a leak: readers without a token see the table as seat 1 does."""
    honest = Table.seat_of

    def leaky(self: Table, player: PlayerId) -> Seat | None:
        return Seat(1) if player == NOBODY.player else honest(self, player)

    monkeypatch.setattr(Table, "seat_of", leaky)


def test_a_planted_leak_to_readers_without_a_token_is_found(ways, monkeypatch):
    as_a_seat(monkeypatch)
    found = {each.split(":")[0] for each in extra(ways)}
    by_exchange = {each.split(":")[0] for each in partings(*spectators(ways).heard(ways, "answers", "live"))}

    outlets = ("GET view_table", "GET table_events", *(f"{form} of table_events" for form in STREAM_FORMS))
    assert set(outlets) <= found
    # The proof that exchanges hidden cards finds it too.
    assert {f"{each} by nobody" for each in outlets} <= by_exchange


def spectators(ways: Outlets) -> Twice:
    return of_sheng_ji(ways, *at_a_table(None))
