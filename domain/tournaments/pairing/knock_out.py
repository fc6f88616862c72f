"""Knock-out: the loser of a match is out, until one entrant is left.

| | |
|---|---|
| size of the bracket | the least power of two that holds all entrants: 2^R, for R rounds |
| first round | seed s meets seed 2^R + 1 - s; without such a seed, s goes to the second round (a bye) |
| winner | the side with more points advances |
| equal points | the match needs a decision before a further round is made |
| neither side came | neither advances |
| one side is away or empty | the other side advances with a bye |
| third place | optional, from four entrants on: the losers of the semi-finals meet in the round of the final |
| first side | the side that was first less often; a lot decides if that is equal |

If the better seed always wins, the seeds of two opponents add up to 2^k + 1 when 2^k entrants are left. So the best two
meet only in the final, the best four not before the semi-finals, and so on.

Matches are numbered from 1 by round, and from the top within a round. The match for third place comes after the final.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from domain.kernel.messages import message
from domain.kernel.refusals import Illegal, WrongMoment
from domain.kernel.shuffle import Dice
from domain.tournaments.terms import Bye, EntrantId, Match, PairingContext, PlayedRound, Result, Round


class MatchUndecided(WrongMoment):
    """A match of the knock-out has no winner yet."""


class NotOfTheBracket(Illegal):
    """The matches of the round differ from the bracket."""


class KnockOutRules(NamedTuple):
    """The rules of a knock-out: with or without a match for third place."""

    third_place: bool = False


class Seeded(NamedTuple):
    """A side that is an entrant, given by its place in the list of entrants, from 1."""

    place: int


class WinnerOf(NamedTuple):
    """A side that is the winner of a match, given by its number."""

    match: int


class LoserOf(NamedTuple):
    """A side that is the loser of a match, given by its number."""

    match: int


Source = Seeded | WinnerOf | LoserOf


class BracketMatch(NamedTuple):
    """A match of the bracket.

    Attributes:
        number: its number, from 1.
        round: its round, from 1.
        place: its place in the full bracket of its round, from 1 at the top. The winners of the places 2p - 1 and 2p
            meet on place p of the next round. The match for third place is on place 2.
        sides: where its sides come from, the upper one first.
    """

    number: int
    round: int
    place: int
    sides: tuple[Source, Source]

    @property
    def is_for_third_place(self) -> bool:
        """Whether the losers of the semi-finals play it."""
        return isinstance(self.sides[0], LoserOf)


MatchState = Literal["awaited", "ready", "playing", "undecided", "decided"]
"""In order: a side is unknown; it belongs to the next round; it has no result; its result has no winner; it is over."""

Sides = tuple[EntrantId | None, EntrantId | None]


class BracketState(NamedTuple):
    """The state of a match of the bracket.

    Attributes:
        match: the match.
        state: its stage.
        sides: its sides, the upper one first; `None` if a side is not known yet or is empty.
        winner: the side that advances; `None` while that is open, or if neither does.
    """

    match: BracketMatch
    state: MatchState
    sides: Sides
    winner: EntrantId | None

    @property
    def loser(self) -> EntrantId | None:
        """The side that lost to a winner."""
        if self.winner is None:
            return None
        return self.sides[1] if self.winner == self.sides[0] else self.sides[0]


def bracket(entrants: int, rules: KnockOutRules) -> tuple[BracketMatch, ...]:
    """Returns all matches for this number of entrants, by number, including the match for third place."""
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


def bracket_states(context: PairingContext, rules: KnockOutRules) -> tuple[BracketState, ...]:
    """Returns the state of every match of the bracket, by number.

    Raises:
        NotOfTheBracket: a played round does not belong to this bracket.
    """
    field = _field(context)
    states: list[BracketState] = []
    for match in bracket(len(field), rules):
        known = [isinstance(side, Seeded) or states[side.match - 1].state == "decided" for side in match.sides]
        upper, lower = (_side(side, field, states) for side in match.sides)
        if all(known):
            states.append(_state(context, match, (upper, lower)))
        else:
            states.append(BracketState(match, "awaited", (upper, lower), None))
    return tuple(states)


def next_round(context: PairingContext, rules: KnockOutRules, seed: bytes) -> Round | None:
    """Returns the next round with its matches by number; `None` if all were played or no side is left.

    The bracket holds the entrants that were paired in the first round, or that are present before it.

    Args:
        context: all rounds so far. Entrants that are out or withdrew do not advance.
        rules: the rules of the knock-out.
        seed: the seed of the lots.

    Raises:
        MatchUndecided: a match of an earlier round has no winner; the refusal names it.
        NotOfTheBracket: a played round does not belong to this bracket.
    """
    states = bracket_states(context, rules)
    _check_decided(states)
    number = len(context.rounds) + 1
    now = [state for state in states if state.match.round == number]
    here = {entrant.id for entrant in context.present()}
    matches: list[Match] = []
    byes = [Bye(entrant, "pairing") for entrant in _entrants_with_bye(context, states)] if number == 1 else []
    for state in now:
        present = [side for side in state.sides if side in here and side is not None]
        if len(present) == 2:
            matches.append(_with_first(context, state.match, Match(*present), seed))
        else:
            byes += [Bye(side, "pairing") for side in present]
    sides = {side for state in now for side in state.sides}
    byes += [bye for bye in context.granted_byes if bye.entrant in sides - context.withdrawn]
    return Round(number, tuple(matches), tuple(byes)) if matches or (now and byes) else None


def ranks_of_bracket(context: PairingContext, rules: KnockOutRules) -> dict[EntrantId, int]:
    """Returns the rank, from 1, of every entrant that is out or has won.

    Entrants that went out in the same round share a rank. So both losers of the semi-finals have rank 3 until the match
    for third place is decided.

    Raises:
        NotOfTheBracket: a played round does not belong to this bracket.
    """
    states = bracket_states(context, rules)
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
    """Returns the ranks of the winner, if any, and of the loser of a match, given the round of the final."""
    if match.is_for_third_place:
        return 3, 4
    return (1, 2) if match.round == last else (None, 2 ** (last - match.round) + 1)


def _seeding(entrants: int) -> list[int]:
    """Returns the seeds in the full bracket from the top; empty without entrants."""
    order = [1] if entrants else []
    while len(order) < entrants:
        total = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, total - best)]
    return order


def _field(context: PairingContext) -> tuple[EntrantId, ...]:
    """Returns the entrants of the bracket by seed."""
    if context.rounds:
        first = context.rounds[0].round
        paired = {entrant for match in first.matches for entrant in match}
        paired.update(bye.entrant for bye in first.byes if bye.kind == "pairing")
        return tuple(entrant.id for entrant in context.entrants if entrant.id in paired)
    return tuple(entrant.id for entrant in context.present())


def _side(source: Source, field: tuple[EntrantId, ...], states: list[BracketState]) -> EntrantId | None:
    match source:
        case Seeded(place):
            return field[place - 1]
        case WinnerOf(match):
            return states[match - 1].winner
        case LoserOf(match):
            return states[match - 1].loser


def _state(context: PairingContext, match: BracketMatch, sides: Sides) -> BracketState:
    """Returns the state of a match whose sides are known."""
    if match.round > len(context.rounds):
        return BracketState(match, "ready", sides, None)
    played = context.rounds[match.round - 1]
    for pair, result in zip(played.round.matches, played.results, strict=True):
        if set(pair) == set(sides):
            return BracketState(match, *_outcome(pair, sides, result))
    passed = [bye.entrant for bye in played.round.byes if bye.kind == "pairing" and bye.entrant in sides]
    paired = {entrant for pair in played.round.matches for entrant in pair}
    if len(passed) > 1 or paired.intersection(sides):
        raise NotOfTheBracket(
            message(
                "Round {round} does not have match {number}, {sides_text}.",
                round=match.round,
                number=match.number,
                sides_text=_sides_text(sides),
            ),
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
        why = message("has no result") if first.state == "playing" else message("ended with equal points")
        raise MatchUndecided(
            message(
                "Match {number} of round {round}, {sides_text}, {why}.",
                number=first.match.number,
                round=first.match.round,
                sides_text=_sides_text(first.sides),
                why=why,
            ),
            hint=message("Enter a result with a winner."),
            facts={"matches": [{"number": state.match.number, "sides": list(state.sides)} for state in open_ones]},
        )


def _sides_text(sides: Sides) -> str:
    return " against ".join(side or "nobody" for side in sides)


def _entrants_with_bye(context: PairingContext, states: tuple[BracketState, ...]) -> Iterator[EntrantId]:
    """Returns the entrants without an opponent in the first round, by seed."""
    playing = {side for state in states if state.match.round == 1 for side in state.sides}
    return (entrant for entrant in _field(context) if entrant not in playing)


def _with_first(context: PairingContext, match: BracketMatch, pair: Match, seed: bytes) -> Match:
    firsts = Counter(played.first for played in _all_matches(context.rounds))
    upper, lower = firsts[pair.first], firsts[pair.second]
    lot = Dice(seed, b"first" + match.number.to_bytes(4, "big")).below(2)
    return Match(pair.second, pair.first) if upper > lower or (upper == lower and lot) else pair


def _all_matches(rounds: tuple[PlayedRound, ...]) -> Iterator[Match]:
    return (match for played in rounds for match in played.round.matches)
