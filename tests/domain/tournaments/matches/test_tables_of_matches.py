"""The tables of a match: seats, results, and the state of unfinished matches."""

from dataclasses import replace

import pytest

from domain.clocks.rules import ClockRules
from domain.games.registry import GAMES
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.commands import Agree, Propose, TableCommand, TimePasses
from domain.table.decide import decide as decide_at_table
from domain.table.hands import Chance
from domain.table.state import Table
from domain.table.state import TableResult as Ended
from domain.table.turn_clocks import DecisionContext
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import AcceptPartner, LeaveEntrant, Register
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.matches.tables import match_opening, needs_table, report_of, result_of
from domain.tournaments.rounds.commands import MatchReport, PairRound
from domain.tournaments.rounds.events import TableId
from domain.tournaments.settings import PLAYERS, Adjudication, RoundPlan, TableGame, TournamentSettings
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Match, Result, Round
from tests.support.tournament import DRAWN, LOST, OWNER, PAIRS, WON, Given, created, link_table, register

CLOCK = ClockRules("simple", per_move_s=60)
SWISS = TournamentSettings(
    "Friday", TableGame("sheng_ji", "zhang-2021", hands=2, clock=CLOCK), "swiss", {"rounds": 3}, entrants=PAIRS
)
KNOCK_OUT = replace(SWISS, format="knock_out", figures={})
NIGHT = replace(SWISS, format="night", entrants=PLAYERS)
ANN, BEN, CAT, DAN = (PlayerId(name) for name in ("ann", "ben", "cat", "dan"))
EVENS, ODDS = (Seat(0), Seat(2)), (Seat(1), Seat(3))
MATCH = Match(EntrantId("ANN"), EntrantId("CAT"))


def pairs(settings: TournamentSettings = SWISS) -> Tournament:
    """A tournament of two pairs: Ann and Ben, Cat and Dan."""
    return started(settings).tournament


def started(settings: TournamentSettings) -> Given:
    given = created(settings, format_of(settings))
    for captain, partner in ((ANN, BEN), (CAT, DAN)):
        entrant = EntrantId(captain.upper())
        given = given.after(register(captain, partner))
        given = given.after(accepts(partner, entrant))
    return given.after(StartTournament(OWNER))


def accepts(player: PlayerId, entrant: EntrantId) -> AcceptPartner:
    return AcceptPartner(player, entrant, Applicant(player))


def seating(tournament: Tournament, match: Match = MATCH) -> list[PlayerId] | None:
    how = match_opening(tournament, format_of(tournament.settings), match, lambda: "entropy")
    return None if how is None else [sit.by for sit in sorted(how.seats, key=lambda sit: sit.seat)]


def at_table(tournament: Tournament, *commands: TableCommand, now: int = 0) -> Table:
    """The table of the match after these commands. All except the opening are decided at `now`."""
    how = match_opening(tournament, format_of(tournament.settings), MATCH, lambda: "entropy")
    assert how is not None
    chance = Chance(bytes(32), bytes(32))
    table = decide_at_table(GAMES, None, how.opened, chance, DecisionContext(Instant(0))).table
    for sit in how.seats:
        table = decide_at_table(GAMES, table, sit, chance, DecisionContext(Instant(0))).table
    for command in commands:
        table = decide_at_table(GAMES, table, command, chance, DecisionContext(Instant(now))).table
    return table


def conceded(tournament: Tournament, *losers: PlayerId) -> Table:
    one, other = losers
    return at_table(tournament, Propose(one, "concede_match"), Agree(other, "concede_match"))


def drawn(tournament: Tournament) -> Table:
    return at_table(tournament, Propose(ANN, "draw"), *(Agree(each, "draw") for each in (CAT, BEN, DAN)))


def result(tournament: Tournament, *tables: Table) -> Result | None:
    return result_of(tournament, format_of(tournament.settings), MATCH, tables)


def wants(tournament: Tournament, *tables: Table) -> bool:
    return needs_table(format_of(tournament.settings), tables)


def test_the_first_side_gets_the_even_seats_and_the_match_starts_at_once():
    tournament = pairs()
    assert seating(tournament) == [ANN, CAT, BEN, DAN]
    assert seating(tournament, Match(MATCH.second, MATCH.first)) == [CAT, ANN, DAN, BEN]
    table = at_table(tournament)
    assert (table.status, table.hands, table.clock) == ("playing", 2, CLOCK)


def test_partners_of_a_night_sit_opposite_each_other():
    given = created(NIGHT)
    for each in (ANN, BEN, CAT, DAN):
        given = given.after(Register(each, EntrantId(each.upper()), Applicant(each)))
    night = given.after(StartTournament(OWNER)).tournament
    assert seating(night, Match(EntrantId("ANN+DAN"), EntrantId("BEN+CAT"))) == [ANN, BEN, DAN, CAT]


def test_no_table_is_opened_while_a_player_is_missing():
    given = created(SWISS)
    for captain, partner in ((ANN, BEN), (CAT, DAN)):
        given = given.after(register(captain, partner), accepts(partner, EntrantId(captain.upper())))
    given = given.after(StartTournament(OWNER), LeaveEntrant(DAN))
    assert seating(given.tournament) is None


def test_the_side_that_wins_the_table_wins_the_match():
    tournament = pairs(replace(SWISS, rounds=RoundPlan(win=WON.first, draw=DRAWN.first)))
    assert result(tournament, conceded(tournament, CAT, DAN)) == WON
    assert result(tournament, conceded(tournament, ANN, BEN)) == LOST
    assert result(tournament, drawn(tournament)) == DRAWN
    assert result(tournament, at_table(tournament)) is None
    assert result(tournament) is None


def test_a_forfeit_before_the_first_hand_counts_as_absence():
    tournament = pairs()
    forfeited = at_table(tournament)._replace(status="finished", result=Ended("forfeited", ODDS, Seat(0)))
    assert result(tournament, forfeited) == Result(LOST.first, LOST.second, "forfeit")
    match = forfeited.match._replace(hands_played=1)
    assert result(tournament, forfeited._replace(match=match)) == LOST


def test_a_match_needs_a_table_until_one_is_linked():
    tournament = pairs()
    assert wants(tournament)
    assert not wants(tournament, at_table(tournament))
    assert not wants(tournament, conceded(tournament, CAT, DAN))
    assert not wants(tournament, drawn(tournament))
    assert wants(tournament, at_table(tournament)._replace(status="cancelled"))


def test_where_a_winner_is_needed_a_drawn_match_is_replayed():
    cup = pairs(KNOCK_OUT)
    assert wants(cup, drawn(cup))
    assert result(cup, drawn(cup)) is None
    assert not wants(cup, drawn(cup), at_table(cup))
    assert result(cup, drawn(cup), conceded(cup, ANN, BEN)) == LOST


def abandoned(tournament: Tournament) -> Table:
    return at_table(tournament, Propose(ANN, "abandon"), *(Agree(each, "abandon") for each in (CAT, BEN, DAN)))


def under(rule: Adjudication) -> Tournament:
    return pairs(replace(SWISS, rounds=RoundPlan(adjudication=rule)))


def away_at(table: Table, seat: int) -> Table:
    """A table at whose end a bot stood in for the seat."""
    away = table.absences[seat]._replace(bot="caretaker", stays=True)
    return table._replace(absences=(*table.absences[:seat], away, *table.absences[seat + 1 :]))


@pytest.mark.parametrize("rule", ["draw", "current_score", "absent_loses"])
def test_a_match_abandoned_by_all_counts_as_one_without_a_result(rule: Adjudication):
    tournament = under(rule)
    assert result(tournament, abandoned(tournament)) == DRAWN._replace(kind="adjudicated")


def test_where_a_match_without_a_result_gives_no_points_abandoning_gives_none():
    tournament = under("both_lose")
    assert result(tournament, abandoned(tournament)) == (LOST.first, LOST.first, "double_forfeit")


@pytest.mark.parametrize(("seat", "worth"), [(0, LOST), (2, LOST), (1, WON), (3, WON)])
def test_an_absentee_in_an_abandoned_match_forfeits_only_if_the_settings_say_so(seat: int, worth: Result):
    strict, mild = under("absent_loses"), under("current_score")
    assert result(strict, away_at(abandoned(strict), seat)) == worth._replace(kind="forfeit")
    assert result(mild, away_at(abandoned(mild), seat)) == DRAWN._replace(kind="adjudicated")


def test_an_incomplete_side_gets_no_points_from_an_abandoned_match_but_keeps_an_agreed_result():
    given = started(SWISS).after(PairRound(OWNER, Round(1, (MATCH,)), b"seed"))
    given = given.after(link_table(1, 1, TableId("tbl_1")))
    left = given.after(LeaveEntrant(DAN)).tournament
    assert result(left, abandoned(given.tournament)) == WON._replace(kind="forfeit")
    assert result(left, drawn(given.tournament)) == DRAWN


def test_in_a_knock_out_a_match_abandoned_by_all_is_replayed():
    cup = pairs(KNOCK_OUT)
    assert wants(cup, abandoned(cup))


def test_after_two_drawn_replays_the_better_seed_advances():
    cup = pairs(KNOCK_OUT)
    three = [drawn(cup)] * 3
    assert wants(cup, *three[:2])
    assert not wants(cup, *three)
    assert result(cup, *three) == WON._replace(kind="adjudicated")
    turned = result_of(cup, format_of(cup.settings), Match(MATCH.second, MATCH.first), three)
    assert turned == LOST._replace(kind="adjudicated")


def test_a_drawn_match_that_cannot_be_replayed_for_lack_of_a_player_is_forfeited():
    given = started(KNOCK_OUT).after(PairRound(OWNER, Round(1, (MATCH,)), b"seed"))
    given = given.after(link_table(1, 1, TableId("tbl_1")))
    cup = given.tournament
    table = drawn(cup)
    assert result(cup, table) is None
    assert result(given.after(LeaveEntrant(DAN)).tournament, table) == WON._replace(kind="forfeit")
    both = given.after(LeaveEntrant(DAN), LeaveEntrant(BEN)).tournament
    assert result(both, table) == (0, 0, "double_forfeit")


def test_before_a_deadline_a_drawn_match_waits_for_a_substitute():
    plan = RoundPlan(window_s=60, adjudication="absent_loses")
    given = started(replace(KNOCK_OUT, rounds=plan)).after(PairRound(OWNER, Round(1, (MATCH,)), b"seed"))
    given = given.after(link_table(1, 1, TableId("tbl_1")))
    assert result(given.after(LeaveEntrant(DAN)).tournament, drawn(given.tournament)) is None


def test_an_unfinished_match_waits_for_the_players_to_move():
    tournament = pairs()
    table = at_table(tournament)
    [asked] = {each.seat for each in table.game.asked(table.match)}
    occupant = table.seats[asked]
    assert occupant is not None
    assert report_of(tournament, 3, [table]) == MatchReport(3, 0, 0, (occupant.player,))
    assert report_of(tournament, 3, []) == MatchReport(3)
    assert report_of(tournament, 3, [conceded(tournament, ANN, BEN)]) == MatchReport(3)


def test_an_unfinished_match_waits_for_players_replaced_by_a_bot():
    tournament = pairs(replace(SWISS, play=replace(SWISS.play, ladder=SWISS.play.ladder._replace(stand_in_after=1))))
    playing = at_table(tournament)
    late = 0
    while not any(absence.bot for absence in playing.absences):
        late += 120_000
        playing = decide_at_table(
            GAMES, playing, TimePasses(), Chance(bytes(32), bytes(32)), DecisionContext(Instant(late))
        ).table
    away = {
        who.player
        for who, absence in zip(playing.seats, playing.absences, strict=True)
        if who and absence.bot is not None
    }
    assert away <= set(report_of(tournament, 1, [playing]).absent)


@pytest.mark.parametrize(("levels", "score"), [((4, 0), (1, 0)), ((0, 4), (0, 1)), ((2, 2), (0, 0))])
def test_the_side_with_the_higher_level_leads_an_unfinished_match(levels: tuple[int, int], score: tuple[int, int]):
    tournament = pairs()
    table = at_table(tournament)
    positions = tuple(
        position._replace(level=type(position.level)(level))
        for position, level in zip(table.match.positions, levels, strict=True)
    )
    report = report_of(tournament, 1, [table._replace(match=table.match._replace(positions=positions))])
    assert (report.first, report.second) == score
