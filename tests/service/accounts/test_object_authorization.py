"""Broken object-level authorization (OWASP API1:2023), for every route of openapi.yaml that names an object.

A player has one object of every kind. A stranger with every scope requests each by its id, once for each example of a
body. A new route must refuse strangers, or have a reason in `OPEN`.
"""

from typing import Any, NamedTuple

import pytest

from tests.support.api import Api
from tests.support.belongings import Belongings, requests
from tests.support.contract import operations

PUBLIC = "everybody of the world may look, and what is hidden is hidden there"
OWN = "it is about the stranger's own things"
MAY_JOIN = "everybody may, while it is open"
OPEN = {
    "view_player": PUBLIC,
    "player_ratings": PUBLIC,
    "rating_changes": PUBLIC,
    "player_grades": PUBLIC,
    "grade_changes": PUBLIC,
    "view_leaderboard": PUBLIC,
    "view_grades": PUBLIC,
    "view_board": PUBLIC,
    "view_cross_table": PUBLIC,
    "view_display": PUBLIC,
    "view_score_card": PUBLIC,
    "compare_entrants": PUBLIC,
    "view_table": PUBLIC,
    "table_events": PUBLIC,
    "view_league": PUBLIC,
    "league_events": PUBLIC,
    "view_tournament": PUBLIC,
    "list_entrants": PUBLIC,
    "list_corrections": PUBLIC,
    "view_round": PUBLIC,
    "list_tournament_boards": PUBLIC,
    "view_standings": PUBLIC,
    "tournament_events": PUBLIC,
    "tournament_results": PUBLIC,
    "tournament_report": PUBLIC,
    "tournament_calendar": PUBLIC,
    "view_series": PUBLIC,
    "series_events": PUBLIC,
    "view_series_calendar": PUBLIC,
    "view_seek": PUBLIC,
    "view_invitation": "who has the code of an invitation may use it",
    "accept_invitation[plain]": "who has the code of an invitation may use it",
    "accept_invitation[dice]": "who has the code of an invitation may use it",
    "list_invitations": OWN,
    "block_player": OWN,
    "unblock_player": OWN,
    "mute_room": OWN,
    "unmute_room": OWN,
    "view_notes": OWN,
    "put_notes[some]": OWN,
    "drop_notes": OWN,
    "save_template[night]": OWN,
    "wake_entry": OWN,
    "command_tournament[offer_to_substitute]": MAY_JOIN,
    "command_tournament[withdraw_offer_to_substitute]": OWN,
    "command_league[register]": MAY_JOIN,
}
"""Operations that answer a stranger with 2xx, and the reasons."""
SOONER = {
    "table_record": "no_hand_over",
    "view_analysis": "no_hand_over",
    "ask_for_analysis[first]": "no_hand_over",
    "view_bracket": "no_bracket",
    "command_table[sit]": "already_started",
    "command_table[sit_plain]": "already_started",
    "command_table[decline_challenge]": "no_such_challenge",
    "command_table[withdraw_challenge]": "no_such_challenge",
    "command_table[reading]": "not_in_this_game",
    "command_table[pay_tribute]": "not_in_this_game",
    "command_table[take]": "not_in_this_game",
    "command_table[discard]": "not_in_this_game",
    "command_tournament[check_in]": "check_in_not_open",
    "command_tournament[register]": "registration_not_open",
    "command_tournament[register_alone]": "registration_not_open",
}
"""Operations that are impossible for everybody in this state, for a public reason."""
IN_ANY_WORLD = {
    "unblock_player": "nobody is on the outsider's list",
    "save_template[night]": "it is saved among the outsider's own",
    "view_leaderboard": "it is that of the outsider's world, with nobody in it",
    "view_grades": "likewise",
}
"""Operations that answer in another sandbox, and the reasons."""
CHANGING_WITH_TIME = ("remaining_s", "server_time", "now", "last_used_at", "balance_s")
"""Members that change without a command."""
PASSING_WHOLE = ("export_account", "account_events")
"""Documents that also list the requests of this test."""


class Asked(NamedTuple):
    """The belongings, the answers to a stranger, and the owner's view before and after."""

    belongings: Belongings
    answers: dict[str, Any]
    before: dict[str, Any]
    after: dict[str, Any]


@pytest.fixture(scope="module")
def asked(api: Api) -> Asked:
    belongings, stranger = Belongings(api), api.sign_up("stranger")
    before = owner_view(belongings)
    answers = {each.name: each.sent(stranger) for each in requests(belongings) if each.name not in OPEN}
    after = owner_view(belongings)
    answers |= {each.name: each.sent(stranger) for each in requests(belongings) if each.name in OPEN}
    return Asked(belongings, answers, before, after)


def owner_view(belongings: Belongings) -> dict[str, Any]:
    """Returns all that the owner can read of their belongings, except values that change with time."""
    owner, read = belongings.owner, [one for one in operations() if one.method == "get" and one.path.startswith("/v1")]
    answers = {one.id: owner.get(belongings.path(one)) for one in read if one.id not in PASSING_WHOLE}
    return {name: _timeless(each.json) for name, each in answers.items() if each.status_code == 200}


def _timeless(document: Any) -> Any:
    match document:
        case dict():
            return {name: _timeless(each) for name, each in document.items() if name not in CHANGING_WITH_TIME}
        case list():
            return [_timeless(each) for each in document]
        case _:
            return document


def test_a_stranger_is_refused_every_operation_that_is_not_public(asked: Asked):
    let_through = {
        name: answer.status_code
        for name, answer in asked.answers.items()
        if name not in OPEN and answer.status_code not in (403, 404) and not is_refused_sooner(name, answer)
    }
    assert let_through == {}


def is_refused_sooner(name: str, answer: Any) -> bool:
    """Returns whether the answer is a refusal with the code in `SOONER`."""
    return answer.status_code >= 400 and answer.json["code"] == SOONER.get(name)


def test_every_exception_is_needed(asked: Asked):
    assert set(OPEN) | set(SOONER) <= set(asked.answers)
    assert [name for name in OPEN if asked.answers[name].status_code in (403, 404)] == []
    assert [name for name, code in SOONER.items() if asked.answers[name].json["code"] != code] == []


def test_requests_of_a_stranger_change_nothing_of_the_owner(asked: Asked):
    assert {name: each for name, each in asked.after.items() if asked.before[name] != each} == {}


def test_forbidden_objects_look_like_missing_ones(api: Api, asked: Asked):
    stranger = api.sign_up("another stranger")
    answers = {}
    for each in requests(asked.belongings):
        answer = asked.answers[each.name]
        if answer.status_code == 404:
            unknown = asked.belongings.path(each.operation, of_nobody=True)
            nothing = each._replace(path=unknown).sent(stranger)
            if _without(answer, each.path) != _without(nothing, unknown):
                answers[each.name] = (answer.json, nothing.json)
    assert answers == {}


def _without(answer: Any, path: str) -> tuple[int, str]:
    """Returns an answer without its request id and path."""
    said = {name: value for name, value in answer.json.items() if name != "request_id"}
    text = str(said).replace(path, "")
    for named in path.split("/"):
        text = text.replace(named, "") if "_" in named else text
    return answer.status_code, text


def test_objects_are_invisible_from_another_sandbox(api: Api, asked: Asked):
    before, outsider = owner_view(asked.belongings), api.sign_up("outsider").in_sandbox()
    seen = {}
    for each in requests(asked.belongings):
        answer = each.sent(outsider)
        is_refused = answer.status_code in (403, 404) or (answer.json or {}).get("code") == "cannot_be_challenged"
        if not is_refused and each.name not in IN_ANY_WORLD:
            seen[each.name] = answer.status_code
    assert seen == {}
    assert owner_view(asked.belongings) == before


def test_requests_without_a_token_are_refused(api: Api, asked: Asked):
    before = owner_view(asked.belongings)
    found = {}
    for each in requests(asked.belongings):
        answer = api.call(each.operation.method.upper(), each.path, each.body)
        # What everyone may see needs no token. The tables here are not listed, so they do.
        is_public = {} in each.operation.security and "{table_id}" not in each.operation.path
        if is_public and is_refused_sooner(each.name, answer):
            continue
        if answer.status_code not in ((200, 404) if is_public else (401,)):
            found[each.name] = answer.status_code
    assert found == {}
    assert owner_view(asked.belongings) == before
