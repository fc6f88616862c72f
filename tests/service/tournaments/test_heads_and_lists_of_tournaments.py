"""Heads and lists of tournaments follow from their events, and closed accounts leave their tournaments."""

import dataclasses

import pytest

from domain.clocks.rules import ClockRules
from domain.kernel.refusals import Refusal
from domain.tournaments.commands import CancelTournament, StartTournament
from domain.tournaments.entrants.commands import OfferToSubstitute
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.settings import TournamentSettings
from service.platform.store.checks import check_store, refold
from service.processes.rebuild import rebuild
from service.ratings.projections import RatingsProjection
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.support.opened_tables import EVENS
from tests.support.stored import catch_up
from tests.support.tournament import PAIRS
from tests.support.tournaments import (
    NIGHT,
    SWISS,
    created,
    end,
    enters,
    follow,
    noted,
    of,
    open_tables,
    player,
    settle,
    started,
)


def test_heads_equal_the_fold_of_the_events_and_are_repaired_otherwise(at_work: Service):
    tournament, _ = started(at_work, SWISS, 4)
    settle(at_work)
    assert check_store(at_work.database, lambda *_: None) == []
    stream = f"tournament-{tournament}"
    with at_work.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET state = '{\"tournament\": []}', turn_due_at = now() WHERE stream = $1", [stream]
        )

    assert [fault.partition(":")[0] for fault in check_store(at_work.database, lambda *_: None)] == [stream, stream]
    assert refold(at_work.database, lambda *_: None) == [stream]
    assert check_store(at_work.database, lambda *_: None) == []


def test_lists_contain_tournaments_and_tables_of_their_matches(at_work: Service):
    tournament, field = started(at_work, SWISS, 4)
    settle(at_work)
    members = [entry.players for entry in of(at_work, tournament).entries]

    [listed] = at_work.tournaments.list_page(player=members[0][1])
    assert (listed.id, listed.status, listed.entrants, listed.name) == (tournament, "running", len(field), "Friday")
    assert tournament in [each.id for each in at_work.tournaments.list_page(status="running")]
    assert tournament not in [each.id for each in at_work.tournaments.list_page(before=tournament)]
    [(table,), _] = of(at_work, tournament).rounds[0].tables
    assert (table,) in at_work.database.read("tables_not_over", {"tournament_id": tournament})


def test_lists_can_be_rebuilt_from_the_log(at_work: Service, database_url: str):
    tournament, _ = started(at_work, SWISS, 4)
    settle(at_work)
    before = at_work.tournaments.list_page(limit=1000)

    rebuild(database_url, "shengji_app", lambda *_: None)

    assert at_work.tournaments.list_page(limit=1000) == before
    [(table,), _] = of(at_work, tournament).rounds[0].tables
    assert (table,) in at_work.database.read("tables_not_over", {"tournament_id": tournament})


def test_no_work_is_lost_when_the_lists_are_rebuilt(at_work: Service, database_url: str):
    settle(at_work)
    running, _ = started(at_work, SWISS, 4)
    settle(at_work)
    called_off, owner = created(at_work, SWISS)
    at_work.tournaments.carry_out(called_off, CancelTournament(owner, "nobody comes"))
    for table in open_tables(at_work, running):
        end(at_work, table, EVENS)

    rebuild(database_url, "shengji_app", lambda *_: None)

    assert running in noted(at_work)
    assert called_off not in noted(at_work)
    settle(at_work)
    assert of(at_work, running).rounds[0].closed_at is not None


def test_only_rated_matches_in_the_same_pool_count_for_gates(at_work: Service):
    rated = dataclasses.replace(SWISS, is_rated=True)
    of_rated, _ = started(at_work, rated, 2)
    unrated, _ = started(at_work, SWISS, 2)
    settle(at_work)
    for tournament in (of_rated, unrated):
        [(table,)] = of(at_work, tournament).rounds[0].tables
        end(at_work, table, EVENS)
    settle(at_work)
    ratings = RatingsProjection(at_work.database, at_work.store)
    while ratings.catch_up():
        pass
    live = dataclasses.replace(rated, play=dataclasses.replace(rated.play, clock=ClockRules("simple", per_move_s=60)))

    def games(tournament: str, settings: TournamentSettings) -> set[int]:
        players = (each for entry in of(at_work, tournament).entries for each in entry.players)
        return {at_work.tournaments.applicants.facts_of(settings, each).games for each in players}

    assert [games(each, rated) for each in (of_rated, unrated)] == [{1}, {0}]
    assert games(of_rated, live) == {0}


def test_closing_an_account_withdraws_its_entries_without_loss_for_the_partner(at_work: Service):
    tournament, _ = created(at_work, SWISS)
    captain, partner, substitute = (player(at_work) for _ in range(3))
    enters(at_work, tournament, captain, partner)
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    follow(at_work)

    for each in (captain, substitute):
        at_work.closing.close(each, None)

    [entry] = of(at_work, tournament).entries
    assert (entry.players, entry.status) == ((partner,), "spared")
    assert of(at_work, tournament).substitutes == ()


def test_closing_the_account_of_an_owner_calls_off_tournaments_that_have_not_started(at_work: Service):
    waiting, owner = created(at_work, SWISS)
    running, other = created(at_work, SWISS)
    for _ in range(2):
        enters(at_work, running, player(at_work), player(at_work))
    at_work.tournaments.carry_out(running, StartTournament(other))
    follow(at_work)

    for each in (owner, other):
        at_work.closing.close(each, None)

    assert (of(at_work, waiting).status, of(at_work, running).status) == ("cancelled", "running")


def test_other_followers_of_the_log_ignore_tournaments(at_work: Service, caplog: pytest.LogCaptureFixture):
    tournament, _ = started(at_work, SWISS, 4)
    continue_tournament(tournament)

    catch_up(at_work)

    # A lost notification costs some time; whether one is lost depends on the machine.
    lines = [record for record in caplog.records if record.name != "service.platform.feeds.notifier"]
    assert not [record for record in lines if record.levelname in ("ERROR", "WARNING")]
    table = open_tables(at_work, tournament)[0]
    assert at_work.table_cache.newest(table).table.status == "playing"


def test_a_refusal_names_the_settings_that_do_not_fit(at_work: Service):
    with pytest.raises(Refusal) as raised:
        created(at_work, dataclasses.replace(NIGHT, entrants=PAIRS))
    assert raised.value.code() == "format_does_not_fit"
    assert raised.value.facts["option"] == "entrants"
