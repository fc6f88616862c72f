"""What a question of the rules lab says about a table for Zheng Shangyou: its rules."""

from domain.games.question import BadQuestion, Part
from domain.games.zheng_shangyou.rules import Rules, rules_of
from domain.kernel.options import OptionValue

_PROFILE_OF_TEAMS = {"teams_2x2": "zheng-shangyou-4-partners", "teams_2x3": "san-jia-xi"}
"""The profile of a table about which only the teams are said."""
_USUAL = "zheng-shangyou"


class Setup:
    """What `setup` says about the table: players and options; the one deck may be said too."""

    def __init__(self, setup: Part) -> None:
        chosen = setup.optional_part("options")
        profile = chosen.get("profile", _PROFILE_OF_TEAMS.get(str(chosen.get("zs_team_mode")), _USUAL))
        if not isinstance(profile, str):
            field = "setup.options.profile"
            raise BadQuestion(f"{field}: give the name of a profile", facts={"field": field})
        if setup.has("decks"):
            setup.whole("decks", 1, 1)
        assumed: dict[str, OptionValue] = {"zs_players": setup.whole("players", 4, 9)} if setup.has("players") else {}
        options = {name: value for name, value in chosen.items() if name != "profile"}
        self.rules: Rules = rules_of(profile, options, assumed=assumed)
