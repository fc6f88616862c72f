"""Knock-out: who loses is out, until one is left.

| | |
|---|---|
| size of the bracket | the least power of two that holds all entrants: 2^R, for R rounds |
| first round | seed s would meet seed 2^R + 1 - s; where there is no such seed, s goes to the second round (a bye) |
| who moves on | the side with more points |
| equal points | the match needs a decision, and until there is one no further round is made |
| nobody came | nobody moves on |
| one side is away or nobody's | the other side moves on, with a bye |
| third place | where wanted, from four entrants on: the losers of the semi-finals meet in the round of the final |
| who is first | who has been first less often; a lot where that is equal |

As long as the better seed wins, two who meet when 2^k are left have seeds that add up to 2^k + 1: the best two can
meet in the final alone, the best four not before the semi-finals, and so on.

Matches are numbered from 1 by rounds, and from the top in a round; the match for third place comes after the final.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from domain.refusals import Illegal, WrongMoment
from domain.shuffle import Dice
from domain.tournament.rounds import Bye, Course, EntrantId, Match, PlayedRound, Result, Round


class MatchUndecided(WrongMoment):
    """A match of the knock-out has no winner yet."""


class NotOfTheBracket(Illegal):
    """A round of a knock-out has other matches than its bracket."""


class KnockOutRules(NamedTuple):
    """How a knock-out is played; with a match for third place or without."""

    third_place: bool = False


class Seeded(NamedTuple):
    """A side that comes from the list of entrants, by its place in it, from 1."""

    place: int


class WinnerOf(NamedTuple):
    """A side that comes from a match, by its number: who won it."""

    match: int


class LoserOf(NamedTuple):
    """A side that comes from a match, by its number: who lost it."""

    match: int


Source = Seeded | WinnerOf | LoserOf


class BracketMatch(NamedTuple):
    """A match of the bracket.

    Attributes:
        number: of the match, from 1.
        round: in which it is played, from 1.
        place: from the top of the bracket, from 1, in a round of as many places as its full bracket has: the winners
            of the places 2p - 1 and 2p meet on place p of the next round. The match for third place is on place 2.
        sides: where they come from, the upper one in front.
    """

    number: int
    round: int
    place: int
    sides: tuple[Source, Source]

    @property
    def is_for_third_place(self) -> bool:
        """Whether those play it who lost the semi-finals."""
        return isinstance(self.sides[0], LoserOf)


MatchState = Literal["awaited", "ready", "playing", "undecided", "decided"]
"""Not all sides are known; the next round has it; there is no result; the result has no winner; it is over."""

Sides = tuple[EntrantId | None, EntrantId | None]


class BracketState(NamedTuple):
    """How a match of the bracket stands.

    Attributes:
        match: which one.
        state: how far it has come.
        sides: who plays it, the upper one in front; none who is not known yet, or where nobody has moved on.
        winner: who moves on; none as long as that is open, or where nobody does.
    """

    match: BracketMatch
    state: MatchState
    sides: Sides
    winner: EntrantId | None

    @property
    def loser(self) -> EntrantId | None:
        """Who has lost to a winner."""
        if self.winner is None:
            return None
        return self.sides[1] if self.winner == self.sides[0] else self.sides[0]


def bracket(entrants: int, rules: KnockOutRules) -> tuple[BracketMatch, ...]:
    """All matches for so many entrants, in the order of their numbers; one fewer than entrants, and that for third."""
    matches: list[BracketMatch] = []
    level: list[Source | None] = [Seeded(place) if place <= entrants else None for place in _seeding(entrants)]
    number = 0
    while len(level) > 1:
        number += 1
        above: list[Source | None] = []
        for place, (upper, lower) in enumerate(zip(level[::2], level[1::2], strict=True), 1):
            if upper is not None and lower is not None:
                matches.append(BracketMatch(len(matches) + 1, number, place, (upper, lower)))
                above.append(WinnerOf(len(matches)))
            else:
                above.append(upper or lower)
        level = above
    if rules.third_place and entrants >= 4:
        final = matches[-1]
        one, two = (LoserOf(side.match) for side in final.sides if isinstance(side, WinnerOf))
        matches.append(BracketMatch(final.number + 1, final.round, 2, (one, two)))
    return tuple(matches)


def standing(course: Course, rules: KnockOutRules) -> tuple[BracketState, ...]:
    """How every match of the bracket stands, in the order of their numbers.

    Raises:
        NotOfTheBracket: a round that was played is none of this bracket.
    """
    field = _field(course)
    states: list[BracketState] = []
    for match in bracket(len(field), rules):
        known = all(isinstance(side, Seeded) or states[side.match - 1].state == "decided" for side in match.sides)
        if known:
            upper, lower = (_side(side, field, states) for side in match.sides)
            states.append(_state(course, match, (upper, lower)))
        else:
            states.append(BracketState(match, "awaited", (None, None), None))
    return tuple(states)


def next_round(course: Course, rules: KnockOutRules, seed: bytes) -> Round | None:
    """The next round: its matches by their numbers; none when all were played or nobody is left.

    The bracket is that of those who were paired in the first round, or who are present before it.

    Args:
        course: what has been; who is out of a round or has withdrawn does not move on.
        rules: how it is played.
        seed: from which lots are drawn.

    Raises:
        MatchUndecided: a match of an earlier round has no winner; the refusal names it.
        NotOfTheBracket: a round that was played is none of this bracket.
    """
    states = standing(course, rules)
    _check_decided(states)
    number = len(course.rounds) + 1
    now = [state for state in states if state.match.round == number]
    here = {entrant.id for entrant in course.present()}
    matches: list[Match] = []
    byes = [Bye(entrant, "pairing") for entrant in _waiting(course, states)] if number == 1 else []
    for state in now:
        present = [side for side in state.sides if side in here and side is not None]
        if len(present) == 2:
            matches.append(_with_first(course, state.match, Match(*present), seed))
        else:
            byes += [Bye(side, "pairing") for side in present]
    sides = {side for state in now for side in state.sides}
    byes += [bye for bye in course.out if bye.entrant in sides - course.withdrawn]
    return Round(number, tuple(matches), tuple(byes)) if matches or (now and byes) else None


def places(course: Course, rules: KnockOutRules) -> dict[EntrantId, int]:
    """The rank of everybody who is out or has won, from 1.

    Who went out in one round has the same rank, so the losers of the semi-finals have rank 3 both, until a match for
    third place has parted them.

    Raises:
        NotOfTheBracket: a round that was played is none of this bracket.
    """
    states = standing(course, rules)
    last = max((state.match.round for state in states), default=0)
    ranks: dict[EntrantId, int] = {}
    for state in states:
        if state.state == "decided" and not (state.match.is_for_third_place and state.winner is None):
            of_winner, of_loser = _ranks(state.match, last)
            for side in state.sides:
                rank = of_winner if side == state.winner else of_loser
                if side is not None and rank is not None:
                    ranks[side] = rank
    return ranks


def _ranks(match: BracketMatch, last: int) -> tuple[int | None, int]:
    """What a match decides, when the final is in the last round: the rank of its winner, if any, and of its loser."""
    if match.is_for_third_place:
        return 3, 4
    return (1, 2) if match.round == last else (None, 2 ** (last - match.round) + 1)


def _seeding(entrants: int) -> list[int]:
    """The places of the seeds in the full bracket from the top, none for nobody."""
    order = [1] if entrants else []
    while len(order) < entrants:
        total = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, total - best)]
    return order


def _field(course: Course) -> tuple[EntrantId, ...]:
    """Who plays for the cup, in the order of the seeds."""
    if course.rounds:
        first = course.rounds[0].round
        paired = {entrant for match in first.matches for entrant in match}
        paired.update(bye.entrant for bye in first.byes if bye.kind == "pairing")
        return tuple(entrant.id for entrant in course.entrants if entrant.id in paired)
    return tuple(entrant.id for entrant in course.present())


def _side(source: Source, field: tuple[EntrantId, ...], states: list[BracketState]) -> EntrantId | None:
    match source:
        case Seeded(place):
            return field[place - 1]
        case WinnerOf(match):
            return states[match - 1].winner
        case LoserOf(match):
            return states[match - 1].loser


def _state(course: Course, match: BracketMatch, sides: Sides) -> BracketState:
    """How a match stands whose sides are known."""
    if match.round > len(course.rounds):
        return BracketState(match, "ready", sides, None)
    played = course.rounds[match.round - 1]
    for pair, result in zip(played.round.matches, played.results, strict=True):
        if set(pair) == set(sides):
            return BracketState(match, *_outcome(pair, sides, result))
    passed = [bye.entrant for bye in played.round.byes if bye.kind == "pairing" and bye.entrant in sides]
    paired = {entrant for pair in played.round.matches for entrant in pair}
    if len(passed) > 1 or paired.intersection(sides):
        raise NotOfTheBracket(
            f"Round {match.round} does not have match {match.number}, {_named(sides)}.",
            facts={"round": match.round, "match": match.number, "sides": list(sides)},
        )
    return BracketState(match, "decided", sides, passed[0] if passed else None)


def _outcome(pair: Match, sides: Sides, result: Result | None) -> tuple[MatchState, Sides, EntrantId | None]:
    if result is None:
        return "playing", sides, None
    if result.first == result.second:
        return "decided" if result.kind == "double_forfeit" else "undecided", sides, None
    return "decided", sides, pair.first if result.first > result.second else pair.second


def _check_decided(states: tuple[BracketState, ...]) -> None:
    open_ones = [state for state in states if state.state in ("playing", "undecided")]
    if open_ones:
        first = open_ones[0]
        why = "has no result" if first.state == "playing" else "ended with equal points"
        raise MatchUndecided(
            f"Match {first.match.number} of round {first.match.round}, {_named(first.sides)}, {why}.",
            hint="Enter a result with a winner, or decide who moves on.",
            facts={"matches": [{"number": state.match.number, "sides": list(state.sides)} for state in open_ones]},
        )


def _named(sides: Sides) -> str:
    return " against ".join(side or "nobody" for side in sides)


def _waiting(course: Course, states: tuple[BracketState, ...]) -> Iterator[EntrantId]:
    """Who has nobody to meet in the first round, in the order of the seeds."""
    playing = {side for state in states if state.match.round == 1 for side in state.sides}
    return (entrant for entrant in _field(course) if entrant not in playing)


def _with_first(course: Course, match: BracketMatch, pair: Match, seed: bytes) -> Match:
    firsts = Counter(played.first for played in _all_matches(course.rounds))
    upper, lower = firsts[pair.first], firsts[pair.second]
    lot = Dice(seed, b"first" + match.number.to_bytes(4, "big")).below(2)
    return Match(pair.second, pair.first) if upper > lower or (upper == lower and lot) else pair


def _all_matches(rounds: tuple[PlayedRound, ...]) -> Iterator[Match]:
    return (match for played in rounds for match in played.round.matches)
