"""The order of entrants at the start: by rating, by entry, by lot and by hand."""

import hashlib
from dataclasses import replace

import pytest

from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import SeedEntrants, WithdrawEntrant
from domain.tournaments.entrants.events import EntrantsSeeded
from domain.tournaments.settings import Seeding
from domain.tournaments.terms import EntrantId
from tests.support.tournament import ANN, ASSISTANT, BEN, CAT, OPEN_NOW, OWNER, Given, created, register

A, B, C = map(EntrantId, ("ANN", "BEN", "CAT"))


def entered(seeding: Seeding) -> Given:
    """Returns a tournament with three entrants, the second of which has the highest rating."""
    settings = replace(OPEN_NOW, entrants=replace(OPEN_NOW.entrants, seeding=seeding))
    return created(settings).after(register(ANN, rating=1500), register(BEN, rating=1600), register(CAT, rating=1550))


@pytest.mark.parametrize(("seeding", "order"), [("rating", (B, C, A)), ("entry", (A, B, C))])
def test_seeds_follow_the_setting(seeding: Seeding, order: tuple[EntrantId, ...]):
    started = entered(seeding).after(StartTournament(OWNER))

    assert started.tournament.order == order
    assert started.events[-1].seed is None


def test_a_draw_of_seeds_can_be_repeated_from_the_published_seed():
    started = entered("lot").after(StartTournament(OWNER))

    seed = bytes.fromhex(started.events[-1].seed)
    assert started.tournament.order == tuple(
        sorted((A, B, C), key=lambda entrant: hashlib.sha256(seed + entrant.encode()).digest())
    )


@pytest.mark.parametrize("seeding", ["rating", "entry", "lot"])
def test_entrants_seeded_by_hand_come_first_in_their_order(seeding: Seeding):
    seeded = entered(seeding).after(SeedEntrants(OWNER, (C, A)))

    assert seeded.events[-1] == EntrantsSeeded(OWNER, (C, A))
    assert seeded.after(StartTournament(OWNER)).tournament.order == (C, A, B)


def test_a_later_list_replaces_an_earlier_one_and_an_empty_one_undoes_it():
    seeded = entered("entry").after(SeedEntrants(OWNER, (C, A)), SeedEntrants(OWNER, (B,)))

    assert seeded.after(StartTournament(OWNER)).tournament.order == (B, A, C)
    assert seeded.after(SeedEntrants(OWNER, ()), StartTournament(OWNER)).tournament.order == (A, B, C)


def test_an_entrant_that_left_after_it_was_seeded_takes_no_seed():
    gone = entered("entry").after(SeedEntrants(OWNER, (C, A)), WithdrawEntrant(OWNER, C, "ill"))

    assert gone.after(StartTournament(OWNER)).tournament.order == (A, B)


def test_seeding_is_refused_to_others_for_wrong_lists_and_after_the_start():
    open_ = entered("rating")
    assert open_.refused(SeedEntrants(ANN, (A,))) == "staff_only"
    assert open_.refused(SeedEntrants(ASSISTANT, (A,))) == "staff_only"
    assert open_.refused(SeedEntrants(OWNER, (A, A))) == "cannot_seed"
    assert open_.refused(SeedEntrants(OWNER, ())) == "cannot_seed"
    assert open_.refused(SeedEntrants(OWNER, (EntrantId("X"),))) == "no_such_entrant"
    assert open_.after(WithdrawEntrant(OWNER, A, "ill")).refused(SeedEntrants(OWNER, (A,))) == "entrant_out"
    assert open_.after(StartTournament(OWNER)).refused(SeedEntrants(OWNER, (A,))) == "tournament_begun"
