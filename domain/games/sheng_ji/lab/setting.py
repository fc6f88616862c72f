"""The `setup` of a question to the rules lab: the rules of the table, and the trumps of the hand."""

from collections.abc import Mapping

from domain.games.question import MOST_DECKS, MOST_PLAYERS, Answer, BadQuestion, Part
from domain.games.sheng_ji.card_order import CardOrder, order_of
from domain.games.sheng_ji.friends import CallRules
from domain.games.sheng_ji.options.catalogue import OF_FRIEND_GAMES
from domain.games.sheng_ji.options.friends import MissingBonusScope
from domain.games.sheng_ji.profiles import PROFILES
from domain.games.sheng_ji.rules import Rules, rules_of
from domain.games.sheng_ji.scoring import levels_of_winner, score
from domain.kernel.cards import SUIT_NAMES, Rank
from domain.kernel.messages import message
from domain.kernel.options import OptionValue

SOLO_CALLED = "solo_called"
"""A member among the options of a question: whether the dealer has announced to play alone."""


def _number(said: Mapping[str, object], name: str, otherwise: int) -> int:
    value = said.get(name)
    return value if isinstance(value, int) else otherwise


def _usual_teams(players: int, said: Mapping[str, object]) -> dict[str, OptionValue]:
    """Returns the default teams, and with friends the succession, for a number of players and some options."""
    if said.get("team_mode") == "friends":
        return {}
    if players not in (4, 6) or any(said.get(name) is not None for name in OF_FRIEND_GAMES):
        return {"team_mode": "friends", "succession": "next_winner_right"}
    return {"team_mode": "fixed_2x3" if players == 6 else "fixed_2x2"}


class Setup:
    """The table of a question: players, decks, options and trumps."""

    def __init__(self, setup: Part) -> None:
        self._setup = setup
        chosen = setup.optional_part("options")
        profile = chosen.get("profile", "zhang-2021")
        if not isinstance(profile, str):
            field = "setup.options.profile"
            raise BadQuestion(message("{field}: give the name of a profile", field=field), facts={"field": field})
        self.solo = setup.part("options").truth(SOLO_CALLED) if SOLO_CALLED in chosen else False
        options = {name: value for name, value in chosen.items() if name not in ("profile", SOLO_CALLED)}
        said: dict[str, object] = {**PROFILES.get(profile, {}), **options}
        players = setup.whole("players", 4, MOST_PLAYERS) if setup.has("players") else _number(said, "players", 4)
        decks = setup.whole("decks", 1, MOST_DECKS) if setup.has("decks") else _number(said, "decks", players // 2)
        assumed: dict[str, OptionValue] = {"players": players, "decks": decks, **_usual_teams(players, said)}
        self.rules: Rules = rules_of(profile, options, assumed=assumed)
        self.players, self.decks, self.copies = self.rules.players, self.rules.decks, self.rules.copies

    def rank(self) -> Rank:
        """Returns the trump rank."""
        return self._setup.rank("trump_rank")

    def order(self) -> CardOrder:
        """Returns the order of the cards."""
        return order_of(self.rank(), self._setup.trump_suit("trump_suit"), self.rules.ordering)

    def first_hand(self) -> bool:
        """Returns whether this is the first hand, whose dealer is not known yet."""
        return self._setup.truth("first_hand")

    def calls(self) -> CallRules:
        """Returns the options for calls."""
        if self.rules.friends is None:
            raise BadQuestion(
                message("setup.options.team_mode: friends are not called at this table"),
                hint=message("set team_mode to friends"),
                facts={"field": "setup.options.team_mode"},
            )
        return self.rules.friends

    def missing_bonus(self) -> MissingBonusScope | None:
        """The players who gain levels for missing friends."""
        self.calls()
        return self.rules.missing_bonus

    def score(self, opponent_points: int) -> Answer:
        """Returns the result of a hand, given the opponents' points."""
        result = score(
            opponent_points,
            self.rules.threshold,
            self.rules.score_step,
            below_zero_row=self.rules.below_zero_row,
            advancement=self.rules.advancement,
            auto_leveling=self.rules.auto_leveling,
        )
        levels = levels_of_winner(result, is_dealer=True, solo=self.solo)
        no_level = result.winners == "opponents" and self.rules.advancement == "simple" and not levels
        return {
            "advance": "none" if no_level else result.winners,
            "levels": levels,
            "opponents_become_declarers": result.winners == "opponents",
        }


def suit_name(suit: int | None) -> str:
    """Returns the name of a suit: `C`, `D`, `H` or `S`, or `NT` for no-trump."""
    return "NT" if suit is None else SUIT_NAMES[suit]


def read_shape(asked: Part, field: str) -> tuple[int, int]:
    """Returns the width and the length of a unit in a question."""
    shape = asked.part(field)
    return shape.whole("tuple", 1, MOST_DECKS), shape.whole("run", 1, 20)
