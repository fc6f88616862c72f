"""Rules for every round of every format, whether an engine or staff made it.

| rule | meaning |
|---|---|
| `number` | the round has the next number |
| `stranger` | all named entrants take part |
| `named_twice` | no entrant is named twice: at two tables, on both sides of one, or at a table and with a bye |
| `away` | no withdrawn entrant is named |
| `bye_not_kept` | entrants that are out of the round have the granted bye, and no others have one |
| `left_out` | all present entrants are at a table, or have a pairing bye |

Formats add their own rules. Checks do not use the engines, so they find errors of an engine.
"""

from collections import Counter
from collections.abc import Iterator

from domain.tournaments.formats.format import Violation
from domain.tournaments.terms import PairingContext, Round


def general_violations(context: PairingContext, round_: Round) -> tuple[Violation, ...]:
    """Returns the violations of these rules in a round, in the order of the table."""
    return (
        *wrong_number(context, round_),
        *unknown_entrants(context, round_),
        *named_twice(round_),
        *named_though_away(context, round_),
        *byes_not_kept(context, round_),
        *missing_entrants(context, round_),
    )


def wrong_number(context: PairingContext, round_: Round) -> Iterator[Violation]:
    """Yields the violation of `number`."""
    follows = len(context.rounds) + 1
    if round_.number != follows:
        yield Violation("number", f"This is round {follows}, not round {round_.number}.")


def unknown_entrants(context: PairingContext, round_: Round) -> Iterator[Violation]:
    """Yields the violations of `stranger`."""
    known = {entrant.id for entrant in context.entrants}
    for entrant in dict.fromkeys(round_.entrants()):
        if entrant not in known:
            yield Violation("stranger", f"{entrant} does not take part.", (entrant,))


def named_twice(round_: Round) -> Iterator[Violation]:
    """Yields the violations of `named_twice`."""
    for entrant, times in Counter(round_.entrants()).items():
        if times > 1:
            yield Violation("named_twice", f"{entrant} is named {times} times.", (entrant,))


def named_though_away(context: PairingContext, round_: Round) -> Iterator[Violation]:
    """Yields the violations of `away`."""
    for entrant in dict.fromkeys(round_.entrants()):
        if entrant in context.withdrawn:
            yield Violation("away", f"{entrant} has withdrawn.", (entrant,))


def byes_not_kept(context: PairingContext, round_: Round) -> Iterator[Violation]:
    """Yields the violations of `bye_not_kept`."""
    given = [bye for bye in round_.byes if bye.kind != "pairing"]
    for bye in context.granted_byes:
        if bye not in given:
            yield Violation("bye_not_kept", f"{bye.entrant} is absent with a bye of kind {bye.kind}.", (bye.entrant,))
    for bye in given:
        if bye not in context.granted_byes:
            detail = f"No bye of kind {bye.kind} has been granted to {bye.entrant}."
            yield Violation("bye_not_kept", detail, (bye.entrant,))


def missing_entrants(context: PairingContext, round_: Round) -> Iterator[Violation]:
    """Yields the violations of `left_out`."""
    named = set(round_.entrants())
    for entrant in context.present():
        if entrant.id not in named:
            detail = f"{entrant.id} is present but has neither a match nor a bye."
            yield Violation("left_out", detail, (entrant.id,))
