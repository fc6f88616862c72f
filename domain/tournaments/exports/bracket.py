"""The bracket of a knock-out: its rounds by name, and each match with where its sides come from.

| rounds before the last one | name |
|---|---|
| 0 | `final`, and beside it `third_place` |
| 1, 2 | `semi_finals`, `quarter_finals` |
| k, from 3 on | `round_of_` and 2^(k + 1), such as `round_of_16` |
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.messages import message
from domain.kernel.refusals import Illegal
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.kinds import BRACKET_FORMATS, GroupsKnockOut, KnockOut
from domain.tournaments.pairing.knock_out import BracketMatch, BracketState, bracket_states
from domain.tournaments.parts import TournamentRound
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import EntrantId, LevelsWon, Result

THIRD_PLACE = "third_place"
_LAST_ROUNDS = ("final", "semi_finals", "quarter_finals")


class NoBracket(Illegal):
    """This tournament has no bracket."""


class BracketPlay(NamedTuple):
    """A match of the bracket as it was paired.

    Attributes:
        number: the number of the match in its round.
        tables: its tables.
        is_upper_first: whether the upper side of the bracket is the first side of the match.
        result: the visible result, by the sides of the match; `None` without one.
        levels: the levels won, by the sides of the match; `None` without a result from tables with levels.
    """

    number: int
    tables: tuple[str, ...]
    is_upper_first: bool
    result: Result | None
    levels: LevelsWon | None


class ShownMatch(NamedTuple):
    """A match of the bracket: its state, and its pairing, if it was paired with both sides."""

    state: BracketState
    play: BracketPlay | None


class BracketRound(NamedTuple):
    """The matches of a round with one name, from the top."""

    number: int
    name: str
    matches: tuple[ShownMatch, ...]


def bracket_of(tournament: Tournament) -> tuple[BracketRound, ...]:
    """Returns the rounds of the bracket, the first one first; empty before the start, and before groups are over.

    Args:
        tournament: the public state of the tournament.

    Raises:
        NoBracket: its format has no bracket.
    """
    format_ = format_of(tournament.settings)
    if not isinstance(format_, KnockOut | GroupsKnockOut):
        formats = " and ".join(sorted(BRACKET_FORMATS))
        detail = message(
            "only {formats} have a bracket, and this tournament is of the format {format}",
            formats=formats,
            format=tournament.settings.format,
        )
        raise NoBracket(detail, hint=message("read the standings or the rounds instead"))
    known = format_.bracket_context(pairing_context(tournament)) if tournament.order else None
    if known is None:
        return ()
    before = len(tournament.rounds) - len(known.rounds)
    states = bracket_states(known, format_.bracket_rules)
    shown = [ShownMatch(state, _play(tournament.rounds[before:], state)) for state in states]
    last = max((each.state.match.round for each in shown), default=0)
    named: dict[tuple[int, str], list[ShownMatch]] = {}
    for each in shown:
        match = each.state.match
        named.setdefault((match.round, _round_name(match, last)), []).append(each)
    return tuple(BracketRound(before + number, name, tuple(matches)) for (number, name), matches in named.items())


def _round_name(match: BracketMatch, last: int) -> str:
    """Returns the name of the round of a match, given the number of the last round."""
    if match.is_for_third_place:
        return THIRD_PLACE
    before = last - match.round
    return _LAST_ROUNDS[before] if before < len(_LAST_ROUNDS) else f"round_of_{2 ** (before + 1)}"


def _play(rounds: Sequence[TournamentRound], state: BracketState) -> BracketPlay | None:
    """Returns the pairing of a match whose sides are known. `rounds` are those of the bracket."""
    number = state.match.round
    if state.state in ("awaited", "ready") or number > len(rounds):
        return None
    return next(_plays(rounds[number - 1], state.sides), None)


def _plays(round_: TournamentRound, sides: tuple[EntrantId | None, EntrantId | None]) -> Iterator[BracketPlay]:
    paired = zip(round_.paired.matches, round_.tables, round_.results, round_.levels, strict=True)
    for number, (match, tables, result, levels) in enumerate(paired, start=1):
        if set(match) == set(sides):
            # Levels tell the result, so they are as visible as it is.
            yield BracketPlay(number, tables, match.first == sides[0], result, levels if result else None)
