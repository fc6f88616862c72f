"""No output of the service depends on hidden cards: exchanging them among the other players changes nothing.

`tests.support.outlets` has all outputs. The operations are read from openapi.yaml, so that new ones are included.
"""

import pytest
from flask import Flask, Response

from tests.support import climbing_moments, shengji_moments
from tests.support.climbing import FORMS
from tests.support.climbing_exchange import moment_by_chance as climbing_moment_by_chance
from tests.support.frozen_api import Answer
from tests.support.outlets import ASKERS, PARTS, READS, Heard, Outlets, partings, the_cards
from tests.support.surroundings import STREAM_FORMS, STREAMS
from tests.support.twin_outputs import ROUNDS, Twice, of_sheng_ji, twice

KINDS = ("following in the next hand", "burying", "following", "filing plans")
PLACES = (0, None, 1)
NOT_FOR_US = frozenset(
    {
        "show_authorization",  # only for browsers that a client redirects
        "view_sandbox",  # only for players in a sandbox
        "list_sandbox_mails",  # only for players in a sandbox
        "view_rehearsal",  # only for players in a sandbox
        "view_saved_template",  # of another player
        "view_passkey",  # of another player
        "view_invitation",  # leads to tables before their start only
        "view_puzzle",  # comes from an analysis, which nobody has asked for
        "make_entry_code",  # these two only for staff of a tournament
        "list_guest_tokens",
        "view_league_season",  # these two must have started
        "view_tournament_board",
        "view_bracket",  # only of a knock-out
        "view_board_match",  # only for its two players
        "view_client",  # these three are of another player
        "view_my_token",
        "view_report",
    }
)
"""Operations that only refuse the viewers of these tests."""


def of_zheng_shangyou(ways: Outlets, seed: int) -> Twice:
    return twice(ways, climbing_moments, climbing_moment_by_chance(*FORMS[seed % len(FORMS)], seed), seed)


def is_defect(heard: Heard) -> bool:
    """Returns whether something failed unexpectedly."""
    return isinstance(heard.what, Answer) and heard.what.status >= 500 and heard.way != "defect"


@pytest.mark.parametrize("game", ["sheng_ji", "zheng_shangyou"])
def test_no_output_of_the_service_depends_on_hidden_cards(ways, game):
    for seed in range(ROUNDS):
        if game == "sheng_ji":
            kinds = (*KINDS, *shengji_moments.KINDS)
            both = of_sheng_ji(ways, kinds[seed % len(kinds)], PLACES[seed % len(PLACES)], seed)
        else:
            both = of_zheng_shangyou(ways, seed)
        here, there = both.heard(ways)

        assert partings(here, there) == []
        assert not [each for each in here if is_defect(each)]


def test_every_reading_operation_is_requested_by_every_viewer_and_succeeds_for_one(ways):
    here, _ = of_sheng_ji(ways, "following in the next hand", 0, 0).heard(ways, "answers")
    statuses = {
        each.way: each.what if isinstance(each.what, int) else each.what.status
        for each in here
        if each.way.startswith("GET ")
    }

    assert statuses.keys() == {f"GET {one.id} by {asker}" for one in READS for asker in ASKERS}
    answered = {way.split()[1] for way, status in statuses.items() if status < 400}
    assert {one.id for one in READS} - answered == NOT_FOR_US


def test_every_channel_delivers_something(ways):
    seated, _ = of_sheng_ji(ways, "following in the next hand", 0, 0).heard(ways, *PARTS[1:])

    found = {each.way for each in seated if each.what}
    streams = {f"{form} of {one.id}" for one in STREAMS for form in STREAM_FORMS}
    assert len(streams) == 6
    once = {"refusal", "command", "page that waits", "webhook", "mail", "mail that reminds", "digest", "metrics", "log"}
    assert streams | once | {"defect", "stream with a defect"} <= found
    logged = b"".join(seated[-1].what)
    for said in (b"bot steady failed", b"cannot be written", b"cannot be read", b"was closed", b'"defect"'):
        assert said in logged


def test_a_planted_leak_in_any_operation_is_found(ways):
    app: Flask = ways.house.app

    process = app.process_response

    def leaky(response: Response) -> Response:
        response.headers["X-Cards"] = str(hash(the_cards()))
        return process(response)

    app.process_response = leaky  # type: ignore[method-assign]
    try:
        found = partings(*of_sheng_ji(ways, "following", 0, 0).heard(ways, "answers"))
    finally:
        del app.process_response

    of_operations = {each.split(":")[0] for each in found}
    every = {f"GET {one.id} by {asker}" for one in READS for asker in ASKERS}
    assert every - of_operations == set()
