"""Swiss tournaments for tests: simulations, legal pairings by the text of the rules, and reports in TRF."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from domain.tournaments.pairing.swiss import SwissRules, next_round
from domain.tournaments.rounds.refusals import NoLegalPairing, TooFewToPair
from domain.tournaments.terms import (
    DRAW,
    LOSS,
    WIN,
    Bye,
    Entrant,
    EntrantId,
    PairingContext,
    PlayedRound,
    Result,
    Round,
)

RESULTS = (Result(WIN, LOSS), Result(LOSS, WIN), Result(DRAW, DRAW))
UNPLAYED = (
    Result(WIN, LOSS, "forfeit"),
    Result(LOSS, WIN, "forfeit"),
    Result(LOSS, LOSS, "double_forfeit"),
)


def field(size: int, clubs: Sequence[str | None] = (None,)) -> tuple[Entrant, ...]:
    """Returns this many entrants, named by seed. The clubs are assigned in turn."""
    return tuple(
        Entrant(EntrantId(f"p{seed}"), seed, club=clubs[(seed - 1) % len(clubs)]) for seed in range(1, size + 1)
    )


def played(context: PairingContext, round_: Round, results: Sequence[Result | None]) -> PairingContext:
    """Returns the context after a round. No entrant sits out the next round yet."""
    return context._replace(rounds=(*context.rounds, PlayedRound(round_, tuple(results))), granted_byes=())


def by_chance(luck: random.Random, round_: Round) -> tuple[Result, ...]:
    """Returns random results. About one match in fifteen is not played."""
    return tuple(luck.choice(UNPLAYED if luck.random() < 1 / 15 else RESULTS) for _ in round_.matches)


Season = Iterator[tuple[PairingContext, Round | None]]


def season(luck: random.Random, size: int, rules: SwissRules, results: Callable = by_chance) -> Season:
    """Plays a random tournament with late entries, withdrawals and byes. Yields each context with its next round.

    The round is `None` if there is no legal pairing. Then the tournament ends.
    """
    everybody = field(size, (None, "A", "B", None, "C"))
    late = {entrant for entrant in everybody[2:] if luck.random() < 1 / 10}
    context = PairingContext(tuple(entrant for entrant in everybody if entrant not in late))
    while True:
        context = _before_the_next_round(luck, context, everybody)
        try:
            round_ = next_round(context, rules, b"of the tournament")
        except TooFewToPair:
            return
        except NoLegalPairing:
            yield context, None
            return
        if round_ is None:
            return
        yield context, round_
        context = played(context, round_, results(luck, round_))


def _before_the_next_round(
    luck: random.Random, context: PairingContext, everybody: tuple[Entrant, ...]
) -> PairingContext:
    here = {
        entrant for entrant in everybody if entrant in context.entrants or (context.rounds and luck.random() < 1 / 3)
    }
    entrants = tuple(entrant for entrant in everybody if entrant in here)
    withdrawn = context.withdrawn.union(entrant.id for entrant in entrants if luck.random() < 1 / 40)
    away = [entrant.id for entrant in entrants if entrant.id not in withdrawn and luck.random() < 1 / 15]
    out = tuple(Bye(entrant, luck.choice(("full", "half", "zero", "absent"))) for entrant in away)
    return context._replace(entrants=entrants, withdrawn=withdrawn, granted_byes=out)


def present(context: PairingContext) -> list[EntrantId]:
    """Returns the entrants to be paired."""
    out = {bye.entrant for bye in context.granted_byes}
    return [each.id for each in context.entrants if each.id not in out and each.id not in context.withdrawn]


def met(context: PairingContext) -> set[frozenset[EntrantId]]:
    """Returns the pairs of entrants that have met at a table."""
    return {
        frozenset(match)
        for each in context.rounds
        for match, result in zip(each.round.matches, each.results, strict=True)
        if result.kind in ("played", "adjudicated")
    }


def barred_from_a_bye(context: PairingContext, win: int = WIN) -> set[EntrantId]:
    """Returns the entrants that must not get a pairing bye."""
    barred = set()
    worth = dict(context.bye_points)
    for each in context.rounds:
        barred |= {bye.entrant for bye in each.round.byes if bye.kind == "pairing" or worth[bye.kind] >= win}
        for match, result in zip(each.round.matches, each.results, strict=True):
            if result.kind in ("forfeit", "double_forfeit"):
                barred |= {who for who, got in zip(match, result[:2], strict=True) if got >= win}
    return barred


def sides(context: PairingContext) -> dict[EntrantId, list[int]]:
    """Returns the sides of each entrant in its matches: 1 for the first, -1 for the second."""
    had: dict[EntrantId, list[int]] = {entrant.id: [] for entrant in context.entrants}
    for each in context.rounds:
        for match, result in zip(each.round.matches, each.results, strict=True):
            if result.kind in ("played", "adjudicated"):
                had[match.first].append(1)
                had[match.second].append(-1)
    return had


def breaks_limits(had: Sequence[int]) -> bool:
    """Returns whether the last three sides are the same, or one side occurs at least three times more often."""
    return abs(sum(had)) > 2 or abs(sum(had[-3:])) == 3


def topscorers(context: PairingContext, rules: SwissRules) -> set[EntrantId]:
    """Returns the entrants with more than half of the points, before the last round; otherwise an empty set."""
    if len(context.rounds) != rules.rounds - 1:
        return set()
    return {who for who, points in context.points().items() if points * 2 > rules.win * len(context.rounds)}


def legal_pairs(context: PairingContext, rules: SwissRules, *, limits: bool) -> set[frozenset[EntrantId]]:
    """Returns the pairs that may meet: those that have not met and are not forbidden.

    With `limits`, each entrant must also have a side that keeps its limits, unless one of them is a topscorer.
    """
    before, had, top = met(context), sides(context), topscorers(context, rules)

    def fits(one: EntrantId, two: EntrantId) -> bool:
        if not limits or {one, two} & top:
            return True
        ways = ((1, -1), (-1, 1))
        return any(not breaks_limits([*had[one], a]) and not breaks_limits([*had[two], b]) for a, b in ways)

    twos = map(frozenset, combinations(present(context), 2))
    return {two for two in twos if two not in before and two not in rules.forbidden and fits(*two)}


def pairings(
    who: Sequence[EntrantId], pairs: set[frozenset[EntrantId]], barred: set[EntrantId]
) -> Iterator[list[frozenset[EntrantId]]]:
    """Yields all complete pairings from these pairs. A bye is a set of one entrant."""
    if not who:
        yield []
        return
    # Starts with the entrant that has the fewest choices, to find dead ends early.
    choices = {each: [other for other in who if frozenset((each, other)) in pairs] for each in who}
    odd = len(who) % 2
    one = min(who, key=lambda each: len(choices[each]) + (odd and each not in barred))
    for other in choices[one]:
        left = [each for each in who if each not in (one, other)]
        for rest in pairings(left, pairs, barred):
            yield [frozenset((one, other)), *rest]
    if odd and one not in barred:
        for rest in pairings([each for each in who if each != one], pairs, barred):
            yield [frozenset((one,)), *rest]


def can_be_paired(context: PairingContext, rules: SwissRules, *, limits: bool) -> bool:
    """Returns whether a legal pairing exists."""
    found = pairings(present(context), legal_pairs(context, rules, limits=limits), barred_from_a_bye(context))
    return next(found, None) is not None


def report(
    context: PairingContext, rules: SwissRules, first: str, extra: Mapping[EntrantId, Sequence[float]] | None = None
) -> str:
    """Returns the tournament as a text in the format TRF, with the extensions for pairing programs.

    Args:
        context: the context so far.
        rules: the rules of the tournament. Acceleration is ignored.
        first: `white1` or `black1`.
        extra: the virtual points for each round, by entrant. Entrants without virtual points may be missing.
    """
    numbers = {entrant.id: number for number, entrant in enumerate(context.entrants, 1)}
    points = context.points()
    lines = [f"XXR {rules.rounds}", f"XXC {first}"]
    for who, number in numbers.items():
        cells = "".join("  " + _cell(each, who, numbers) for each in context.rounds)
        total = f"{points[who] / 100:.1f}"
        lines.append(f"001 {number:4} {'':4} {who:33} {'':4} {'':3} {'':11} {'':10} {total:>4} {number:4}{cells}")
    away = [number for who, number in numbers.items() if who not in present(context)]
    lines += [f"XXZ {number}" for number in away]
    lines += ["XXP " + " ".join(str(numbers[each]) for each in two) for two in rules.forbidden]
    for who, virtual in (extra or {}).items():
        lines.append(f"XXA {numbers[who]:4} " + " ".join(f"{each:4.1f}" for each in virtual))
    return "\n".join(lines) + "\n"


def _cell(each: PlayedRound, who: EntrantId, numbers: Mapping[EntrantId, int]) -> str:
    for match, result in zip(each.round.matches, each.results, strict=True):
        if who in match:
            at = match.index(who)
            points, other = result[at], match[1 - at]
            is_played = result.kind in ("played", "adjudicated")
            code = ({WIN: "1", DRAW: "=", LOSS: "0"} if is_played else {WIN: "+", LOSS: "-"})[points]
            return f"{numbers[other]:4} {'wb'[at]} {code}"
    # After a full bye, an entrant gets no pairing bye. Only the code of a pairing bye tells this to the program.
    codes = {"pairing": "U", "full": "U", "half": "H", "zero": "Z", "absent": "Z"}
    kinds = [bye.kind for bye in each.round.byes if bye.entrant == who]
    return f"0000 - {codes[kinds[0]] if kinds else 'Z'}"


def floats(pairing: Sequence[frozenset[EntrantId]], points: Mapping[EntrantId, int]) -> list[list[int]]:
    """Returns the figures of the criteria C.5 to C.7 of C.04.3 for the two highest score groups. Lower is better.

    The first figure counts the entrants of the highest group that are not paired within it. The second counts those
    of the two highest groups that are not paired within these two. The other list, if there are two groups, has the
    score differences of the pairs within the two groups, largest first. An entrant that is not paired within them
    counts as paired with one that has a point less than the second group.
    """
    first, second = _two_highest({points[who] for pair in pairing for who in pair})
    found = [[len(_unpaired(pairing, points, least))] for least in (first, second)]
    if second < first:
        within = [abs(points[one] - points[two]) for one, two in _paired(pairing, points, second)]
        floating = [points[who] - second + WIN for who in _unpaired(pairing, points, second)]
        found.append(sorted((*within, *floating), reverse=True))
    return found


def _two_highest(scores: set[int]) -> tuple[int, int]:
    highest = max(scores)
    return highest, max(scores - {highest}, default=highest)


def _paired(
    pairing: Sequence[frozenset[EntrantId]], points: Mapping[EntrantId, int], least: int
) -> list[tuple[EntrantId, ...]]:
    return [tuple(pair) for pair in pairing if len(pair) == 2 and all(points[who] >= least for who in pair)]


def _unpaired(pairing: Sequence[frozenset[EntrantId]], points: Mapping[EntrantId, int], least: int) -> list[EntrantId]:
    within = {who for pair in _paired(pairing, points, least) for who in pair}
    return [who for pair in pairing for who in pair if points[who] >= least and who not in within]
