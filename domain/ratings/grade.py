"""Grades of players and partnerships in duplicate play, modelled on the National Grading Scheme of the EBU.

A grade is the percentage that a player would score on average with a partner of the same grade in an average field.

| figure | definition |
|---|---|
| strength of a pair | the mean of its players' grades |
| strength of the field | the mean strength of all other pairs of the session |
| expected score of a pair | its strength - (strength of the field - 50), from 0 to 100 |
| session grade of a player | own grade + `gain` * (score - expected score), the same for both partners |
| weight of a session | the boards of the pair / (boards graded so far with these, at most `most_boards`) |
| grade after it | grade + weight * (session grade - grade) |
| grade of a partnership | the same, with its own grade as its strength and a gain of 1 |
| newcomer | `start`, weighted like `start_boards` boards; a partnership starts at the mean of both grades |
| provisional | fewer than `mature_boards` boards graded |

All sessions count alike until `most_boards` is reached, after about 80 sessions of 25 boards. After that older sessions
fade: 80 sessions later, a session has 37 % of its weight. All grades of a session are computed from the grades before
it. With a gain of 2, a session grade is the score if the partner had played exactly to grade.

Percentages are whole millionths of a percent, computed exactly and rounded half to even once per session.

Source: public descriptions of the National Grading Scheme of the English Bridge Union. Its rules for master point
events, teams and sessions older than three years are not implemented.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, NewType

from domain.kernel.instants import Instant
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.wording import sentences

PERCENT = 1_000_000
"""One percent: percentages are whole numbers of millionths of a percent."""
EVEN = 50 * PERCENT
FULL = 100 * PERCENT

SessionId = NewType("SessionId", str)
PartnersGraded = frozenset[PlayerId]


class GradeRules(NamedTuple):
    """The parameters of the grades, percentages in millionths; the module docstring defines them."""

    start: int = EVEN
    start_boards: int = 50
    gain: Literal[1, 2] = 2
    most_boards: int = 2000
    mature_boards: int = 250


class Grade(NamedTuple):
    """A grade, and the number of boards graded for it."""

    grade: int
    boards: int = 0


class Pair(NamedTuple):
    """A pair of a session.

    Attributes:
        players: both players.
        score: their score, in millionths of a percent.
        boards: the number of boards they played; `None` for all boards of the session.
    """

    players: tuple[PlayerId, PlayerId]
    score: int
    boards: int | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A session of duplicate play: its pairs, and the number of boards of a pair that played all of them.

    Raises:
        ValueError: the session is impossible, such as a player in two pairs.
    """

    id: SessionId
    ended_at: Instant
    boards: int
    pairs: tuple[Pair, ...]

    def __post_init__(self) -> None:
        """Refuses impossible sessions."""
        players = [player for pair in self.pairs for player in pair.players]
        for is_wrong, why in (
            (len(self.pairs) < 2, "it has fewer than two pairs"),
            (self.boards < 1, "it has no boards"),
            (
                not all(pair.boards is None or 1 <= pair.boards <= self.boards for pair in self.pairs),
                "a pair has an impossible number of boards",
            ),
            (len(set(players)) != len(players), "a player is named twice"),
            (not all(0 <= pair.score <= FULL for pair in self.pairs), "a score is outside 0 to 100 percent"),
        ):
            if is_wrong:
                raise ValueError(f"{self.id} is not a valid session: {why}")


class GradeChange(NamedTuple):
    """The change of a grade by a session; percentages in millionths.

    Attributes:
        session, at: the session, and when it finished.
        who: the player, or both players for the grade of a partnership.
        partner: the grade of the other player before the session; `None` for a partnership.
        field: the strength of the field.
        expected, score: the expected and the actual score of the pair.
        gain: the factor of the difference between score and expected score.
        boards, of: the weight of the session as a fraction, in boards.
        before, after: the grade before and after the session.
        is_provisional: whether the grade is based on too few boards.
    """

    session: SessionId
    at: Instant
    who: PartnersGraded
    partner: int | None
    field: int
    expected: int
    score: int
    gain: Literal[1, 2]
    boards: int
    of: int
    before: int
    after: Grade
    is_provisional: bool


class Grades:
    """All grades after a sequence of sessions."""

    def __init__(self) -> None:
        self.players: dict[PlayerId, Grade] = {}
        self.partnerships: dict[PartnersGraded, Grade] = {}

    def grade(self, rules: GradeRules, session: Session) -> tuple[GradeChange, ...]:
        """Grades a session: updates the grades and returns the changes."""
        changes = changes_of(rules, session, self.players, self.partnerships)
        for change in changes:
            if change.partner is None:
                self.partnerships[change.who] = change.after
            else:
                (player,) = change.who
                self.players[player] = change.after
        return changes


def changes_of(
    rules: GradeRules,
    session: Session,
    players: Mapping[PlayerId, Grade],
    partnerships: Mapping[PartnersGraded, Grade],
) -> tuple[GradeChange, ...]:
    """Returns the changes of a session: for each pair the grades of both players, then that of the partnership.

    Args:
        rules: the parameters.
        session: the session.
        players: the grades before; newcomers are missing.
        partnerships: the grades of partnerships before.
    """
    newcomer = Grade(rules.start)
    grades = [tuple(players.get(player, newcomer) for player in pair.players) for pair in session.pairs]
    strengths = [Fraction(sum(grade.grade for grade in pair), 2) for pair in grades]
    total = sum(strengths)
    changes: list[GradeChange] = []
    for pair, (one, two), strength in zip(session.pairs, grades, strengths, strict=True):
        field = (total - strength) / (len(strengths) - 1)
        step = _Step(rules, session, pair, field)
        first, second = pair.players
        changes.append(step.change(frozenset((first,)), one, strength, two.grade))
        changes.append(step.change(frozenset((second,)), two, strength, one.grade))
        together = frozenset(pair.players)
        own = partnerships.get(together, Grade(round(strength)))
        changes.append(step.change(together, own, Fraction(own.grade), None))
    return tuple(changes)


class _Step(NamedTuple):
    """The figures that all changes of a pair in a session share."""

    rules: GradeRules
    session: Session
    pair: Pair
    field: Fraction

    def change(self, who: PartnersGraded, before: Grade, strength: Fraction, partner: int | None) -> GradeChange:
        expected = min(max(strength - (self.field - EVEN), Fraction(0)), Fraction(FULL))
        gain: Literal[1, 2] = self.rules.gain if partner is not None else 1
        own = self.session.boards if self.pair.boards is None else self.pair.boards
        boards = before.boards + own
        of = max(min(boards + self.rules.start_boards, self.rules.most_boards), own)
        moved = gain * (self.pair.score - expected) * own / of
        return GradeChange(
            session=self.session.id,
            at=self.session.ended_at,
            who=who,
            partner=partner,
            field=round(self.field),
            expected=round(expected),
            score=self.pair.score,
            gain=gain,
            boards=own,
            of=of,
            before=before.grade,
            after=Grade(round(before.grade + moved), boards),
            is_provisional=boards < self.rules.mature_boards,
        )


def sentence(change: GradeChange) -> str:
    """Returns a change in plain words."""
    whose = (
        message("The partnership")
        if change.partner is None
        else message("With a partner of {percent}, the pair", percent=_percent(change.partner))
    )
    more, moved = change.score - change.expected, change.after.grade - change.before
    times = "" if change.gain == 1 else message(", times {gain}", gain=change.gain)
    parts = (
        (
            message(
                "{whose} was expected to score {percent} in a field of {percent_2}, and scored {percent_3}.",
                whose=whose,
                percent=_percent(change.expected),
                percent_2=_percent(change.field),
                percent_3=_percent(change.score),
            )
        ),
        (
            message(
                "The difference of {signed}{times}, weighted as {boards} of {of} boards, is {signed_2}. The grade "
                "changed from {percent} to {percent_2}.",
                signed=_signed(more),
                times=times,
                boards=change.boards,
                of=change.of,
                signed_2=_signed(moved),
                percent=_percent(change.before),
                percent_2=_percent(change.after.grade),
            )
        ),
        message("Provisional.") if change.is_provisional else "",
    )
    return sentences(parts)


def _percent(figure: int) -> str:
    return f"{figure / PERCENT:.2f} %"


def _signed(figure: int) -> str:
    return f"{figure / PERCENT:+.2f} %"
