"""What can be played together, and which of two such plays is higher."""

from domain.games.zheng_shangyou.check import in_words
from domain.games.zheng_shangyou.combinations import best_reading, readings, usual_reading
from domain.games.zheng_shangyou.rules import Rules
from domain.kernel.cards import read_cards
from domain.kernel.options import OptionValue
from domain.rulebook.entries import Chapter, Grid, rule

NOTHING = "no combination"
WITH_TWOS: dict[str, OptionValue] = {"zs_twos_in_sequences": "on"}
"""Options of a table that has sequences with twos in them, as no profile has."""


def taken_as(rules: Rules, cards: str) -> str:
    """As what cards are taken on a lead."""
    reading = usual_reading(read_cards(cards.split()), twos=rules.twos_in_sequences)
    return NOTHING if reading is None else in_words(reading)


def can_be_played_on(rules: Rules, cards: str, previous: str) -> str:
    """Whether cards can be played on others."""
    twos = rules.twos_in_sequences
    standing = usual_reading(read_cards(previous.split()), twos=twos)
    if standing is None:
        return NOTHING
    return "no" if best_reading(read_cards(cards.split()), standing, twos=twos) is None else "yes"


def _taken(rules: Rules, *examples: str) -> Grid:
    rows = tuple((cards, taken_as(rules, cards)) for cards in examples)
    return Grid("As what cards are taken", ("cards", "on a lead"), rows)


def beaten(rules: Rules, *examples: tuple[str, str]) -> Grid:
    """Which cards can be played on which."""
    rows = tuple((previous, cards, can_be_played_on(rules, cards, previous)) for previous, cards in examples)
    return Grid("What can be played on what", ("stands", "played", "higher"), rows)


def _several(rules: Rules) -> Grid:
    rows = []
    for cards in ("7H 8D BJ", "4C 4D 5C 5D 6C 6D SJ BJ", "QH KD SJ"):
        found = readings(read_cards(cards.split()), twos=rules.twos_in_sequences)
        rows.append((cards, *(", or ".join(map(in_words, each)) or "-" for each in (found[:1], found[1:]))))
    return Grid("Cards that can be read in several ways", ("cards", "on a lead", "if named"), tuple(rows))


COMBINATIONS: Chapter[Rules] = Chapter(
    "climbing-combinations",
    "Combinations",
    (
        rule(
            "ZS-COMBO-01",
            "What is played together",
            "A play is a single card, a set, a single sequence or a multiple sequence.",
            lambda rules: _taken(rules, "8S", "8S 8D", "8S 9D 10S", "8S 8D 9D 9C 10S 10H", "8S 9D"),
        ),
        rule(
            "ZS-SET-01",
            "Sets",
            "A set is two or more cards of one rank. The order of sets is that of single cards.",
            lambda rules: beaten(rules, ("9C 9D", "10C 10S"), ("KC KD", "2C 2D"), ("10C 10S", "9C 9D")),
        ),
        rule(
            "ZS-SET-02",
            "Wild cards in a set",
            "Twos and jokers may stand for any lower card in a set, and a joker for a two.",
            lambda rules: _taken(rules, "9C 2D", "9C 9D SJ", "2C 2D BJ", "9C 2D BJ"),
        ),
        rule(
            "ZS-SET-03",
            "Pure sets",
            "A set without wild cards is higher than one of the same rank with them; two that have wild cards are "
            "equal, and neither can be played on the other.",
            lambda rules: beaten(rules, ("9C 2D", "9D 9H"), ("9C 2D", "9D BJ"), ("9C 9D", "9H 2D")),
        ),
        rule(
            "DEC-98",
            "Two jokers",
            "Both jokers together are a pair of black jokers of which one is wild, and the highest pair.",
            lambda rules: beaten(rules, ("2C 2D", "SJ BJ"), ("2C BJ", "SJ BJ")),
        ),
        rule(
            "DEC-112",
            "Wild cards alone",
            "Without a natural card a set is of the lowest of its wild cards.",
            lambda rules: _taken(rules, "2C 2D", "2C SJ", "SJ BJ"),
        ),
        rule(
            "ZS-SEQ-01",
            "Single sequences",
            lambda rules: (
                "A single sequence is one card each of three or more consecutive ranks, from 3 up to "
                f"{'2, above the ace' if rules.twos_in_sequences else 'A'}."
            ),
            lambda rules: _taken(rules, "3C 4D 5S", "QC KD AS", "KC AD 2S", "AC 2D 3S", "3C 4D"),
        ),
        rule(
            "ZS-SEQ-02",
            "Wild cards in a single sequence",
            lambda rules: (
                "Jokers may stand for any rank. Twos are never wild here, and "
                f"{'have their place above the ace' if rules.twos_in_sequences else 'have no place in it at all'}."
            ),
            lambda rules: _taken(rules, "6H SJ 8H", "6H 2S 8H", "6H SJ BJ"),
        ),
        rule(
            "ZS-SEQ-03",
            "As long as the lead",
            "A sequence can be played only on one of as many cards.",
            lambda rules: beaten(rules, ("3C 4D 5S", "6C 7D 8S"), ("3C 4D 5S", "6C 7D 8S 9H")),
        ),
        rule(
            "ZS-SEQ-04",
            "Suited sequences",
            "Any sequence in one suit is higher than every mixed one of the same length. Otherwise the higher ranks "
            "win.",
            lambda rules: beaten(rules, ("QS KD AS", "3H 4H 5H"), ("3H 4H 5H", "QS KD AS"), ("3H 4H 5H", "4S 5S 6S")),
        ),
        rule(
            "ZS-SEQ-05",
            "Pure sequences",
            "Where suit and ranks are alike, a sequence without jokers is higher than one with them. A joker has "
            "whatever suit is needed.",
            lambda rules: beaten(rules, ("6H SJ 8H", "6S 7S 8S"), ("6S 7S 8S", "6H SJ 8H"), ("6S 7D 8S", "6H SJ 8H")),
        ),
        rule(
            "ZS-MSEQ-01",
            "Multiple sequences",
            "A multiple sequence is two or more cards each of three or more consecutive ranks, equally many of each. "
            "Suits do not matter.",
            lambda rules: _taken(rules, "3C 3D 4C 4D 5C 5D", "QC QD KC KD AC AD", "KC KD AC AD 2C 2D", "3C 3D 4C 4D"),
        ),
        rule(
            "ZS-MSEQ-02",
            "Wild cards in a multiple sequence",
            "Jokers and twos may stand for any card, but each rank needs a card of its own or a joker.",
            lambda rules: _taken(rules, "5C 5D 6C 2D 7C SJ", "5C 5D SJ BJ 7C 7D", "5C 5D 2C 2D 7C 7D"),
        ),
        rule(
            "ZS-MSEQ-03",
            "The order of multiple sequences",
            "One is beaten only by another of as many ranks and as many cards of each: by higher ranks, or by the same "
            "ranks without wild cards over those with them.",
            lambda rules: beaten(
                rules,
                ("3C 3D 4C 4D 5C 5D", "4H 4S 5H 5S 6C 6D"),
                ("3C 3D 4C 4D 5C 2D", "3H 3S 4H 4S 5D 5H"),
                ("3C 3D 4C 4D 5C 5D", "6C 6D 6H 7C 7D 7H 8C 8D 8H"),
            ),
        ),
        rule(
            "ZS-BEAT-01",
            "What purity decides",
            "Whether wild cards are used decides only between plays that are equal in all else.",
            lambda rules: beaten(rules, ("9C 9D", "10C 2D"), ("9C 9D", "9H 2D")),
        ),
        rule(
            "ZS-VAR-01",
            "Twos in sequences",
            lambda rules: (
                "Twos are natural cards above the ace in sequences of both kinds."
                if rules.twos_in_sequences
                else "Sequences end with the ace."
            ),
            lambda rules: _taken(rules, "KH AH 2H", "QS KS AS"),
        ),
        rule(
            "DEC-110",
            "Where twos stand",
            "A sequence ends with the two and never begins with it. In sets and multiple sequences twos are wild "
            "besides, and a joker may stand for a two.",
            lambda rules: _taken(rules, "KC AD 2S", "2C 3D 4S", "KC KD AC AD 2C 2D", "KC AD SJ"),
            when=lambda rules: rules.twos_in_sequences,
            example=WITH_TWOS,
        ),
        rule(
            "DEC-99",
            "Several readings",
            "Where cards can be read in several ways the player may say which is meant, by `pattern`, `top` or "
            "`width`. Otherwise a play is read as high as can be; "
            "a lead as a set rather than a multiple sequence, and as this "
            "rather than a single one. The answer says as what it was taken, and that has to be beaten.",
            _several,
        ),
    ),
)
