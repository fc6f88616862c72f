"""What a question of the rules lab says about the table: its rules, and the trumps of the hand."""

from collections.abc import Mapping

from domain.games.question import MOST_DECKS, MOST_PLAYERS, Answer, BadQuestion, Part
from domain.games.sheng_ji.friends import CallRules
from domain.games.sheng_ji.options.catalogue import OF_FRIEND_GAMES
from domain.games.sheng_ji.order import Order, order_of
from domain.games.sheng_ji.profiles import PROFILES
from domain.games.sheng_ji.rules import FriendRules, Rules, rules_of
from domain.games.sheng_ji.scoring import levels_of_winner, score
from domain.kernel.cards import SUIT_NAMES, Rank
from domain.kernel.options import OptionValue

SOLO_CALLED = "solo_called"
"""Stands among the options of a question: whether the dealer has called to play alone."""


def _number(said: Mapping[str, object], name: str, otherwise: int) -> int:
    value = said.get(name)
    return value if isinstance(value, int) else otherwise


def _usual_teams(players: int, said: Mapping[str, object]) -> dict[str, OptionValue]:
    """The teams, and with friends the succession, of a table about which only its size and some options are said."""
    if said.get("team_mode") == "friends":
        return {}
    if players not in (4, 6) or any(said.get(name) is not None for name in OF_FRIEND_GAMES):
        return {"team_mode": "friends", "succession": "next_winner_right"}
    return {"team_mode": "fixed_2x3" if players == 6 else "fixed_2x2"}


class Setup:
    """What `setup` says about the table: players, decks, options, trumps."""

    def __init__(self, setup: Part) -> None:
        self._setup = setup
        chosen = setup.optional_part("options")
        profile = chosen.get("profile", "zhang-2021")
        if not isinstance(profile, str):
            field = "setup.options.profile"
            raise BadQuestion(f"{field}: give the name of a profile", facts={"field": field})
        self.solo = setup.part("options").truth(SOLO_CALLED) if SOLO_CALLED in chosen else False
        options = {name: value for name, value in chosen.items() if name not in ("profile", SOLO_CALLED)}
        said: dict[str, object] = {**PROFILES.get(profile, {}), **options}
        players = setup.whole("players", 4, MOST_PLAYERS) if setup.has("players") else _number(said, "players", 4)
        decks = setup.whole("decks", 1, MOST_DECKS) if setup.has("decks") else _number(said, "decks", players // 2)
        assumed: dict[str, OptionValue] = {"players": players, "decks": decks, **_usual_teams(players, said)}
        self.rules: Rules = rules_of(profile, options, assumed=assumed)
        self.players, self.decks, self.copies = self.rules.players, self.rules.decks, self.rules.copies

    def rank(self) -> Rank:
        """The trump rank."""
        return self._setup.rank("trump_rank")

    def order(self) -> Order:
        """The order of the cards."""
        return order_of(self.rank(), self._setup.trump_suit("trump_suit"), self.rules.ordering)

    def first_hand(self) -> bool:
        """Whether the dealer is still to be found."""
        return self._setup.truth("first_hand")

    def friends(self) -> FriendRules:
        """The options of a table at which friends are called."""
        if self.rules.friends is None:
            raise BadQuestion(
                "setup.options.team_mode: friends are not called at this table",
                hint="set team_mode to friends",
                facts={"field": "setup.options.team_mode"},
            )
        return self.rules.friends

    def calls(self) -> CallRules:
        """The options of calling friends."""
        return self.friends().calls

    def score(self, opponent_points: int) -> Answer:
        """What the opponents' points bring."""
        result = score(
            opponent_points,
            self.rules.threshold,
            self.rules.score_step,
            below_zero_row=self.rules.below_zero_row,
            advancement=self.rules.advancement,
            auto_leveling=self.rules.friends is not None and self.rules.friends.auto_leveling,
        )
        levels = levels_of_winner(result, is_dealer=True, solo=self.solo)
        no_level = result.winners == "opponents" and self.rules.advancement == "simple" and not levels
        return {
            "advance": "none" if no_level else result.winners,
            "levels": levels,
            "opponents_become_declarers": result.winners == "opponents",
        }


def suit_name(suit: int | None) -> str:
    """`C`, `D`, `H` or `S`, or `NT` for no-trump."""
    return "NT" if suit is None else SUIT_NAMES[suit]


def read_shape(asked: Part, field: str) -> tuple[int, int]:
    """The width and the length of a unit that a question describes."""
    shape = asked.part(field)
    return shape.whole("tuple", 1, MOST_DECKS), shape.whole("run", 1, 20)
