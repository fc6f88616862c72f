"""Byes of a proposed round: in every format, staff cannot give byes that were not granted."""

import pytest

from domain.tournaments.boards.by_movement import DuplicateIndividual, DuplicatePairs
from domain.tournaments.boards.seat_by_seat import SeatBySeat
from domain.tournaments.formats.format import Format
from domain.tournaments.formats.kinds import Arena, IndividualSwiss, KnockOut, Night, RoundRobin, Swiss
from domain.tournaments.pairing.arena import ArenaRules
from domain.tournaments.pairing.individual_swiss import IndividualSwissRules
from domain.tournaments.pairing.knock_out import KnockOutRules
from domain.tournaments.pairing.night import NightRules
from domain.tournaments.pairing.round_robin import RoundRobinRules
from domain.tournaments.pairing.swiss import SwissRules
from domain.tournaments.rounds.proposed_rounds import checked_round
from domain.tournaments.rounds.refusals import BreaksFormat
from domain.tournaments.terms import ArenaState, Bye, EntrantId, PairingContext, PlayedRound, Result, Round
from tests.support.swiss import field

AWAY = (Bye(EntrantId("p8"), "half"),)
ONE_AWAY = PairingContext(field(8), granted_byes=AWAY)
AN_HOUR = ArenaState(None, 3_600_000, tuple((EntrantId(f"p{seed}"), 0) for seed in range(1, 9)))

CASES: dict[str, tuple[Format, PairingContext]] = {
    "swiss": (Swiss(SwissRules(3)), ONE_AWAY),
    "individual_swiss": (IndividualSwiss(IndividualSwissRules(3)), ONE_AWAY),
    "round_robin": (RoundRobin(RoundRobinRules(1)), ONE_AWAY),
    "knock_out": (KnockOut(KnockOutRules()), ONE_AWAY),
    "night": (Night(NightRules(3)), ONE_AWAY),
    "duplicate_pairs": (DuplicatePairs(None, 3), ONE_AWAY),
    "duplicate_individual": (DuplicateIndividual(3), ONE_AWAY),
    "seat_by_seat": (SeatBySeat(3, 4), ONE_AWAY),
}


@pytest.mark.parametrize("kind", ["full", "half", "zero", "absent"])
@pytest.mark.parametrize("name", CASES)
def test_an_entrant_who_sits_out_gets_no_bye_that_was_not_granted(name, kind):
    format_, context = CASES[name]
    paired = format_.next_round(context, b"seed")
    sits_out = next(bye.entrant for bye in paired.byes if bye.kind == "pairing")
    byes = tuple(bye._replace(kind=kind) if bye.entrant == sits_out else bye for bye in paired.byes)

    assert set(checked_round(context, format_, paired).byes) == {*paired.byes, *AWAY}
    refused = refusal_of(format_, context, paired._replace(byes=byes))

    assert refused[0]["rule"] == "bye_not_kept"
    assert refused[0]["entrants"] == [sits_out]
    assert refused[0]["detail"] == f"No bye of kind {kind} has been granted to {sits_out}."


def refusal_of(format_: Format, context: PairingContext, paired: Round) -> list[dict]:
    """Returns the violations for which the round is refused."""
    with pytest.raises(BreaksFormat) as refused:
        checked_round(context, format_, paired)
    return refused.value.facts["violations"]


def test_an_eliminated_entrant_gets_no_bye_in_a_knock_out():
    format_, before = KnockOut(KnockOutRules()), PairingContext(field(4))
    first = format_.next_round(before, b"seed")
    after = before._replace(rounds=(PlayedRound(first, (Result(100, 0),) * 2),))
    final = format_.next_round(after, b"seed")
    loser = first.matches[0].second

    assert checked_round(after, format_, final) == final
    [refused] = refusal_of(format_, after, final._replace(byes=(Bye(loser, "full"),)))

    assert (refused["rule"], refused["entrants"]) == ("bye_not_kept", [loser])


def test_an_arena_has_no_byes_of_any_kind():
    format_ = Arena(ArenaRules())
    context = PairingContext(field(8), arena=AN_HOUR)
    paired = Round(1, format_.next_round(context, b"seed").matches[:3])
    free = next(each.id for each in context.entrants if each.id not in set(paired.entrants()))

    assert checked_round(context, format_, paired) == paired
    found = refusal_of(format_, context, paired._replace(byes=(Bye(free, "full"),)))

    assert [each["rule"] for each in found] == ["bye_not_kept", "bye"]
