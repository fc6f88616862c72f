"""Swiss rounds for two sides to a table, paired by the Dutch system of FIDE.

The basic rules are those of C.04.1 in the edition of 2025, the system is that of C.04.3 in the edition of 2016.

| absolute rule | meaning | FIDE |
|---|---|---|
| `meets_again` | two entrants never meet twice at a table; a match that nobody came to does not count | C.04.1.2 |
| `forbidden` | two entrants that the organiser keeps apart never meet | |
| `two_byes` | at most one entrant has the pairing bye, if their number is odd | C.04.1.3 |
| `second_bye` | no pairing bye after an earlier one, or after a win without playing | C.04.1.4 |

`domain/tournaments/rounds/proposed_rounds.py` checks the rules of every format. A round made here also keeps these
rules, as far as the absolute rules allow:

| rule | given up | FIDE |
|---|---|---|
| entrants of one club do not meet | first | |
| no side three times in a row or three times more often | next; topscorers in the last round | C.04.1.6, C.04.1.7 |
| opponents of equal scores, balanced sides and floats | as little as possible, by the criteria C.5 to C.19 | C.04.3 |

Topscorers have more than half of the maximum points. White is the side that is `first`. Unplayed rounds count neither
as meetings nor for the sides.

Scores are those of the context. If all scores are whole tenths of a win, as with wins and draws, the engine computes
with exactly the figures of FIDE. Finer scores, such as totals of victory points, are passed in hundredths. All
differences are kept, but the artificial score of C.04.3 A.8 is then a tenth of a point below a bracket instead of a
whole win. This changes nothing in a bracket of equal scores. In a collapsed last bracket it can affect who gets the
bye. With victory points, few scores are equal, so most brackets hold one entrant. The system then mostly pairs
neighbours in the ranking that have not met.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from domain.kernel.messages import message
from domain.kernel.shuffle import Dice
from domain.tournaments.formats.format import Violation
from domain.tournaments.pairing.engine import (
    Competitor,
    PairedCompetitors,
    PairingTask,
    PlayedPairing,
    Unplayed,
    dutch_pairing,
)
from domain.tournaments.pairing.exclusions import club_mates, kept_apart_at_a_table
from domain.tournaments.rounds.refusals import NoLegalPairing, RoundNotOver, TooFewToPair
from domain.tournaments.terms import WIN, Bye, Entrant, EntrantId, Match, PairingContext, PlayedRound, Points, Round

LOT = b"swiss first side"
"""The label of the dice that draw the first side of the strongest entrant."""


class SwissRules(NamedTuple):
    """The rules of a Swiss tournament.

    Attributes:
        rounds: the number of rounds, from 1.
        win: the most points that a match is worth.
        forbidden: pairs of entrants that must not meet.
        is_accelerated: whether the stronger half is paired with virtual points in the first rounds (C.04.5.1).
    """

    rounds: int
    win: Points = WIN
    forbidden: frozenset[frozenset[EntrantId]] = frozenset()
    is_accelerated: bool = False


def next_round(context: PairingContext, rules: SwissRules, seed: bytes) -> Round | None:
    """Returns the next round.

    Args:
        context: all rounds so far; they must be over.
        rules: the rules of the tournament.
        seed: the seed of the tournament, the same for every round. It decides the side of the strongest entrant.

    Returns:
        The matches by table, those with the highest scores first, and the byes: granted byes before the pairing bye.
            `None` when all rounds were played.

    Raises:
        RoundNotOver: a match has no result yet.
        TooFewToPair: fewer than two entrants are present.
        NoLegalPairing: no pairing keeps the absolute rules.
    """
    if len(context.rounds) >= rules.rounds:
        return None
    if not all(played.is_over for played in context.rounds):
        raise RoundNotOver(message("A match of an earlier round has no result yet."))
    if len(context.present()) < 2:
        raise TooFewToPair(message("Fewer than two entrants are present."))
    task = _task(context, rules, strongest_is_first=Dice(seed, LOT).below(2) == 0)
    for attempt in _attempts(task, _numbers(context, _club_mates(context.present()))):
        paired = dutch_pairing(attempt)
        if paired is not None:
            return _round(context, paired)
    raise NoLegalPairing(
        message(
            "The entrants who are present cannot all be paired without a rematch, a forbidden pair or a second bye."
        ),
        hint=message("Finish the tournament, allow a forbidden pair, or grant byes until the others can be paired."),
    )


def violations(context: PairingContext, rules: SwissRules, round_: Round) -> tuple[Violation, ...]:
    """Returns every violation of an absolute rule in a round that names all entrants as it must.

    `number`: the tournament has no such round. The others are the rules of the first table.
    """
    return (
        *_one_round_too_many(rules, round_),
        *_repeated_meetings(context, round_),
        *kept_apart_at_a_table(rules.forbidden, round_),
        *_wrong_byes(context, rules, round_),
    )


def _one_round_too_many(rules: SwissRules, round_: Round) -> Iterator[Violation]:
    if round_.number > rules.rounds:
        yield Violation("number", message("The tournament has {rounds} rounds", rounds=rules.rounds))


def _repeated_meetings(context: PairingContext, round_: Round) -> Iterator[Violation]:
    meetings = context.meetings()
    for match in round_.matches:
        if meetings[frozenset(match)]:
            yield Violation(
                "meets_again",
                message("{first} and {second} have met before", first=match.first, second=match.second),
                match,
            )


def _wrong_byes(context: PairingContext, rules: SwissRules, round_: Round) -> Iterator[Violation]:
    byes = tuple(bye.entrant for bye in round_.byes if bye.kind == "pairing")
    if len(byes) > 1:
        yield Violation(
            "two_byes", message("{count} entrants have a pairing bye, but at most one may", count=len(byes)), byes
        )
    histories = _histories(context, rules)
    for entrant in byes:
        if "like_a_win" in histories.get(entrant, ()):
            detail = message("{entrant} has already had a pairing bye, or a win without playing", entrant=entrant)
            yield Violation("second_bye", detail, (entrant,))


def _histories(context: PairingContext, rules: SwissRules) -> dict[EntrantId, tuple[PlayedPairing | Unplayed, ...]]:
    """Returns what every entrant did in each round; entrants that a round does not name did not play in it."""
    numbers = {entrant.id: number for number, entrant in enumerate(context.entrants, 1)}
    done = [_history_of_round(context, rules, played, numbers) for played in context.rounds]
    return {entrant: tuple(each.get(entrant, "without_points") for each in done) for entrant in numbers}


def _history_of_round(
    context: PairingContext, rules: SwissRules, played: PlayedRound, numbers: dict[EntrantId, int]
) -> dict[EntrantId, PlayedPairing | Unplayed]:
    """Returns what the entrants named in a round did."""
    done: dict[EntrantId, PlayedPairing | Unplayed] = {}
    for (first, second), result in zip(played.round.matches, played.results, strict=True):
        if result is None or result.kind in ("played", "adjudicated"):
            done[first] = PlayedPairing(numbers[second], is_first=True)
            done[second] = PlayedPairing(numbers[first], is_first=False)
        else:
            done[first] = _unplayed_round(rules, result.first)
            done[second] = _unplayed_round(rules, result.second)
    worth = dict(context.bye_points)
    for entrant, kind in played.round.byes:
        done[entrant] = "like_a_win" if kind == "pairing" else _unplayed_round(rules, worth[kind])
    return done


def _unplayed_round(rules: SwissRules, got: Points) -> Unplayed:
    return "like_a_win" if got >= rules.win else "without_points"


def _task(context: PairingContext, rules: SwissRules, *, strongest_is_first: bool) -> PairingTask:
    """Returns the next round as a task for the engine."""
    present = {entrant.id for entrant in context.present()}
    histories = _histories(context, rules)
    standings = [context._replace(rounds=context.rounds[:count]).points() for count in range(len(context.rounds) + 1)]
    unit = _unit(rules, [points for standing in standings for points in standing.values()])
    favoured = _accelerated_entrants(context) if rules.is_accelerated else frozenset()
    competitors = tuple(
        Competitor(
            histories[entrant.id],
            tuple(
                (standing[entrant.id] + (_virtual_points(rules, number) if entrant.id in favoured else 0)) // unit
                for number, standing in enumerate(standings, 1)
            ),
            standings[-1][entrant.id] // unit,
            entrant.id in present,
        )
        for entrant in context.entrants
    )
    forbidden = _numbers(context, rules.forbidden)
    return PairingTask(competitors, rules.rounds, rules.win // unit, forbidden, strongest_is_first)


def _unit(rules: SwissRules, scores: Sequence[int]) -> int:
    """Returns the unit of the engine in hundredths of a point: a tenth of a win where that is exact."""
    tenth = rules.win // 10
    # Acceleration gives half a win, so that must be exact as well.
    return tenth if tenth and not any(score % tenth for score in (rules.win // 2, rules.win, *scores)) else 1


def _accelerated_entrants(context: PairingContext) -> frozenset[EntrantId]:
    """Returns the accelerated entrants: the upper half at the start, made even, and later ones of equal strength."""
    at_start = [entrant.id for entrant in context.entrants]
    if context.rounds:
        named = set(context.rounds[0].round.entrants())
        at_start = [entrant for entrant in at_start if entrant in named]
    last = at_start[2 * math.ceil(len(at_start) / 4) - 1]
    everybody = [entrant.id for entrant in context.entrants]
    return frozenset(everybody[: everybody.index(last) + 1])


def _virtual_points(rules: SwissRules, number: int) -> int:
    """Returns the virtual points of accelerated entrants in that round."""
    accelerated = math.ceil(rules.rounds / 2)
    if number <= math.ceil(accelerated / 2):
        return rules.win
    return rules.win // 2 if number <= accelerated else 0


def kept_apart(context: PairingContext) -> frozenset[frozenset[EntrantId]]:
    """Returns the pairs that were kept apart so far: those set by staff, and those of one club that have not met.

    If two entrants of one club have met, the rule had been given up for them.
    """
    meetings = context.meetings()
    return context.forbidden_pairs | {two for two in _club_mates(context.entrants) if not meetings[two]}


def _club_mates(entrants: Iterable[Entrant]) -> frozenset[frozenset[EntrantId]]:
    return club_mates((entrant.club, (entrant.id,)) for entrant in entrants)


def _numbers(context: PairingContext, twos: Iterable[frozenset[EntrantId]]) -> frozenset[tuple[int, int]]:
    """Returns the pairs by number, without entrants that do not take part."""
    numbers = {entrant.id: number for number, entrant in enumerate(context.entrants, 1)}
    known = (sorted(numbers[each] for each in two) for two in twos if len(two) == 2 and two <= numbers.keys())
    return frozenset((one, other) for one, other in known)


def _attempts(task: PairingTask, apart: frozenset[tuple[int, int]]) -> Iterator[PairingTask]:
    """Returns the task as it should be solved, then weaker versions of it in order, for when it has no solution."""
    for balanced in (task, _without_limits_to_sides(task)):
        if apart - task.forbidden:
            yield balanced._replace(forbidden=task.forbidden | apart)
        yield balanced


def _without_limits_to_sides(task: PairingTask) -> PairingTask:
    """Returns the task with all competitors as topscorers in the last round, for which the engine relaxes the sides."""
    rounds_played = len(task.competitors[0].history)
    lift = task.win * (rounds_played + 1)
    lifted = (each._replace(scores=tuple(score + lift for score in each.scores)) for each in task.competitors)
    return task._replace(competitors=tuple(lifted), rounds=rounds_played + 1)


def _round(context: PairingContext, paired: Sequence[PairedCompetitors]) -> Round:
    ids = {number: entrant.id for number, entrant in enumerate(context.entrants, 1)}
    matches = tuple(Match(ids[first], ids[second]) for first, second in paired if second is not None)
    byes = tuple(Bye(ids[first], "pairing") for first, second in paired if second is None)
    return Round(len(context.rounds) + 1, matches, (*context.granted_byes, *byes))
