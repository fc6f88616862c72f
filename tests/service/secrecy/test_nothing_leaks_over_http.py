"""No answer over HTTP depends on hidden cards: exchanging them among the other players changes nothing.

A match is cut after a command and stored as two tables: as played, and with other cards and secrets that the viewer
cannot know. The viewer sends the same requests to both. Status, headers and body of every answer must be the same, byte
for byte.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings

from domain.games.registry import GAMES
from domain.games.sheng_ji.card_order import TRUMPS
from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.events import PlanFiled, RoundDrawn
from domain.games.sheng_ji.game import ShengJi
from domain.games.sheng_ji.holding import hand_points, in_suit
from domain.kernel.cards import points
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.events import HandOpened
from domain.table.redact import redact
from domain.table.state import Table
from service.request_context import service as service_here
from service.tables import answers, documents, player_commands, records
from service.tables import cache as streams
from service.tables import projections as summaries
from service.tables import routes as doors
from service.tables.cache import TableCache
from service.wiring import Service
from tests.support.api import Api
from tests.support.exchange import Moment, Redaction
from tests.support.frozen_api import (
    TABLE,
    Asked,
    House,
    NextMove,
    Pair,
    command,
    commands_in_vain,
    differences,
    lists,
    looks,
    looks_of_a_stranger,
    opened_house,
)
from tests.support.laws import law
from tests.support.leaks import REDACTIONS_THAT_LEAK, a_redaction_that_forgets_what_was_buried
from tests.support.matches import secret
from tests.support.shengji_moments import KINDS, exchanged_with_next_move, in_json, moment_of, moves_tried
from tests.support.stored import HONEST

ROUNDS = max(settings().max_examples // 60, 1)
"""The number of matches tested for each kind of position and viewer."""


# Questions and answers -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(api: Api, service: Service, database_url: str) -> Iterator[House]:
    with opened_house(api, service, database_url) as opened:
        yield opened


# The next move -------------------------------------------------------------------------------------------------------


def next_commands(house: House, viewer: Viewer, move: NextMove | None) -> tuple[list[Asked], list[Asked]]:
    """Returns the commands that are executed next in both cases."""
    entropy = command(house.seats[0].token, {"type": "set_entropy", "entropy": "new"}, is_own=viewer == 0)
    if move is None:
        return [entropy], [entropy]
    key, full_view = ("Idempotency-Key", "next"), ("Prefer", "return=representation")
    here, there = (
        command(house.seats[move.seat].token, in_json(each), key, full_view, is_own=move.seat == viewer)
        for each in (move.here, move.there)
    )
    # The second time the key returns the stored answer.
    return [here, here, entropy], [there, there, entropy]


# The law -------------------------------------------------------------------------------------------------------------


def all_asked(house: House, moment: Moment, move: NextMove | None, luck: Random) -> tuple[list[list[Asked]], ...]:
    """Returns the requests in stages: before the next move, with it, and afterwards."""
    viewer, version = moment.viewer, len(moment.events)
    user, names = house.user(viewer), house.names_tag(moment.events)
    before = [
        *looks(user, viewer, version, names),
        *lists(user, moment),
        *(looks_of_a_stranger(house, moment.events) if isinstance(viewer, Onlooker) else ()),
        *commands_in_vain(user.token, viewer, version),
        *moves_tried(moment, user.token, luck),
    ]
    here, there = next_commands(house, viewer, move)
    view, *others = looks(user, viewer, version + 1, names)
    # The view advances with the command; afterwards it is folded up to it, and the lists contain it.
    after = [view, *others[:4], *lists(user, moment)]
    return [before, [view, *here, view, *others], after], [before, [view, *there, view, *others], after]


def both_answers(house: House, moment: Moment, seed: int) -> list[Pair]:
    """Returns every request of the viewer with its answers in both cases."""
    luck = Random(seed)
    other, move = exchanged_with_next_move(moment, luck)
    asked_here, asked_there = all_asked(house, moment, move, luck)
    here, there = house.answers(moment, *asked_here), house.answers(other, *asked_there)
    asked = [each for stage in asked_here for each in stage]
    return [Pair(*each) for each in zip(asked, here, there, strict=True)]


@pytest.mark.slow
@law
@pytest.mark.parametrize("place", [0, 1, 2, None], ids=["asked", "right", "partner", "spectator"])
@pytest.mark.parametrize("kind", KINDS)
def test_answers_to_a_viewer_do_not_depend_on_hidden_cards(house, kind, place):
    for seed in range(ROUNDS):
        pairs = both_answers(house, moment_of(kind, place, f"{kind} {place} {seed}"), seed)

        assert differences(pairs) == []
        assert max(pair.here.status for pair in pairs) < 500


def test_the_questions_cover_every_kind_of_answer(house):
    moments = (moment_of("following in the next hand", place, "said back") for place in (0, None))
    pairs = [pair for moment in moments for pair in both_answers(house, moment, 1)]
    done = [pair.asked for pair in pairs if pair.here.status == 200]

    assert {pair.here.status for pair in pairs} == {200, 304, 400, 401, 403, 404, 409, 412, 422}
    assert sum("dry_run" in asked.path for asked in done) > 2
    assert sum(asked.path.endswith("/record") for asked in done) == 2 * 2 + 1
    assert sum(asked.path.endswith("/commands") for asked in done) == 2 * 3


# Planted leaks --------------------------------------------------------------------------------------------------------


Plant = Callable[[pytest.MonkeyPatch], None]


def redacting_feeds_by(redaction: Redaction) -> Plant:
    return lambda monkeypatch: monkeypatch.setattr(documents, "redact", redaction)


def redacting_views_by(redaction: Redaction) -> Plant:
    return lambda monkeypatch: monkeypatch.setattr(streams, "redact", redaction)


def playing(game: ShengJi) -> Plant:
    return lambda monkeypatch: monkeypatch.setitem(GAMES, "sheng_ji", game)


def a_redaction_that_forgets_the_next_secret(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, HandOpened) else redact(game, event, viewer)


def a_redaction_that_forgets_the_round(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, RoundDrawn) else redact(game, event, viewer)


def a_redaction_that_forgets_plans(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, PlanFiled) else redact(game, event, viewer)


def the_truth() -> Table:
    """Returns the current table while a request is answered."""
    return service_here().table_cache.newest(TABLE).table


class ViewsWithKittyPoints(ShengJi):
    """Adds the points of the kitty to every view."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        return {**super().view(state, viewer), "kitty_points": points(the_truth().match.phase.kitty)}


class RefusalsWithCards(ShengJi):
    """Adds the points of the next seat's cards to every refusal."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Any:
        try:
            return super().decide(state, seat, move)
        except Refusal as refusal:
            refusal.facts = {"next": hand_points(state.phase.deal.order, state.phase.hands[(seat + 1) % 4].known)}
            raise


class PlaysDependingOnTheNextHand(ShengJi):
    """Refuses a play if the next seat has an odd number of trumps."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Any:
        after = super().decide(state, seat, move)
        if in_suit(state.phase.hands[(seat + 1) % 4].known, TRUMPS).bit_count() % 2:
            raise NotYourTurn("the next seat might ruff this")
        return after


def dry_runs_that_try_the_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    def preview(table: Table, seat: Seat, asked: Act) -> dict[str, Any]:
        return {"events": len(decide(HONEST, the_truth(), asked, secret(0, 0)).events)}

    monkeypatch.setattr(player_commands, "_preview", preview)


def views_of_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableCache, "view", lambda self, table_id, viewer, **_: self.newest(table_id))


def tags_made_of_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "view_tag", lambda version, *_: f"{version}-{crc32(repr(the_truth()).encode())}")


def answers_to_commands_unredacted(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = answers.event_document
    monkeypatch.setattr(answers, "event_document", lambda event, game, _: honest(event, game, Onlooker.ARCHIVE))


def records_of_hands_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_finished_part", lambda events: events)


def lists_that_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = summaries._summary_document
    monkeypatch.setattr(
        summaries, "_summary_document", lambda each: {**honest(each), "kitty": points(each.state.match.phase.kitty)}
    )


LEAKS: list[tuple[str, str, Plant]] = [
    *((redaction.__name__, "following", redacting_feeds_by(redaction)) for redaction in REDACTIONS_THAT_LEAK),
    ("the_next_secret", "declaring", redacting_feeds_by(a_redaction_that_forgets_the_next_secret)),
    ("rounds", "while the cards are drawn", redacting_feeds_by(a_redaction_that_forgets_the_round)),
    ("plans", "filing plans", redacting_feeds_by(a_redaction_that_forgets_plans)),
    ("views_with_the_kitty", "following", redacting_views_by(a_redaction_that_forgets_what_was_buried)),
    ("views_with_points", "following", playing(ViewsWithKittyPoints())),
    ("views_of_the_truth", "leading", views_of_the_truth),
    ("tags", "declaring", tags_made_of_the_truth),
    ("refusals", "following", playing(RefusalsWithCards())),
    ("acceptance", "following", playing(PlaysDependingOnTheNextHand())),
    ("dry_runs", "leading", dry_runs_that_try_the_throw),
    ("answers_to_commands", "the last pass to come", answers_to_commands_unredacted),
    ("records", "declaring the next hand", records_of_hands_under_way),
    ("lists", "burying", lists_that_tell),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "plant"), [leak[1:] for leak in LEAKS], ids=[leak[0] for leak in LEAKS])
def test_a_planted_leak_is_found(house, monkeypatch, kind, plant):
    def is_found(moment: Moment) -> bool:
        with monkeypatch.context() as planted:
            plant(planted)
            found = differences(both_answers(house, moment, 1))
            # A crash would not count as a leak.
            return any(max(pair.here.status, pair.there.status) < 500 for pair in found)

    # The seat to move gets most information, but it may be the one that knows the kitty.
    assert any(is_found(moment_of(kind, place, f"leak {seed}")) for seed in range(20) for place in (0, 2))
