"""The work of an answer over HTTP does not depend on hidden cards.

A match is stored twice, with other cards that the viewer cannot know and other orders of the other players. Refusals,
dry runs and lists of legal moves must execute the same instructions of `domain/` and `service/` equally often. A
process with the table in its cache must not access hidden cards.

A process without the table in its cache reads it first, for every request. For other cards that takes the same
instructions. Only stored orders and plans of others take time in proportion to their size: an order of three cards
takes 240 of some 30,000 instructions. This is accepted, because a cached table is not read again.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.card_order import TRUMPS
from domain.games.sheng_ji.events import PlanFiled
from domain.games.sheng_ji.game import ShengJi
from domain.games.sheng_ji.holding import hand_cards
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.orders.order import order_document
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.table.seat_events import OrdersGiven
from domain.table.state import Table
from service.platform.settings import Settings
from service.tables import handlers as application
from service.tables import player_commands
from service.tables.cache import TableCache
from service.tables.views import Views
from service.wiring import Service
from tests.support import climbing_exchange, climbing_moments, exchange, shengji_moments
from tests.support.api import Api
from tests.support.climbing import FORMS
from tests.support.effort import Effort, differences, effort_of, forget
from tests.support.frozen_api import (
    AT_TABLE,
    TABLE,
    Answer,
    Asked,
    House,
    Moment,
    answer,
    command,
    commands_in_vain,
    opened_house,
)
from tests.support.orders import order_by_chance
from tests.support.stored import HONEST, catch_up, forget_table, store_table
from tests.support.unseen import unseen_at

CHANCE = Chance(bytes(32), bytes(32))
ASKED = 8
"""The number of questions at a position, besides those about the table itself."""


@pytest.fixture(scope="module")
def settings(settings: Settings) -> Settings:
    """A token stays cached during the tests, because looking it up depends on the time."""
    return replace(settings, token_cache_s=100_000.0)


@pytest.fixture(scope="module")
def house(api: Api, service: Service, database_url: str) -> Iterator[House]:
    with opened_house(api, service, database_url) as opened:
        yield opened


# Questions ------------------------------------------------------------------------------------------------------------


def questions(moment: Moment, house: House, moves: list[Asked], luck: Random) -> list[Asked]:
    """Requests of the viewer that are refused or change nothing."""
    token, version = house.user(moment.viewer).token, len(moment.events)
    others = [*commands_in_vain(token, moment.viewer, version), *of_the_table(moment, token, luck)]
    return [
        Asked(token, "GET", f"{AT_TABLE}/moves"),
        *luck.sample(moves, min(ASKED, len(moves))),
        *luck.sample(others, min(ASKED, len(others))),
    ]


def of_the_table(moment: Moment, token: str, luck: Random) -> Iterator[Asked]:
    """Dry runs of other commands of a seat, and refused commands."""
    if isinstance(moment.viewer, Onlooker):
        return
    shown = (redact(fold(HONEST, moment.events[:1]).game, event, moment.viewer) for event in moment.events)
    seen = fold(HONEST, [event for event in shown if event is not None])
    hand = list(seen.game.orders.own_cards(seen.match, moment.viewer)) if seen.match else []
    orders = order_document(order_by_chance(seen, Seat(moment.viewer), luck, hand))
    for body in (
        {"type": "set_entropy", "entropy": "other"},
        {"type": "leave"},
        {"type": "withdraw_orders", "orders": []},
        {"type": "give_orders", "orders": [orders], "auto_forced": True},
        *({"type": "propose", "what": what} for what in ("undo", "draw", "concede_hand")),
        {"type": "agree", "what": "concede_hand"},
    ):
        yield command(token, body, dry=True)
    yield command(token, {"type": "agree", "what": "undo", "expected_version": 1})
    yield command(token, {"type": "withdraw_orders", "orders": ["99"]})


# Work -----------------------------------------------------------------------------------------------------------------


class Given(NamedTuple):
    """An answer and its work."""

    asked: Asked
    answer: Answer
    effort: Effort


class Measured(NamedTuple):
    """The answers of a process with an empty cache, and of one that answered everything before."""

    first: list[Given]
    again: list[Given]


def measured(house: House, moment: Moment, asked: list[Asked]) -> Measured:
    store(house, moment)
    first = [of_a_new_process(house, each) for each in asked[:2]]
    answered(house, asked)
    return Measured(first, [given(house, each) for each in asked])


def store(house: House, moment: Moment) -> None:
    forget_table(house.owner, TABLE)
    store_table(house.service, TABLE, house.with_accounts(moment.events))
    catch_up(house.service)
    house.service.begin_anew()


def of_a_new_process(house: House, asked: Asked) -> Given:
    for _ in range(2):  # the player has been read by then, and the reader of such a state is cached
        house.service.begin_anew()
        found = given(house, asked)
    return found


def answered(house: House, asked: list[Asked]) -> list[Answer]:
    return [answer(house.app, each) for each in asked]


def given(house: House, asked: Asked) -> Given:
    forget()
    return Given(asked, *effort_of(partial(answer, house.app, asked), __file__))


def parted(here: list[Given], there: list[Given]) -> list[Any]:
    """Returns the requests that execute other instructions in the two positions, and where they differ."""
    pairs = zip(here, there, strict=True)
    return [(one.asked, differences(one.effort, other.effort)) for one, other in pairs if one.effort != other.effort]


def both(house: House, here: Moment, there: Moment, moves: list[Asked], seed: int) -> tuple[Measured, Measured]:
    asked = questions(here, house, moves, Random(seed))
    one, other = measured(house, here, asked), measured(house, there, asked)
    assert [each.answer for each in one.again] == [each.answer for each in other.again]
    return one, other


def with_what_others_gave(there: Moment, here: Moment) -> Moment:
    """Returns the other position with the orders and plans of this one."""
    pairs = zip(here.events, there.events, strict=True)
    return replace(there, events=tuple(was if isinstance(was, OrdersGiven | PlanFiled) else is_ for was, is_ in pairs))


class Cases(NamedTuple):
    """Returns a position in both cases and the moves tried at it."""

    here: Moment
    there: Moment
    moves: list[Asked]


def of_shengji(house: House, kind: str, place: int | None, seed: int) -> Cases:
    luck = Random(seed)
    here = shengji_moments.moment_of(kind, place, f"effort {kind} {place} {seed}")
    there = shengji_moments.exchanged(here, luck)
    return Cases(here, there, shengji_moments.moves_tried(here, house.user(here.viewer).token, luck))


def of_climbing(house: House, form: tuple[str, dict[str, object]], seed: int) -> Cases:
    here = climbing_exchange.moment_by_chance(*form, seed)
    there = climbing_exchange.with_hidden_cards_exchanged(here, Random(seed))
    there = replace(there, events=exchange.with_other_secrets(there.events, Random(seed)))
    return Cases(here, there, climbing_moments.moves_tried(here, house.user(here.viewer).token, Random(seed)))


def leaks(house: House, case: Cases, seed: int = 1) -> list[Any]:
    """Returns the requests whose executed instructions depend on hidden cards."""
    one, other = both(house, *case, seed)
    again = parted(one.again, other.again)
    if parted(one.first, other.first):
        only_cards = measured(house, with_what_others_gave(case.there, case.here), [each.asked for each in one.first])
        return again + parted(one.first, only_cards.first)
    return again


def looks(house: House, case: Cases, seed: int = 1) -> list[Asked]:
    """Returns the questions that access hidden data in some process."""
    moment, asked = case.here, questions(case.here, house, case.moves, Random(seed))
    store(house, moment)
    before = answered(house, asked)
    streams = house.service.table_cache
    at, seen = streams.newest(TABLE), streams.view(TABLE, moment.viewer)
    streams._entries[TABLE].folded[None] = at._replace(table=unseen_at(at.table, seen.table))
    pairs = zip(asked, before, answered(house, asked), strict=True)
    return [each for each, one, other in pairs if one != other]


# The law -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", shengji_moments.KINDS)
def test_the_work_of_answers_in_sheng_ji_does_not_depend_on_hidden_cards(house, kind):
    case = of_shengji(house, kind, (0, 1, 2, None)[shengji_moments.KINDS.index(kind) % 4], 1)

    assert leaks(house, case) == []
    assert looks(house, case) == []


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS[::2], ids=str)
def test_the_work_of_answers_in_zheng_shangyou_does_not_depend_on_hidden_cards(house, form):
    case = of_climbing(house, form, FORMS.index(form))

    assert leaks(house, case) == []
    assert looks(house, case) == []


# Planted leaks --------------------------------------------------------------------------------------------------------


def look_for_a_trump(table: Table) -> None:
    """Searches the hand of a seat for a trump."""
    deal, hands = getattr(table.match.phase, "deal", None), getattr(table.match.phase, "hands", ())
    for card in hand_cards(deal.order, hands[0].known) if deal and hands else ():
        if deal.order.suit_of[card] == TRUMPS:
            break


def commands_that_look_first(patch: pytest.MonkeyPatch) -> None:
    honest = application._decide_if_expected

    def decided(at: Any, *asked: Any) -> Any:
        look_for_a_trump(at.table)
        return honest(at, *asked)

    patch.setattr(application, "_decide_if_expected", decided)


def dry_runs_that_go_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        player_commands, "check", lambda games, table, asked, moment: decide(games, table, asked, CHANCE, moment)
    )


def doors_that_look_first(patch: pytest.MonkeyPatch) -> None:
    honest = TableCache.cached

    def cached(streams: TableCache, table_id: str) -> Any:
        at = honest(streams, table_id)
        look_for_a_trump(at.table)
        return at

    patch.setattr(TableCache, "cached", cached)


def views_that_look_first(patch: pytest.MonkeyPatch) -> None:
    honest = Views.seen_by

    def look(views: Views, table_id: str, player: Any) -> Any:
        look_for_a_trump(views._table_cache.newest(table_id).table)
        return honest(views, table_id, player)

    patch.setattr(Views, "seen_by", look)


class SortsTheKittyFirst(ShengJi):
    """Lets a built-in function process the kitty for any question."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Any:
        sorted(state.phase.kitty)
        return super().decide(state, seat, move)


Plant = Callable[[pytest.MonkeyPatch], None]
LEAKS: dict[str, Plant] = {
    "commands": commands_that_look_first,
    "dry runs": dry_runs_that_go_on,
    "every door": doors_that_look_first,
    "legal moves": views_that_look_first,
}


@pytest.mark.slow
@pytest.mark.parametrize("plant", LEAKS.values(), ids=LEAKS)
def test_a_check_that_takes_longer_for_some_cards_is_found(house, monkeypatch, plant):
    plant(monkeypatch)
    cases = (of_shengji(house, "following", 1, seed) for seed in range(12))

    assert any(leaks(house, case) for case in cases)
    assert looks(house, of_shengji(house, "following", 1, 0)) != []


def test_a_check_inside_a_builtin_function_is_found(house, monkeypatch):
    case = of_shengji(house, "following", 1, 1)
    monkeypatch.setitem(GAMES, "sheng_ji", SortsTheKittyFirst())

    assert leaks(house, case) == []
    assert looks(house, case) != []
