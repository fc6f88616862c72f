"""Independent computations that check a season of tournaments from answers of the API.

They share no code with the service. Standings and matchpoints are computed with exact fractions.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

Json = Mapping[str, Any]


def faults_of_rounds(rounds: Sequence[Json], field: Iterable[str], *, partners_change: bool = False) -> list[str]:
    """Returns the faults in the rounds of a tournament in which no two entrants may meet twice.

    Args:
        rounds: answers of `view_round`.
        field: ids of all entrants, each of whom must occur in every round.
        partners_change: whether a side is two entrants, `one+two`. Then no two entrants may be partners twice, and
            opponents are not checked.
    """
    faults = []
    entrants = set(field)
    met: Counter[frozenset[str]] = Counter()
    for number, played in enumerate(rounds, start=1):
        if played["number"] != number:
            faults.append(f"round {played['number']} is in place of round {number}")
        named = [each["entrant"] for each in played["byes"]]
        for match in played["matches"]:
            sides = (match["first"], match["second"])
            members = [side.split("+") if partners_change else [side] for side in sides]
            named += [each for side in members for each in side]
            met.update([frozenset(side) for side in members] if partners_change else [frozenset(sides)])
            if match["result"] is None:
                faults.append(f"match {match['number']} of round {number} has no result")
        if Counter(named) != Counter(entrants):
            faults.append(f"round {number} does not have every entrant once")
    faults += [f"{sorted(two)} met {times} times" for two, times in met.items() if times > 1]
    return faults


def points(rounds: Sequence[Json], field: Iterable[str], byes: Mapping[str, int]) -> dict[str, int]:
    """Returns the points of every entrant in hundredths. `byes` has the hundredths for each kind of bye."""
    total = dict.fromkeys(field, 0)
    for played in rounds:
        for match in played["matches"]:
            total[match["first"]] += match["result"]["first"]
            total[match["second"]] += match["result"]["second"]
        for bye in played["byes"]:
            total[bye["entrant"]] += byes[bye["kind"]]
    return total


def opponents(rounds: Sequence[Json]) -> dict[str, list[tuple[str, int]]]:
    """Returns the opponents of each entrant, with the hundredths of points won against each."""
    found: dict[str, list[tuple[str, int]]] = {}
    for played in rounds:
        for match in played["matches"]:
            result = match["result"]
            found.setdefault(match["first"], []).append((match["second"], result["first"]))
            found.setdefault(match["second"], []).append((match["first"], result["second"]))
    return found


def swiss_order(rounds: Sequence[Json], field: Sequence[str]) -> list[tuple[int, Fraction, Fraction, str]]:
    """Returns hundredths of points, Buchholz, Sonneborn-Berger and entrant of a tournament without byes, best first."""
    total, met = points(rounds, field, {}), opponents(rounds)
    rows = []
    for each in field:
        buchholz = Fraction(sum(total[other] for other, _ in met[each]), 100)
        berger = sum((Fraction(total[other], 100) * Fraction(had, 100) for other, had in met[each]), Fraction())
        rows.append((total[each], buchholz, berger, each))
    return sorted(rows, reverse=True)


def elo_after(
    before: Mapping[str, tuple[int, int]], rounds: Sequence[Json], who: Mapping[str, str]
) -> dict[str, tuple[int, int]]:
    """Returns the Elo and number of games of each player after the rounds of a night (NIGHT-ELO-02).

    Args:
        before: Elo and number of games of each player before the night.
        rounds: rounds of the night, in which nobody plays twice.
        who: the player of each entrant.
    """
    now = dict(before)
    for played in rounds:
        for match in played["matches"]:
            sides = [[who[each] for each in match[side].split("+")] for side in ("first", "second")]
            means = [sum(now[player][0] for player in side) / 2 for side in sides]
            scores = [match["result"]["first"] / 100, match["result"]["second"] / 100]
            changed = {
                player: round((32 if now[player][1] < 30 else 16) * (score - 1 / (1 + 10 ** ((theirs - own) / 400))))
                for side, own, theirs, score in zip(sides, means, means[::-1], scores, strict=True)
                for player in side
            }
            now |= {player: (now[player][0] + change, now[player][1] + 1) for player, change in changed.items()}
    return now


def by_matchpoints(scores: Sequence[Json]) -> dict[str, Fraction]:
    """Returns the percentage of the possible matchpoints that each pair has won.

    A pair gets 2 for each score of another table that it beats, and 1 for each tie."""
    had: Counter[str] = Counter()
    top: Counter[str] = Counter()
    for each in scores:
        same = [other["score"]["total"] for other in scores if other["board"] == each["board"] and other is not each]
        beaten = sum(2 * (each["score"]["total"] > other) + (each["score"]["total"] == other) for other in same)
        had.update({each["even"]: beaten, each["odd"]: 2 * len(same) - beaten})
        top.update({each["even"]: 2 * len(same), each["odd"]: 2 * len(same)})
    return {pair: Fraction(100 * had[pair], top[pair]) for pair in top}
