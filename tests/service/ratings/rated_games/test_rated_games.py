"""Rated games and their corrections change ratings by exact amounts, and other games do not count."""

import dataclasses

import pytest

from domain.kernel.instants import HOUR_MS, Instant
from domain.ratings.elo import RatingRules
from domain.ratings.pools import Pool
from domain.ratings.results import GameId, GameResult, Side
from domain.table.commands import Agree, Propose
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.gates import Gates
from domain.tournaments.refusals import InvalidSettings, RatingOutOfRange
from domain.tournaments.rounds.commands import CloseRound
from domain.tournaments.state import pairing_context
from service.platform.settings import InvalidSetting, read_settings
from service.platform.sources import time_of_day
from service.wiring import Service, rating_rules
from tests.support.rated_games import (
    BY_HAND,
    CORRESPONDENCE,
    FORFEIT,
    LIVE,
    LIVE_PLAY,
    RATED,
    TABLES,
    begun,
    catch_up,
    elo,
    four,
    in_log,
    overridden,
    played,
    stored,
    stored_game,
    won_by,
)
from tests.support.tournaments import NIGHT, SWISS, created, enters, of, open_tables, player, seated, settle


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
    seeds = [each.id for each in pairing_context(of(at_work, tournament)).entrants]
    assert seeds == [better, weak]
