"""The random night: partners are chosen or drawn, and partnerships meet by lot in every round.

| rule of the source | implementation |
|---|---|
| partners may pre-arrange their partnership | chosen partners play together in every round in which both are present |
| players without a partner, or with an absent one | get a drawn partner among all single players |
| partnerships are matched against each other at random | any partnership may meet any other |
| repeats to avoid if possible | a drawn partner from an earlier round; opponents from an earlier round |
| an odd number | as few players as possible sit out with a bye: see below |
| two players that staff keep apart | never share a table: see `exclusions.py` |
| first side | the partnership whose players were first less often in total; ties by lot |

If the number of single players is odd, one of them sits out. If the number of partnerships would then be odd, two more
single players or a chosen partnership sit out as well. `sitting_out.py` says who is chosen; ties are decided by lot. A
single player cannot be matched if all others are in chosen partnerships.

If exclusions prevent the tables of a draw, the whole draw is repeated. The first draws choose who sits out as above;
later draws choose only by lot.

Entrants of a night are players, and the id of a side is made of two ids (`partnerships.py`). All lots come from
`Dice(seed, "night" and the number of the round in 4 bytes)`, so the draw can be repeated from the seed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.kernel.messages import message
from domain.kernel.refusals import Illegal, WrongMoment
from domain.kernel.shuffle import Dice, shuffled
from domain.tournaments.formats.format import Violation
from domain.tournaments.pairing.exclusions import Exclusions, TwoSides, kept_apart_at_a_table, tables_without_conflicts
from domain.tournaments.pairing.partnerships import (
    PartnerHistory,
    Partners,
    partnership_id,
    violations_of_partnerships,
)
from domain.tournaments.pairing.random_matching import drawn_pairs
from domain.tournaments.pairing.sitting_out import Turn, turns_to_sit_out
from domain.tournaments.rounds.refusals import NoLegalPairing
from domain.tournaments.terms import Bye, EntrantId, Match, PairingContext, Round

FAIR_DRAWS = 20
"""The number of draws in which sitting out follows the fair order."""
DRAWS = 100
"""The total number of draws before the pairing is refused."""
FIRST = Turn(was_out=False, times=0, last=0)
"""The turn of all players in draws that choose only by lot."""
Turns = Mapping[EntrantId, Turn]


class NobodyToMeet(WrongMoment):
    """There are not enough partnerships to form a match."""


class TwoPartners(Illegal):
    """A player of the night has chosen more than one partner."""


class NightRules(NamedTuple):
    """The rules of a night.

    Attributes:
        rounds: the number of rounds; `None` for no limit.
        chosen: the pre-arranged partnerships; they may change from round to round.
        forbidden: pairs of players that are kept apart.
    """

    rounds: int | None = None
    chosen: tuple[Partners, ...] = ()
    forbidden: Exclusions = frozenset()


def next_round(context: PairingContext, rules: NightRules, seed: bytes) -> Round | None:
    """Returns the next round: partnerships by table, and the byes; `None` when all rounds were made.

    The round can be made while results of earlier rounds are still open.

    Args:
        context: all rounds so far; its entrants are players.
        rules: the rules of the night.
        seed: the seed of the lots; every round can have its own.

    Raises:
        NobodyToMeet: too few players are present.
        TwoPartners: a player has chosen two partners.
        NoLegalPairing: the exclusions cannot be kept.
    """
    number = len(context.rounds) + 1
    if rules.rounds is not None and number > rules.rounds:
        return None
    dice = Dice(seed, b"night" + number.to_bytes(4, "big"))
    had, turns = PartnerHistory(context), turns_to_sit_out(context)
    for draw in range(DRAWS):
        sits_out, tables = _drawn_tables(context, rules, had, turns if draw < FAIR_DRAWS else {}, dice)
        chosen = frozenset(player for pair in rules.chosen for player in pair)
        apart = tables_without_conflicts(tables, rules.forbidden, dice, chosen)
        if apart is not None:
            matches = tuple(_with_first(had, one, two, dice) for one, two in apart)
            byes = [Bye(entrant.id, "pairing") for entrant in context.entrants if entrant.id in sits_out]
            byes += [bye for bye in context.granted_byes if bye.entrant not in context.withdrawn]
            return Round(number, matches, tuple(byes))
    raise NoLegalPairing(
        message("The players who are present cannot be seated without a table for two players who are kept apart."),
        hint=message("Allow two of them to meet, or grant byes until the others can be paired."),
    )


def violations(context: PairingContext, rules: NightRules, round_: Round) -> tuple[Violation, ...]:
    """Returns the violations in a round: `partners` if a side is not two players; `number`; `forbidden`."""
    return (
        *violations_of_partnerships(round_),
        *_one_round_too_many(context, rules),
        *kept_apart_at_a_table(rules.forbidden, round_),
    )


def _one_round_too_many(context: PairingContext, rules: NightRules) -> Iterator[Violation]:
    if rules.rounds is not None and len(context.rounds) >= rules.rounds:
        yield Violation("number", message("The tournament has {rounds} rounds", rounds=rules.rounds))


def _drawn_tables(
    context: PairingContext, rules: NightRules, had: PartnerHistory, turns: Turns, dice: Dice
) -> tuple[frozenset[EntrantId], list[TwoSides]]:
    """Returns the players who sit out, and the tables of the others."""
    chosen, alone = _chosen_and_others(context, rules)
    sits_out = _sitting_out(chosen, alone, turns, dice)
    together = [pair for pair in chosen if not sits_out.intersection(pair)]
    together += drawn_pairs([player for player in alone if player not in sits_out], had.partners, dice)
    if not together:
        raise NobodyToMeet(
            message("No two partnerships can meet."),
            hint=message("At least four players or two chosen partnerships are needed."),
        )
    return sits_out, drawn_pairs(together, had.opponents, dice)


def _with_first(had: PartnerHistory, one: Partners, two: Partners, dice: Dice) -> Match:
    one_was, two_was = had.firsts(one), had.firsts(two)
    lot = dice.below(2)
    if one_was > two_was or (one_was == two_was and lot):
        one, two = two, one
    return Match(partnership_id(*one), partnership_id(*two))


def _chosen_and_others(context: PairingContext, rules: NightRules) -> tuple[list[Partners], list[EntrantId]]:
    """Returns the chosen partnerships with both players present, and all other present players."""
    times = Counter(player for pair in rules.chosen for player in pair)
    for player, number in times.items():
        if number > 1:
            raise TwoPartners(
                message("{player} has chosen {number} partners.", player=player, number=number),
                facts={"player": player},
            )
    here = [entrant.id for entrant in context.present()]
    chosen = [pair for pair in rules.chosen if set(pair) <= set(here)]
    paired = {player for pair in chosen for player in pair}
    return chosen, [player for player in here if player not in paired]


def _sitting_out(
    chosen: Sequence[Partners], alone: Sequence[EntrantId], turns: Turns, dice: Dice
) -> frozenset[EntrantId]:
    """Returns the players who sit out, so that the others form an even number of partnerships."""
    singles = sorted(shuffled(alone, dice), key=lambda player: turns.get(player, FIRST))
    pairs = sorted(shuffled(chosen, dice), key=lambda pair: _burden(pair, turns))
    odd = len(singles) % 2
    out, rest = singles[:odd], singles[odd:]
    if (len(pairs) + len(rest) // 2) % 2:
        # If both ways are equally fair, each player must be equally likely: so draw among players, not ways.
        lot = dice.below(len(rest) + 2 * len(pairs)) < len(rest)
        ways: list[Sequence[EntrantId]] = [rest[:2], *pairs[:1]] if lot else [*pairs[:1], rest[:2]]
        fairest = min([way for way in ways if way], key=lambda way: _burden(way, turns))
        return frozenset([*out, *fairest])
    return frozenset(out)


def _burden(those: Sequence[EntrantId], turns: Turns) -> list[Turn]:
    """Returns the turns of these players, the heaviest burden first."""
    return sorted((turns.get(player, FIRST) for player in those), reverse=True)
