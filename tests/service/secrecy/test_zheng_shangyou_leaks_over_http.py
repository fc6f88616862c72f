"""At a Zheng Shangyou table no answer to a viewer over HTTP depends on hidden cards.

As for Sheng Ji, a match is cut after a command and stored twice. Every answer is compared byte for byte.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from domain.games.registry import GAMES
from domain.games.zheng_shangyou.events import DiscardLaid, TributePaid
from domain.games.zheng_shangyou.game import ZhengShangyou
from domain.kernel.refusals import Refusal
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.redact import redact
from service.tables import cache as streams
from service.tables import documents
from service.wiring import Service
from tests.support.api import Api
from tests.support.climbing import FORMS
from tests.support.climbing_exchange import Moment, moment_by_chance
from tests.support.climbing_moments import exchanged_with_next_move, in_json, moves_tried
from tests.support.frozen_api import (
    Asked,
    House,
    Pair,
    command,
    commands_in_vain,
    differences,
    lists,
    looks,
    looks_of_a_stranger,
    opened_house,
)

ROUNDS = max(settings().max_examples // 25, 3)
"""The number of positions tested for each form of the game."""


@pytest.fixture(scope="module")
def house(api: Api, service: Service, database_url: str) -> Iterator[House]:
    with opened_house(api, service, database_url) as opened:
        yield opened


def all_asked(house: House, moment: Moment, seat: int | None, move: Any, luck: Random) -> list[list[Asked]]:
    """The requests in stages: before the next move, with it, and afterwards."""
    viewer, version = moment.viewer, len(moment.events)
    user, names = house.user(viewer), house.names_tag(moment.events)
    next_ones = [command(house.seats[0].token, {"type": "set_entropy", "entropy": "new"}, is_own=viewer == 0)]
    if seat is not None:
        next_ones.insert(0, command(house.seats[seat].token, in_json(move), is_own=seat == viewer))
    view, *others = looks(user, viewer, version + 1, names)
    return [
        [
            *looks(user, viewer, version, names),
            *lists(user, moment),
            *(looks_of_a_stranger(house, moment.events) if isinstance(viewer, Onlooker) else ()),
            *commands_in_vain(user.token, viewer, version),
            *moves_tried(moment, user.token, luck),
        ],
        [view, *next_ones, view, *others],
        [view, *others[:4], *lists(user, moment)],
    ]


def both_answers(house: House, moment: Moment, seed: int) -> list[Pair]:
    """Returns every request of the viewer with its answers in both cases."""
    other, move = exchanged_with_next_move(moment, Random(seed))
    seat, here, there = move or (None, None, None)
    stages_here = all_asked(house, moment, seat, here, Random(seed))
    stages_there = all_asked(house, moment, seat, there, Random(seed))
    answers = house.answers(moment, *stages_here), house.answers(other, *stages_there)
    asked = [each for stage in stages_here for each in stage]
    return [Pair(*each) for each in zip(asked, *answers, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_answers_to_a_viewer_do_not_depend_on_hidden_cards(house: House, form):
    for seed in range(ROUNDS):
        pairs = both_answers(house, moment_by_chance(*form, seed), seed)

        assert differences(pairs) == []
        assert max(pair.here.status for pair in pairs) < 500


@pytest.mark.slow
def test_the_questions_cover_every_kind_of_answer(house: House):
    moments = [moment_by_chance("zheng-shangyou", {}, seed) for seed in range(10)]
    moments.append(Moment(moments[0].events, Onlooker.SPECTATOR))
    pairs = [pair for moment in moments for pair in both_answers(house, moment, 1)]

    assert {pair.here.status for pair in pairs} == {200, 304, 400, 401, 403, 404, 409, 412, 422}
    for code in (b"not_in_this_game", b"wrong_phase", b"not_your_turn"):
        assert any(code in pair.here.body for pair in pairs), code


# Planted leaks --------------------------------------------------------------------------------------------------------


def forgets_tribute(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, TributePaid) else redact(game, event, viewer)


def forgets_discards(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, DiscardLaid) else redact(game, event, viewer)


class RefusalsWithCards(ZhengShangyou):
    """Adds the value of the next seat's cards to every refusal."""

    def decide(self, state: Any, seat: int, move: Any) -> Any:
        try:
            return super().decide(state, seat, move)
        except Refusal as refusal:
            hands = getattr(state.phase, "hands", ())
            refusal.facts = {"next": sum(hands[(seat + 1) % len(hands)].known)} if hands else {}
            raise


class Leak(NamedTuple):
    """The change that plants a leak, and the event that reveals it."""

    plant: Callable[[pytest.MonkeyPatch], None]
    after: type


LEAKS = {
    "tribute in feeds": Leak(lambda patch: patch.setattr(documents, "redact", forgets_tribute), TributePaid),
    "tribute in views": Leak(lambda patch: patch.setattr(streams, "redact", forgets_tribute), TributePaid),
    "discards in feeds": Leak(lambda patch: patch.setattr(documents, "redact", forgets_discards), DiscardLaid),
    "refusals": Leak(lambda patch: patch.setitem(GAMES, "zheng_shangyou", RefusalsWithCards()), DiscardLaid),
}


@cache
def moment_of(seed: int) -> Moment:
    return moment_by_chance("zheng-shangyou", {}, seed)


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
def test_a_planted_leak_is_found(house: House, monkeypatch: pytest.MonkeyPatch, leak: Leak):
    def is_found(moment: Moment) -> bool:
        with monkeypatch.context() as planted:
            leak.plant(planted)
            found = differences(both_answers(house, moment, 1))
            # A crash would not count as a leak.
            return any(max(pair.here.status, pair.there.status) < 500 for pair in found)

    moments = map(moment_of, range(400))
    assert any(is_found(moment) for moment in moments if isinstance(moment.last, leak.after))
