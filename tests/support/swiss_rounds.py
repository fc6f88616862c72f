"""Short notations for the entrants, matches and byes of a Swiss round."""

from domain.kernel.shuffle import Dice
from domain.tournaments.pairing.swiss import LOT, SwissRules
from domain.tournaments.terms import Bye, EntrantId, Match, Result, Round

THREE = SwissRules(3)
FIRST_WINS, SECOND_WINS, FORFEIT = Result(100, 0), Result(0, 100), Result(100, 0, "forfeit")


def ids(text: str) -> tuple[EntrantId, ...]:
    return tuple(EntrantId(each) for each in text.split())


def bye(entrant: str, kind: str = "pairing") -> Bye:
    return Bye(EntrantId(entrant), kind)


def matches(text: str) -> tuple[Match, ...]:
    """Returns the matches of a text such as `p1-p2 p3-p4`."""
    return tuple(Match(*map(EntrantId, each.split("-"))) for each in text.split())


def twos(round_: Round) -> list[str]:
    """Returns the pairings by table, such as `p1-p2`, with the two names sorted."""
    return ["-".join(sorted(match)) for match in round_.matches]


def seed_for(first: int) -> bytes:
    """Returns a seed whose lot puts the strongest entrant first (0) or second (1)."""
    seeds = (number.to_bytes(1, "big") for number in range(100))
    return next(seed for seed in seeds if Dice(seed, LOT).below(2) == first)


FIRST, SECOND = seed_for(0), seed_for(1)
