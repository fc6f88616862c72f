"""Who sits out, compared with all possible choices: as few as possible twice running, then those out least."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from domain.tournaments.boards.seat_by_seat import SeatBySeat
from domain.tournaments.formats.format import entrants_of_match
from domain.tournaments.formats.kinds import IndividualSwiss, Night
from domain.tournaments.pairing.individual_swiss import IndividualSwissRules
from domain.tournaments.pairing.night import NightRules
from domain.tournaments.terms import Bye, Entrant, EntrantId, PairingContext, PlayedRound, Round
from tests.support.swiss import RESULTS, field, played

ROUNDS = 12
FORMATS = {
    "night": (Night(NightRules(ROUNDS)), 4),
    "individual_swiss": (IndividualSwiss(IndividualSwissRules(ROUNDS)), 4),
    **{f"seat_by_seat_{seats}": (SeatBySeat(ROUNDS, seats), seats) for seats in (5, 6, 7, 8)},
}


def sat_out(format_: Any, rounds: Sequence[PlayedRound], entrants: Sequence[Entrant]) -> list[set[EntrantId]]:
    """Returns for each round the entrants that were not at a table."""
    at_tables = (
        {each for match in past.round.matches for each in entrants_of_match(format_, match)} for past in rounds
    )
    return [{each.id for each in entrants} - seated for seated in at_tables]


def cost(out: Sequence[EntrantId], before: list[set[EntrantId]]) -> tuple[int, int]:
    """Returns how many of these players sat out in the round before, and how often they have sat out altogether."""
    times = Counter(each for round_ in before for each in round_)
    return sum(each in before[-1] for each in out) if before else 0, sum(times[each] for each in out)


def play(name: str, players: int, *, absent: float, seed: str) -> tuple[PairingContext, list[set[EntrantId]]]:
    """Plays all rounds with random results and absences, and checks each choice against all possible ones."""
    (format_, seats), luck = FORMATS[name], Random(f"{name} {players} {absent} {seed}")
    context = PairingContext(field(players))
    for number in range(1, ROUNDS + 1):
        away = [each.id for each in context.entrants if luck.random() < absent]
        away = away[: max(0, players - seats)]
        context = context._replace(granted_byes=tuple(Bye(each, "zero") for each in away))
        here = [each.id for each in context.present()]
        paired = format_.next_round(context, luck.randbytes(32))
        assert paired is not None
        out = [bye.entrant for bye in paired.byes if bye.kind == "pairing"]
        before = sat_out(format_, context.rounds, context.entrants)
        assert len(out) == len(here) % seats
        assert cost(out, before) == min(cost(those, before) for those in combinations(here, len(out)))
        results = [luck.choice(RESULTS) for _ in paired.matches]
        whole = Round(number, paired.matches, (*paired.byes, *(Bye(each, "zero") for each in away if each not in out)))
        context = played(context, whole, results)
    return context, sat_out(format_, context.rounds, context.entrants)


CASES = [
    (name, players)
    for name, (_, seats) in FORMATS.items()
    for players in range(max(seats, 8) if name.startswith("indiv") else seats, 2 * seats + 4)
]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_with_everybody_present_nobody_sits_out_twice_running_and_the_numbers_differ_by_at_most_one(
    name: str, players: int
):
    for seed in "abc":
        context, out = play(name, players, absent=0, seed=seed)
        times = Counter(each for round_ in out for each in round_)
        counts = [times[each.id] for each in context.entrants]
        assert max(counts) - min(counts) <= 1
        assert not any(one & two for one, two in pairwise(out))


@pytest.mark.parametrize("name", FORMATS)
def test_with_absences_the_choice_is_among_the_best(name: str):
    for players in range(9, 13):
        play(name, players, absent=0.15, seed="away")
