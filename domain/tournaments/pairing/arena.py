"""Arena: for a span of time, free entrants are paired at once, again and again.

| two free entrants | are paired |
|---|---|
| their scores are near, and neither played the other in its last match | at once |
| otherwise | when one of them has waited as long as the patience |

First, entrants that may be paired at once are paired from the highest score down, each with the next below. With equal
scores, the better seed is above. Then entrants whose patience is over are paired, the longest waiting first. Each meets
an entrant that it did not just meet, if possible, and then the one with the nearest score. So an entrant waits only if
no score is near, and no longer than its patience if another is free. The entrant that was first less often is first; a
lot decides if that is equal.

| a match brings | without streaks | with streaks |
|---|---|---|
| a win | the win | the win, times the factor after enough wins in a row |
| a draw | the draw | the draw, and the streak ends |
| a loss or a no-show | the loss | the loss, and the streak ends |

Matches begin within the span. A match that is open at its end is played to its end and counts. The pairs of one moment
are a round, and rounds overlap. No entrant is in two matches at once, so the rounds list the matches of each entrant in
the order in which they were played.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from domain.kernel.instants import LAST, SECOND_MS, Instant
from domain.kernel.shuffle import Dice
from domain.tournaments.pairing.exclusions import Exclusions
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.terms import Entrant, EntrantId, Match, PairingContext, PlayedRound, Points, Result


class Streaks(NamedTuple):
    """The bonus for streaks: after this many wins in a row, a win counts this many times."""

    after: int = 2
    factor: int = 2


class ArenaRules(NamedTuple):
    """The rules of an arena.

    Attributes:
        patience_ms: how long an entrant waits for a better opponent, in milliseconds.
        near: the largest difference of scores that are near each other.
        win: the points of a win.
        draw: the points of a draw.
        loss: the points of a loss.
        streaks: the bonus for streaks; `None` for no bonus.
    """

    patience_ms: int = 60_000
    near: Points = Points(200)
    win: Points = Points(100)
    draw: Points = Points(50)
    loss: Points = Points(0)
    streaks: Streaks | None = Streaks()


def rules_of(settings: TournamentSettings) -> ArenaRules:
    """Returns the rules of an arena from its settings."""
    figures, plan = settings.figures, settings.rounds
    streaks = Streaks(figures.get("streak_after", 2), figures.get("streak_factor", 2))
    return ArenaRules(
        patience_ms=figures.get("patience_s", 60) * SECOND_MS,
        near=figures.get("near", Points(2 * plan.win)),
        win=plan.win,
        draw=plan.draw,
        loss=plan.loss,
        streaks=streaks if streaks.factor > 1 else None,
    )


class ArenaRecord(NamedTuple):
    """The record of an entrant.

    Attributes:
        points: its points so far.
        streak: its current number of wins in a row.
        played: its number of matches.
        won: its number of wins.
        firsts: its matches as first minus those as second.
        last: its last opponent.
    """

    points: Points = Points(0)
    streak: int = 0
    played: int = 0
    won: int = 0
    firsts: int = 0
    last: EntrantId | None = None


class WaitingEntrant(NamedTuple):
    """A free entrant, and since when it is free."""

    entrant: Entrant
    since: Instant


def records_of(context: PairingContext, rules: ArenaRules) -> dict[EntrantId, ArenaRecord]:
    """Returns the records of all entrants that have a result."""
    return _records_and_rounds(context, rules)[0]


def course_with_bonuses(context: PairingContext, rules: ArenaRules) -> PairingContext:
    """Returns the context with the points of every match in the arena, including the bonus for streaks."""
    return context._replace(rounds=_records_and_rounds(context, rules)[1])


def _records_and_rounds(
    context: PairingContext, rules: ArenaRules
) -> tuple[dict[EntrantId, ArenaRecord], tuple[PlayedRound, ...]]:
    """Returns the records of all entrants, and the rounds with the points of their matches."""
    found: dict[EntrantId, ArenaRecord] = {}
    rounds = []
    for played in context.rounds:
        worth = [
            None if result is None else _record_match(match, result, found, rules)
            for match, result in zip(played.round.matches, played.results, strict=True)
        ]
        rounds.append(played._replace(results=tuple(worth)))
    return found, tuple(rounds)


def _record_match(match: Match, result: Result, found: dict[EntrantId, ArenaRecord], rules: ArenaRules) -> Result:
    """Adds a match to the records of both entrants, and returns its points."""
    before = [found.get(each, ArenaRecord()) for each in match]
    for entrant, against, outcome, firsts in zip(match, match[::-1], _outcomes(result), (1, -1), strict=True):
        found[entrant] = _record_after(
            found.get(entrant, ArenaRecord()), outcome, rules, firsts=firsts, against=against
        )
    gained = [found[each].points - score.points for each, score in zip(match, before, strict=True)]
    return result._replace(first=Points(gained[0]), second=Points(gained[1]))


def waiting_entrants(context: PairingContext) -> list[WaitingEntrant]:
    """Returns the free entrants of the context."""
    entrants = {entrant.id: entrant for entrant in context.entrants}
    return [WaitingEntrant(entrants[each], since) for each, since in context.arena.waiting] if context.arena else []


class DrawContext(NamedTuple):
    """The context of a draw.

    Attributes:
        now: the time; `None` as if all had waited long enough.
        seed: the seed of the lots.
        apart: pairs of entrants that are kept apart.
    """

    now: Instant | None
    seed: bytes = b""
    apart: Exclusions = frozenset()


def next_matches(
    waiting: Sequence[WaitingEntrant], standing: dict[EntrantId, ArenaRecord], rules: ArenaRules, moment: DrawContext
) -> tuple[Match, ...]:
    """Returns the matches that begin now.

    Args:
        waiting: the free entrants.
        standing: the records from `scores`; entrants without one have not played.
        rules: the rules of the arena.
        moment: the time, the seed of the lots, and the pairs that are kept apart.
    """
    free = _free_by_score(waiting, standing)
    now = LAST if moment.now is None else moment.now
    near, left = _near_pairs(free, rules, moment.apart)
    overdue = sorted((each for each in left if now - each.since >= rules.patience_ms), key=lambda each: each.since)
    return tuple(_with_first(pair, moment.seed) for pair in near + _any_pairs(overdue, left, moment.apart))


def next_pairing(
    waiting: Sequence[WaitingEntrant],
    standing: dict[EntrantId, ArenaRecord],
    rules: ArenaRules,
    apart: Exclusions = frozenset(),
) -> Instant | None:
    """Returns when two waiting entrants can be paired if none comes or goes; `None` for never."""
    free = _free_by_score(waiting, standing)
    near, _ = _near_pairs(free, rules, apart)
    if near:
        return min(max(one.since, two.since) for one, two in near)
    could = (one for one in free if any(one != two and not one.is_kept_from(two, apart) for two in free))
    return min((Instant(one.since + rules.patience_ms) for one in could), default=None)


def _free_by_score(waiting: Sequence[WaitingEntrant], standing: dict[EntrantId, ArenaRecord]) -> "list[_FreeEntrant]":
    free = [_FreeEntrant(each.entrant, each.since, standing.get(each.entrant.id, ArenaRecord())) for each in waiting]
    return sorted(free, key=lambda each: (-each.score.points, each.entrant.seed))


class _FreeEntrant(NamedTuple):
    """A free entrant with its record."""

    entrant: Entrant
    since: Instant
    score: ArenaRecord

    def has_just_met(self, other: "_FreeEntrant") -> bool:
        """Returns whether the last match of one of them was against the other."""
        return self.score.last == other.entrant.id or other.score.last == self.entrant.id

    def is_kept_from(self, other: "_FreeEntrant", apart: Exclusions) -> bool:
        """Returns whether the two are kept apart."""
        return bool(apart) and frozenset((self.entrant.id, other.entrant.id)) in apart

    def gap(self, other: "_FreeEntrant") -> int:
        """Returns the difference of their scores."""
        return abs(self.score.points - other.score.points)

    def best_opponent(self, others: Sequence["_FreeEntrant"]) -> "_FreeEntrant":
        """Returns the best opponent among the others."""
        return min(others, key=lambda other: (self.has_just_met(other), self.gap(other)))


_Pair = tuple[_FreeEntrant, _FreeEntrant]


def _near_pairs(
    free: Sequence[_FreeEntrant], rules: ArenaRules, apart: Exclusions
) -> tuple[list[_Pair], list[_FreeEntrant]]:
    """Returns the pairs that may begin at once, and the entrants that are left, both with the highest scores first."""
    pairs: list[_Pair] = []
    paired: set[EntrantId] = set()
    for place, one in enumerate(free):
        if one.entrant.id in paired:
            continue
        for two in free[place + 1 :]:
            if one.gap(two) > rules.near:
                break
            if two.entrant.id not in paired and not one.has_just_met(two) and not one.is_kept_from(two, apart):
                pairs.append((one, two))
                paired |= {one.entrant.id, two.entrant.id}
                break
    return pairs, [each for each in free if each.entrant.id not in paired]


def _any_pairs(overdue: Sequence[_FreeEntrant], left: Sequence[_FreeEntrant], apart: Exclusions) -> list[_Pair]:
    """Returns the pairs of entrants that have waited long enough, in their order."""
    pairs: list[_Pair] = []
    rest = list(left)
    for one in overdue:
        others = [each for each in rest if each != one and not one.is_kept_from(each, apart)]
        if one in rest and others:
            two = one.best_opponent(others)
            pairs.append((one, two))
            rest = [each for each in rest if each not in (one, two)]
    return pairs


def _with_first(pair: _Pair, seed: bytes) -> Match:
    one, two = pair
    label = f"arena {one.entrant.id} {one.score.played} {two.entrant.id} {two.score.played}".encode()
    lot = Dice(seed, label).below(2)
    if one.score.firsts > two.score.firsts or (one.score.firsts == two.score.firsts and lot):
        one, two = two, one
    return Match(one.entrant.id, two.entrant.id)


_Outcome = Literal["win", "draw", "loss"]


def _outcomes(result: Result) -> tuple[_Outcome, _Outcome]:
    if result.first == result.second:
        return ("loss", "loss") if result.kind == "double_forfeit" else ("draw", "draw")
    return ("win", "loss") if result.first > result.second else ("loss", "win")


def _record_after(
    score: ArenaRecord, outcome: _Outcome, rules: ArenaRules, *, firsts: int, against: EntrantId
) -> ArenaRecord:
    worth = {"win": rules.win, "draw": rules.draw, "loss": rules.loss}[outcome]
    won = outcome == "win"
    if won and rules.streaks is not None and score.streak >= rules.streaks.after:
        worth = Points(worth * rules.streaks.factor)
    return ArenaRecord(
        points=Points(score.points + worth),
        streak=score.streak + 1 if won else 0,
        played=score.played + 1,
        won=score.won + won,
        firsts=score.firsts + firsts,
        last=against,
    )
