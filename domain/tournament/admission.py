"""Which rounds can be played, whoever has made them: the rules of every format, then those of this one.

| rule of every format | refused as |
|---|---|
| an odd number of entrants is paired only where the format can do that | `odd_field` |
| the number of the round follows the last | `wrong_round_number` |
| there is a match, but where the format has rounds without, or byes leave nobody to meet | `empty_round` |
| nobody is named who does not take part | `unknown_entrant` |
| nobody is named twice | `named_twice` |
| nobody who has withdrawn is named, and who is away for this round has the bye of that kind and nothing else | \
`absent_paired` |
| everybody else is named, but where the format leaves those out who are out | `entrant_missing` |

A refusal names whom it is about, and in which matches, numbered from 1 as the round came in.

Where those who are left cannot be paired only since others were granted byes, the round is played without a match: who
is there has a `full` bye, since it is not their doing.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from domain.refusals import Refusal
from domain.tournament.format import Format, Violation
from domain.tournament.pairing.night import NobodyToMeet
from domain.tournament.refusals import (
    AbsentPaired,
    BreaksFormat,
    EmptyRound,
    EntrantMissing,
    NamedTwice,
    NobodyFree,
    NoLegalPairing,
    OddField,
    TooFewToPair,
    UnknownEntrant,
    WrongRoundNumber,
)
from domain.tournament.rounds import Bye, Course, EntrantId, Match, Round

CANNOT_PAIR = "the format can make no further round of those who are left"


def check_field(course: Course, form: Format) -> None:
    """Whether the format can pair as many entrants as there are. Raises `OddField`."""
    present = len(course.present())
    if present % 2 and not form.takes_odd:
        raise OddField(
            f"{present} entrants are there, an odd number",
            hint="let one more in, or grant a bye to one of them",
            facts={"entrants": present},
        )


def proposed_round(course: Course, form: Format, seed: bytes) -> Round | None:
    """The round that the format makes; none when all rounds were played, or nobody is left to meet.

    Raises:
        OddField: the format cannot pair as many as there are.
        Refusal: the format cannot pair those who are there.
    """
    if len(course.entrants) - len(course.withdrawn) < 2:
        return None
    check_field(course, form)
    return form.next_round(course, seed)


def has_rounds_left(course: Course, form: Format) -> bool:
    """Whether the format would make another round, or could not make the one that it still has.

    A round is paired to find that out only where the format does not know how many it has: that can take minutes.
    """
    if len(course.entrants) - len(course.withdrawn) < 2:
        return False
    if form.fixed_rounds is not None:
        return len(course.rounds) < form.fixed_rounds
    try:
        return proposed_round(course, form, b"") is not None
    except Refusal:
        return True


def can_never_pair(course: Course, form: Format) -> bool:
    """Whether the format has a round left that it cannot make.

    Not even when all are back who are away in it, and those who are kept apart are let meet.
    """
    try:
        proposed_round(course._replace(out=(), apart=frozenset()), form, b"")
    except (TooFewToPair, NoLegalPairing, NobodyToMeet):
        return True
    except NobodyFree:
        return False
    return False


def round_of_byes(course: Course, form: Format) -> Round | None:
    """The next round without a match, where nothing but byes that were granted keeps it from being paired."""
    if form.has_rounds_without_matches or not _is_kept_from_pairing(course, form):
        return None
    without_granted = course._replace(out=tuple(bye for bye in course.out if bye.kind == "absent"))
    if without_granted.out == course.out or _is_kept_from_pairing(without_granted, form):
        return None
    there = tuple(Bye(entrant.id, "full") for entrant in course.present())
    return Round(len(course.rounds) + 1, (), (*there, *course.out))


def _is_kept_from_pairing(course: Course, form: Format) -> bool:
    """Whether there is a round left, and it cannot be made of those who are there."""
    try:
        proposed_round(course, form, b"")
    except (OddField, TooFewToPair, NoLegalPairing, NobodyToMeet):
        return True
    return False


def admitted_round(course: Course, form: Format, paired: Round) -> Round:
    """The round as it is played: as it came in, with the byes that were granted.

    Raises:
        OddField, WrongRoundNumber, EmptyRound, UnknownEntrant, NamedTwice, AbsentPaired, EntrantMissing: it breaks a
            rule of every format.
        BreaksFormat: it breaks a rule of this one.
    """
    if not paired.matches and (of_byes := round_of_byes(course, form)) is not None and _is_part(paired, of_byes):
        return of_byes
    check_field(course, form)
    if paired.number != len(course.rounds) + 1:
        raise WrongRoundNumber(
            f"round {paired.number} is not next",
            hint=f"pair round {len(course.rounds) + 1}",
            facts={"next": len(course.rounds) + 1},
        )
    if not paired.matches and not form.has_rounds_without_matches:
        raise EmptyRound("the round has no match", hint="finish the tournament if nobody is left to be paired")
    named = set(_named(form, paired))
    missing_byes = tuple(bye for bye in course.out if bye.entrant not in named)
    whole = paired._replace(byes=(*paired.byes, *missing_byes))
    _check_everybody_once(course, form, whole)
    broken = form.violations(course, whole)
    if broken:
        raise _breaks_format(form, paired, broken)
    return whole


def _breaks_format(form: Format, paired: Round, broken: Sequence[Violation]) -> BreaksFormat:
    """The refusal of a round that breaks rules of its format: which, by which matches, the first in words."""
    violations = [
        {**each._asdict(), "entrants": list(each.entrants), "matches": _naming(form, paired, each.entrants)}
        for each in broken
    ]
    return BreaksFormat(
        broken[0].detail.removesuffix(".") + _in_matches(_naming(form, paired, broken[0].entrants)),
        hint="pair these entrants otherwise, or leave the round to the format",
        facts={"violations": violations},
    )


def _naming(form: Format, paired: Round, entrants: Collection[EntrantId]) -> list[int]:
    """The matches, from 1, that name any of these entrants."""
    return [
        number
        for number, match in enumerate(paired.matches, start=1)
        if not _in_match(form, match).isdisjoint(entrants)
    ]


def _in_match(form: Format, match: Match) -> set[EntrantId]:
    return {entrant for side in match for entrant in form.entrants_of(side)}


def _in_matches(numbers: Sequence[int]) -> str:
    """Where that is, for people; nothing where it is in no match."""
    if not numbers:
        return ""
    return f" (match {numbers[0]})" if len(numbers) == 1 else f" (matches {', '.join(map(str, numbers))})"


def _is_part(paired: Round, whole: Round) -> bool:
    """Whether a round has nothing that another, of the same number and without a match, has not."""
    return paired.number == whole.number and set(paired.byes) <= set(whole.byes)


def _named(form: Format, paired: Round) -> Iterator[EntrantId]:
    """Everybody who is named: those who make up a side, and who sits out."""
    for match in paired.matches:
        for side in match:
            yield from form.entrants_of(side)
    for bye in paired.byes:
        yield bye.entrant


def _check_everybody_once(course: Course, form: Format, whole: Round) -> None:
    named = Counter(_named(form, whole))
    known = {entrant.id for entrant in course.entrants}
    if unknown := sorted(named.keys() - known):
        matches = _naming(form, whole, unknown)
        raise UnknownEntrant(
            f"{', '.join(unknown)} does not take part{_in_matches(matches)}",
            hint="name entrants of this tournament",
            facts={"entrants": unknown, "matches": matches},
        )
    if twice := sorted(entrant for entrant, times in named.items() if times > 1):
        matches = _naming(form, whole, twice)
        raise NamedTwice(
            f"{', '.join(twice)} is named more than once{_in_matches(matches)}",
            hint="name everybody once, in a match or with a bye",
            facts={"entrants": twice, "matches": matches},
        )
    if away := sorted(_away_and_paired(course, whole, set(named))):
        matches = _naming(form, whole, away)
        raise AbsentPaired(
            f"{', '.join(away)} is away in this round{_in_matches(matches)}",
            hint="leave them out",
            facts={"entrants": away, "matches": matches},
        )
    missing = sorted({entrant.id for entrant in course.present()} - named.keys())
    if missing and form.pairs_everybody:
        raise EntrantMissing(
            f"{', '.join(missing)} is not paired", hint="give everybody a match or a bye", facts={"entrants": missing}
        )


def _away_and_paired(course: Course, whole: Round, named: set[EntrantId]) -> set[EntrantId]:
    """Who is named and has withdrawn, or is away and has not exactly the bye for that."""
    granted = set(course.out)
    away = {*course.withdrawn, *(bye.entrant for bye in course.out)}
    rightly = {bye.entrant for bye in whole.byes if bye in granted}
    return away & named - rightly
