"""Playing on the pages of the web client: what is asked comes from the API, and the answers are given by clicks."""

from collections.abc import Sequence
from typing import Any

from tests.support.pages import Visitor

Json = dict[str, Any]


def play_now(visitor: Visitor) -> str:
    """Starts a game with bots from the first page, and returns the id of the table."""
    page = visitor.open()
    page.get_by_test_id("play-now").click()
    page.get_by_test_id("hand").wait_for()
    return page.url.rpartition("/")[2]


def is_command(response: Any) -> bool:
    """Returns whether this is the answer to a command that counts."""
    asked = response.request
    return asked.method == "POST" and "/commands" in asked.url and "dry_run" not in asked.url


def asked_moves(visitor: Visitor, table: str) -> Json | None:
    """Waits until the person is asked, and returns the moves; `None` once the hand is over."""
    while True:
        # The moves come first: if the hand still runs after that, they belong to it.
        moves = visitor.get(f"/tables/{table}/moves")["moves"]
        view = visitor.get(f"/tables/{table}")
        if view["match"]["hands_played"]:
            return None
        if moves and moves["asked"]:
            return dict(moves)
        visitor.get(f"/tables/{table}/events?after={view['version']}&wait=5")


def choose(visitor: Visitor, cards: Sequence[str]) -> None:
    """Chooses cards of the hand, each copy once."""
    for card in cards:
        visitor.page.locator(f'[data-testid=hand] [data-card="{card}"][aria-selected=false]').first.click()


def act(visitor: Visitor, table: str, moves: Json) -> None:
    """Answers what is asked, on the page, and checks that the server accepts it."""
    page, asked = visitor.page, moves["asked"]
    page.locator(f'.actions[data-asked="{asked}"]').wait_for()
    name = "do-pass"
    if asked == "play" and moves["cards"]:
        choose(visitor, moves["cards"][0])
        name = "play"
    elif asked == "bury":
        choose(visitor, visitor.get(f"/tables/{table}")["match"]["hand"][: moves["count"]])
        name = "bury"
    elif asked == "call_friends":
        for number in range(moves["count"]):
            page.get_by_test_id(f"call-{number}").select_option(index=number + 1)
        name = "call"
    button = page.get_by_test_id(name)
    with page.expect_response(is_command) as answered:
        button.click()
        if page.locator(".actions [role=alert]").is_visible():
            button.click()  # a throw is confirmed
    assert answered.value.ok, answered.value.text()


def play_hand(visitor: Visitor, table: str) -> int:
    """Plays to the end of the first hand. Returns the number of cards in all plays."""
    played = 0
    while (moves := asked_moves(visitor, table)) is not None:
        act(visitor, table, moves)
        played += len(moves["cards"][0]) if moves["asked"] == "play" and moves["cards"] else 0
    return played


def play_hand_together(visitors: Sequence[Visitor], table: str) -> list[int]:
    """Plays to the end of the first hand, each seat by its own visitor. Returns how often each visitor has acted."""
    acted = [0] * len(visitors)
    while True:
        view = visitors[0].get(f"/tables/{table}")
        if view["match"]["hands_played"]:
            return acted
        asked = [each["seat"] for each in view["asked"] if each["seat"] < len(visitors)]
        if not asked:
            visitors[0].get(f"/tables/{table}/events?after={view['version']}&wait=5")
            continue
        seat = asked[0]
        moves = visitors[seat].get(f"/tables/{table}/moves")["moves"]
        if moves and moves["asked"]:
            act(visitors[seat], table, moves)
            acted[seat] += 1


def shuts_result(visitor: Visitor) -> bool:
    """Waits for the result of the hand or match. Returns whether the hand had a sheet, and closes it."""
    page = visitor.page
    page.get_by_test_id("hand-result").or_(page.get_by_test_id("match-result")).first.wait_for()
    if not page.get_by_test_id("next-hand").is_visible():
        return False
    page.get_by_test_id("next-hand").click()
    return True
