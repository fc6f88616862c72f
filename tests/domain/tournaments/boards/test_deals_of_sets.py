"""Duplicate boards in tournaments: deals of a set are secret, committed, from a pool, or chosen by staff."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.cards import ordered_decks
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.tournaments.boards.records import ChosenBoard
from domain.tournaments.boards.sets import board_of, boards_as_bytes, dealt_set
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import (
    AcceptPartner,
    CallSubstitute,
    InvitePartner,
    LeaveEntrant,
    OfferToSubstitute,
    WithdrawEntrant,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.checks import checked_format
from domain.tournaments.rounds.commands import ChooseBoards, CloseRound, PairAgain
from domain.tournaments.rounds.events import BoardsChosen, BoardsDealt
from domain.tournaments.settings import BoardSettings
from domain.tournaments.terms import EntrantId
from tests.support.cases import cases
from tests.support.duplicate_rounds import PAIRS_16, begun, chosen, finished, lots, paired
from tests.support.tournament import OWNER, SEED, Given, created, register


def test_a_set_is_committed_before_play_and_its_deals_derive_from_its_secret():
    here = begun(PAIRS_16, 4)
    dealt = next(each for each in here.when(here.pair(OWNER)) if isinstance(each, BoardsDealt))
    here = paired(here)
    [commitment] = dealt.commitments

    secret = bytes.fromhex(commitment.secret or "")
    assert hashlib.sha256(secret).hexdigest() == commitment.commitment
    kept = dealt_set(here.tournament, 1)
    assert kept is not None
    boards = [board_of(here.tournament, kept, number, 1) for number in range(1, 5)]
    assert [each.first_drawer for each in boards] == [0, 1, 2, 3]
    assert [each.level for each in boards] == ["2", "3", "4", "5"]
    for number, board in enumerate(boards, start=1):
        key = hmac.digest(secret, number.to_bytes(4, "big") + (1).to_bytes(4, "big"), "sha256")
        assert board.order == shuffled_again(list(ordered_decks(2)), key)
    assert len({board.order for board in boards}) == 4


def shuffled_again(pack: list[Any], key: bytes) -> tuple[Any, ...]:
    """The published shuffle, implemented independently."""

    def words() -> Any:
        block = 0
        while True:
            digest = hmac.new(key, b"board\0" + block.to_bytes(4, "big"), "sha256").digest()
            yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
            block += 1

    numbers = words()
    for place in range(len(pack) - 1, 0, -1):
        limit = 2**32 - 2**32 % (place + 1)
        other = next(each for each in numbers if each < limit) % (place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return tuple(pack)


def test_a_round_that_is_paired_again_has_new_deals():
    here = paired(begun(PAIRS_16, 4))
    before = here.tournament.sets
    again = replace(here.pair(OWNER), paired=here.tournament.rounds[0].paired)
    events = here.when(PairAgain(OWNER, again.paired, SEED, "a mistake"))
    assert any(isinstance(each, BoardsDealt) for each in events)
    assert before[0].number == 1


@cases(25)
@given(st.integers(4, 12), st.integers(2, 4))
def test_deals_of_a_pool_are_used_equally_often_and_never_twice_by_one_player(pairs: int, pools: int):
    plan = replace(PAIRS_16, boards=BoardSettings(1, "matchpoints", pools=pools))
    here = paired(begun(plan, pairs))
    [round_] = here.tournament.rounds
    counts = Counter(round_.deals)
    assert set(counts) <= set(range(1, pools + 1))
    held = [counts[deal] for deal in range(1, pools + 1)]
    assert max(held) - min(held) <= 1


@pytest.mark.parametrize("pairs", range(6, 12))
def test_members_of_a_club_get_different_deals_of_a_pool(pairs: int):
    plan = replace(PAIRS_16, boards=BoardSettings(1, "matchpoints", pools=2))
    first, _, third, *_ = paired(begun(plan, pairs)).tournament.rounds[0].paired.matches
    of_club = {captain.lower() for match in (first, third) for captain in match}

    [round_] = paired(begun(plan, pairs, of_club)).tournament.rounds
    assert round_.deals[0] != round_.deals[2]


def test_staff_choose_all_deals_of_a_set_at_once_and_they_are_committed():
    here = begun(PAIRS_16, 4)
    boards = (chosen(), chosen("A"), chosen(), chosen())
    here = here.after(ChooseBoards(OWNER, 1, boards))
    here = paired(here)

    kept = dealt_set(here.tournament, 1)
    assert kept is not None
    assert hashlib.sha256(bytes.fromhex(kept.secret) + boards_as_bytes(boards)).hexdigest() == kept.commitment
    second = board_of(here.tournament, kept, 2, 1)
    assert (second.order, second.first_drawer, second.level) == (tuple(ordered_decks(2)), 2, "A")
    assert board_of(here.tournament, kept, 3, 1).level == "4"


SPARE = PlayerId("spare")


def offers(here: Given, player: PlayerId) -> Given:
    return here.after(OfferToSubstitute(player, Applicant(player)))


def called(here: Given, player: PlayerId) -> CallSubstitute:
    """Makes the command by which a player replaces p01b."""
    return CallSubstitute(OWNER, EntrantId("P01"), player, PlayerId("p01b"))


def test_staff_who_chose_the_deals_cannot_substitute_until_the_set_is_closed():
    here = begun(PAIRS_16, 4).after(ChooseBoards(OWNER, 1, (chosen(),) * 4))
    here = offers(offers(paired(here), OWNER), SPARE)
    assert here.refused(called(here, OWNER)) == "knows_the_deals"
    assert here.when(called(here, SPARE))
    alone = here.after(LeaveEntrant(PlayerId("p01b")), InvitePartner(PlayerId("p01"), EntrantId("P01"), OWNER))
    assert alone.refused(AcceptPartner(OWNER, EntrantId("P01"), Applicant(OWNER))) == "knows_the_deals"

    for number in (1, 2):
        here = finished(here, number, lots("closed"))
    here = here.after(CloseRound(OWNER, 1))

    assert here.when(called(here, OWNER))


def test_a_withdrawn_player_cannot_substitute_for_others_who_play_the_same_boards():
    here = paired(begun(PAIRS_16, 6)).after(WithdrawEntrant(PlayerId("p00"), EntrantId("P00")))
    here = offers(here, PlayerId("p00b"))
    assert here.refused(called(here, PlayerId("p00b"))) == "knows_the_deals"
    without = paired(begun(replace(PAIRS_16, format="swiss", boards=None), 6))
    without = offers(without.after(WithdrawEntrant(PlayerId("p00"), EntrantId("P00"))), PlayerId("p00b"))
    assert without.when(called(without, PlayerId("p00b")))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ChooseBoards(OWNER, 1, (chosen(),) * 3), "wrong_boards"),
        (ChooseBoards(OWNER, 1, (*(chosen(),) * 3, ChosenBoard(tuple(ordered_decks(2))[1:], Seat(0)))), "invalid_deal"),
        (ChooseBoards(OWNER, 1, (*(chosen(),) * 3, chosen("1"))), "invalid_option_value"),
        (ChooseBoards(OWNER, 1, (*(chosen(),) * 3, ChosenBoard(tuple(ordered_decks(2)), Seat(4)))), "invalid_deal"),
        (ChooseBoards(OWNER, 5, (chosen(),) * 4), "set_dealt"),
        (ChooseBoards(PlayerId("p00"), 1, (chosen(),) * 4), "staff_only"),
    ],
)
def test_invalid_boards_of_a_set_are_refused(command: ChooseBoards, code: str):
    assert begun(PAIRS_16, 4).refused(command) == code


def test_a_dealt_set_cannot_be_chosen_and_pools_have_no_chosen_sets():
    assert paired(begun(PAIRS_16, 4)).refused(ChooseBoards(OWNER, 1, (chosen(),) * 4)) == "set_dealt"
    pools = replace(PAIRS_16, boards=BoardSettings(4, "matchpoints", pools=2))
    assert begun(pools, 4).refused(ChooseBoards(OWNER, 1, (chosen(),) * 4)) == "no_boards"


def test_staff_who_chose_deals_and_take_part_get_other_deals():
    here = created(PAIRS_16, checked_format(PAIRS_16))
    here = here.after(ChooseBoards(OWNER, 1, (chosen(),) * 4))
    for captain, partner in ((OWNER, "p00"), ("p01", "p01b"), ("p02", "p02b"), ("p03", "p03b")):
        here = here.after(register(PlayerId(captain), PlayerId(partner)))
        entrant = EntrantId(captain.upper())
        here = here.after(AcceptPartner(PlayerId(partner), entrant, Applicant(PlayerId(partner))))
    assert here.refused(ChooseBoards(OWNER, 2, (chosen(),) * 4)) == "knows_the_deals"
    here = here.after(StartTournament(OWNER))
    assert any(isinstance(each, BoardsChosen) and not each.boards for each in here.when(here.pair(OWNER)))
    assert not paired(here).tournament.chosen
