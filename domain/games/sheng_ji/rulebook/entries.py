"""Conditions for the tables to which an entry of the rule book applies."""

from domain.games.sheng_ji.rules import Rules


def friends_called(rules: Rules) -> bool:
    """Returns whether friends are called at the table."""
    return rules.friends is not None


def teams_fixed(rules: Rules) -> bool:
    """Returns whether the teams are fixed."""
    return rules.friends is None


def has_pairs(rules: Rules) -> bool:
    """Returns whether the pack has pairs, apart from spare cards."""
    return rules.decks > 1


def has_triples(rules: Rules) -> bool:
    """Returns whether the pack has triples, apart from spare cards."""
    return rules.decks > 2
