"""Random pairing contexts for property tests, with any pairings, byes, absences and missing results."""

from hypothesis import strategies as st

from domain.tournaments.terms import DRAW, LOSS, WIN, Bye, Entrant, Match, PairingContext, PlayedRound, Result, Round
from tests.support.crosstables import name

PLAYED = [Result(WIN, LOSS), Result(DRAW, DRAW), Result(LOSS, WIN)]
ADJUDICATED = [result._replace(kind="adjudicated") for result in PLAYED]
FORFEITS = [Result(WIN, LOSS, "forfeit"), Result(LOSS, WIN, "forfeit"), Result(LOSS, LOSS, "double_forfeit")]
BYES = ["pairing", "full", "half", "zero", "absent"]


def of_entrants(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(name(seed), seed, 2000 - 10 * seed) for seed in range(1, count + 1))


@st.composite
def pairing_contexts(draw, most=8, rounds=6, *, results=(*PLAYED, *ADJUDICATED, *FORFEITS, None), byes=BYES):
    """Draws a context of 1 to `most` entrants and up to `rounds` rounds. A result of `None` is a missing result."""
    entrants = of_entrants(draw(st.integers(1, most)))
    ids = [entrant.id for entrant in entrants]
    made = []
    for number in range(1, draw(st.integers(0, rounds)) + 1):
        order = draw(st.permutations(ids))
        paired = draw(st.integers(0, len(ids) // 2))
        matches = tuple(Match(*order[2 * table : 2 * table + 2]) for table in range(paired))
        kinds = {each: draw(st.sampled_from([*byes, None])) for each in order[2 * paired :]}
        out = tuple(Bye(each, kind) for each, kind in kinds.items() if kind is not None)
        came = tuple(draw(st.sampled_from(list(results))) for _ in matches)
        made.append(PlayedRound(Round(number, matches, out), came))
    return PairingContext(entrants, tuple(made))
