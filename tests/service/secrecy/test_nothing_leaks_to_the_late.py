"""Answers to delayed spectators do not depend on anything after the visibility cutoff, byte for byte.

A match is played up to a cutoff and then continued in two ways, with other unseen cards, other moves and other secrets.
Viewers without a seat send the same requests to both, and every answer must be the same.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.commands import Act, OpenTable, Sit, Start, TableCommand
from domain.table.decide import decide
from domain.table.events import MatchEnded
from domain.table.evolve import fold
from domain.table.redact import redact
from domain.table.spectators import Spectators
from domain.table.state import Table
from domain.table.visibility import NOTHING_VISIBLE, Cutoff, visibility_cutoff
from service.platform.feeds.feed import FeedEntry, FeedPage
from service.tables import cache as streams
from service.tables import handlers as commands
from service.tables import projections as summaries
from service.tables import routes as doors
from service.tables.cache import TableCache
from service.tables.documents import event_document
from service.tables.feeds import TableFeed
from service.wiring import Service
from tests.support import climbing_exchange, exchange, matches
from tests.support.api import Api
from tests.support.climbing import FORMS
from tests.support.deals import HOST
from tests.support.frozen_api import (
    AT_TABLE,
    Asked,
    House,
    Pair,
    command,
    commands_in_vain,
    differences,
    looks,
    looks_of_a_stranger,
    opened_house,
)
from tests.support.option_sets import by_luck
from tests.support.stored import HONEST
from tests.support.table import player

ROUNDS = max(settings().max_examples // 20, 3)
"""The number of cutoffs tested for each game and delay."""
POLICIES = {each: Spectators(each) for each in ("trick", "hand")} | {"minutes": Spectators("minutes", 60)}
NOW = 0.0


# Releases ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """A match that continued after a cutoff, and a delayed viewer."""

    events: tuple[Any, ...]
    viewer: Viewer = Onlooker.DELAYED


class Fork(NamedTuple):
    """A match continued in two ways after the same cutoff: its version and both lists of events."""

    version: int
    here: Moment
    there: Moment


def opened(game: str, policy: Spectators, luck: Random) -> tuple[Any, ...]:
    """Returns a newly started table with a delay and any rules."""
    if game == "sheng_ji":
        setting = by_luck(luck.randrange(2**32), pinned={"final_level": "A", "after_final": "end", "laps": 1})
        profile, overrides = setting.profile, setting.overrides
    else:
        profile, overrides = luck.choice(FORMS)
    opening = OpenTable(HOST, game, profile, overrides, listed=True, hands=3, spectators=policy)
    outcome = decide(HONEST, None, opening, matches.secret(luck.randrange(99), 1))
    events = outcome.events
    sits: list[TableCommand] = [
        Sit(player(seat), seat, f"entropy {luck.random()}") for seat in range(len(outcome.table.seats))
    ]
    for each in [*sits, Start(HOST)]:
        outcome = decide(HONEST, outcome.table, each, matches.secret(luck.randrange(99), 2))
        events += outcome.events
    return events


def played_on(events: tuple[Any, ...], luck: Random) -> Iterator[tuple[Any, ...]]:
    """Yields the match after each further random command."""
    table = fold(HONEST, events)
    while table.status == "playing":
        asked = next_command(table, events, luck)
        outcome = decide(HONEST, table, asked, matches.secret(luck.randrange(2**32), 0))
        table, events = outcome.table, events + outcome.events
        yield events


def next_command(table: Table, events: tuple[Any, ...], luck: Random) -> TableCommand:
    if table.game.name == "sheng_ji":
        return matches.next_command(table, luck)
    seat, _ = luck.choice(table.game.asked(table.match))
    view = fold(HONEST, [redact(table.game, event, seat) for event in events])
    return Act(player(seat), BOTS["zheng_shangyou"]["random"].choose(view, seat, luck))


def release_of(policy: Spectators, events: tuple[Any, ...]) -> int:
    """Returns how far events release the table; time releases nothing here."""
    game = GAMES[events[0].game]
    return visibility_cutoff(NOTHING_VISIBLE, policy, game, [(event, NOW) for event in events], NOW).version


def fork_of(game: str, policy: Spectators, seed: str) -> Fork:
    """Returns a cutoff in a match and two continuations without another cutoff."""
    luck = Random(seed)
    start = opened(game, policy, luck)
    match_so_far = [start, *played_on(start, luck)]
    match_so_far = [events for events in match_so_far if not isinstance(events[-1], MatchEnded)][:-1]
    if policy.minutes is None:
        # After a command that released something, which may have dealt the next hand.
        releases = [release_of(policy, events) for events in match_so_far]
        places = [
            place for place in range(len(match_so_far)) if releases[place] > (releases[place - 1] if place else 0)
        ]
        place = luck.choice(places)
        version = releases[place]
    else:
        place = luck.randrange(len(match_so_far))
        version = len(match_so_far[place])
    prefix = match_so_far[place]
    here = luck.choice(list(_without_release(policy, version, prefix, luck)))
    there = luck.choice(list(_without_release(policy, version, _with_others(prefix, luck), luck)))
    return Fork(version, Moment(here), Moment(there))


def _without_release(
    policy: Spectators, version: int, prefix: tuple[Any, ...], luck: Random
) -> Iterator[tuple[Any, ...]]:
    # Statements of a seat have old times of recording, so by minutes they need an earlier event.
    if policy.minutes is None:
        yield prefix
    for count, events in enumerate(played_on(prefix, luck)):
        if isinstance(events[-1], MatchEnded) or count > 40:
            return
        if policy.minutes is None and release_of(policy, events) != version:
            return
        yield events


def _with_others(prefix: tuple[Any, ...], luck: Random) -> tuple[Any, ...]:
    """Returns the released events with other unseen cards and other secrets."""
    kit: Any = exchange if prefix[0].game == "sheng_ji" else climbing_exchange
    other = kit.with_hidden_cards_exchanged(kit.Moment(prefix, Onlooker.SPECTATOR), luck).events
    return tuple(exchange.with_other_secrets(other, luck))


# The law -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(api: Api, service: Service, database_url: str) -> Iterator[House]:
    with opened_house(api, service, database_url) as opened_:
        yield opened_


def all_asked(house: House, fork: Fork) -> list[list[Asked]]:
    """The requests of the host without a seat and of a stranger, before and after another command."""
    version, tokens = fork.version, (house.host.token, house.stranger.token)
    versions = {version, len(fork.here.events), len(fork.there.events)}
    guesses = [{"type": kind, "expected_version": each} for kind in ("start", "pass") for each in sorted(versions)]
    look = [
        *looks(house.host, Onlooker.DELAYED, version, house.names_tag(fork.here.events[:version])),
        *(Asked(token, "GET", f"{AT_TABLE}/events?after={each}") for token in tokens for each in sorted(versions)),
        *(Asked(token, "GET", f"{AT_TABLE}/{way}") for token in tokens for way in ("record", "analysis")),
        *(Asked(token, "GET", path) for token in tokens for path in ("/v1/me/turns", "/v1/tables")),
        Asked(house.host.token, "GET", "/v1/tables?mine=true"),
        *looks_of_a_stranger(house, fork.here.events[:version]),
    ]
    tried = [
        *commands_in_vain(house.host.token, Onlooker.DELAYED, version),
        *(command(token, guess, dry=dry) for token in tokens for guess in guesses for dry in (False, True)),
    ]
    said = command(house.seats[0].token, {"type": "set_entropy", "entropy": "other"}, is_own=False)
    return [[*look, *tried], [look[0], said, *look]]


def both_answers(house: House, policy: Spectators, fork: Fork) -> list[Pair]:
    stages = all_asked(house, fork)
    fresh = fork.version if policy.minutes is not None else None
    here = house.answers(fork.here, *stages, fresh_after=fresh)
    there = house.answers(fork.there, *stages, fresh_after=fresh)
    asked = [each for stage in stages for each in stage]
    return [Pair(*each) for each in zip(asked, here, there, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("delay", POLICIES)
@pytest.mark.parametrize("game", GAMES)
def test_answers_to_a_delayed_spectator_do_not_depend_on_events_after_the_cutoff(house, game, delay):
    for seed in range(ROUNDS):
        fork = fork_of(game, POLICIES[delay], f"{game} {delay} {seed}")
        pairs = both_answers(house, POLICIES[delay], fork)

        assert differences(pairs) == []
        assert max(pair.here.status for pair in pairs) < 500


@pytest.mark.slow
def test_the_two_courses_differ_and_the_questions_cover_every_kind_of_answer(house):
    for delay, policy in POLICIES.items():
        pairs = []
        for game in GAMES:
            fork = fork_of(game, policy, f"{game} {delay} 1")
            pairs += both_answers(house, policy, fork)
            assert fork.here.events != fork.there.events
        assert {200, 304, 400, 401, 403, 404, 409} <= {pair.here.status for pair in pairs}


# Planted leaks --------------------------------------------------------------------------------------------------------


Plant = Callable[[pytest.MonkeyPatch], None]


def views_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        TableCache, "_delayed_view", lambda self, table_id: self._current_view(table_id, Onlooker.SPECTATOR)
    )


def feeds_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(self: Any, after: int, limit: int, _: int) -> FeedPage:
        seen = self._table_cache.since(self._table_id, after, limit)
        return FeedPage(
            [FeedEntry(each.version, event_document(each, self._game, Onlooker.SPECTATOR)) for each in seen]
        )

    monkeypatch.setattr(TableFeed, "read", read)


def cursors_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableFeed, "end", lambda self: self._table_cache.newest(self._table_id).version)


def a_version_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def decided(at: Any, asked: Any, expected: int | None, *_: Any) -> Any:
        commands.check_version(at.version, expected)
        return decide(HONEST, at.table, asked, matches.secret(0, 0))

    monkeypatch.setattr(commands, "_decide_if_expected", decided)


def dry_runs_that_tell_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "sees_delayed", lambda _, __: False)


def lists_with_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = summaries._summary_document
    monkeypatch.setattr(summaries, "_summary_document", lambda each: {**honest(each), "version": each.version})


def records_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = doors.record_document
    monkeypatch.setattr(doors, "record_document", lambda store, table_id, *_, **__: honest(store, table_id))


def releases_one_event_early(monkeypatch: pytest.MonkeyPatch) -> None:
    def early(before: Cutoff, *more: Any) -> Cutoff:
        after = visibility_cutoff(before, *more)
        return after._replace(version=min(after.version + 1, after.searched))

    monkeypatch.setattr(streams, "visibility_cutoff", early)


LEAKS: dict[str, tuple[str, Plant]] = {
    "views": ("trick", views_of_now),
    "views by hand": ("hand", views_of_now),
    "feeds": ("hand", feeds_of_now),
    "cursors": ("trick", cursors_of_now),
    "stale versions": ("hand", a_version_that_is_told),
    "dry runs": ("hand", dry_runs_that_tell_the_version),
    "lists": ("trick", lists_with_versions),
    "records": ("minutes", records_of_now),
    "releases": ("trick", releases_one_event_early),
}


@pytest.mark.slow
@pytest.mark.parametrize(("delay", "plant"), LEAKS.values(), ids=LEAKS)
def test_a_planted_leak_is_found(house, monkeypatch, delay, plant):
    def is_found(fork: Fork) -> bool:
        with monkeypatch.context() as planted:
            plant(planted)
            found = differences(both_answers(house, POLICIES[delay], fork))
            # A crash would not count as a leak.
            return any(max(pair.here.status, pair.there.status) < 500 for pair in found)

    assert any(is_found(fork_of("sheng_ji", POLICIES[delay], f"leak {seed}")) for seed in range(20))
