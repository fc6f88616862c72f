"""What the server says about itself: entry points, problems, and the catalogues of rules."""

from tests.contract.recording.recorder import Recorder
from tests.support.api import Json

OPTIONS = ("kitty_reveal", "kitty_size", "friend_call_style")
"""The options in the example of their list."""
OF_PROFILE = ("players", "decks", "kitty_size", "initial_level", "must_play", "throw_penalty", "friend_call_style")
"""The options in the example of a profile."""


def catalogues(api: Recorder) -> None:
    """Lists that are the same for everybody, shortened."""
    api.keep("alive", api.call("GET", "/healthz"))
    api.keep("ready", api.call("GET", "/readyz"))
    found = api.call("GET", "/problems").json["problems"]
    two = [each for each in found if each["code"] in ("not_your_turn", "must_follow")]
    api.keep("two", api.call("GET", "/problems"), problems=two)
    api.keep("must_follow", api.call("GET", "/problems/must_follow"))
    profiles = api.call("GET", "/v1/rules/profiles")
    api.keep("one", profiles, profiles=[_shortened(profiles.json["profiles"], "zhang-2021")])
    options = api.call("GET", "/v1/rules/options")
    api.keep("three", options, options=[each for each in options.json["options"] if each["name"] in OPTIONS])
    kinds = api.call("GET", "/v1/rules/kinds")
    api.keep("two", kinds, kinds=kinds.json["kinds"][:2])
    orders = api.call("GET", "/v1/rules/orders/common")
    api.keep("two", orders, orders=[orders.json["orders"][place] for place in (0, -1)])
    bots = api.call("GET", "/v1/bots")
    api.keep("two", bots, bots=[each for each in bots.json["bots"] if each["name"] in ("random", "steady")][:2])
    api.keep("bad_question", api.call("POST", "/v1/rules/throw", {"setup": {}, "input": {}}))
    entry = api.call("GET", "/v1")
    api.keep("three", entry, _links={name: entry.json["_links"][name] for name in ("sign_up", "table", "players")})


def _shortened(profiles: list[Json], name: str) -> Json:
    """Returns a profile with a few of its options."""
    profile = next(each for each in profiles if each["name"] == name)
    return {**profile, "options": {key: profile["options"][key] for key in OF_PROFILE}}


SCENES = (catalogues,)
