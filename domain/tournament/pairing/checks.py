"""What every round of every format has to keep, whoever made it: an engine or an organiser.

| rule | what it says |
|---|---|
| `number` | the round has the number that follows the last one |
| `stranger` | everybody who is named takes part |
| `named_twice` | nobody is named twice: at two tables, on both sides of one, or at a table and with a bye |
| `away` | who has withdrawn is not named |
| `bye_not_kept` | who is out of the round has the bye that was granted, and nobody else has one of these |
| `left_out` | everybody who is present is at a table, or has a pairing bye |

The formats add their own. A check never asks an engine, so it can tell when one is wrong.
"""

from collections import Counter
from collections.abc import Iterator

from domain.tournament.format import Violation
from domain.tournament.rounds import Course, Round


def general_violations(course: Course, round_: Round) -> tuple[Violation, ...]:
    """What of the table above a round breaks, in the order of the table."""
    return (
        *wrong_number(course, round_),
        *strangers(course, round_),
        *named_twice(round_),
        *named_though_away(course, round_),
        *byes_not_kept(course, round_),
        *left_out(course, round_),
    )


def wrong_number(course: Course, round_: Round) -> Iterator[Violation]:
    """The violation of `number`."""
    follows = len(course.rounds) + 1
    if round_.number != follows:
        yield Violation("number", f"This is round {follows}, not round {round_.number}.")


def strangers(course: Course, round_: Round) -> Iterator[Violation]:
    """The violations of `stranger`."""
    known = {entrant.id for entrant in course.entrants}
    for entrant in dict.fromkeys(round_.entrants()):
        if entrant not in known:
            yield Violation("stranger", f"{entrant} does not take part.", (entrant,))


def named_twice(round_: Round) -> Iterator[Violation]:
    """The violations of `named_twice`."""
    for entrant, times in Counter(round_.entrants()).items():
        if times > 1:
            yield Violation("named_twice", f"{entrant} is named {times} times.", (entrant,))


def named_though_away(course: Course, round_: Round) -> Iterator[Violation]:
    """The violations of `away`."""
    for entrant in dict.fromkeys(round_.entrants()):
        if entrant in course.withdrawn:
            yield Violation("away", f"{entrant} has withdrawn.", (entrant,))


def byes_not_kept(course: Course, round_: Round) -> Iterator[Violation]:
    """The violations of `bye_not_kept`."""
    given = [bye for bye in round_.byes if bye.kind != "pairing"]
    for bye in course.out:
        if bye not in given:
            yield Violation("bye_not_kept", f"{bye.entrant} is out with a bye of kind {bye.kind}.", (bye.entrant,))
    for bye in given:
        if bye not in course.out:
            detail = f"No bye of kind {bye.kind} has been granted to {bye.entrant}."
            yield Violation("bye_not_kept", detail, (bye.entrant,))


def left_out(course: Course, round_: Round) -> Iterator[Violation]:
    """The violations of `left_out`."""
    named = set(round_.entrants())
    for entrant in course.present():
        if entrant.id not in named:
            detail = f"{entrant.id} is present, and neither at a table nor has a bye."
            yield Violation("left_out", detail, (entrant.id,))
