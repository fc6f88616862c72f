"""Whole matches of bots over HTTP for every profile and for some other rules.

`demo_record` plays with an account on each seat and a bot that sees only its own feed. It fails if a feed does not fold
to the view of the API.
"""

from collections import Counter
from itertools import product
from typing import Any, NamedTuple

import orjson
import pytest

from domain.games.sheng_ji.profiles import PROFILES
from domain.games.zheng_shangyou.profiles import PROFILES as CLIMBING_PROFILES
from service.cli.demo import demo_record
from service.cli.verify import verified_record
from service.platform.settings import Settings
from service.platform.store.checks import check_store
from service.processes.supervisor import Supervisor
from tests.support.chance import is_random
from tests.support.fixtures import wired
from tests.support.running import everything

pytestmark = pytest.mark.slow

Json = dict[str, Any]

__all__ = ["everything"]


def record_of_match(everything: Supervisor, profile: str, bot: str = "random", **options: object) -> Json:
    """The record of a short match between bots. Fails unless it verifies."""
    short = {"initial_level": "8", "final_level": "8", **options}
    return record_of_table(everything, bot, profile=profile, options=short)


def record_of_table(everything: Supervisor, bot: str, **opening: Any) -> Json:
    """The record of a match at a table with this body. Fails unless it verifies."""
    data = demo_record(everything.address, bot, opening)
    assert verified_record(data).disagreements == ()
    record: Json = orjson.loads(data)
    assert record["complete"]
    return record


def counted(record: Json) -> Counter[str]:
    return Counter(event["type"] for event in record["events"])


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_a_whole_match_can_be_played_with_the_profile(everything: Supervisor, profile: str):
    # Random bots need up to 40 hands to win with friends, and these bots need fewer than ten.
    has_friends = profile in ("zhao-peng-you", "levelup-5")
    record = record_of_match(everything, profile, "steady" if has_friends else "random")

    ended = record["events"][-1]
    assert ended["type"] == "match_ended"
    assert ended["data"]["reason"] == "won"
    assert ended["data"]["winners"]
    assert record["events"][0]["data"]["rules"]["profile"] == profile
    assert (counted(record)["friends_called"] > 0) is has_friends


def test_a_whole_match_can_be_played_with_a_live_draw(everything: Supervisor):
    # The draw takes no time, and each seat has five seconds to declare. So at least one declares in the match.
    options = {"deal_mode": "live_draw", "draw_seconds": 0, "declare_seconds": 5}
    record = record_of_match(everything, "zhang-2021", "steady", **options)

    types = counted(record)
    assert types["round_drawn"] == 25 * types["cards_dealt"]
    assert types["declared"]


def test_a_whole_match_can_be_played_with_plans(everything: Supervisor):
    types = counted(record_of_match(everything, "zhang-2016", deal_mode="plan"))

    assert types["plan_filed"] == 4 * types["cards_dealt"]
    assert not types["declaration_passed"]


class Custom(NamedTuple):
    """Options of a table custom, and the events that show it."""

    options: Json
    shows: tuple[str, ...]


CUSTOMS = {
    "honor": Custom({"enforcement": "honor", "take_back": "on"}, ("review_passed",)),
    "redeals": Custom({"redeal_no_trump": "on", "redeal_points_below": 10}, ("redeal_waived",)),
    "bidding for the kitty": Custom({"chao_di_pi": "repeat"}, ("kitty_bid_passed",)),
    "all of them": Custom(
        {
            "enforcement": "honor",
            "take_back": "on",
            "redeal_no_trump": "on",
            "redeal_points_below": 10,
            "chao_di_pi": "repeat",
            "history_view": "all",
            "hide_points": "on",
        },
        ("review_passed", "redeal_waived", "kitty_bid_passed"),
    ),
}

PLAYED = list(CUSTOMS) if is_random() else ["all of them"]
"""`--deep` also plays with each of the customs alone, which the tests of the domain do in every run."""


@pytest.mark.parametrize("custom", [CUSTOMS[name] for name in PLAYED], ids=PLAYED)
def test_a_whole_match_can_be_played_with_table_customs(everything: Supervisor, custom: Custom):
    types = counted(record_of_match(everything, "zhang-2021", **custom.options))

    assert all(types[name] for name in custom.shows)


BOTS = ("random", "steady")
SHORT = {"zs_target": 5}
TO_FIVE = (
    ("random", {"zs_players": 4, **SHORT}),
    ("steady", {"zs_players": 9, **SHORT}),
    ("random", {"zs_twos_in_sequences": "on", "zs_exchange": "off", **SHORT}),
)


@pytest.mark.parametrize(
    ("bot", "profile", "options"),
    [
        *(("steady", profile, SHORT) for profile in sorted(CLIMBING_PROFILES)),
        *((bot, "zheng-shangyou", options) for bot, options in TO_FIVE),
        *((bot, profile, {}) for bot, profile in product(BOTS, sorted(CLIMBING_PROFILES)) if is_random()),
    ],
)
def test_a_whole_match_of_zheng_shangyou_can_be_played(everything: Supervisor, bot: str, profile: str, options: Json):
    record = record_of_table(everything, bot, profile=profile, options=options)

    types, ended = counted(record), record["events"][-1]
    assert record["game"] == "zheng_shangyou"
    assert (ended["type"], ended["data"]["reason"]) == ("match_ended", "won")
    assert types["places_scored"] == record["hands"] == types["cards_dealt"]
    exchanges = 0 if options.get("zs_exchange") == "off" else record["hands"] - 1
    for name in ("tribute_revealed", "tribute_taken", "discards_revealed", "discard_left"):
        assert types[name] == exchanges
    assert types["leader_found"] == (profile == "san-jia-xi")


def test_the_store_check_passes_after_all_these_matches(everything: Supervisor):
    service = wired(Settings(database_url=everything.database_url, redis_url=everything.redis_url))
    try:
        assert list(service.store.streams())
        assert check_store(service.database, lambda _, __: None) == []
    finally:
        service.close()
