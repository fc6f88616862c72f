"""The `setup` of a question to the rules lab about Zheng Shangyou: the rules of the table."""

from domain.games.question import BadQuestion, Part
from domain.games.zheng_shangyou.rules import Rules, rules_of
from domain.kernel.messages import message
from domain.kernel.options import OptionValue

_PROFILE_OF_TEAMS = {"teams_2x2": "zheng-shangyou-4-partners", "teams_2x3": "san-jia-xi"}
"""The default profile for each kind of teams."""
_USUAL = "zheng-shangyou"


class Setup:
    """The table of a question: players and options. `setup` may also have the number of decks, which is one."""

    def __init__(self, setup: Part) -> None:
        chosen = setup.optional_part("options")
        profile = chosen.get("profile", _PROFILE_OF_TEAMS.get(str(chosen.get("zs_team_mode")), _USUAL))
        if not isinstance(profile, str):
            field = "setup.options.profile"
            raise BadQuestion(message("{field}: give the name of a profile", field=field), facts={"field": field})
        if setup.has("decks"):
            setup.whole("decks", 1, 1)
        assumed: dict[str, OptionValue] = {"zs_players": setup.whole("players", 4, 9)} if setup.has("players") else {}
        options = {name: value for name, value in chosen.items() if name != "profile"}
        self.rules: Rules = rules_of(profile, options, assumed=assumed)
