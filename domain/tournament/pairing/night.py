"""The random night: partners are chosen or drawn, and partnerships meet by lot, round after round.

| the source says | how it is done |
|---|---|
| partners may pre-arrange their partnership | those who did are together in every round in which both are there |
| who comes alone, or whose partner is away | is drawn a partner among all who are alone |
| partnerships are matched against each other at random | any partnership may meet any other |
| what chance avoids, as far as there is another way | a drawn partner one had before; opponents one had before |
| a number that does not come out even | as few as possible sit out, with a bye: see below |
| two whom the organiser keeps apart | never sit at one table: see `apart.py` |
| who is first | the partnership that was so less often, both players added up; a lot where that is equal |

As partnerships cannot meet at half a table, who sits out is one who is alone if their number is odd, and further two
who are alone, or a partnership that was chosen, if the number of partnerships would be odd. They are those who have
sat out least often; among them those for whom it is longest ago; among them a lot decides. So nobody sits out twice
before everybody has who could sit out instead. Who comes later counts as one who has sat out as often as those who
have so least often. One player alone among partnerships that were chosen cannot be matched at all.

Where the tables of a draw cannot be made without two who are kept apart, all is drawn anew: at first as above, and when
that has often been of no use, with a lot alone for who sits out.

Entrants of a night are players, and sides go by the ids of two of them (`partnerships.py`). All chance is that of
`Dice(seed, "night" and the number of the round in 4 bytes)`, so whoever knows the seed can draw the night again.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.refusals import Illegal, WrongMoment
from domain.shuffle import Dice, shuffled
from domain.tournament.format import Violation
from domain.tournament.pairing.apart import Apart, Table, kept_apart_at_a_table, separated
from domain.tournament.pairing.partnerships import Had, Partners, at_table, no_partnerships, partnership
from domain.tournament.pairing.random_matching import drawn_pairs
from domain.tournament.refusals import NoLegalPairing
from domain.tournament.rounds import Bye, Course, EntrantId, Match, Round

FAIR_DRAWS = 20
"""So many draws are made in which those sit out who have to."""
DRAWS = 100
"""So many draws are made in all before it is said that there is no way."""


class NobodyToMeet(WrongMoment):
    """There are not two partnerships that could meet."""


class TwoPartners(Illegal):
    """A player of a night has chosen more than one partner."""


class NightRules(NamedTuple):
    """How a night is played.

    Attributes:
        rounds: how many; none: as many as one likes.
        chosen: the partnerships that were arranged before; they may change from round to round.
        forbidden: twos who are kept apart.
    """

    rounds: int | None = None
    chosen: tuple[Partners, ...] = ()
    forbidden: Apart = frozenset()


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
        NoLegalPairing: who is kept apart cannot be.
    """
    number = len(course.rounds) + 1
    if rules.rounds is not None and number > rules.rounds:
        return None
    dice = Dice(seed, b"night" + number.to_bytes(4, "big"))
    past = _Past(course)
    for draw in range(DRAWS):
        sits_out, tables = _drawn(course, rules, past, dice, is_fair=draw < FAIR_DRAWS)
        chosen = frozenset(player for pair in rules.chosen for player in pair)
        apart = separated(tables, rules.forbidden, dice, chosen)
        if apart is not None:
            matches = tuple(past.with_first(one, two, dice) for one, two in apart)
            byes = [Bye(entrant.id, "pairing") for entrant in course.entrants if entrant.id in sits_out]
            byes += [bye for bye in course.out if bye.entrant not in course.withdrawn]
            return Round(number, matches, tuple(byes))
    raise NoLegalPairing(
        "Those who are there cannot be put at tables without two who are kept apart.",
        hint="Let two of them meet, or grant byes until the others can be paired.",
    )


def violations(course: Course, rules: NightRules, round_: Round) -> tuple[Violation, ...]:
    """What of the format a round breaks: `partners`, when a side is not two players; `number`; `forbidden`."""
    return (
        *no_partnerships(round_),
        *_one_round_too_many(course, rules),
        *kept_apart_at_a_table(rules.forbidden, round_),
    )


def _one_round_too_many(course: Course, rules: NightRules) -> Iterator[Violation]:
    if rules.rounds is not None and len(course.rounds) >= rules.rounds:
        yield Violation("number", f"The tournament has {rules.rounds} rounds.")


def _drawn(
    course: Course, rules: NightRules, past: "_Past", dice: Dice, *, is_fair: bool
) -> tuple[frozenset[EntrantId], list[Table]]:
    """Who sits out, and the tables of the others."""
    chosen, alone = _registered(course, rules)
    sits_out = _sitting_out(chosen, alone, past if is_fair else _Past(course._replace(rounds=())), dice)
    together = [pair for pair in chosen if not sits_out.intersection(pair)]
    together += drawn_pairs([player for player in alone if player not in sits_out], past.had.partners, dice)
    if not together:
        raise NobodyToMeet(
            "There are not two partnerships that could meet.", hint="It takes four players, or two chosen partnerships."
        )
    return sits_out, drawn_pairs(together, past.had.opponents, dice)


class _Past:
    """What has been in a night."""

    def __init__(self, course: Course) -> None:
        self.had = Had(course)
        self._sat_out: dict[EntrantId, int] = {}
        self._sat_out_last: dict[EntrantId, int] = {}
        self._here: set[EntrantId] = set()
        for played in course.rounds:
            self._note_sitting_out(played.round)
        self._welcome({entrant.id for entrant in course.present()})

    def sat_out(self, player: EntrantId) -> tuple[int, int]:
        """How often, and in which round last; 0 for none."""
        return self._sat_out[player], self._sat_out_last.get(player, 0)

    def with_first(self, one: Partners, two: Partners, dice: Dice) -> Match:
        one_was, two_was = self.had.firsts(one), self.had.firsts(two)
        lot = dice.below(2)
        if one_was > two_was or (one_was == two_was and lot):
            one, two = two, one
        return Match(partnership(*one), partnership(*two))

    def _note_sitting_out(self, made: Round) -> None:
        sitting = {bye.entrant for bye in made.byes if bye.kind == "pairing"}
        playing = {player for match in made.matches for player in at_table(match)}
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
