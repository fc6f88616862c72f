"""Leagues: members register, alone or with a partner, confirm, and withdraw."""

from dataclasses import replace

import pytest

from domain.kernel.players import PlayerId
from domain.tournaments.entrants.commands import AcceptPartner, DeclinePartner, Register, WithdrawEntrant
from domain.tournaments.entrants.gates import Applicant, Gates
from domain.tournaments.leagues.commands import ContinueMembership
from domain.tournaments.leagues.events import LeagueMemberWithdrawn
from domain.tournaments.leagues.seasons import entering_sides
from domain.tournaments.terms import EntrantId
from tests.support.league_seasons import PAIRS, in_season, reasons, start_of, with_members, written
from tests.support.leagues import PLAN, SETTLES, STARTS, Told
from tests.support.tournament import ANN, BEN, OWNER

ASKED = replace(PLAN, continues=False)


def test_a_withdrawal_leaves_a_vacancy_and_newcomers_enter_below():
    told = in_season("abcdef")
    told.ask(WithdrawEntrant(PlayerId("b"), EntrantId("b")))
    told.register("x", 3000)
    told.play()
    told.until(start_of(2))

    assert written(told) == ["ade", "cfx"]
    assert reasons(told) == {
        "a": "stays",
        "b": "withdrawn",
        "c": "relegated",
        "d": "promoted",
        "e": "fills_place",
        "f": "stays",
        "x": "newcomer",
    }


def test_a_member_who_registers_after_a_season_is_settled_plays_in_the_next():
    told = with_members("abc")
    told.until(SETTLES)
    told.register("x")
    told.until(STARTS)
    assert written(told) == ["abc"]
    told.play()
    told.until(start_of(2))
    assert written(told) == ["abcx"]


def test_a_member_who_withdraws_during_a_season_completes_it():
    told = in_season("abc")

    told.ask(WithdrawEntrant(PlayerId("a"), EntrantId("a")))

    assert written(told) == ["abc"]
    assert told.refused(WithdrawEntrant(PlayerId("a"), EntrantId("a"))) == "entrant_out"
    told.play()
    told.until(start_of(2))
    assert written(told) == ["bc"]
    assert told.league.member(EntrantId("a")) is None


def test_a_pair_plays_once_its_partner_agrees_and_stays_the_same_pair():
    told = Told(PAIRS)
    told.register("a", partners=["a2"])
    told.register("b", partners=["b2"])
    told.register("c", partners=["c2"], agree=False)
    told.until(STARTS)
    assert written(told) == ["ab"]

    told.ask(AcceptPartner(PlayerId("c2"), EntrantId("c"), Applicant(PlayerId("c2"))))
    told.ask(WithdrawEntrant(PlayerId("a2"), EntrantId("a")))
    told.play()
    told.until(start_of(2))
    assert written(told) == ["bc"]
    assert [each.player for each in entering_sides(told.league, 1)[1].players] == ["c", "c2"]


def test_declining_ends_the_registration_of_the_pair():
    told = Told(PAIRS)
    told.register("a", partners=["b"], agree=False)

    happened = told.ask(DeclinePartner(PlayerId("b"), EntrantId("a")))

    assert happened[-1] == LeagueMemberWithdrawn("a", "b", "declined", None)
    assert told.league.member_of(PlayerId("a")) is None
    told.register("b", partners=["a"])


def test_where_confirmation_is_required_only_members_who_confirm_play_on():
    told = in_season("abc", ASKED)
    told.ask(ContinueMembership(PlayerId("a")))
    assert told.refused(ContinueMembership(PlayerId("a"))) == "not_asked"
    told.play()
    told.ask(ContinueMembership(PlayerId("c")))
    told.register("x")
    assert told.refused(ContinueMembership(PlayerId("x"))) == "not_asked"
    assert told.refused(ContinueMembership(PlayerId("y"))) == "not_taking_part"

    happened = told.until(start_of(2))

    assert happened[0] == LeagueMemberWithdrawn("b", None, "not_continued", None)
    assert written(told) == ["acx"]
    assert told.league.has_to_confirm(PlayerId("a"), told.league.member(EntrantId("a")))


def test_both_partners_of_a_pair_have_to_confirm():
    told = Told(replace(PAIRS, continues=False))
    for name in "abc":
        told.register(name, partners=[name + "2"])
    told.until(STARTS)
    for player in ("a", "a2", "b", "c", "c2"):
        told.ask(ContinueMembership(PlayerId(player)))
    told.play()
    told.until(start_of(2))

    assert written(told) == ["ac"]


def test_without_required_confirmation_nobody_is_asked():
    assert in_season("abc").refused(ContinueMembership(PlayerId("a"))) == "not_asked"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Register(ANN, EntrantId("x"), Applicant(ANN)), "partners_missing"),
        (Register(ANN, EntrantId("x"), Applicant(ANN), partners=(ANN,)), "already_entered"),
        (Register(ANN, EntrantId("x"), Applicant(ANN), partners=(PlayerId("a"),)), "already_entered"),
        (Register(ANN, EntrantId("x"), Applicant(ANN), partners=(BEN, OWNER)), "entrant_full"),
        (Register(ANN, EntrantId("a"), Applicant(ANN), partners=(BEN,)), "entrant_id_taken"),
        (Register(ANN, EntrantId("x"), Applicant(ANN), " ", partners=(BEN,)), "name_not_possible"),
        (Register(ANN, EntrantId("x"), Applicant(ANN), "THE  As", partners=(BEN,)), "name_taken"),
        (Register(PlayerId("a"), EntrantId("x"), Applicant(PlayerId("a")), partners=(BEN,)), "already_entered"),
        (AcceptPartner(ANN, EntrantId("a"), Applicant(ANN)), "not_invited"),
        (AcceptPartner(ANN, EntrantId("z"), Applicant(ANN)), "no_such_entrant"),
        (DeclinePartner(ANN, EntrantId("a")), "not_invited"),
        (WithdrawEntrant(ANN, EntrantId("a")), "staff_only"),
        (WithdrawEntrant(OWNER, EntrantId("a")), "reason_needed"),
        (ContinueMembership(ANN), "not_taking_part"),
    ],
)
def test_impossible_commands_of_members_are_refused(command, code):
    told = Told(PAIRS)
    told.ask(Register(PlayerId("a"), EntrantId("a"), Applicant(PlayerId("a")), "The As", partners=(PlayerId("b"),)))

    assert told.refused(command) == code


def test_gates_apply_to_each_player():
    told = Told(replace(PLAN, template=replace(PLAN.template, gates=Gates(games=5))))

    assert told.refused(Register(ANN, EntrantId("x"), Applicant(ANN, games=4))) == "too_few_games"
    assert told.ask(Register(ANN, EntrantId("x"), Applicant(ANN, games=5)))


def test_single_players_have_no_partners():
    assert Told().refused(Register(ANN, EntrantId("x"), Applicant(ANN), partners=(BEN,))) == "no_partners"
