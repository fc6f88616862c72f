"""Gates: eligibility to enter, and entry codes of owners."""

import base64
import hashlib
import hmac
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.entrants.commands import AcceptPartner, OfferToSubstitute, Register
from domain.tournaments.entrants.gates import Applicant, Gates, entry_code, is_entry_code
from domain.tournaments.terms import EntrantId
from tests.support.tournament import ANN, BEN, OPEN_NOW, PAIRS_PLAN, SECRET, created, hours, register

A = EntrantId("ANN")
CODE = entry_code(SECRET, ANN)
MEMBERS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).map(PlayerId)


def refused(gates, **applicant):
    """Code of the refusal at these gates; `None` if the player may enter."""
    return created(replace(OPEN_NOW, gates=gates)).refused(Register(ANN, A, Applicant(ANN, **applicant)))


def passes(gates, **applicant):
    tournament = created(replace(OPEN_NOW, gates=gates))
    return tournament.after(Register(ANN, A, Applicant(ANN, **applicant))).statuses() == {"ANN": "entered"}


@pytest.mark.parametrize("rating", [1200, 1500, 1800])
def test_a_rating_within_the_inclusive_range_passes(rating):
    assert passes(Gates(rating_least=1200, rating_most=1800), rating=rating)


@pytest.mark.parametrize("rating", [0, 1199, 1801])
def test_a_rating_outside_the_range_is_refused(rating):
    assert refused(Gates(rating_least=1200, rating_most=1800), rating=rating) == "rating_out_of_range"


def test_a_range_can_be_open_at_one_end():
    assert passes(Gates(rating_most=1800), rating=0)
    assert passes(Gates(rating_least=1200), rating=9000)
    assert refused(Gates(rating_least=1200), rating=1199) == "rating_out_of_range"


def test_reliability_is_required_of_players_with_a_score():
    assert passes(Gates(reliability=90), reliability=90)
    assert passes(Gates(reliability=90), reliability=None)
    assert refused(Gates(reliability=90), reliability=89) == "reliability_too_low"


def test_a_minimum_number_of_games_can_be_required():
    assert passes(Gates(games=10), games=10)
    assert refused(Gates(games=10), games=9) == "too_few_games"


def test_an_allow_list_admits_its_players():
    assert passes(Gates(players=(BEN, ANN)))
    assert refused(Gates(players=(BEN,))) == "not_on_the_list"
    assert refused(Gates(players=())) == "not_on_the_list"


def test_a_barred_player_waits_until_the_bar_ends():
    tournament = created(OPEN_NOW)
    refusal = tournament.refusal(Register(ANN, A, Applicant(ANN, barred_until=hours(2))))

    assert (refusal.code(), refusal.facts) == ("barred", {"until": "1970-01-01T02:00:00.000Z"})
    assert tournament.late(hours(2)).after(Register(ANN, A, Applicant(ANN, barred_until=hours(2))))
    assert tournament.late(Instant(hours(2) - 1)).refused(Register(ANN, A, Applicant(ANN, barred_until=hours(2))))


def test_an_entry_code_admits_its_player():
    assert passes(Gates(by_code=True), code=CODE, codes=(CODE,))
    assert refused(Gates(by_code=True)) == "entry_code_needed"


def test_the_entry_code_of_another_player_or_tournament_is_refused():
    assert refused(Gates(by_code=True), code=entry_code(SECRET, BEN), codes=(CODE,)) == "wrong_entry_code"
    assert refused(Gates(by_code=True), code=entry_code(bytes(32), ANN), codes=(CODE,)) == "wrong_entry_code"
    assert refused(Gates(by_code=True), code="", codes=(CODE,)) == "wrong_entry_code"
    assert refused(Gates(by_code=True), code="čode", codes=(CODE,)) == "wrong_entry_code"


def test_a_refusal_does_not_repeat_the_code():
    tournament = created(replace(OPEN_NOW, gates=Gates(by_code=True)))
    refusal = tournament.refusal(Register(ANN, A, Applicant(ANN, code="guess", codes=(CODE,))))

    assert CODE not in f"{refusal.detail} {refusal.hint} {refusal.facts}"


def test_a_code_is_read_leniently():
    assert passes(Gates(by_code=True), code=f" {CODE[:4].lower()}-{CODE[4:8]} {CODE[8:]}", codes=(CODE,))


@given(MEMBERS)
def test_a_code_is_a_keyed_hash_of_the_player(player):
    digest = hmac.new(SECRET, player.encode("utf-8"), hashlib.sha256).digest()

    assert base64.b32decode(entry_code(SECRET, player)) == digest[:10]


@given(MEMBERS, MEMBERS)
def test_a_code_is_valid_for_one_player_only(player, other):
    assert is_entry_code(entry_code(SECRET, player), (entry_code(SECRET, other),)) is (player == other)


def test_a_code_of_an_older_key_is_valid_while_the_key_exists():
    codes = (entry_code(bytes(32), ANN), CODE)
    assert passes(Gates(by_code=True), code=CODE, codes=codes)
    assert refused(Gates(by_code=True), code=CODE, codes=codes[:1]) == "wrong_entry_code"
    assert refused(Gates(by_code=True), code=CODE, codes=()) == "wrong_entry_code"


def test_partners_and_substitutes_have_to_pass_the_gates_too():
    pairs = created(replace(PAIRS_PLAN, gates=Gates(by_code=True)))
    asked = pairs.after(Register(ANN, A, Applicant(ANN, code=CODE, codes=(CODE,)), partners=(BEN,)))
    code = entry_code(SECRET, BEN)

    assert asked.refused(AcceptPartner(BEN, A, Applicant(BEN, code=CODE, codes=(code,)))) == "wrong_entry_code"
    assert asked.refused(OfferToSubstitute(BEN, Applicant(BEN))) == "entry_code_needed"
    assert asked.after(AcceptPartner(BEN, A, Applicant(BEN, code=code, codes=(code,)))).entry("ANN").status == "entered"


def test_gates_are_checked_before_everything_else_about_the_player():
    tournament = created(replace(OPEN_NOW, gates=Gates(games=1)))

    assert tournament.refused(register(ANN)) == "too_few_games"
