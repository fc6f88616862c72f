"""Entrants with a pairing exclusion never meet; an impossible exclusion is reported."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.players import PlayerId
from domain.tournaments.commands import FinishTournament, StartTournament
from domain.tournaments.entrants.commands import KeepApart, LetMeet, WithdrawEntrant
from domain.tournaments.entrants.events import EntrantsKeptApart, EntrantsLetMeet
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.pairing.night import NightRules, next_round
from domain.tournaments.pairing.partnerships import players_of_match
from domain.tournaments.rounds.commands import OverrideResult, PairRound
from domain.tournaments.rounds.proposed_rounds import CANNOT_PAIR, proposed_round
from domain.tournaments.rounds.refusals import NoLegalPairing
from domain.tournaments.settings import PLAYERS, TournamentSettings
from domain.tournaments.staff import AppointStaff
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import Entrant, EntrantId, Match, PairingContext, PlayedRound, Round
from tests.support.cases import cases
from tests.support.formats import INDIVIDUALS, KNOCK_OUT, NIGHT, ROUND_ROBIN, SWISS
from tests.support.tournament import ASSISTANT, OWNER, WON, Given, created, register

NAMES = [PlayerId(name) for name in "abcdefghijkl"]
A, B, C, D = map(EntrantId, "ABCD")


def of(settings_: TournamentSettings, entrants: int = 8) -> Given:
    """A tournament of players with the settings that its format needs."""
    before = created(replace(settings_, entrants=PLAYERS), format_of(settings_))
    return before.after(*(register(name) for name in NAMES[:entrants]))


def next_of(before: Given, seed: bytes = b"seed") -> Round:
    made = proposed_round(pairing_context(before.tournament), before.format_, seed)
    assert made is not None
    return made


def played(before: Given, made: Round) -> Given:
    after = before.after(PairRound(None, made, b"seed"))
    return after.after(*(OverrideResult(OWNER, made.number, n, WON, "seen") for n, _ in enumerate(made.matches, 1)))


def met(made: Round) -> set[frozenset[EntrantId]]:
    """Returns the players of each table."""
    return {frozenset(two) for match in made.matches for two in combinations(players_of_match(match), 2)}


@pytest.mark.parametrize("settings_", [SWISS, INDIVIDUALS, NIGHT], ids=lambda each: each.format)
def test_entrants_with_a_pairing_exclusion_meet_in_no_round(settings_: TournamentSettings):
    before = of(settings_).after(KeepApart(OWNER, (A, B)), KeepApart(OWNER, (A, C)), StartTournament(OWNER))
    for _ in range(3):
        made = next_of(before)
        assert not {frozenset((A, B)), frozenset((A, C))} & met(made)
        before = played(before, made)
    assert before.after(FinishTournament(None)).tournament.status == "finished"


@pytest.mark.parametrize("settings_", [ROUND_ROBIN, KNOCK_OUT], ids=lambda each: each.format)
def test_formats_with_fixed_pairings_allow_no_pairing_exclusions(settings_: TournamentSettings):
    refusal = of(settings_).refusal(KeepApart(OWNER, (A, B)))
    assert refusal.code() == "cannot_keep_apart"
    assert "swiss" in refusal.facts["known"]


MANUAL = [
    (SWISS, (Match(A, B), Match(C, D))),
    (NIGHT, (Match(EntrantId("A+B"), EntrantId("C+D")),)),
    (NIGHT, (Match(EntrantId("A+C"), EntrantId("B+D")),)),
    (INDIVIDUALS, (Match(EntrantId("A+B"), EntrantId("C+D")),)),
    (INDIVIDUALS, (Match(EntrantId("A+D"), EntrantId("B+C")),)),
]


@pytest.mark.parametrize(("settings_", "matches"), MANUAL)
def test_a_manual_pairing_against_an_exclusion_is_refused_with_the_entrants(
    settings_: TournamentSettings, matches: tuple[Match, ...]
):
    before = of(settings_, 4).after(StartTournament(OWNER))
    by_hand = PairRound(OWNER, Round(1, matches), b"seed")
    assert before.told(by_hand)

    refusal = before.after(KeepApart(OWNER, (A, B))).refusal(by_hand)

    assert refusal.code() == "breaks_format"
    [violation] = refusal.facts["violations"]
    assert (violation["rule"], set(violation["entrants"])) == ("forbidden", {A, B})


def test_entrants_may_meet_again_after_the_exclusion_is_removed():
    apart = of(SWISS, 4).after(KeepApart(OWNER, (A, B, C)))
    assert apart.tournament.kept_apart() == {frozenset(two) for two in combinations((A, B, C), 2)}
    assert apart.when(LetMeet(OWNER, (A, B))) == (EntrantsLetMeet(OWNER, (A, B)),)
    assert apart.after(LetMeet(OWNER, (A, B))).tournament.kept_apart() == {frozenset((A, C)), frozenset((B, C))}
    assert apart.after(LetMeet(OWNER, (A, B, C))).tournament.apart == ()


@pytest.mark.parametrize("settings_", [NIGHT, INDIVIDUALS], ids=lambda each: each.format)
def test_a_round_prevented_only_by_exclusions_waits_for_staff(settings_: TournamentSettings):
    """The service does not end the tournament, because staff could remove the exclusion."""
    stuck = of(settings_, 4).after(KeepApart(OWNER, (A, B)), StartTournament(OWNER))
    with pytest.raises(NoLegalPairing):
        next_of(stuck)
    assert stuck.refused(FinishTournament(None, CANNOT_PAIR)) == "rounds_left"
    assert next_of(stuck.after(LetMeet(OWNER, (A, B))))


def test_an_invalid_pairing_exclusion_is_refused():
    before = of(SWISS, 4).after(AppointStaff(OWNER, ASSISTANT, "assistant"))
    assert before.refused(KeepApart(NAMES[0], (A, B))) == "staff_only"
    assert before.refused(KeepApart(ASSISTANT, (A, B))) == "staff_only"
    for wrong in ((A,), (A, A), tuple(EntrantId(f"E{number}") for number in range(21))):
        assert before.refused(KeepApart(OWNER, wrong)) == "cannot_keep_apart"
    assert before.refused(KeepApart(OWNER, (A, EntrantId("X")))) == "no_such_entrant"
    assert before.after(WithdrawEntrant(OWNER, A, "ill")).refused(KeepApart(OWNER, (A, B))) == "entrant_out"
    apart = before.after(KeepApart(OWNER, (A, B)))
    assert apart.refused(KeepApart(OWNER, (B, A))) == "cannot_keep_apart"
    assert apart.when(KeepApart(OWNER, (A, B, C))) == (EntrantsKeptApart(OWNER, (A, B, C)),)
    assert apart.refused(LetMeet(OWNER, (A, C))) == "not_kept_apart"


def test_a_pairing_exclusion_can_be_added_during_the_tournament_and_applies_from_the_next_round():
    before = played(of(SWISS, 4).after(StartTournament(OWNER)), Round(1, (Match(A, B), Match(C, D))))
    made = next_of(before.after(KeepApart(OWNER, (A, C))))
    assert frozenset((A, C)) not in met(made)


# ------------------------------------------------------------------------------------------------ the night itself


@st.composite
def households(draw: st.DrawFn) -> tuple[int, list[tuple[EntrantId, EntrantId]], frozenset[frozenset[EntrantId]]]:
    """Draws a number of players, chosen partners, and exclusion groups at most as large as the number of tables."""
    number = draw(st.integers(8, 26))
    order: Sequence[EntrantId] = draw(st.permutations([EntrantId(f"p{place:02}") for place in range(number)]))
    pairs = draw(st.integers(0, 2))
    chosen = list(zip(order[: 2 * pairs : 2], order[1 : 2 * pairs : 2], strict=True))
    groups = []
    rest = order[2 * pairs :]
    while rest and len(groups) < 5:
        size = draw(st.integers(1, max(1, number // 4 - 1)))
        groups.append(rest[:size])
        rest = rest[size:]
    return number, chosen, frozenset(frozenset(two) for group in groups for two in combinations(group, 2))


@given(households(), st.binary(min_size=1, max_size=3))
@cases(50)
def test_in_a_night_no_household_shares_a_table_and_chosen_partners_stay_together(household, seed: bytes):
    number, chosen, apart = household
    rules = NightRules(chosen=tuple(chosen), forbidden=apart)
    known = PairingContext(tuple(Entrant(EntrantId(f"p{place:02}"), place + 1) for place in range(number)))
    for _ in range(4):
        made = next_round(known, rules, seed)
        assert made is not None
        assert not apart & met(made)
        named = [each for match in made.matches for each in players_of_match(match)] + [
            bye.entrant for bye in made.byes
        ]
        assert sorted(named) == sorted(entrant.id for entrant in known.entrants)
        out = {bye.entrant for bye in made.byes}
        assert len(out) <= 3
        sides = {frozenset(side.split("+")) for match in made.matches for side in match}
        assert all(frozenset(two) in sides or set(two) <= out for two in chosen)
        known = known._replace(rounds=(*known.rounds, PlayedRound(made, (WON,) * len(made.matches))))


def test_in_a_night_of_five_with_one_pairing_exclusion_one_of_the_two_always_sits_out():
    rules = NightRules(forbidden=frozenset({frozenset((A, B))}))
    known = PairingContext(tuple(Entrant(EntrantId(each), seed) for seed, each in enumerate("ABCDE", 1)))
    for _ in range(6):
        made = next_round(known, rules, b"seed")
        assert made is not None
        assert {bye.entrant for bye in made.byes} <= {A, B}
        known = known._replace(rounds=(*known.rounds, PlayedRound(made, (WON,))))


def test_two_players_with_a_pairing_exclusion_cannot_share_the_only_table_of_a_night():
    rules = NightRules(forbidden=frozenset({frozenset((A, B))}))
    known = PairingContext(tuple(Entrant(EntrantId(each), seed) for seed, each in enumerate("ABCD", 1)))
    with pytest.raises(NoLegalPairing):
        next_round(known, rules, b"seed")
