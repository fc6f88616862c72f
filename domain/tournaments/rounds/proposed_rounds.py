"""Checks proposed rounds: first the rules of every format, then those of the tournament's own format.

| rule of every format | code of the violation |
|---|---|
| the number of entrants is even, unless the format can pair odd numbers | `odd_field` |
| the number of the round follows the last | `wrong_round_number` |
| the round has a match, unless the format allows none, or byes leave no pair | `empty_round` |
| all named entrants take part | `unknown_entrant` |
| no entrant is named twice | `named_twice` |
| no withdrawn entrant is named, and entrants that are away have exactly the bye of that kind | `absent_paired` |
| all others are named, unless they are out and the format leaves them out | `entrant_missing` |
| nobody else has a bye, except for a pairing bye | `breaks_format`, with the rule `bye_not_kept` |

A refusal names the entrants and the matches, numbered from 1 as in the request.

If granted byes alone keep the others from being paired, the round is played without a match. Entrants that are present
then get a `full` bye, because it is not their fault.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from domain.kernel.messages import message
from domain.kernel.refusals import Refusal
from domain.tournaments.formats.format import Format, Violation, entrants_of_match
from domain.tournaments.pairing.night import NobodyToMeet
from domain.tournaments.rounds import refusals as round_refusals
from domain.tournaments.terms import Bye, EntrantId, PairingContext, Round

CANNOT_PAIR = "the format cannot pair another round of the remaining entrants"


def check_number_of_entrants(context: PairingContext, format_: Format) -> None:
    """Checks that the format can pair the number of entrants. Raises `OddField`."""
    present = len(context.present())
    if present % 2 and not format_.takes_odd:
        raise round_refusals.OddField(
            message("{present} entrants are present, which is an odd number", present=present),
            hint=message("admit another entrant, or grant a bye to one"),
            facts={"entrants": present},
        )


def proposed_round(context: PairingContext, format_: Format, seed: bytes) -> Round | None:
    """Returns the round that the format makes; `None` if all rounds were played, or no pair is left.

    Raises:
        OddField: the format cannot pair this number of entrants.
        Refusal: the format cannot pair the entrants that are present.
    """
    if len(context.entrants) - len(context.withdrawn) < 2:
        return None
    check_number_of_entrants(context, format_)
    return format_.next_round(context, seed)


def has_rounds_left(context: PairingContext, format_: Format) -> bool:
    """Returns whether the format has another round, even if it cannot pair it.

    If the format does not know its number of rounds, this pairs a round to find out, which can take minutes.
    """
    if len(context.entrants) - len(context.withdrawn) < 2:
        return False
    if format_.fixed_rounds is not None:
        return len(context.rounds) < format_.fixed_rounds
    try:
        return proposed_round(context, format_, b"") is not None
    except Refusal:
        return True


def can_never_pair(context: PairingContext, format_: Format) -> bool:
    """Returns whether the format has a round left that it cannot make.

    It could not make the round even with all absent entrants back, and with no entrants kept apart.
    """
    try:
        proposed_round(context._replace(granted_byes=(), forbidden_pairs=frozenset()), format_, b"")
    except (round_refusals.TooFewToPair, round_refusals.NoLegalPairing, NobodyToMeet):
        return True
    except round_refusals.NobodyFree:
        return False
    return False


def round_of_byes(context: PairingContext, format_: Format) -> Round | None:
    """Returns the next round without matches, if only granted byes keep it from being paired."""
    if format_.has_rounds_without_matches or not _is_kept_from_pairing(context, format_):
        return None
    without_granted = context._replace(granted_byes=tuple(bye for bye in context.granted_byes if bye.kind == "absent"))
    if without_granted.granted_byes == context.granted_byes or _is_kept_from_pairing(without_granted, format_):
        return None
    there = tuple(Bye(entrant.id, "full") for entrant in context.present())
    return Round(len(context.rounds) + 1, (), (*there, *context.granted_byes))


def _is_kept_from_pairing(context: PairingContext, format_: Format) -> bool:
    """Returns whether a round is left that cannot be made with the entrants that are present."""
    try:
        proposed_round(context, format_, b"")
    except (round_refusals.OddField, round_refusals.TooFewToPair, round_refusals.NoLegalPairing, NobodyToMeet):
        return True
    return False


def checked_round(context: PairingContext, format_: Format, paired: Round) -> Round:
    """Returns the round to be played: the proposed one with the granted byes added.

    Raises:
        OddField, WrongRoundNumber, EmptyRound, UnknownEntrant, NamedTwice, AbsentPaired, EntrantMissing: it breaks a
            rule of every format.
        BreaksFormat: it has a bye that was not granted, or breaks a rule of its own format.
    """
    if not paired.matches and (of_byes := round_of_byes(context, format_)) is not None and _is_part(paired, of_byes):
        return of_byes
    check_number_of_entrants(context, format_)
    if paired.number != len(context.rounds) + 1:
        raise round_refusals.WrongRoundNumber(
            message("round {number} is not the next round", number=paired.number),
            hint=message("pair round {count}", count=len(context.rounds) + 1),
            facts={"next": len(context.rounds) + 1},
        )
    if not paired.matches and not format_.has_rounds_without_matches:
        raise round_refusals.EmptyRound(
            message("the round has no match"), hint=message("finish the tournament if no entrant is left to pair")
        )
    named = set(_named_entrants(format_, paired))
    missing_byes = tuple(bye for bye in context.granted_byes if bye.entrant not in named)
    whole = paired._replace(byes=(*paired.byes, *missing_byes))
    _check_entrants(context, format_, whole)
    broken = (*_byes_not_granted(context, whole), *format_.violations(context, whole))
    if broken:
        raise _format_refusal(format_, paired, broken)
    return whole


def _format_refusal(format_: Format, paired: Round, broken: Sequence[Violation]) -> round_refusals.BreaksFormat:
    """Returns the refusal for violations of the format's rules, with the matches and a sentence about the first one."""
    violations = [
        {
            "rule": each.rule,
            "detail": message("{sentence}.", sentence=each.detail),
            "entrants": list(each.entrants),
            "matches": _matches_naming(format_, paired, each.entrants),
        }
        for each in broken
    ]
    return round_refusals.BreaksFormat(
        message(
            "{detail}{matches}",
            detail=broken[0].detail,
            matches=_matches_text(_matches_naming(format_, paired, broken[0].entrants)),
        ),
        hint=message("pair these entrants differently, or let the format pair the round"),
        facts={"violations": violations},
    )


def _matches_naming(format_: Format, paired: Round, entrants: Collection[EntrantId]) -> list[int]:
    """Returns the numbers, from 1, of the matches that name any of these entrants."""
    return [
        number
        for number, match in enumerate(paired.matches, start=1)
        if not entrants_of_match(format_, match).isdisjoint(entrants)
    ]


def _matches_text(numbers: Sequence[int]) -> str:
    """Returns the matches as text; empty if there are none."""
    if not numbers:
        return ""
    if len(numbers) == 1:
        return message(" (match {number})", number=numbers[0])
    return message(" (matches {numbers})", numbers=", ".join(map(str, numbers)))


def _is_part(paired: Round, whole: Round) -> bool:
    """Returns whether a round is part of another round that has the same number and no match."""
    return paired.number == whole.number and set(paired.byes) <= set(whole.byes)


def _named_entrants(format_: Format, paired: Round) -> Iterator[EntrantId]:
    """Returns all named entrants: those in sides and those with byes."""
    for match in paired.matches:
        for side in match:
            yield from format_.entrants_of(side)
    for bye in paired.byes:
        yield bye.entrant


def _check_entrants(context: PairingContext, format_: Format, whole: Round) -> None:
    named = Counter(_named_entrants(format_, whole))
    known = {entrant.id for entrant in context.entrants}
    if unknown := sorted(named.keys() - known):
        matches = _matches_naming(format_, whole, unknown)
        raise round_refusals.UnknownEntrant(
            message("{unknown} does not take part{where}", unknown=", ".join(unknown), where=_matches_text(matches)),
            hint=message("name only entrants of this tournament"),
            facts={"entrants": unknown, "matches": matches},
        )
    if twice := sorted(entrant for entrant, times in named.items() if times > 1):
        matches = _matches_naming(format_, whole, twice)
        raise round_refusals.NamedTwice(
            message("{twice} is named more than once{where}", twice=", ".join(twice), where=_matches_text(matches)),
            hint=message("name each entrant once, in a match or with a bye"),
            facts={"entrants": twice, "matches": matches},
        )
    if away := sorted(_wrongly_named(context, whole, set(named))):
        matches = _matches_naming(format_, whole, away)
        raise round_refusals.AbsentPaired(
            message("{away} is absent in this round{where}", away=", ".join(away), where=_matches_text(matches)),
            hint=message("omit these entrants"),
            facts={"entrants": away, "matches": matches},
        )
    missing = sorted({entrant.id for entrant in context.present()} - named.keys())
    if missing and format_.pairs_everybody:
        raise round_refusals.EntrantMissing(
            message("{missing} is not paired", missing=", ".join(missing)),
            hint=message("give each entrant a match or a bye"),
            facts={"entrants": missing},
        )


def _wrongly_named(context: PairingContext, whole: Round, named: set[EntrantId]) -> set[EntrantId]:
    """Returns the named entrants that have withdrawn, or are away and lack exactly the bye for that."""
    granted = set(context.granted_byes)
    away = {*context.withdrawn, *(bye.entrant for bye in context.granted_byes)}
    rightly = {bye.entrant for bye in whole.byes if bye in granted}
    return away & named - rightly


def _byes_not_granted(context: PairingContext, whole: Round) -> Iterator[Violation]:
    """Yields the violations of `bye_not_kept`: byes that were not granted, except for pairing byes."""
    for bye in whole.byes:
        if bye.kind != "pairing" and bye not in context.granted_byes:
            detail = message("No bye of kind {kind} has been granted to {entrant}", kind=bye.kind, entrant=bye.entrant)
            yield Violation("bye_not_kept", detail, (bye.entrant,))
