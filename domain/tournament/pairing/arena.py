"""Arena: over a span of time whoever is free is paired at once, again and again.

| two who are free | are paired |
|---|---|
| their scores are near each other, and the last match of either was not against the other | at once |
| otherwise | when one of them has waited as long as the patience lasts |

First those who may be paired at once are, from the highest score down, everybody with the next below; where scores are
equal the better seed is above. Then those whose patience is over are, who has waited longest first, with whom they did
not meet just before if possible, then with the nearest score. So who has to wait has nobody near, and not for long:
while one is free whose patience is over, nobody else is. Who has been first less often is first; a lot where that is
equal.

| a match brings | without streaks | with streaks |
|---|---|---|
| a win | the win | the win, times the factor after so many wins running |
| a draw | the draw | the draw, and the streak is over |
| a loss, or a match to which one did not come | the loss | the loss, and the streak is over |

Matches begin within the span. One that is still played when the span is over counts or does not, as the rules have it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from domain.instants import MINUTE_MS, Instant
from domain.shuffle import Dice
from domain.tournament.rounds import Entrant, EntrantId, Match, Points, Result


class Streaks(NamedTuple):
    """What winning again and again is worth: after so many wins running, a win counts so many times."""

    after: int = 2
    factor: int = 2


class ArenaRules(NamedTuple):
    """How an arena is played.

    Attributes:
        begins: when the first matches are paired.
        ends: from when on no more are.
        patience_ms: how long somebody waits for a better opponent.
        near: scores that are no further apart are near each other.
        win: what a win is worth.
        draw: what a draw is worth.
        loss: what a lost match is worth.
        streaks: what winning again and again is worth; none where it is nothing.
        counts: which matches do: all that have begun in the span, or those only that have also ended in it.
    """

    begins: Instant
    ends: Instant
    patience_ms: int = MINUTE_MS
    near: Points = Points(400)
    win: Points = Points(200)
    draw: Points = Points(100)
    loss: Points = Points(0)
    streaks: Streaks | None = Streaks()
    counts: Literal["begun", "ended"] = "begun"


class Played(NamedTuple):
    """A match that is over, and when."""

    match: Match
    result: Result
    ended: Instant


class Score(NamedTuple):
    """How an entrant has done.

    Attributes:
        points: so far.
        streak: how many of the last matches were won running.
        played: how many matches.
        won: how many of them.
        firsts: how many more matches as first than as second.
        last: against whom the last one was.
    """

    points: Points = Points(0)
    streak: int = 0
    played: int = 0
    won: int = 0
    firsts: int = 0
    last: EntrantId | None = None


class Waiting(NamedTuple):
    """Somebody who is free, and since when."""

    entrant: Entrant
    since: Instant


def scores(matches: Iterable[Played], rules: ArenaRules) -> dict[EntrantId, Score]:
    """How everybody has done who has played.

    Args:
        matches: in the order in which they ended.
        rules: of the arena.
    """
    found: dict[EntrantId, Score] = {}
    for (first, second), result, ended in matches:
        if rules.counts == "begun" or ended < rules.ends:
            of_first, of_second = _outcomes(result)
            found[first] = _after(found.get(first, Score()), of_first, rules, firsts=1, against=second)
            found[second] = _after(found.get(second, Score()), of_second, rules, firsts=-1, against=first)
    return found


def next_matches(
    waiting: Sequence[Waiting], standing: Mapping[EntrantId, Score], rules: ArenaRules, now: Instant, seed: bytes
) -> tuple[Match, ...]:
    """Who begins to play now; none before the span and after it.

    Args:
        waiting: who is free.
        standing: how everybody has done, as `scores` has it; who is not in it has not played.
        rules: of the arena.
        now: the time.
        seed: from which lots are drawn.
    """
    if not rules.begins <= now < rules.ends:
        return ()
    free = [_Free(each.entrant, each.since, standing.get(each.entrant.id, Score())) for each in waiting]
    free.sort(key=lambda each: (-each.score.points, each.entrant.seed))
    near, left = _near_pairs(free, rules)
    overdue = sorted((each for each in left if now - each.since >= rules.patience_ms), key=lambda each: each.since)
    return tuple(_with_first(pair, seed) for pair in near + _any_pairs(overdue, left))


def next_change(waiting: Sequence[Waiting], rules: ArenaRules, now: Instant) -> Instant | None:
    """When to ask for matches again if nobody comes or goes until then; none when that would be of no use.

    Args:
        waiting: who is free, after those have gone who are paired now.
        rules: of the arena.
        now: the time.
    """
    if now >= rules.ends or len(waiting) < 2:
        return None
    patience_over = Instant(min(each.since for each in waiting) + rules.patience_ms)
    change = patience_over if now >= rules.begins else rules.begins
    return change if now < change < rules.ends else None


class _Free(NamedTuple):
    """Somebody who waits, and how they have done."""

    entrant: Entrant
    since: Instant
    score: Score

    def has_just_met(self, other: "_Free") -> bool:
        """Whether the last match of one of them was against the other."""
        return self.score.last == other.entrant.id or other.score.last == self.entrant.id

    def gap(self, other: "_Free") -> int:
        """How far their scores are apart."""
        return abs(self.score.points - other.score.points)

    def best_of(self, others: Sequence["_Free"]) -> "_Free":
        """Whom to meet when any will do."""
        return min(others, key=lambda other: (self.has_just_met(other), self.gap(other)))


_Pair = tuple[_Free, _Free]


def _near_pairs(free: Sequence[_Free], rules: ArenaRules) -> tuple[list[_Pair], list[_Free]]:
    """Those who may be paired at once, and who is left; the highest scores in front, in both."""
    pairs: list[_Pair] = []
    paired: set[EntrantId] = set()
    for place, one in enumerate(free):
        if one.entrant.id in paired:
            continue
        for two in free[place + 1 :]:
            if one.gap(two) > rules.near:
                break
            if two.entrant.id not in paired and not one.has_just_met(two):
                pairs.append((one, two))
                paired |= {one.entrant.id, two.entrant.id}
                break
    return pairs, [each for each in free if each.entrant.id not in paired]


def _any_pairs(overdue: Sequence[_Free], left: Sequence[_Free]) -> list[_Pair]:
    """Those who have waited long enough, in their order, and whom they meet."""
    pairs: list[_Pair] = []
    rest = list(left)
    for one in overdue:
        others = [each for each in rest if each != one]
        if one in rest and others:
            two = one.best_of(others)
            pairs.append((one, two))
            rest = [each for each in others if each != two]
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


def _after(score: Score, outcome: _Outcome, rules: ArenaRules, *, firsts: int, against: EntrantId) -> Score:
    worth = {"win": rules.win, "draw": rules.draw, "loss": rules.loss}[outcome]
    won = outcome == "win"
    if won and rules.streaks is not None and score.streak >= rules.streaks.after:
        worth = Points(worth * rules.streaks.factor)
    return Score(
        points=Points(score.points + worth),
        streak=score.streak + 1 if won else 0,
        played=score.played + 1,
        won=score.won + won,
        firsts=score.firsts + firsts,
        last=against,
    )
