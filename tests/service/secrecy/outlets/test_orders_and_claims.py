"""Orders that act and refused claims reveal nothing about hidden cards.

Then a leak is planted in each of the two, and must be found.
"""

import dataclasses
from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random
from types import ModuleType
from typing import Any
from zlib import crc32

import orjson
import pytest

from domain.games.sheng_ji import claims as proofs
from domain.games.sheng_ji.commands import Claim
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.state import Tricks
from domain.kernel.seats import Seat, right_of
from domain.kernel.viewers import Onlooker
from domain.orders.order import EndedOrder
from domain.table import automatic_moves, redact
from domain.table.evolve import fold
from tests.support import climbing_moments, shengji_moments
from tests.support.acting_orders import Acting, acting_orders
from tests.support.climbing_exchange import moment_by_chance as climbing_moment_by_chance
from tests.support.exchange import Moment as ExchangedMoment
from tests.support.exchange import moment_by_chance
from tests.support.frozen_api import Moment, command
from tests.support.matches import played_by_chance
from tests.support.outlets import Outlets, partings, the_cards
from tests.support.stored import HONEST
from tests.support.table import SHENG_JI
from tests.support.twin_outputs import ROUNDS, Twice

# Orders that act -----------------------------------------------------------------------------------------------------


def orders_of(game: str, wanted: Callable[[Acting], bool]) -> Iterator[Acting]:
    """Positions of a game at which orders respond to the move of another player."""
    for seed in count():
        if game == "sheng_ji":
            moment: Moment = moment_by_chance("zhang-2021", {}, seed)
        else:
            moment = climbing_moment_by_chance("zheng-shangyou", {"zs_players": 4}, seed)
        if not isinstance(moment.viewer, Onlooker):
            family = FAMILIES[game]
            found = (acting_orders(family, moment, f"{seed} {attempt}") for attempt in range(4))
            yield from (each for each in found if each and wanted(each))


FAMILIES: dict[str, ModuleType] = {"sheng_ji": shengji_moments, "zheng_shangyou": climbing_moments}
WHOSE: dict[str, Callable[[Acting], bool]] = {
    "viewer": lambda acting: acting.here.viewer in acting.acted,
    "others": lambda acting: bool(acting.acted - {acting.here.viewer}),
}


def with_orders(ways: Outlets, game: str, acting: Acting) -> Twice:
    seats, move = ways.house.seats, acting.move
    moved = [
        [command(seats[move.seat].token, FAMILIES[game].in_json(each), is_own=False)]
        for each in (move.here, move.there)
    ]
    return Twice(acting.here, acting.there, *moved)


@pytest.mark.slow
@pytest.mark.parametrize("whose", WHOSE)
@pytest.mark.parametrize("game", FAMILIES)
def test_executed_orders_reveal_nothing_about_hidden_cards(ways, game, whose):
    for acting in islice(orders_of(game, WHOSE[whose]), max(ROUNDS // 4, 1)):
        here, there = with_orders(ways, game, acting).heard(ways, "live", "webhooks", "answers afterwards")

        assert partings(here, there) == []
        assert next(each for each in here if each.way == "command").what.status == 200
        [stream] = [each.what for each in here if each.way == "application/x-ndjson of table_events"]
        assert b"acted_for" in stream[-1]


# Claims --------------------------------------------------------------------------------------------------------------


def claims(*, is_proven: bool) -> Iterator[tuple[Moment, tuple[Claim, ...]]]:
    """Positions late in a hand, seen by the leader, with claims that are all proven or all refused."""
    for seed in count():
        events: list[Any] = []
        for outcome in played_by_chance(seed, "zhang-2021", {}, 1):
            events.extend(outcome.events)
            tricks = outcome.table.match.phase if outcome.table.match else None
            if isinstance(tricks, Tricks) and tricks.trick is None and 2 <= tricks.hands[0].known.bit_count() <= 6:
                hand = hand_cards(tricks.deal.order, tricks.hands[tricks.turn].known)
                tries = (
                    Claim(),
                    Claim(tuple((card,) for card in sorted(hand))),
                    Claim(tuple((card,) for card in hand)),
                )
                seat = tricks.turn
                proven = [shengji_moments.what_follows(outcome.table, seat, claim) is not None for claim in tries]
                if proven[0] if is_proven else not any(proven):
                    yield ExchangedMoment(tuple(events), seat), tries


def claimed(ways: Outlets, moment: Moment, tries: tuple[Claim, ...], seed: int = 1) -> Twice:
    """Makes the claims in both cases, by the viewer or by the leader."""
    other = shengji_moments.exchanged(moment, Random(seed))
    [(leader, _)] = SHENG_JI.asked(fold(HONEST, moment.events).match)
    token, is_own = ways.house.seats[leader].token, leader == moment.viewer
    asked = [command(token, shengji_moments.in_json(each), is_own=is_own) for each in tries]
    if is_own:
        asked = [*(command(token, each.body, dry=True) for each in asked), *asked]
    return Twice(moment, other, asked, asked)


def test_the_refusal_of_a_claim_does_not_depend_on_hidden_cards(ways):
    for moment, tries in islice(claims(is_proven=False), ROUNDS):
        here, there = claimed(ways, moment, tries).heard(ways, "live")

        assert partings(here, there) == []
        answers = [each.what for each in here if each.way == "command"][: 2 * len(tries)]
        assert [each.status for each in answers] == [422] * 2 * len(tries)
        dry, earnest = answers[: len(tries)], answers[len(tries) :]
        # The claim is refused on the knowledge of the seat, so executing it reveals no more than the dry run.
        assert [each.body for each in dry] == [each.body for each in earnest]


def test_other_players_get_no_sign_of_a_refused_claim(ways):
    found = 0
    for moment, tries in claims(is_proven=False):
        watching = dataclasses.replace(moment, viewer=right_of(moment.viewer, 4, 1))
        both = claimed(ways, watching, tries[:1])
        if not is_refused(both.there, tries[0]):
            continue
        here, there = both.heard(ways, "live", "webhooks")

        assert partings(here, there) == []
        [stream] = [each.what for each in here if each.way == "application/x-ndjson of table_events"]
        assert b"claim" not in stream[-1]
        found += 1
        if found == max(ROUNDS // 2, 1):
            break


def is_refused(moment: Moment, claim: Claim) -> bool:
    table = fold(HONEST, moment.events)
    [(seat, _)] = SHENG_JI.asked(table.match)
    return shengji_moments.what_follows(table, seat, claim) is None


def test_a_provable_claim_is_accepted_wherever_the_hidden_cards_are(ways):
    for moment, tries in islice(claims(is_proven=True), ROUNDS):
        both = claimed(ways, moment, tries[:1])
        here, there = both.heard(ways, "live")

        answers = [[each.what for each in heard if each.way == "command"][:2] for heard in (here, there)]
        assert answers[0][0] == answers[1][0]
        assert [each.status for case in answers for each in case] == [200] * 4
        # After the claim the hand is over and everybody sees all cards.
        first = [orjson.loads(case[1].body)["events"][0] for case in answers]
        assert first[0] == first[1]
        assert first[0]["type"] == "claim_proven"


# Planted leaks --------------------------------------------------------------------------------------------------------


def orders_of_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(redact, "_without_orders_of_others", lambda event, _: event)


def orders_that_end_by_the_cards_of_others(patch: pytest.MonkeyPatch) -> None:
    honest = automatic_moves.next_step

    def leaky(looked: Any, orders: Any, **more: Any) -> Any:
        if orders and crc32(the_cards().encode()) % 2:
            return EndedOrder(orders[0].id, "overtaken")
        return honest(looked, orders, **more)

    patch.setattr(automatic_moves, "next_step", leaky)


@pytest.mark.slow
@pytest.mark.parametrize("plant", [orders_of_others, orders_that_end_by_the_cards_of_others])
@pytest.mark.parametrize("game", FAMILIES)
def test_a_planted_leak_of_orders_is_found(ways, monkeypatch, game, plant):
    # Orders seldom differ between the two cases. In Sheng Ji they first do at the 17th position.
    for acting in islice(orders_of(game, WHOSE["others"]), 40):
        with monkeypatch.context() as planted:
            plant(planted)
            found = partings(*with_orders(ways, game, acting).heard(ways, "live"))
        if any("table_events" in each for each in found):
            return
    pytest.fail("it was not found")


def claims_by_the_cards_of_the_next_seat(patch: pytest.MonkeyPatch) -> None:
    honest = proofs._out

    def leaky(match: Any, tricks: Tricks, seat: Seat) -> Any:
        return honest(match, tricks, seat)._replace(cards=tricks.hands[right_of(seat, 4, 1)].known)

    patch.setattr(proofs, "_out", leaky)


def test_a_planted_leak_of_claims_is_found(ways, monkeypatch):
    def is_found(moment: Moment, tries: tuple[Claim, ...]) -> bool:
        with monkeypatch.context() as planted:
            claims_by_the_cards_of_the_next_seat(planted)
            here, there = claimed(ways, moment, tries).heard(ways, "live")
        return any(each.startswith("command") for each in partings(here, there))

    assert any(is_found(*each) for each in islice(claims(is_proven=False), 12))
