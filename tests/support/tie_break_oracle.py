"""An oracle for tie-breaks. It follows the text of the regulations, shares no code with the service, and is slow.

Scores are in half points. Every course is first converted to a table with one note for each entrant and round:

    ("win" | "draw" | "loss", opponent)   the match was played
    ("came", opponent)                    the opponent did not come
    ("stayed away", opponent)             the entrant did not come
    ("waiting", opponent)                 there is no result yet
    ("bye", kind)                         the entrant sat out
"""

from fractions import Fraction
from itertools import product

HALVES = {"win": 2, "draw": 1, "loss": 0, "came": 2, "stayed away": 0, "waiting": 0}
BYES = {"pairing": 2, "full": 2, "half": 1, "zero": 0, "absent": 0}
ASKED_FOR = {"half", "zero", "absent"}


def noted(course):
    """Returns the notes of a course by entrant, one for each round, as described above."""
    table = {entrant.id: [("bye", "absent")] * len(course.rounds) for entrant in course.entrants}
    for column, played in enumerate(course.rounds):
        for bye in played.round.byes:
            table[bye.entrant][column] = ("bye", bye.kind)
        for (one, two), result in zip(played.round.matches, played.results, strict=True):
            words = _words(result)
            table[one][column], table[two][column] = (words[0], two), (words[1], one)
    return table


def _words(result):
    if result is None:
        return "waiting", "waiting"
    if result.kind == "double_forfeit":
        return "stayed away", "stayed away"
    if result.kind == "forfeit":
        return ("came", "stayed away") if result.first else ("stayed away", "came")
    return {200: ("win", "loss"), 100: ("draw", "draw"), 0: ("loss", "win")}[2 * int(result.first)]


def halves(note):
    word, other = note
    return BYES[other] if word == "bye" else HALVES[word]


def score(notes):
    return sum(halves(note) for note in notes)


def is_asked_for(note):
    return note[0] == "bye" and note[1] in ASKED_FOR


def is_voluntary(note):
    return is_asked_for(note) or note[0] == "stayed away"


def score_for_others(notes):
    """Returns the score of an entrant for the tie-breaks of opponents, in half points.

    A requested bye counts as a draw if all later rounds are voluntarily unplayed.
    """
    seen = [
        ("draw", None) if is_asked_for(note) and all(map(is_voluntary, notes[column + 1 :])) else note
        for column, note in enumerate(notes)
    ]
    return score(seen)


def contributions(course, entrant, edition="2026", *, is_fixed=False):
    """Returns, for each round that counts, the opponent's score, the half points won, and whether it is cut first."""
    table = noted(course)
    own = score(table[entrant])
    of_others = {each: score(notes) if is_fixed else score_for_others(notes) for each, notes in table.items()}
    found = []
    for note in table[entrant]:
        word, other = note
        if word in ("win", "draw", "loss") or (is_fixed and word in ("came", "stayed away")):
            found.append((of_others[other], halves(note), False))
        elif word != "waiting" and not is_fixed:
            cap = len(course.rounds) if word == "bye" else of_others[other]
            found.append((own if edition == "2024" else min(own, cap), halves(note), is_voluntary(note)))
    return found


def buchholz(course, entrant, edition="2026", *, low=0, high=0, is_fixed=False):
    left = contributions(course, entrant, edition, is_fixed=is_fixed)
    for _ in range(low):
        first = [each for each in left if each[2]] or left
        if first:
            left.remove(min(first))
    for _ in range(high):
        if left:
            left.remove(max(left))
    return Fraction(sum(met for met, _, _ in left), 2)


def sonneborn_berger(course, entrant, edition="2026", *, is_fixed=False):
    found = contributions(course, entrant, edition, is_fixed=is_fixed)
    return Fraction(sum(met * taken for met, taken, _ in found), 4)


def progressive(course, entrant):
    notes = noted(course)[entrant]
    return Fraction(sum(score(notes[: column + 1]) for column in range(len(notes))), 2)


def wins(course, entrant):
    return sum(halves(note) == 2 for note in noted(course)[entrant])


def wins_played(course, entrant):
    return sum(note[0] == "win" for note in noted(course)[entrant])


def tiers(course, tied, *, is_fixed=False):
    """Returns the tied entrants in tiers, as far as article 6 separates them.

    If matches between them are missing, every combination of results of these is tried.
    """
    if len(tied) == 1:
        return [set(tied)]
    table, met_at = noted(course), {"win", "draw", "loss"} | ({"came", "stayed away"} if is_fixed else set())
    taken, missing = dict.fromkeys(tied, 0), []
    for one in tied:
        taken[one] = sum(halves(note) for note in table[one] if note[0] in met_at and note[1] in tied)
        for two in tied:
            if one < two:
                waiting = sum(note == ("waiting", two) for note in table[one])
                met = any(note[0] in met_at and note[1] == two for note in table[one])
                missing += [(one, two)] * (waiting or not met)
    if not missing:
        levels = [
            {each for each in tied if taken[each] == level} for level in sorted(set(taken.values()), reverse=True)
        ]
        return [
            tier
            for level in levels
            for tier in (tiers(course, level, is_fixed=is_fixed) if level != set(tied) else [level])
        ]
    return _alone_in_front(taken, missing)


def _alone_in_front(taken, missing):
    completions = []
    for results in product((0, 1, 2), repeat=len(missing)):
        after = dict(taken)
        for (one, two), won in zip(missing, results, strict=True):
            after[one] += won
            after[two] += 2 - won
        completions.append(after)
    found, rest = [], set(taken)
    while rest:
        alone = [
            each
            for each in rest
            if all(after[each] > after[other] for after in completions for other in rest if other != each)
        ]
        if not alone:
            return [*found, rest]
        found.append(set(alone))
        rest = rest - set(alone)
    return found
