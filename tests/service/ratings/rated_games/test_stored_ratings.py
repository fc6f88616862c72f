"""Stored ratings follow from the log: each game counts once, in chronological order."""

import dataclasses
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from domain.kernel.instants import DAY_MS, HOUR_MS, Instant
from domain.kernel.players import PlayerId
from domain.ratings.outcomes import RatingParameters
from domain.ratings.pools import Pool
from domain.ratings.results import Annulled, GameId, GameResult, Replaced, Side
from domain.tournaments.rounds.events import ResultOverridden, ResultRestored
from domain.tournaments.terms import DRAW, LOSS, WIN, Result
from service.processes.rebuild import rebuild
from service.ratings.projections import RatingsProjection
from service.ratings.stored import GameEvent
from service.wiring import Service
from tests.support.fixtures import limited
from tests.support.poison import hasten, poisoned
from tests.support.rated_games import (
    BY_HAND,
    FORFEIT,
    LIVE,
    RATED,
    begun,
    catch_up,
    elo,
    forget,
    four,
    from_the_start,
    in_log,
    overridden,
    played,
    stored,
    stored_game,
    won_by,
)
from tests.support.replayed import Entry, replay
from tests.support.tournaments import open_tables, player, settle


def some_games(service: Service) -> list[PlayerId]:
    """Some tournaments: one corrected, one sealed, one of a season, and one abandoned by nobody."""
    a, b, c, d = four(service)
    tournament, owner = played(service, (a, b), (c, d), BY_HAND)
    played(service, (a, c), (b, d), dataclasses.replace(RATED, is_sealed=True))
    played(service, (a, d), (b, c), dataclasses.replace(LIVE, season="autumn"))
    played(service, (a, d), (b, c), is_drawn=True)
    overridden(service, tournament, owner, (c, d))
    played(service, (d, b), (a, c), dataclasses.replace(RATED, season="autumn"))
    return [a, b, c, d]


@pytest.mark.slow
def test_rebuilt_equals_live(at_work: Service, database_url: str):
    from_the_start(at_work)
    some_games(at_work)
    catch_up(at_work)
    live = stored(at_work)
    assert all(live.values())

    rebuild(database_url, "shengji_app", lambda *_: None)

    assert stored(at_work) == live
    players = four(at_work)
    played(at_work, players[:2], players[2:])
    catch_up(at_work)
    assert elo(at_work, players) == [1516, 1516, 1484, 1484]


def test_stored_ratings_do_not_depend_on_batch_size(at_work: Service):
    from_the_start(at_work)
    some_games(at_work)
    catch_up(at_work)
    at_once = stored(at_work)

    forget(at_work)
    from_the_start(at_work)
    catch_up(limited(at_work, games_at_once=1))

    assert stored(at_work) == at_once


def test_repeated_events_change_nothing(at_work: Service):
    from_the_start(at_work)
    some_games(at_work)
    catch_up(at_work)
    before = stored(at_work)

    from_the_start(at_work)
    catch_up(at_work)

    assert stored(at_work) == before


class Killed(BaseException):
    """The process dies here."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement", ["add_rated_game", "move_checkpoints", "move_pool", "add_rating_changes", "put_ratings"]
)
def test_a_crash_leaves_no_partial_update(at_work: Service, monkeypatch: pytest.MonkeyPatch, statement: str):
    """The process dies after a statement, at its first, second and third execution; another one continues."""
    from_the_start(at_work)
    some_games(at_work)
    catch_up(at_work)
    expected = stored(at_work)
    forget(at_work)
    from_the_start(at_work)
    together, left = at_work.database.together, [1, 2, 3]

    def dying(work: Any) -> Any:
        seen = 0

        def with_death(run: Any) -> Any:
            def one(name: str, arguments: Any) -> Any:
                nonlocal seen
                found = run(name, arguments)
                seen += name == statement
                if left and seen == left[0]:
                    left.pop(0)
                    raise Killed
                return found

            return work(one)

        return together(with_death)

    monkeypatch.setattr(at_work.database, "together", dying)
    for _ in range(100):
        try:
            catch_up(limited(at_work, games_at_once=2))
            break
        except Killed:
            continue

    assert stored(at_work) == expected
    assert len(left) < 3, "the process has died"


def test_two_concurrent_followers_count_a_game_once(at_work: Service):
    from_the_start(at_work)
    some_games(at_work)
    catch_up(at_work)
    expected = stored(at_work)
    forget(at_work)
    from_the_start(at_work)
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(catch_up, [limited(at_work, games_at_once=1)] * 3))
    catch_up(at_work)

    assert stored(at_work) == expected


def correction(number: int, result: Result) -> GameEvent:
    """Returns a correction, or the undoing of one, which counts in the same way."""
    kind = ResultRestored if number % 2 else ResultOverridden
    return GameEvent(f"trn_{number}", kind(1, 1, PlayerId("ply_x"), *result, "as seen", Instant(0)), ())


def games_of(luck: Random, players: Sequence[PlayerId], count: int) -> list[GameResult]:
    """Games of two pairs and of two against four, with ends slightly out of order."""
    made = []
    for number in range(count):
        sizes = luck.choice(((2, 2), (2, 4)))
        drawn, places = luck.sample(players, sum(sizes)), luck.choice(((1, 2), (2, 1), (1, 1)))
        sides = (Side(tuple(drawn[: sizes[0]]), places[0]), Side(tuple(drawn[sizes[0] :]), places[1]))
        at = Instant(int(number * HOUR_MS / 4 + luck.randrange(3 * HOUR_MS)) + DAY_MS)
        made.append(GameResult(GameId(f"tbl_{number}"), Pool("sheng_ji", "live", sum(sizes)), at, sides))
    return made


@pytest.mark.parametrize("seed", range(4))
def test_stored_ratings_equal_the_fold_of_the_log(at_work: Service, seed: int):
    """Random games and corrections, rated in random batches, give the result of `replay`."""
    luck = Random(seed)
    players = [player(at_work) for _ in range(6)]
    games = games_of(luck, players, 60)
    log: list[Entry] = []
    for number, result in enumerate(games):
        in_log(at_work, stored_game(number, result))
        log.append(result)
        if luck.random() < 0.25:
            which = luck.randrange(number + 1)
            set_to = luck.choice((Result(WIN, LOSS), Result(LOSS, WIN), Result(DRAW, DRAW), FORFEIT))
            in_log(at_work, correction(which, set_to))
            log.append(_corrected(games[which], set_to))
        portions = limited(at_work, games_at_once=luck.randrange(1, 6))
        if luck.random() < 0.4:
            RatingsProjection(portions.database, portions.store).catch_up()
    catch_up(portions)

    folded = replay(log, RatingParameters())
    assert any(outcome.unrated == "repeated" for outcome in folded.outcomes) or seed, "some are not rated"
    for each in players:
        for pool in {game.pool for game in games}:
            standing = at_work.ratings.of(each, pool)
            rated = folded.ratings.elo.get((pool, each))
            if rated is not None:
                assert (standing.rating, standing.games) == rated
            shown = [(one.elo, one.team) for one in at_work.ratings.changes(each, pool, None, 1000) if not one.unrated]
            assert shown[::-1] == [
                (next((one for one in outcome.elo if one.player == each), None), change)
                for outcome in folded.outcomes
                for change in outcome.team
                if change.player == each and change.pool == pool
            ]
            if shown:
                assert standing.team_games == len(shown)
                assert standing.won == sum(one is not None and one.score == 1_000_000 for one, _ in shown)


def _corrected(result: GameResult, set_to: Result) -> Entry:
    if set_to == FORFEIT:
        return Annulled(result.game)
    places = (1 if set_to.first >= set_to.second else 2, 1 if set_to.second >= set_to.first else 2)
    sides = tuple(side._replace(place=place) for side, place in zip(result.sides, places, strict=True))
    return Replaced(dataclasses.replace(result, sides=sides))


def test_a_tournament_that_was_set_aside_is_rated_in_chronological_order(at_work: Service):
    """Returns two tournaments of the same players, the first unreadable when the second is rated."""
    players = four(at_work)
    sides = [players[:2], players[2:]]
    tournament, _ = begun(at_work, RATED, *sides)
    [table] = open_tables(at_work, tournament)
    won_by(at_work, table, sides[0])
    settle(at_work)
    with poisoned(at_work, f"tournament-{tournament}", 1):
        other, _ = begun(at_work, RATED, *sides)
        [table] = open_tables(at_work, other)
        won_by(at_work, table, sides[1])
        settle(at_work)
        catch_up(at_work)
        assert {each["tournament_id"] for each in games_in_order(at_work)} == {other}
    hasten(at_work)
    catch_up(at_work)
    assert [each["tournament_id"] for each in games_in_order(at_work)] == [tournament, other]
    late = figures(at_work, players)
    assert late

    forget(at_work)
    from_the_start(at_work)
    catch_up(at_work)

    assert figures(at_work, players) == late


def games_in_order(service: Service) -> list[dict[str, Any]]:
    with service.database.session() as session:
        rows = session.execute("SELECT tournament_id FROM rated_game ORDER BY place").fetchall()
    return [{"tournament_id": row[0]} for row in rows]


def figures(service: Service, players: Sequence[PlayerId]) -> list[Any]:
    """Returns the change of each game of these players in order; places depend on games of other tests."""
    with service.database.session() as session:
        return session.execute(
            "SELECT player_id, pool, game, elo, mu, sigma, elo_change FROM rating_change"
            " WHERE player_id = ANY($1) ORDER BY place, player_id",
            [list(players)],
        ).fetchall()
