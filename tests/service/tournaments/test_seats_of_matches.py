"""Only players of the match and their substitutes get seats at its table."""

import dataclasses
from collections import Counter

import pytest

from domain.clocks.ladder import Ladder
from domain.kernel.instants import SECOND_MS, Instant
from domain.table.asking import asking
from domain.table.commands import ChallengePlayer, TimePasses
from domain.table.match_table import SeatsOfMatch
from domain.tournaments.entrants.commands import CallSubstitute, LeaveEntrant, OfferToSubstitute
from domain.tournaments.entrants.gates import Applicant
from service.platform.sources import time_of_day
from service.wiring import Service
from tests.support.opened_tables import EVENS, playing
from tests.support.tournaments import SWISS, end, of, open_tables, player, seated, settle


def test_a_substitute_called_after_linking_gets_the_seat(at_work: Service):
    tournament, tables = playing(at_work)
    entry = of(at_work, tournament).entries[0]
    captain = entry.captain
    [table] = [each for each in tables if captain in seated(at_work.table_cache.newest(each).table)]
    seat = at_work.table_cache.newest(table).table.seat_of(captain)
    assert seat is not None
    substitute = player(at_work)
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    at_work.tournaments.carry_out(tournament, CallSubstitute(captain, entry.id, substitute, captain))

    settle(at_work)
    settle(at_work)

    now = at_work.table_cache.newest(table).table
    assert (now.seat_of(substitute), now.seat_of(captain)) == (seat, None)
    assert Counter(seated(now))[substitute] == 1
    taken_over = [
        each for each in at_work.table_cache.since(table, 0) if type(each.event).__name__ == "SubstituteSeated"
    ]
    assert len(taken_over) == 1
    assert open_tables(at_work, tournament) == tables, "no other table is opened"
    end(at_work, table, EVENS)
    settle(at_work)
    number = tables.index(table)
    assert of(at_work, tournament).rounds[0].results[number] is not None


def test_a_player_who_left_keeps_the_seat_until_a_substitute_is_called(at_work: Service):
    tournament, tables = playing(at_work)
    entry = of(at_work, tournament).entries[0]
    captain, partner = entry.players
    [table] = [each for each in tables if captain in seated(at_work.table_cache.newest(each).table)]
    at_work.tournaments.carry_out(tournament, LeaveEntrant(partner))
    settle(at_work)
    assert partner in seated(at_work.table_cache.newest(table).table)
    substitute = player(at_work)
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    at_work.tournaments.carry_out(tournament, CallSubstitute(captain, entry.id, substitute))
    settle(at_work)
    players = seated(at_work.table_cache.newest(table).table)
    assert substitute in players
    assert partner not in players


def test_other_players_cannot_take_a_seat_that_was_left(at_work: Service):
    ladder = Ladder(grace_s=0, stand_in_after=1, stand_in="caretaker", forfeit_after_s=None)
    tournament, tables = playing(
        at_work, dataclasses.replace(SWISS, play=dataclasses.replace(SWISS.play, ladder=ladder)), 2
    )
    [table] = tables
    [away, *_] = asking(at_work.table_cache.newest(table).table)
    much_later = Instant(time_of_day() + 2 * 86_400 * SECOND_MS)
    at_work.tables.carry_out(table, TimePasses(), now=much_later)
    assert at_work.table_cache.newest(table).table.absences[away.seat].stays
    outsider = player(at_work)
    partner = seated(at_work.table_cache.newest(table).table)[(away.seat + 2) % 4]
    with pytest.raises(SeatsOfMatch):
        at_work.tables.carry_out(table, ChallengePlayer(partner, outsider, away.seat))
    assert tournament
