"""Swiss rounds for two sides to a table, paired by the Dutch system of FIDE.

The basic rules are those of C.04.1 in the edition of 2025, the system is that of C.04.3 in the edition of 2016.

| absolute rule | what it says | FIDE |
|---|---|---|
| `meets_again` | two who have met at a table never meet again; a match that nobody came to is no meeting | C.04.1.2 |
| `forbidden` | two whom the organiser keeps apart never meet | |
| `two_byes` | at most one entrant has the pairing bye: the one who is left when the number is odd | C.04.1.3 |
| `second_bye` | no pairing bye for who has had one, or has got as much as for a win without playing | C.04.1.4 |

and those of `checks.py`. A round made here keeps these as well, as far as the absolute rules leave a choice:

| rule | given up | FIDE |
|---|---|---|
| entrants of one club do not meet | first | |
| no side three times running, or three times more often | next; for topscorers in the last round | C.04.1.6, C.04.1.7 |
| opponents of equal scores, balanced sides and floats | as far as must be, by the criteria C.5 to C.19 | C.04.3 |

Topscorers are those with more than half of all points that could be had. White is the side that is `first`. What was
not played counts neither as a meeting nor for the sides.

Scores are those of the course, whatever they are made of. Where all are whole tenths of a win, as with wins and draws,
the engine reckons with exactly the figures of FIDE. Finer ones, such as totals of victory points, it gets in
hundredths: all their differences are kept, but the artificial score of C.04.3 A.8 is a tenth of a point below a bracket
and not a whole win. In a bracket whose residents have equal scores that changes nothing; in a last bracket that had to
be collapsed it can have a say in who gets the bye. Victory points make few equal scores, so most brackets are single
entrants, and the system comes down to pairing neighbours in the ranking who have not met.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from domain.shuffle import Dice
from domain.tournament.format import Violation
from domain.tournament.pairing.apart import kept_apart_at_a_table
from domain.tournament.pairing.checks import general_violations
from domain.tournament.pairing.engine import Competitor, Paired, Played, Task, Unplayed, dutch
from domain.tournament.refusals import NoLegalPairing, RoundNotOver, TooFewToPair
from domain.tournament.rounds import WIN, Bye, Course, Entrant, EntrantId, Match, PlayedRound, Points, Round

LOT = b"swiss first side"
"""The label of the dice that give the strongest entrant a side in the first round."""


class SwissRules(NamedTuple):
    """What is agreed before the first round.

    Attributes:
        rounds: how many there are, from 1.
        win: what a match is worth at the most.
        forbidden: twos who must not meet.
        is_accelerated: whether the stronger half is paired as if it had won more, in the first rounds (C.04.5.1).
    """

    rounds: int
    win: Points = WIN
    forbidden: frozenset[frozenset[EntrantId]] = frozenset()
    is_accelerated: bool = False


def next_round(course: Course, rules: SwissRules, seed: bytes) -> Round | None:
    """The round that follows.

    Args:
        course: what has been; all its rounds are over.
        rules: of the tournament.
        seed: the tournament's, the same for every round: the side of the strongest entrant is drawn from it.

    Returns:
        The matches by table, those with the highest scores first, and the byes that were granted before the pairing
        bye; none when all rounds were played.

    Raises:
        RoundNotOver: a match has no result yet.
        TooFewToPair: fewer than two are present.
        NoLegalPairing: nothing keeps the absolute rules.
    """
    if len(course.rounds) >= rules.rounds:
        return None
    if not all(played.is_over for played in course.rounds):
        raise RoundNotOver("A match of an earlier round has no result yet.")
    if len(course.present()) < 2:
        raise TooFewToPair("Fewer than two entrants are present.")
    task = _task(course, rules, strongest_is_first=Dice(seed, LOT).below(2) == 0)
    for attempt in _attempts(task, _numbers(course, _club_mates(course.present()))):
        paired = dutch(attempt)
        if paired is not None:
            return _round(course, paired)
    raise NoLegalPairing(
        "Those who are present cannot all be paired without a rematch, a forbidden pair or a second bye.",
        hint="End the tournament here, lift a forbidden pair, or grant byes until the others can be paired.",
    )


def violations(course: Course, rules: SwissRules, round_: Round) -> tuple[Violation, ...]:
    """Every absolute rule that a round breaks, each as often as it is broken; none for a lawful round."""
    return (
        *general_violations(course, round_),
        *_one_round_too_many(rules, round_),
        *_meetings_again(course, round_),
        *kept_apart_at_a_table(rules.forbidden, round_),
        *_wrong_byes(course, rules, round_),
    )


def _one_round_too_many(rules: SwissRules, round_: Round) -> Iterator[Violation]:
    if round_.number > rules.rounds:
        yield Violation("number", f"The tournament has {rules.rounds} rounds.")


def _meetings_again(course: Course, round_: Round) -> Iterator[Violation]:
    meetings = course.meetings()
    for match in round_.matches:
        if meetings[frozenset(match)]:
            yield Violation("meets_again", f"{match.first} and {match.second} have met before.", match)


def _wrong_byes(course: Course, rules: SwissRules, round_: Round) -> Iterator[Violation]:
    byes = tuple(bye.entrant for bye in round_.byes if bye.kind == "pairing")
    if len(byes) > 1:
        yield Violation("two_byes", f"{len(byes)} entrants have the pairing bye.", byes)
    histories = _histories(course, rules)
    for entrant in byes:
        if "like_a_win" in histories.get(entrant, ()):
            detail = f"{entrant} has had a pairing bye, or as much as for a win without playing."
            yield Violation("second_bye", detail, (entrant,))


def _histories(course: Course, rules: SwissRules) -> dict[EntrantId, tuple[Played | Unplayed, ...]]:
    """What everybody did in each round; who was not named in one did not play."""
    numbers = {entrant.id: number for number, entrant in enumerate(course.entrants, 1)}
    done = [_done(course, rules, played, numbers) for played in course.rounds]
    return {entrant: tuple(each.get(entrant, "without_points") for each in done) for entrant in numbers}


def _done(
    course: Course, rules: SwissRules, played: PlayedRound, numbers: dict[EntrantId, int]
) -> dict[EntrantId, Played | Unplayed]:
    """What everybody did who was named in a round."""
    done: dict[EntrantId, Played | Unplayed] = {}
    for (first, second), result in zip(played.round.matches, played.results, strict=True):
        if result is None or result.kind in ("played", "adjudicated"):
            done[first] = Played(numbers[second], is_first=True)
            done[second] = Played(numbers[first], is_first=False)
        else:
            done[first] = _unplayed(rules, result.first)
            done[second] = _unplayed(rules, result.second)
    worth = dict(course.bye_points)
    for entrant, kind in played.round.byes:
        done[entrant] = "like_a_win" if kind == "pairing" else _unplayed(rules, worth[kind])
    return done


def _unplayed(rules: SwissRules, got: Points) -> Unplayed:
    return "like_a_win" if got >= rules.win else "without_points"


def _task(course: Course, rules: SwissRules, *, strongest_is_first: bool) -> Task:
    """The next round as the engine wants it."""
    present = {entrant.id for entrant in course.present()}
    histories = _histories(course, rules)
    standings = [course._replace(rounds=course.rounds[:count]).points() for count in range(len(course.rounds) + 1)]
    unit = _unit(rules, [points for standing in standings for points in standing.values()])
    favoured = _favoured(course) if rules.is_accelerated else frozenset()
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
        for entrant in course.entrants
    )
    forbidden = _numbers(course, rules.forbidden)
    return Task(competitors, rules.rounds, rules.win // unit, forbidden, strongest_is_first)


def _unit(rules: SwissRules, scores: Sequence[int]) -> int:
    """In how many hundredths the engine counts: tenths of a win where that is exact."""
    tenth = rules.win // 10
    # Half a win has to be exact as well: acceleration gives it.
    return tenth if tenth and not any(score % tenth for score in (rules.win // 2, rules.win, *scores)) else 1


def _favoured(course: Course) -> frozenset[EntrantId]:
    """Who is accelerated: the upper half at the start, made even, and all who came later and are as strong."""
    at_start = [entrant.id for entrant in course.entrants]
    if course.rounds:
        named = set(course.rounds[0].round.entrants())
        at_start = [entrant for entrant in at_start if entrant in named]
    last = at_start[2 * math.ceil(len(at_start) / 4) - 1]
    everybody = [entrant.id for entrant in course.entrants]
    return frozenset(everybody[: everybody.index(last) + 1])


def _virtual_points(rules: SwissRules, number: int) -> int:
    """What the accelerated are taken to have won more when that round is paired."""
    accelerated = math.ceil(rules.rounds / 2)
    if number <= math.ceil(accelerated / 2):
        return rules.win
    return rules.win // 2 if number <= accelerated else 0


def kept_apart(course: Course) -> frozenset[frozenset[EntrantId]]:
    """The twos that the pairing has kept apart so far: those of the organiser, and of one club if they have not met.

    Two of one club who have met show that the pairing had to give their rule up.
    """
    meetings = course.meetings()
    return course.apart | {two for two in _club_mates(course.entrants) if not meetings[two]}


def _club_mates(entrants: Iterable[Entrant]) -> frozenset[frozenset[EntrantId]]:
    clubs: dict[str, list[EntrantId]] = {}
    for entrant in entrants:
        if entrant.club is not None:
            clubs.setdefault(entrant.club, []).append(entrant.id)
    return frozenset(frozenset(two) for members in clubs.values() for two in combinations(members, 2))


def _numbers(course: Course, twos: Iterable[frozenset[EntrantId]]) -> frozenset[tuple[int, int]]:
    """The twos by their numbers, without those who do not take part."""
    numbers = {entrant.id: number for number, entrant in enumerate(course.entrants, 1)}
    known = (sorted(numbers[each] for each in two) for two in twos if len(two) == 2 and two <= numbers.keys())
    return frozenset((one, other) for one, other in known)


def _attempts(task: Task, apart: frozenset[tuple[int, int]]) -> Iterator[Task]:
    """The task as it should be solved, and what is asked for where that cannot be done, one after the other."""
    for balanced in (task, _without_limits_to_sides(task)):
        if apart - task.forbidden:
            yield balanced._replace(forbidden=task.forbidden | apart)
        yield balanced


def _without_limits_to_sides(task: Task) -> Task:
    """The same task, with all competitors as topscorers in the last round: the engine then does what it can."""
    rounds_played = len(task.competitors[0].history)
    lift = task.win * (rounds_played + 1)
    lifted = (each._replace(scores=tuple(score + lift for score in each.scores)) for each in task.competitors)
    return task._replace(competitors=tuple(lifted), rounds=rounds_played + 1)


def _round(course: Course, paired: Sequence[Paired]) -> Round:
    ids = {number: entrant.id for number, entrant in enumerate(course.entrants, 1)}
    matches = tuple(Match(ids[first], ids[second]) for first, second in paired if second is not None)
    byes = tuple(Bye(ids[first], "pairing") for first, second in paired if second is None)
    return Round(len(course.rounds) + 1, matches, (*course.out, *byes))
