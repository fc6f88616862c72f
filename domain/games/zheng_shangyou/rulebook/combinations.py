"""Combinations, and which of two combinations is higher."""

from domain.games.zheng_shangyou.check import alternatives, in_words
from domain.games.zheng_shangyou.combinations import best_reading, readings, usual_reading
from domain.games.zheng_shangyou.rules import Rules
from domain.kernel.cards import read_cards
from domain.kernel.messages import Message, message
from domain.kernel.options import OptionValue
from domain.rulebook.entries import Chapter, Grid, rule

NOTHING = message("no combination")
WITH_TWOS: dict[str, OptionValue] = {"zs_twos_in_sequences": "on"}
"""Options of a table with twos in sequences. No profile has them."""


def taken_as(rules: Rules, cards: str) -> str:
    """Returns the combination that the cards are when led, in words."""
    reading = usual_reading(read_cards(cards.split()), twos=rules.twos_in_sequences)
    return NOTHING if reading is None else in_words(reading)


def can_be_played_on(rules: Rules, cards: str, previous: str) -> Message:
    """Returns `yes` if the cards can be played on the previous ones, else `no`."""
    twos = rules.twos_in_sequences
    standing = usual_reading(read_cards(previous.split()), twos=twos)
    if standing is None:
        return NOTHING
    return message("no") if best_reading(read_cards(cards.split()), standing, twos=twos) is None else message("yes")


def _taken(rules: Rules, *examples: str) -> Grid:
    rows = tuple((cards, taken_as(rules, cards)) for cards in examples)
    return Grid(message("How cards are read"), (message("cards"), message("on a lead")), rows)


def beaten(rules: Rules, *examples: tuple[str, str]) -> Grid:
    """Lists whether each second set of cards can be played on the first."""
    rows = tuple((previous, cards, can_be_played_on(rules, cards, previous)) for previous, cards in examples)
    return Grid(message("Which cards can be played"), (message("stands"), message("played"), message("higher")), rows)


def _several(rules: Rules) -> Grid:
    rows = []
    for cards in ("7H 8D BJ", "4C 4D 5C 5D 6C 6D SJ BJ", "QH KD SJ"):
        found = readings(read_cards(cards.split()), twos=rules.twos_in_sequences)
        rows.append((cards, *(alternatives(each) if each else "-" for each in (found[:1], found[1:]))))
    return Grid(
        message("Cards with several readings"),
        (message("cards"), message("on a lead"), message("if named")),
        tuple(rows),
    )


COMBINATIONS: Chapter[Rules] = Chapter(
    "climbing-combinations",
    message("Combinations"),
    (
        rule(
            "ZS-COMBO-01",
            message("Kinds of combinations"),
            message("A play is a single card, a set, a single sequence or a multiple sequence."),
            lambda rules: _taken(rules, "8S", "8S 8D", "8S 9D 10S", "8S 8D 9D 9C 10S 10H", "8S 9D"),
        ),
        rule(
            "ZS-SET-01",
            message("Sets"),
            message("A set is two or more cards of one rank. Sets rank like single cards."),
            lambda rules: beaten(rules, ("9C 9D", "10C 10S"), ("KC KD", "2C 2D"), ("10C 10S", "9C 9D")),
        ),
        rule(
            "ZS-SET-02",
            message("Wild cards in a set"),
            message("In a set, a two or a joker may stand for any lower card. A joker may also stand for a two."),
            lambda rules: _taken(rules, "9C 2D", "9C 9D SJ", "2C 2D BJ", "9C 2D BJ"),
        ),
        rule(
            "ZS-SET-03",
            message("Pure sets"),
            message(
                "A set without wild cards is higher than a set of the same rank with wild cards. Two sets of the "
                "same rank with wild cards are equal. Neither can be played on the other."
            ),
            lambda rules: beaten(rules, ("9C 2D", "9D 9H"), ("9C 2D", "9D BJ"), ("9C 9D", "9H 2D")),
        ),
        rule(
            "DEC-98",
            message("Two jokers"),
            message(
                "The two jokers together are a pair of black jokers, with the red joker as wild card. It is the "
                "highest pair."
            ),
            lambda rules: beaten(rules, ("2C 2D", "SJ BJ"), ("2C BJ", "SJ BJ")),
        ),
        rule(
            "DEC-112",
            message("Wild cards alone"),
            message("A set without natural cards has the rank of its lowest wild card."),
            lambda rules: _taken(rules, "2C 2D", "2C SJ", "SJ BJ"),
        ),
        rule(
            "ZS-SEQ-01",
            message("Single sequences"),
            lambda rules: message(
                "A single sequence has one card of each of three or more consecutive ranks. The lowest rank is 3 "
                "and the highest {value}.",
                value=(message("2, above the ace") if rules.twos_in_sequences else message("A")),
            ),
            lambda rules: _taken(rules, "3C 4D 5S", "QC KD AS", "KC AD 2S", "AC 2D 3S", "3C 4D"),
        ),
        rule(
            "ZS-SEQ-02",
            message("Wild cards in a single sequence"),
            lambda rules: message(
                "Jokers may stand for any rank. Twos are never wild in a single sequence. {value}.",
                value=(
                    message("They rank above the ace")
                    if rules.twos_in_sequences
                    else message("They cannot be part of one")
                ),
            ),
            lambda rules: _taken(rules, "6H SJ 8H", "6H 2S 8H", "6H SJ BJ"),
        ),
        rule(
            "ZS-SEQ-03",
            message("As long as the lead"),
            message("A sequence can be played only on a sequence with the same number of cards."),
            lambda rules: beaten(rules, ("3C 4D 5S", "6C 7D 8S"), ("3C 4D 5S", "6C 7D 8S 9H")),
        ),
        rule(
            "ZS-SEQ-04",
            message("Suited sequences"),
            message(
                "A sequence in one suit is higher than any mixed sequence of the same length. Otherwise the "
                "higher ranks win."
            ),
            lambda rules: beaten(rules, ("QS KD AS", "3H 4H 5H"), ("3H 4H 5H", "QS KD AS"), ("3H 4H 5H", "4S 5S 6S")),
        ),
        rule(
            "ZS-SEQ-05",
            message("Pure sequences"),
            message(
                "If two sequences are otherwise equal, the one without jokers is higher. A joker takes the suit "
                "that its player needs."
            ),
            lambda rules: beaten(rules, ("6H SJ 8H", "6S 7S 8S"), ("6S 7S 8S", "6H SJ 8H"), ("6S 7D 8S", "6H SJ 8H")),
        ),
        rule(
            "ZS-MSEQ-01",
            message("Multiple sequences"),
            message(
                "A multiple sequence has three or more consecutive ranks, with two or more cards of each. All "
                "ranks have the same number of cards. Suits do not matter."
            ),
            lambda rules: _taken(rules, "3C 3D 4C 4D 5C 5D", "QC QD KC KD AC AD", "KC KD AC AD 2C 2D", "3C 3D 4C 4D"),
        ),
        rule(
            "ZS-MSEQ-02",
            message("Wild cards in a multiple sequence"),
            message("Jokers and twos may stand for any card. Each rank needs at least one natural card or joker."),
            lambda rules: _taken(rules, "5C 5D 6C 2D 7C SJ", "5C 5D SJ BJ 7C 7D", "5C 5D 2C 2D 7C 7D"),
        ),
        rule(
            "ZS-MSEQ-03",
            message("The order of multiple sequences"),
            message(
                "A multiple sequence is beaten only by one with the same number of ranks and of cards in each "
                "rank. The higher ranks win. With equal ranks, a sequence without wild cards beats one with wild "
                "cards."
            ),
            lambda rules: beaten(
                rules,
                ("3C 3D 4C 4D 5C 5D", "4H 4S 5H 5S 6C 6D"),
                ("3C 3D 4C 4D 5C 2D", "3H 3S 4H 4S 5D 5H"),
                ("3C 3D 4C 4D 5C 5D", "6C 6D 6H 7C 7D 7H 8C 8D 8H"),
            ),
        ),
        rule(
            "ZS-BEAT-01",
            message("What purity decides"),
            message("Wild cards decide only between plays that are otherwise equal."),
            lambda rules: beaten(rules, ("9C 9D", "10C 2D"), ("9C 9D", "9H 2D")),
        ),
        rule(
            "ZS-VAR-01",
            message("Twos in sequences"),
            lambda rules: (
                message("In single and multiple sequences, twos are natural cards above the ace.")
                if rules.twos_in_sequences
                else message("Sequences end with the ace.")
            ),
            lambda rules: _taken(rules, "KH AH 2H", "QS KS AS"),
        ),
        rule(
            "DEC-110",
            message("Where twos stand"),
            message(
                "A two can only be at the top of a sequence. In sets and multiple sequences, twos are also wild. "
                "A joker may stand for a two."
            ),
            lambda rules: _taken(rules, "KC AD 2S", "2C 3D 4S", "KC KD AC AD 2C 2D", "KC AD SJ"),
            when=lambda rules: rules.twos_in_sequences,
            example=WITH_TWOS,
        ),
        rule(
            "DEC-99",
            message("Several readings"),
            message(
                "If cards have several readings, the player may name one. "
                "Otherwise the highest reading counts. On a lead, a set is preferred to a multiple sequence, and "
                "that to a single sequence. The answer contains the reading, which the next play must beat."
            ),
            _several,
        ),
    ),
)
