"""The rule of formats whose schedule, bracket or movement determines every match: a round is the planned one."""

from domain.kernel.messages import Message, message
from domain.tournaments.formats.format import Violation
from domain.tournaments.terms import EntrantId, Match, Round


def violations_of_plan(
    paired: Round, planned: Round | None, rule: str, *, either_side_first: bool
) -> tuple[Violation, ...]:
    """Returns the violations by matches and pairing byes that differ from those of the plan.

    Args:
        paired: the round.
        planned: the round by the plan; `None` if it has no further round.
        rule: the name of the rule.
        either_side_first: whether a match may have its sides the other way round.
    """

    def key(match: Match) -> object:
        return frozenset(match) if either_side_first else match

    follows = set() if planned is None else {key(match) for match in planned.matches}
    free = set() if planned is None else _entrants_with_pairing_bye(planned)
    wrong = [
        Violation(rule, _unplanned(match, either_side_first=either_side_first), match)
        for match in paired.matches
        if key(match) not in follows
    ]
    wrong += [
        Violation(rule, message("{each} sits out or plays against the schedule", each=each), (each,))
        for each in sorted(_entrants_with_pairing_bye(paired) ^ free)
    ]
    if not wrong and len(follows) != len(paired.matches):
        return (Violation(rule, message("The round lacks some of its matches")),)
    return tuple(wrong)


def _unplanned(match: Match, *, either_side_first: bool) -> Message:
    if either_side_first:
        return message("{first} and {second} do not meet in this round", first=match.first, second=match.second)
    return message("{first} does not play on the even seats against {second}", first=match.first, second=match.second)


def _entrants_with_pairing_bye(paired: Round) -> set[EntrantId]:
    return {bye.entrant for bye in paired.byes if bye.kind == "pairing"}
