"""On which tables of Sheng Ji an entry of its rule book bears."""

from domain.games.sheng_ji.rules import Rules


def friends_called(rules: Rules) -> bool:
    """Whether friends are called at the table."""
    return rules.friends is not None


def teams_fixed(rules: Rules) -> bool:
    """Whether the teams stay as they are."""
    return rules.friends is None


def has_pairs(rules: Rules) -> bool:
    """Whether there are two of any card but fillers."""
    return rules.decks > 1


def has_triples(rules: Rules) -> bool:
    """Whether there are three of any card but fillers."""
    return rules.decks > 2
