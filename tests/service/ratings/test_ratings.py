"""Ratings follow from results of rated tournaments; each change is explained and counted once."""

import dataclasses
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import psycopg
import pytest

from domain.clocks.rules import ClockRules
from domain.kernel.instants import DAY_MS, HOUR_MS, Instant, instant_of
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.ratings.elo import RatingRules
from domain.ratings.leaderboards import quarter_of
from domain.ratings.outcomes import RatingParameters
from domain.ratings.pools import Pool
from domain.ratings.results import Annulled, GameId, GameResult, Replaced, Side
from domain.table.commands import Agree, Propose
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.gates import Gates
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.refusals import InvalidSettings, RatingOutOfRange
from domain.tournaments.rounds.commands import CloseRound, OverrideResult, PairRound
from domain.tournaments.rounds.events import ResultOverridden
from domain.tournaments.rounds.proposed_rounds import proposed_round
from domain.tournaments.settings import Settings
from domain.tournaments.state import course
from domain.tournaments.terms import DRAW, LOSS, WIN, Result
from service.platform.settings import InvalidSetting, read_settings
from service.platform.sources import time_of_day
from service.processes.rebuild import rebuild
from service.ratings import projections as projected
from service.ratings.projections import RatingsProjection
from service.ratings.stored import GameEvent, StoredGame
from service.wiring import Service, rating_rules
from tests.support.api import Api, User
from tests.support.clock import MovableClock
from tests.support.fixtures import limited
from tests.support.poison import hasten, poisoned
from tests.support.replayed import Entry, replay
from tests.support.stored import record_at
from tests.support.tournaments import NIGHT, SWISS, created, end, enters, of, open_tables, player, seated, settle

CORRESPONDENCE = Pool("sheng_ji", "correspondence", 4)
RATED = dataclasses.replace(SWISS, is_rated=True, figures={"rounds": 1})
LIVE_PLAY = dataclasses.replace(RATED.play, clock=ClockRules("simple", per_move_s=60))
LIVE = dataclasses.replace(RATED, play=LIVE_PLAY)
BY_HAND = dataclasses.replace(RATED, rounds=dataclasses.replace(RATED.rounds, is_automatic=False))
"""Its round stays open, so its results can be overridden."""
FORFEIT = Result(LOSS, LOSS, "double_forfeit")
TABLES = ("rated_game", "rating_pool", "rating_season", "rating_change", "rating")


@pytest.fixture(scope="module", autouse=True)
def no_quarter_ends(database_url: str) -> None:
    """On the last day of a quarter events are recorded one day earlier, so no game falls into the next quarter."""
    now = time_of_day()
    if quarter_of(now) != quarter_of(Instant(now + DAY_MS)):
        with psycopg.connect(database_url, autocommit=True) as owner:
            record_at(owner, "(statement_timestamp() - interval '1 day')")


@pytest.fixture
def at_work(at_work: Service) -> Iterator[Service]:
    """The context of the jobs. No game was rated before."""
    catch_up(at_work)
    forget(at_work)
    yield at_work
    catch_up(at_work)
    forget(at_work)


def forget(service: Service) -> None:
    with service.database.session() as session:
        for name in TABLES:
            session.execute(f"DELETE FROM {name}")


def catch_up(service: Service, rules: RatingParameters | None = None) -> None:
    """Processes the ratings to the end of the log in a process with an empty cache."""
    projection = RatingsProjection(service.database, service.store, rules)
    while projection.catch_up():
        pass


def from_the_start(service: Service) -> None:
    """Delivers the log again from its first event."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'ratings'")


def four(service: Service) -> list[PlayerId]:
    return [player(service) for _ in range(4)]


def begun(service: Service, settings: Settings, *sides: Sequence[PlayerId]) -> tuple[str, PlayerId]:
    """Returns a tournament of these sides with its first round paired, and its owner."""
    tournament, owner = created(service, settings)
    for side in sides:
        enters(service, tournament, *side)
    service.tournaments.carry_out(tournament, StartTournament(owner))
    if not settings.rounds.is_automatic:
        now = of(service, tournament)
        paired = proposed_round(course(now), format_of(settings), b"0" * 32)
        assert paired is not None
        service.tournaments.carry_out(tournament, PairRound(owner, paired, b"0" * 32))
    settle(service)
    return tournament, owner


def won_by(service: Service, table: str, winners: Sequence[PlayerId]) -> None:
    """Lets these players win the match at a table; without players nobody wins."""
    seats = seated(service.table_cache.newest(table).table)
    end(service, table, [Seat(seat) for seat, each in enumerate(seats) if each in winners])


def played(
    service: Service, one: Sequence[PlayerId], other: Sequence[PlayerId], settings: Settings = RATED, **how: bool
) -> tuple[str, PlayerId]:
    """Returns a finished one-match tournament: won by the first side, or drawn."""
    tournament, owner = begun(service, settings, one, other)
    [table] = open_tables(service, tournament)
    won_by(service, table, () if how.get("is_drawn") else one)
    settle(service)
    assert None not in of(service, tournament).rounds[0].results
    return tournament, owner


def overridden(service: Service, tournament: str, owner: PlayerId, winners: Sequence[PlayerId] | Result) -> None:
    """Staff set the result of the first match: a win of these players, or the given result."""
    result = winners
    if not isinstance(result, Result):
        now = of(service, tournament)
        first = now.entry(now.rounds[0].paired.matches[0].first)
        is_first = first is not None and set(first.players) == set(winners)
        result = Result(WIN, LOSS) if is_first else Result(LOSS, WIN)
    service.tournaments.carry_out(tournament, OverrideResult(owner, 1, 1, result, "as seen"))


def elo(service: Service, players: Sequence[PlayerId], pool: Pool = CORRESPONDENCE) -> list[int]:
    return [service.ratings.of(each, pool).rating for each in players]


def stored(service: Service) -> dict[str, list[str]]:
    """Returns everything stored about ratings except the version counters of pools."""
    found = {}
    with service.database.session() as session:
        for name in TABLES:
            what = "row(t.newest, t.rated, t.pool)::text" if name == "rating_pool" else "t::text"
            found[name] = sorted(row for (row,) in session.execute(f"SELECT {what} FROM {name} AS t").fetchall())
    return found


def quarter(service: Service) -> str:
    """Returns the quarter of the rated games."""
    with service.database.session() as session:
        [(last,)] = session.execute("SELECT max(ended_at) FROM rated_game").fetchall()
    return quarter_of(instant_of(last))


# ------------------------------------------------------------------------------------------------ exact figures


def test_a_finished_table_changes_every_rating_by_the_exact_amount(at_work: Service):
    """Worked by hand: 32 (1 - 1/2) = 16. Then 1516 and 1484 make 1500 on both sides, and so 16 once more. Then 1532
    and 1500 make 1516 against 1484: E = 1 / (1 + 10^(-32/400)) = 0.5459, and 32 (1 - 0.5459) = 14.53, rounded 15."""
    a, b, c, d = four(at_work)

    played(at_work, (a, b), (c, d))
    catch_up(at_work)
    assert elo(at_work, (a, b, c, d)) == [1516, 1516, 1484, 1484]

    played(at_work, (a, c), (b, d))
    catch_up(at_work)
    assert elo(at_work, (a, b, c, d)) == [1532, 1500, 1500, 1468]

    played(at_work, (a, b), (c, d))
    catch_up(at_work)
    assert elo(at_work, (a, b, c, d)) == [1547, 1515, 1485, 1453]
    standing = at_work.ratings.of(a, CORRESPONDENCE)
    assert (standing.games, standing.won, standing.is_provisional, standing.is_inactive) == (3, 3, True, False)


def test_a_draw_lowers_the_stronger_side(at_work: Service):
    """1516 against 1484 expects 0.5459: 32 (0.5 - 0.5459) = -1.47, rounded -1."""
    a, b, c, d = four(at_work)
    played(at_work, (a, b), (c, d))
    played(at_work, (a, b), (c, d), is_drawn=True)
    catch_up(at_work)

    assert elo(at_work, (a, b, c, d)) == [1515, 1515, 1485, 1485]


def test_after_thirty_games_k_is_16(at_work: Service):
    """`a` has had 30 games: 16 (1 - 1/2) = 8; the others have had none: 16."""
    a, b, c, d = four(at_work)
    with at_work.database.session() as session:
        session.execute(
            "INSERT INTO rating (player_id, pool, season, at, elo, elo_games, elo_won, elo_provisional, mu, sigma, "
            "shown, team_games, team_won, team_provisional) VALUES ($1, $2, '', now(), 1500, 30, 15, false, 25000000, "
            "8000000, 100, 30, 15, false)",
            [a, CORRESPONDENCE.name],
        )
    played(at_work, (a, b), (c, d))
    catch_up(at_work)

    assert elo(at_work, (a, b, c, d)) == [1508, 1516, 1484, 1484]


def test_rules_may_reduce_the_weight_of_a_game_but_not_raise_it(at_work: Service):
    """With K = 10 a first game moves by 10 (1 - 1/2) = 5; with K = 400 by 16, as any other."""
    short = dataclasses.replace(RATED, play=dataclasses.replace(RATED.play, overrides={"elo_k": 10}))
    grand = dataclasses.replace(RATED, play=dataclasses.replace(RATED.play, overrides={"elo_k": 400}))
    one, other = four(at_work), four(at_work)
    played(at_work, one[:2], one[2:], short)
    played(at_work, other[:2], other[2:], grand)
    catch_up(at_work)

    assert elo(at_work, one) == [1505, 1505, 1495, 1495]
    assert elo(at_work, other) == [1516, 1516, 1484, 1484]


def test_the_constants_are_settings_of_the_server(at_work: Service):
    rules = rating_rules(read_settings({"ELO_START": "1000", "ELO_K": "20", "ELO_SCALE": "200"}))
    assert rules.elo == RatingRules(start=1000, scale=200, k=20)
    players = four(at_work)
    played(at_work, players[:2], players[2:])
    catch_up(at_work, rules)

    assert elo(at_work, players) == [1010, 1010, 990, 990]
    with pytest.raises(InvalidSetting, match="ELO_SCALE"):
        read_settings({"ELO_SCALE": "0"})


# -- rated games -------------------------------------------------------------------------------------------------------


def test_games_of_unrated_tournaments_change_nothing(at_work: Service):
    players = four(at_work)
    played(at_work, players[:2], players[2:], dataclasses.replace(SWISS, figures={"rounds": 1}))
    catch_up(at_work)

    assert elo(at_work, players) == [1500] * 4
    assert stored(at_work) == {name: [] for name in TABLES}


def test_pools_are_independent(at_work: Service):
    players = four(at_work)
    played(at_work, players[:2], players[2:])
    played(at_work, players[:2], players[2:], LIVE)
    played(at_work, players[:2], players[2:], LIVE)
    bots = [*players[:3], at_work.accounts.sign_up("a program", "bot")[0].id]
    played(at_work, bots[2:], bots[:2], LIVE)
    catch_up(at_work)

    live = Pool("sheng_ji", "live", 4)
    assert elo(at_work, players[:3]) == [1516, 1516, 1484]
    assert elo(at_work, players[:3], live) == [1531, 1531, 1469]
    assert elo(at_work, bots, live._replace(among="programs")) == [1484, 1484, 1516, 1516]
    assert [each.pool.name for each in at_work.ratings.of_player(players[0])] == [
        "sheng_ji.correspondence.4.people",
        "sheng_ji.live.4.people",
        "sheng_ji.live.4.programs",
    ]


def test_a_game_abandoned_by_all_says_why_it_is_unrated(at_work: Service):
    players = four(at_work)
    tournament, _ = begun(at_work, RATED, players[:2], players[2:])
    [table] = open_tables(at_work, tournament)
    at_work.tables.carry_out(table, Propose(players[0], "abandon"))
    for each in players[1:]:
        at_work.tables.carry_out(table, Agree(each, "abandon"))
    settle(at_work)
    catch_up(at_work)

    assert elo(at_work, players) == [1500] * 4
    [change] = at_work.ratings.changes(players[0], CORRESPONDENCE, None, 10)
    assert (change.game, change.unrated, change.elo, change.team) == (table, "abandoned", None, None)
    assert at_work.ratings.of_player(players[0]) == ()


def test_a_match_that_was_never_played_is_no_game(at_work: Service):
    players = four(at_work)
    tournament, owner = begun(at_work, RATED, players[:2], players[2:])
    overridden(at_work, tournament, owner, players[:2])
    settle(at_work)
    catch_up(at_work)

    assert None not in of(at_work, tournament).rounds[0].results
    assert elo(at_work, players) == [1500] * 4


def test_rated_games_of_four_need_two_decks(at_work: Service):
    play = dataclasses.replace(RATED.play, overrides={"decks": 3})
    created(at_work, dataclasses.replace(RATED, play=play, is_rated=False))

    with pytest.raises(InvalidSettings) as refused:
        created(at_work, dataclasses.replace(RATED, play=play))
    assert refused.value.facts == {"option": "is_rated"}


def test_ratings_do_not_reveal_sealed_results(at_work: Service):
    sides = [four(at_work)[:2] for _ in range(4)]
    tournament, _ = begun(at_work, dataclasses.replace(RATED, is_sealed=True), *sides)
    first, second = open_tables(at_work, tournament)
    everybody = [each for side in sides for each in side]
    winners = seated(at_work.table_cache.newest(first).table)[::2]

    won_by(at_work, first, winners)
    settle(at_work)
    catch_up(at_work)
    assert of(at_work, tournament).rounds[0].results.count(None) == 1, "the result is recorded and sealed"
    assert elo(at_work, everybody) == [1500] * 8
    assert at_work.ratings.pools() == ()
    assert at_work.ratings.changes(winners[0], CORRESPONDENCE, None, 10) == []

    won_by(at_work, second, seated(at_work.table_cache.newest(second).table)[::2])
    settle(at_work)
    catch_up(at_work)
    assert of(at_work, tournament).rounds[0].closed_at is not None
    assert sorted(elo(at_work, everybody)) == [1484] * 4 + [1516] * 4


def test_an_overridden_sealed_result_counts_as_overridden(at_work: Service):
    sides = [four(at_work)[:2] for _ in range(2)]
    tournament, owner = played(at_work, *sides, dataclasses.replace(BY_HAND, is_sealed=True))
    overridden(at_work, tournament, owner, sides[1])
    catch_up(at_work)
    assert elo(at_work, sides[0]) == [1500, 1500]
    at_work.tournaments.carry_out(tournament, CloseRound(owner, 1))
    catch_up(at_work)

    assert elo(at_work, sides[0]) == [1484, 1484]
    assert elo(at_work, sides[1]) == [1516, 1516]


# ------------------------------------------------------------------------------------------------ corrections


def test_overriding_a_result_changes_all_later_ratings(at_work: Service):
    a, b, c, d = four(at_work)
    tournament, owner = played(at_work, (a, b), (c, d), BY_HAND)
    played(at_work, (a, c), (b, d))
    played(at_work, (a, b), (c, d))
    catch_up(at_work)
    assert elo(at_work, (a, b, c, d)) == [1547, 1515, 1485, 1453]

    overridden(at_work, tournament, owner, (c, d))
    catch_up(at_work)

    # 1484 1484 1516 1516; then 1500 1468 1532 1500; then 1484 against 1516: 32 (1 - 0.4541) = 17.47, rounded 17.
    assert elo(at_work, (a, b, c, d)) == [1517, 1485, 1515, 1483]
    assert [each.elo.after for each in at_work.ratings.changes(a, CORRESPONDENCE, None, 9) if each.elo] == [
        1517,
        1500,
        1484,
    ]


def test_an_annulled_game_does_not_count_until_it_is_restored(at_work: Service):
    a, b, c, d = four(at_work)
    tournament, owner = played(at_work, (a, b), (c, d), BY_HAND)
    played(at_work, (a, c), (b, d))
    catch_up(at_work)
    before = stored(at_work)

    overridden(at_work, tournament, owner, FORFEIT)
    catch_up(at_work)
    assert elo(at_work, (a, b, c, d)) == [1516, 1484, 1516, 1484]
    shown = at_work.ratings.changes(a, CORRESPONDENCE, None, 9)
    assert [each.unrated for each in shown] == [None, "annulled"]

    overridden(at_work, tournament, owner, (a, b))
    catch_up(at_work)
    assert stored(at_work) == before


def test_an_override_with_the_played_result_changes_nothing(at_work: Service):
    a, b, c, d = four(at_work)
    tournament, owner = played(at_work, (a, b), (c, d), BY_HAND)
    catch_up(at_work)
    with at_work.database.session() as session:
        before = session.execute("SELECT * FROM rating_pool").fetchall()

    overridden(at_work, tournament, owner, (a, b))
    catch_up(at_work)

    with at_work.database.session() as session:
        assert session.execute("SELECT * FROM rating_pool").fetchall() == before


# -- exactly once ------------------------------------------------------------------------------------------------------


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
    "statement", ["add_rated_game", "move_checkpoint", "move_pool", "add_rating_changes", "put_ratings"]
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


# -- comparison with the fold ------------------------------------------------------------------------------------------


def in_log(service: Service, *events: GameEvent) -> None:
    """Stores the games of events as if they came from the log."""
    service.database.together(lambda run: projected.apply_events(run, events))


def stored_game(number: int, result: GameResult) -> GameEvent:
    game = StoredGame(f"trn_{number}", 1, 1, 1, None, counts_at_once=True, result=result)
    return GameEvent(game.tournament_id, projected.ResultRecorded(1, 1, WIN, LOSS, "played"), (game,))


def correction(number: int, result: Result) -> GameEvent:
    return GameEvent(f"trn_{number}", ResultOverridden(1, 1, PlayerId("ply_x"), *result, "as seen"), ())


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


def test_a_win_of_two_against_four_costs_the_four_a_bounded_amount(at_work: Service):
    """By the sums of their skills the four would fall from 25 to 13 with one game."""
    players = [player(at_work) for _ in range(6)]
    pool = Pool("sheng_ji", "live", 6)
    sides = (Side(tuple(players[:2]), 1, "declarers"), Side(tuple(players[2:]), 2, "opponents"))
    for number in range(3):
        at = Instant(time_of_day() + number * HOUR_MS)
        in_log(at_work, stored_game(number, GameResult(GameId(f"tbl_{number}"), pool, at, sides)))
    catch_up(at_work)

    skills = [at_work.ratings.of(each, pool).team.mu / 1_000_000 for each in players]
    assert all(25 < skill < 31 for skill in skills[:2])
    assert all(21 < skill < 25 for skill in skills[2:])
    assert elo(at_work, players, pool) == [1500] * 6, "Elo is for sides of equal size"


# ------------------------------------------------------------------------------------------------ over HTTP


def seen(user: User, path: str) -> Any:
    answered = user.get(path)
    assert answered.status_code == 200, answered.text
    return answered.json


def test_a_change_is_shown_with_figures_and_text(at_work: Service, api: Api):
    user = api.sign_up()
    a, (b, c, d) = PlayerId(user.id), four(at_work)[:3]
    tournament, _ = played(at_work, (a, b), (c, d), dataclasses.replace(LIVE, season="autumn"))
    played(at_work, (a, b), (c, d), LIVE)
    catch_up(at_work)

    changes = seen(user, f"/v1/players/{a}/ratings/sheng_ji.live.4.people/changes")["changes"]

    assert [each["elo"]["after"] for each in changes] == [1531, 1516]
    first = changes[1]
    [[table]] = of(at_work, tournament).rounds[0].tables
    assert (first["id"], first["tournament"], first["round"], first["match"]) == (table, tournament, 1, 1)
    assert (first["season"], first["unrated"]) == ("autumn", None)
    assert first["elo"] == {
        "before": 1500,
        "after": 1516,
        "how": "played",
        "k": 32,
        "expected": 0.5,
        "score": 1.0,
        "own_team": 1500.0,
        "other_team": 1500.0,
        "games": 1,
        "provisional": True,
        "sentence": (
            "A team of 1500.00 was expected to score 50.0 % against a team of 1500.00, and won. K is 32, and 32 times"
            " 50.0 % is +16. The rating changed from 1500 to 1516. Provisional for 29 more rated games."
        ),
    }
    team = first["team"]
    assert team["after"] == {"skill": 26.964295, "uncertainty": 8.177962, "shown": 2.43}
    assert team["sentence"].startswith(
        "The side was expected to score 50.0 %, and won. The change is 3.93 times 50.0 %."
    )
    second = changes[0]["elo"]
    assert round(second["expected"], 4) == round(1 / (1 + 10 ** ((1484 - 1516) / 400)), 4)
    mine = seen(user, f"/v1/players/{a}/ratings")["ratings"]
    assert [each["pool"]["id"] for each in mine] == ["sheng_ji.live.4.people"]
    assert mine[0]["elo"] == {"rating": 1531, "games": 2, "won": 2, "provisional": True}


def test_changes_are_paginated_newest_first(at_work: Service, api: Api):
    user = api.sign_up()
    a, (b, c, d) = PlayerId(user.id), four(at_work)[:3]
    for _ in range(3):
        played(at_work, (a, b), (c, d))
    catch_up(at_work)
    path, found, cursor = f"/v1/players/{a}/ratings/{CORRESPONDENCE.name}/changes?limit=1", [], ""
    for _ in range(3):
        page = seen(user, path + cursor)
        found += page["changes"]
        cursor = f"&cursor={page['next_cursor']}"

    assert page["next_cursor"] is None
    assert [each["elo"]["games"] for each in found] == [3, 2, 1]


def test_a_leaderboard_is_paginated_and_gives_equal_ratings_equal_ranks(at_work: Service, api: Api):
    user = api.sign_up()
    players = [*four(at_work), *four(at_work)]
    played(at_work, players[:2], players[2:4])
    played(at_work, players[4:6], players[6:])
    catch_up(at_work)
    for system, most in (("elo", 1516), ("team", 2.43)):
        path, rows, cursor = f"/v1/ratings/{CORRESPONDENCE.name}?limit=3&system={system}", [], ""
        for _ in range(3):
            page = seen(user, path + cursor)
            rows += page["players"]
            cursor = f"&cursor={page['next_cursor']}"

        assert (page["next_cursor"], page["system"], page["season"]) == (None, system, None)
        assert [row["rank"] for row in rows] == [1] * 4 + [5] * 4
        assert {row["player"] for row in rows[:4]} == {*players[:2], *players[4:6]}
        assert [row["player"] for row in rows[:4]] == sorted(row["player"] for row in rows[:4])
        assert rows[0]["rating"] == most
        assert {(row["games"], row["won"], row["provisional"]) for row in rows[:4]} == {(1, 1, True)}
        assert {(row["games"], row["won"], row["inactive"]) for row in rows[4:]} == {(1, 0, False)}
    assert [each["id"] for each in seen(user, "/v1/ratings")["pools"]] == [CORRESPONDENCE.name]


def test_a_season_lists_its_players_with_their_rating_after_it(at_work: Service, api: Api):
    user = api.sign_up()
    a, b, c, d = four(at_work)
    others = four(at_work)
    autumn = dataclasses.replace(RATED, season="autumn")
    played(at_work, others[:2], others[2:])
    played(at_work, (a, b), (c, d))
    played(at_work, (a, b), (c, d), autumn)
    catch_up(at_work)

    [pool] = seen(user, "/v1/ratings")["pools"]
    board = seen(user, f"/v1/ratings/{pool['id']}?season=autumn")

    assert set(pool["seasons"]) == {"autumn", quarter(at_work)}
    assert {row["player"] for row in board["players"]} == {a, b, c, d}
    assert [(row["rank"], row["rating"], row["games"], row["won"]) for row in board["players"]] == [
        (1, 1531, 1, 1),
        (1, 1531, 1, 1),
        (3, 1469, 1, 0),
        (3, 1469, 1, 0),
    ]
    assert board["season"]["first_game_at"] == board["season"]["last_game_at"] == board["players"][0]["last_game_at"]
    played(at_work, (a, b), (c, d))
    catch_up(at_work)
    assert seen(user, f"/v1/ratings/{pool['id']}?season=autumn") == board, "later games do not change it"
    empty = seen(user, f"/v1/ratings/{pool['id']}?season=winter")
    assert (empty["players"], empty["season"]["first_game_at"]) == ([], None)
    assert seen(user, f"/v1/ratings/{pool['id']}?season=%00")["players"] == []


def test_a_corrected_game_is_corrected_in_its_season_too(at_work: Service):
    a, b, c, d = four(at_work)
    autumn = dataclasses.replace(BY_HAND, season="autumn")
    played(at_work, (a, c), (b, d), autumn)
    second, owner = played(at_work, (a, b), (c, d), autumn)
    played(at_work, (a, b), (c, d))
    catch_up(at_work)

    overridden(at_work, second, owner, FORFEIT)
    catch_up(at_work)

    board = at_work.ratings.leaderboard(CORRESPONDENCE, "elo", "autumn")
    assert {(each.row.player, each.row.figure, each.row.games, each.row.won) for each in board.rows} == {
        (a, 1516, 1, 1),
        (c, 1516, 1, 1),
        (b, 1484, 1, 0),
        (d, 1484, 1, 0),
    }


def test_an_idle_player_is_marked_inactive_and_grows_uncertain(at_work: Service, api: Api, clock: MovableClock):
    user, players = api.sign_up(), four(at_work)
    played(at_work, players[:2], players[2:])
    catch_up(at_work)
    before = seen(user, f"/v1/players/{players[0]}/ratings")["ratings"][0]
    clock.be_ahead(181 * 24 * 3600)

    assert all(row["inactive"] for row in seen(user, f"/v1/ratings/{CORRESPONDENCE.name}")["players"])
    after = seen(user, f"/v1/players/{players[0]}/ratings")["ratings"][0]
    assert (before["inactive"], after["inactive"]) == (False, True)
    assert after["elo"] == before["elo"]
    assert after["team"]["uncertainty"] > before["team"]["uncertainty"]


def test_a_closed_account_is_on_no_leaderboard_and_others_keep_their_ratings(at_work: Service, api: Api):
    user, gone = api.sign_up(), api.sign_up()
    a, (b, c, d) = PlayerId(gone.id), four(at_work)[:3]
    played(at_work, (a, b), (c, d))
    catch_up(at_work)
    exported = gone.get("/v1/me/export").json
    assert [each["elo"]["after"] for each in exported["rating_changes"]] == [1516]
    at_work.closing.close(a, None)

    board = seen(user, f"/v1/ratings/{CORRESPONDENCE.name}")["players"]

    assert {row["player"] for row in board} == {b, c, d}
    assert seen(user, f"/v1/players/{a}/ratings") == {"player": a, "ratings": []}
    assert seen(user, f"/v1/players/{a}/ratings/{CORRESPONDENCE.name}/changes")["changes"] == []
    assert elo(at_work, (b, c, d)) == [1516, 1484, 1484]


def test_a_sandbox_player_sees_no_ratings_of_others(at_work: Service, api: Api):
    inside, players = api.sign_up().in_sandbox(), four(at_work)
    played(at_work, players[:2], players[2:])
    catch_up(at_work)

    assert seen(inside, "/v1/ratings") == {"pools": []}
    assert seen(inside, f"/v1/ratings/{CORRESPONDENCE.name}")["players"] == []
    assert inside.get(f"/v1/players/{players[0]}/ratings").status_code == 404


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/ratings/sheng_ji.live.4", 404),
        ("/v1/ratings/chess.live.2.people", 404),
        ("/v1/ratings/sheng_ji.fast.4.people", 404),
        ("/v1/ratings/sheng_ji.live.4.people?system=glicko", 400),
        ("/v1/ratings/sheng_ji.live.4.people?season=", 400),
        ("/v1/ratings/sheng_ji.live.4.people?cursor=dGJs", 400),
        ("/v1/ratings/sheng_ji.live.4.people?limit=0", 400),
        ("/v1/players/ply_00000000000000000000000000/ratings", 404),
        ("/v1/players/ply_00000000000000000000000000/ratings/sheng_ji.live.4.people/changes", 404),
    ],
)
def test_missing_ratings_are_reported_as_not_found(api: Api, path: str, status: int):
    answered = api.sign_up().get(path)

    assert answered.status_code == status
    assert answered.content_type == "application/problem+json"


# ------------------------------------------------------------------------------------------------ tournaments


def test_gates_and_seeds_use_the_rating_in_the_pool_of_the_tournament(at_work: Service):
    a, b, c, d = four(at_work)
    played(at_work, (a, b), (c, d))
    catch_up(at_work)
    night = dataclasses.replace(NIGHT, gates=Gates(rating_least=1500))

    strong, _ = created(at_work, night)
    enters(at_work, strong, a)
    with pytest.raises(RatingOutOfRange) as refused:
        enters(at_work, strong, c)
    assert refused.value.facts["rating"] == 1484

    live, _ = created(at_work, dataclasses.replace(night, play=LIVE_PLAY))
    enters(at_work, live, c)
    assert of(at_work, live).entries[0].rating == 1500, "they have not played in that pool"

    tournament, owner = created(at_work, SWISS)
    weak, better = enters(at_work, tournament, c, d), enters(at_work, tournament, a, b)
    at_work.tournaments.carry_out(tournament, StartTournament(owner))
    assert {each.id: each.rating for each in of(at_work, tournament).entries} == {weak: 1484, better: 1516}
    seeds = [each.id for each in course(of(at_work, tournament)).entrants]
    assert seeds == [better, weak]


# -- unreadable streams ------------------------------------------------------------------------------------------------


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
