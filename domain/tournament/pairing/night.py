"""The random night (RULES §29): partners are chosen or drawn, and partnerships meet by lot, round after round.

| RULES §29 | how it is done |
|---|---|
| partners may pre-arrange their partnership | those who did are together in every round in which both are there |
| who comes alone, or whose partner is away | is drawn a partner among all who are alone |
| partnerships are matched against each other at random | any partnership may meet any other |
| what chance avoids, as far as there is another way | a drawn partner one had before; opponents one had before |
| a number that does not come out even | as few as possible sit out, with a bye: see below |
| who is first | the partnership that was so less often, both players added up; a lot where that is equal |

As partnerships cannot meet at half a table, who sits out is one who is alone if their number is odd, and further two
who are alone, or a partnership that was chosen, if the number of partnerships would be odd. They are those who have
sat out least often; among them those for whom it is longest ago; among them a lot decides. So nobody sits out twice
before everybody has who could sit out instead. Who comes later counts as one who has sat out as often as those who
have so least often. One player alone among partnerships that were chosen cannot be matched at all.

Entrants of a night are players. In its rounds a partnership goes by the ids of both, in the order of the alphabet and
with `+` between them; `players` takes them apart. All chance is that of `Dice(seed, "night" and the number of the round
in 4 bytes)`, so whoever knows the seed can draw the night again.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from domain.refusals import Illegal, WrongMoment
from domain.shuffle import Dice, shuffled
from domain.tournament.pairing.random_matching import drawn_pairs
from domain.tournament.rounds import Bye, Course, EntrantId, Match, PlayedRound, Round

BETWEEN = "+"
"""Stands between the ids of two partners."""

Partners = tuple[EntrantId, EntrantId]


class NobodyToMeet(WrongMoment):
    """There are not two partnerships that could meet."""


class TwoPartners(Illegal):
    """A player of a night has chosen more than one partner."""


class NightRules(NamedTuple):
    """How a night is played.

    Attributes:
        rounds: how many; none: as many as one likes.
        chosen: the partnerships that were arranged before; they may change from round to round.
    """

    rounds: int | None = None
    chosen: tuple[Partners, ...] = ()


def partnership(one: EntrantId, two: EntrantId) -> EntrantId:
    """The id by which two players go as partners, in whichever order they are given.

    Raises:
        ValueError: they are one player, or an id has a `+`.
    """
    if one == two or BETWEEN in one + two:
        raise ValueError(
            f"{one!r} and {two!r} cannot be partners; they are two players without {BETWEEN!r} in their ids"
        )
    return EntrantId(BETWEEN.join(sorted((one, two))))


def players(entrant: EntrantId) -> tuple[EntrantId, ...]:
    """Who goes by an id: two players for a partnership, otherwise one."""
    return tuple(EntrantId(player) for player in entrant.split(BETWEEN))


def points_of_players(course: Course) -> Counter[EntrantId]:
    """The points of every player: all that their partnerships have won, and their own byes (RULES §29)."""
    total: Counter[EntrantId] = Counter()
    for entrant, points in course.points().items():
        for player in players(entrant):
            total[player] += points
    return total


def course_of_players(course: Course) -> Course:
    """The course as it is for every player alone, in which each match is one for both partners.

    Points, wins and byes of everybody are theirs. Who meets whom says nothing: of the first partners one meets one.
    """
    return course._replace(rounds=tuple(map(_of_players, course.rounds)))


def _of_players(played: PlayedRound) -> PlayedRound:
    matches, results = [], []
    for (first, second), result in zip(played.round.matches, played.results, strict=True):
        for one, other in zip(players(first), players(second), strict=True):
            matches.append(Match(one, other))
            results.append(result)
    return PlayedRound(played.round._replace(matches=tuple(matches)), tuple(results))


def next_round(course: Course, rules: NightRules, seed: bytes) -> Round | None:
    """The next round: partnerships by table, players who sit out or have a bye; none when all rounds were made.

    It may be made before the results of earlier rounds are there.

    Args:
        course: what has been; its entrants are players.
        rules: how it is played.
        seed: from which lots are drawn; every round can have its own.

    Raises:
        NobodyToMeet: too few players are there.
        TwoPartners: somebody has chosen two.
    """
    number = len(course.rounds) + 1
    if rules.rounds is not None and number > rules.rounds:
        return None
    dice = Dice(seed, b"night" + number.to_bytes(4, "big"))
    past = _Past(course)
    chosen, alone = _registered(course, rules)
    sits_out = _sitting_out(chosen, alone, past, dice)
    together = [pair for pair in chosen if not sits_out.intersection(pair)]
    together += drawn_pairs([player for player in alone if player not in sits_out], past.were_partners, dice)
    if not together:
        raise NobodyToMeet(
            "There are not two partnerships that could meet.", hint="It takes four players, or two chosen partnerships."
        )
    matches = tuple(past.with_first(one, two, dice) for one, two in drawn_pairs(together, past.were_opponents, dice))
    byes = [Bye(entrant.id, "pairing") for entrant in course.entrants if entrant.id in sits_out]
    byes += [bye for bye in course.out if bye.entrant not in course.withdrawn]
    return Round(number, matches, tuple(byes))


class _Past:
    """What has been in a night.

    A match to which nobody, or one side only, came has made nobody partners or opponents.
    """

    def __init__(self, course: Course) -> None:
        self._partners: Counter[frozenset[EntrantId]] = Counter()
        self._opponents: Counter[frozenset[EntrantId]] = Counter()
        self._firsts: Counter[EntrantId] = Counter()
        self._sat_out: dict[EntrantId, int] = {}
        self._sat_out_last: dict[EntrantId, int] = {}
        self._here: set[EntrantId] = set()
        for match, times in _real_meetings(course).items():
            first, second = map(players, match)
            self._partners.update({frozenset(first): times, frozenset(second): times})
            self._opponents.update({frozenset((one, two)): times for one in first for two in second})
            self._firsts.update(dict.fromkeys(first, times))
            self._firsts.subtract(dict.fromkeys(second, times))
        for played in course.rounds:
            self._note_sitting_out(played.round)
        self._welcome({entrant.id for entrant in course.present()})

    def were_partners(self, one: EntrantId, two: EntrantId) -> int:
        return self._partners[frozenset((one, two))]

    def were_opponents(self, one: Partners, two: Partners) -> int:
        return sum(self._opponents[frozenset((player, other))] for player in one for other in two)

    def sat_out(self, player: EntrantId) -> tuple[int, int]:
        """How often, and in which round last; 0 for none."""
        return self._sat_out[player], self._sat_out_last.get(player, 0)

    def with_first(self, one: Partners, two: Partners, dice: Dice) -> Match:
        one_was, two_was = (sum(self._firsts[player] for player in pair) for pair in (one, two))
        lot = dice.below(2)
        if one_was > two_was or (one_was == two_was and lot):
            one, two = two, one
        return Match(partnership(*one), partnership(*two))

    def _note_sitting_out(self, made: Round) -> None:
        sitting = {bye.entrant for bye in made.byes if bye.kind == "pairing"}
        playing = {player for match in made.matches for side in match for player in players(side)}
        self._welcome(playing | sitting)
        for player in sitting:
            self._sat_out[player] += 1
            self._sat_out_last[player] = made.number

    def _welcome(self, here: set[EntrantId]) -> None:
        """Let those who come now, or come back, have sat out as often as those who were there have at the least."""
        least = min((self._sat_out[player] for player in here & self._here), default=0)
        for player in here - self._here:
            self._sat_out[player] = max(least, self._sat_out.get(player, 0))
        self._here = here


def _real_meetings(course: Course) -> Counter[Match]:
    """How often partnerships have met, as `Course.meetings`, and who was first."""
    return Counter(
        match
        for played in course.rounds
        for match, result in zip(played.round.matches, played.results, strict=True)
        if result is None or result.kind in ("played", "adjudicated")
    )


def _registered(course: Course, rules: NightRules) -> tuple[list[Partners], list[EntrantId]]:
    """The chosen partnerships of which both are there, and everybody else who is."""
    times = Counter(player for pair in rules.chosen for player in pair)
    for player, number in times.items():
        if number > 1:
            raise TwoPartners(f"{player} has chosen {number} partners.", facts={"player": player})
    here = [entrant.id for entrant in course.present()]
    chosen = [pair for pair in rules.chosen if set(pair) <= set(here)]
    paired = {player for pair in chosen for player in pair}
    return chosen, [player for player in here if player not in paired]


def _sitting_out(
    chosen: Sequence[Partners], alone: Sequence[EntrantId], past: _Past, dice: Dice
) -> frozenset[EntrantId]:
    """Who sits out, so that the others make an even number of partnerships."""
    singles = sorted(shuffled(alone, dice), key=past.sat_out)
    pairs = sorted(shuffled(chosen, dice), key=lambda pair: _burden(pair, past))
    odd = len(singles) % 2
    out, rest = singles[:odd], singles[odd:]
    if (len(pairs) + len(rest) // 2) % 2:
        # Where both are as fair, each player is as likely: so a lot is drawn among players, not among the two ways.
        lot = dice.below(len(rest) + 2 * len(pairs)) < len(rest)
        ways: list[Sequence[EntrantId]] = [rest[:2], *pairs[:1]] if lot else [*pairs[:1], rest[:2]]
        fairest = min([way for way in ways if way], key=lambda way: _burden(way, past))
        return frozenset([*out, *fairest])
    return frozenset(out)


def _burden(those: Sequence[EntrantId], past: _Past) -> tuple[list[int], list[int]]:
    """How much it would be for them to sit out now: how often they have, the most in front, then how lately."""
    times, last = zip(*map(past.sat_out, those), strict=True)
    return sorted(times, reverse=True), sorted(last, reverse=True)
