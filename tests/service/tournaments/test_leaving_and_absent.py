"""Players who leave a match or never appear: results, seats and ratings, at real tables."""

import dataclasses
from collections.abc import Sequence
from random import Random

import pytest

from domain.clocks.ladder import Ladder
from domain.clocks.rules import ClockRules
from domain.games.bots import BOTS
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.ratings.pools import Pool
from domain.table.asking import asking
from domain.table.commands import Act, ActFor, TimePasses
from domain.table.match_table import HasLeft
from domain.tournaments.commands import CancelTournament
from domain.tournaments.entrants.commands import CallSubstitute, LeaveEntrant, OfferToSubstitute, WithdrawEntrant
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.rounds.commands import OverrideResult
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.terms import LOSS, WIN, Result
from service.platform.sources import time_of_day
from service.processes.rebuild import rebuild
from service.ratings.projections import RatingsProjection
from service.wiring import Service
from tests.support.tournaments import KNOCK_OUT, NIGHT, SWISS, of, open_tables, player, seated, settle, started

LIVE = ClockRules("simple", per_move_s=60)
LADDER = Ladder(grace_s=0, stand_in_after=1, stand_in="caretaker", forfeit_after_s=None)
POOL = Pool("sheng_ji", "live", 4)
HOUR_MS = 3_600_000


def of_hands(settings: TournamentSettings, hands: int = 2, **rounds: object) -> TournamentSettings:
    """A rated live tournament of one round with this number of hands per match."""
    play = dataclasses.replace(settings.play, hands=hands, clock=LIVE, ladder=LADDER)
    plan = dataclasses.replace(settings.rounds, **rounds)
    figures = {} if settings.format == "knock_out" else {"rounds": 1}
    return dataclasses.replace(settings, play=play, rounds=plan, figures=figures, is_rated=True)


def begun(service: Service, settings: TournamentSettings, entrants: int = 4) -> tuple[str, list[str]]:
    """Returns a tournament in its first round, and its tables."""
    tournament, _ = started(service, settings, entrants)
    settle(service)
    return tournament, open_tables(service, tournament)


def play_hands(service: Service, table_id: str, hands: int, absent: Sequence[PlayerId] = ()) -> None:
    """Plays a table until this number of hands has ended. Absent players miss every turn, and a bot plays for them."""
    later = time_of_day()
    while True:
        table = service.table_cache.newest(table_id).table
        if table.status != "playing" or table.game.hands_played(table.match) >= hands:
            return
        asked = asking(table)[0]
        seen = service.table_cache.view(table_id, asked.seat).table
        if asked.bot is None and asked.player in absent:
            later = Instant(later + HOUR_MS)
            service.tables.carry_out(table_id, TimePasses(), now=later)
            continue
        bot = BOTS[table.game.name][asked.bot or "steady"]
        move = bot.choose(seen, asked.seat, Random(1))
        command = Act(asked.player, move) if asked.bot is None else ActFor(asked.seat, move)
        service.tables.carry_out(table_id, command, now=later)


def rated(service: Service) -> None:
    """Processes the ratings to the end of the log."""
    projection = RatingsProjection(service.database, service.store)
    while projection.catch_up():
        pass


def rating_changes(service: Service, player_id: PlayerId) -> list[tuple[str | None, int | None]]:
    """Returns for each game of a player the reason why it is unrated or the change of Elo."""
    rated(service)
    changes = service.ratings.changes(player_id, POOL, None, 20)
    return [(each.unrated, None if each.elo is None else each.elo.after - each.elo.before) for each in changes]


def everybody_has_the_same(service: Service, players: Sequence[PlayerId], wanted: str) -> None:
    assert {each: rating_changes(service, each) for each in players} == {each: [(wanted, None)] for each in players}


# ------------------------------------------------------------------------------------------------ leaving


def test_a_player_who_leaves_a_night_after_a_hand_gets_a_bot_and_alone_loses_rating(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(NIGHT))
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1)
    leaver, partner = players[0], players[2]

    at_work.tournaments.carry_out(tournament, LeaveEntrant(leaver))
    settle(at_work)

    now = at_work.table_cache.newest(table).table
    assert (now.status, now.absences[0].bot, now.absences[0].stays) == ("playing", "caretaker", True)
    assert of(at_work, tournament).rounds[0].results == (None,)
    with pytest.raises(HasLeft):
        at_work.tables.carry_out(table, Act(leaver, None))
    play_hands(at_work, table, 2)
    settle(at_work)
    now = at_work.table_cache.newest(table).table
    assert now.result is not None
    [result] = of(at_work, tournament).rounds[0].results
    assert result is not None
    assert result.kind == "played"
    evens_won = bool(set(now.result.winners) & {0, 2})
    assert (result.first > result.second) == evens_won
    assert rating_changes(at_work, leaver) == [(None, -16)]
    for each in players[1:]:
        assert rating_changes(at_work, each) == [], "a forfeit changes no other rating"
    assert partner in [entry.captain for entry in of(at_work, tournament).entries if entry.status == "entered"]


def test_leaving_in_the_first_hand_makes_the_game_unrated_for_all(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(NIGHT, hands=1))
    players = seated(at_work.table_cache.newest(table).table)
    at_work.tournaments.carry_out(tournament, LeaveEntrant(players[1]))
    settle(at_work)
    play_hands(at_work, table, 1)
    settle(at_work)

    everybody_has_the_same(at_work, players, "first_hand")


@pytest.mark.parametrize("adjudication", ["current_score", "draw"])
def test_if_leaving_ends_the_match_the_partner_gets_the_adjudicated_result(at_work: Service, adjudication: str):
    settings = of_hands(NIGHT, leaving="ends_match", adjudication=adjudication)
    tournament, [table] = begun(at_work, settings)
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1)
    leaders = at_work.table_cache.newest(table).table.game.leaders(at_work.table_cache.newest(table).table.match)
    leaver = players[leaders[0]] if leaders else players[0]

    at_work.tournaments.carry_out(tournament, LeaveEntrant(leaver))
    settle(at_work)

    [result] = of(at_work, tournament).rounds[0].results
    assert result is not None
    ahead = len(leaders) == 2 and adjudication == "current_score"
    wanted = (50, 50) if not ahead else (100, 0) if 0 in leaders else (0, 100)
    assert (result.first, result.second, result.kind) == (*wanted, "adjudicated")
    assert at_work.table_cache.newest(table).table.status == "cancelled"
    assert rating_changes(at_work, leaver) == [(None, -16)]
    assert [rating_changes(at_work, each) for each in players if each != leaver] == [[], [], []]


def test_the_first_volunteer_is_called_and_takes_the_seat_and_the_place(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(NIGHT))
    players = seated(at_work.table_cache.newest(table).table)
    substitutes = [player(at_work), player(at_work)]
    for each in substitutes:
        at_work.tournaments.carry_out(tournament, OfferToSubstitute(each, Applicant(each)))
    play_hands(at_work, table, 1)

    at_work.tournaments.carry_out(tournament, LeaveEntrant(players[0]))
    settle(at_work)

    now = at_work.table_cache.newest(table).table
    assert (seated(now)[0], now.absences[0].bot) == (substitutes[0], None)
    tournament_now = of(at_work, tournament)
    entry = tournament_now.entry_of(substitutes[0])
    assert entry is not None
    assert (entry.status, entry.players) == ("entered", (substitutes[0],))
    assert [each.player for each in tournament_now.substitutes] == substitutes[1:]
    play_hands(at_work, table, 2)
    settle(at_work)
    assert rating_changes(at_work, players[0]) == [(None, -16)], "the player who left has lost, with any substitute"
    assert rating_changes(at_work, substitutes[0]) == []


def test_the_partner_of_a_player_who_left_may_call_a_substitute_but_opponents_may_not(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(NIGHT))
    players = seated(at_work.table_cache.newest(table).table)
    leaver = of(at_work, tournament).entry_of(players[0])
    assert leaver is not None
    at_work.tournaments.carry_out(tournament, LeaveEntrant(players[0]))
    substitute = player(at_work)
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    with pytest.raises(Exception, match="is not a member of"):
        at_work.tournaments.carry_out(tournament, CallSubstitute(players[1], leaver.id, substitute))

    at_work.tournaments.carry_out(tournament, CallSubstitute(players[2], leaver.id, substitute))
    settle(at_work)

    assert seated(at_work.table_cache.newest(table).table)[0] == substitute


def test_a_pair_player_who_leaves_gets_a_bot_and_alone_loses_rating(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(SWISS), 2)
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1)
    at_work.tournaments.carry_out(tournament, LeaveEntrant(players[3]))
    settle(at_work)
    assert at_work.table_cache.newest(table).table.absences[3].stays
    play_hands(at_work, table, 2)
    settle(at_work)

    [result] = of(at_work, tournament).rounds[0].results
    assert result is not None
    assert result.kind == "played"
    assert rating_changes(at_work, players[3]) == [(None, -16)]
    assert [rating_changes(at_work, each) for each in players[:3]] == [[], [], []]


def test_a_pair_that_withdraws_forfeits_and_its_captain_alone_loses_rating(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(SWISS), 2)
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1)
    entry = of(at_work, tournament).entries[0]
    at_work.tournaments.carry_out(tournament, WithdrawEntrant(entry.captain, entry.id))
    settle(at_work)

    [result] = of(at_work, tournament).rounds[0].results
    assert result is not None
    assert result.kind == "forfeit"
    assert rating_changes(at_work, entry.captain) == [(None, -16)]
    assert [rating_changes(at_work, each) for each in players if each != entry.captain] == [[], [], []]


def test_every_match_decided_without_play_says_why_it_is_unrated(at_work: Service):
    for decide in ("override", "cancel", "deadline"):
        settings = of_hands(SWISS, is_automatic=True)
        tournament, [table] = begun(at_work, settings, 2)
        players = seated(at_work.table_cache.newest(table).table)
        owner = of(at_work, tournament).staff[0][0]
        if decide == "cancel":
            at_work.tournaments.carry_out(tournament, CancelTournament(owner, "a storm"))
        else:
            at_work.tournaments.carry_out(tournament, OverrideResult(owner, 1, 1, Result(WIN, LOSS), "as seen"))
        settle(at_work)
        everybody_has_the_same(at_work, players, "called_off" if decide == "cancel" else "unfinished")


# -- absent players ----------------------------------------------------------------------------------------------------


def test_a_match_without_any_players_present_is_lost_by_both_and_unrated(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(NIGHT, hands=1))
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1, absent=players)
    settle(at_work)

    now = of(at_work, tournament)
    assert now.rounds[0].results == (Result(LOSS, LOSS, "double_forfeit"),)
    everybody_has_the_same(at_work, players, "absent")
    standings = tournament_standings(now)
    assert [(each.rank, each.is_absent) for each in standings] == [(4, True)] * 4


def test_a_side_without_any_action_forfeits_to_an_active_side(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(NIGHT, hands=1))
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1, absent=[players[0], players[2]])
    settle(at_work)

    now = of(at_work, tournament)
    assert now.rounds[0].results == (Result(LOSS, WIN, "forfeit"),)
    everybody_has_the_same(at_work, players, "absent")
    assert sorted((each.rank, each.is_absent) for each in tournament_standings(now)) == [
        *[(1, False)] * 2,
        *[(4, True)] * 2,
    ]


def test_one_active_player_makes_their_side_present(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(NIGHT, hands=1))
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1, absent=[players[0]])
    settle(at_work)

    [result] = of(at_work, tournament).rounds[0].results
    assert result is not None
    assert result.kind == "played"
    absent = [each.entrant for each in tournament_standings(of(at_work, tournament)) if each.is_absent]
    idle = of(at_work, tournament).entry_of(players[0])
    assert idle is not None
    assert absent == [idle.id]
    assert len(rating_changes(at_work, players[0])) == 1
    assert rating_changes(at_work, players[0])[0][0] is None


def test_a_knock_out_has_no_winner_when_nobody_plays_the_final(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(KNOCK_OUT, hands=1), 2)
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1, absent=players)
    settle(at_work)

    now = of(at_work, tournament)
    assert now.status == "finished"
    assert all(each.rank > 1 for each in tournament_standings(now))


@pytest.mark.slow
def test_rebuilt_ratings_are_the_same(at_work: Service, database_url: str):
    tournament, [table] = begun(at_work, of_hands(NIGHT))
    players = seated(at_work.table_cache.newest(table).table)
    play_hands(at_work, table, 1)
    at_work.tournaments.carry_out(tournament, LeaveEntrant(players[0]))
    settle(at_work)
    play_hands(at_work, table, 2)
    settle(at_work)
    before = {each: rating_changes(at_work, each) for each in players}

    rebuild(database_url, "shengji_app", lambda *_: None)

    assert {each: rating_changes(at_work, each) for each in players} == before


# -- predicted cost ----------------------------------------------------------------------------------------------------


def test_the_predicted_cost_of_leaving_is_the_actual_cost(at_work: Service):
    tournament, [table] = begun(at_work, of_hands(NIGHT))
    players = seated(at_work.table_cache.newest(table).table)
    first = at_work.tournaments.dry_run(tournament, LeaveEntrant(players[0])).cost
    assert first is not None
    assert (first.table, first.seat_goes_to, first.stand_in) == (table, "stand_in", "caretaker")
    assert (first.ends, first.rating) == (False, "first_hand")

    play_hands(at_work, table, 1)
    substitute = player(at_work)
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    then = at_work.tournaments.dry_run(tournament, LeaveEntrant(players[0])).cost

    assert then is not None
    assert (then.seat_goes_to, then.substitute, then.rating) == ("substitute", substitute, "loss")
    assert "counts as a forfeit for your rating only" in then.sentence


def test_if_leaving_ends_the_match_the_result_is_predicted_unless_it_is_sealed(at_work: Service):
    for sealed in (False, True):
        settings = dataclasses.replace(of_hands(NIGHT, leaving="ends_match"), is_sealed=sealed)
        tournament, [table] = begun(at_work, settings)
        players = seated(at_work.table_cache.newest(table).table)
        cost = at_work.tournaments.dry_run(tournament, LeaveEntrant(players[0])).cost
        assert cost is not None
        assert (cost.ends, cost.seat_goes_to) == (True, None)
        assert (cost.result is None) == sealed
