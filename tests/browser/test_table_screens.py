"""Every state of a table in both languages and widths, light and dark: no barriers, nothing sideways, pictures."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from tests.support.organising import Organiser
from tests.support.pages import DESKTOP, PHONE, Visitor
from tests.support.play import legal_move

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Visit = Callable[..., Visitor]
Json = dict[str, Any]
NAMES = ("Ada", "Bo", "Chen", "Dai", "Eva")
LOOKS: tuple[Json, ...] = (
    {"locale": "en-GB", "viewport": PHONE, "color_scheme": "light"},
    {"locale": "en-GB", "viewport": DESKTOP, "color_scheme": "dark"},
    {"locale": "zh-CN", "viewport": PHONE, "color_scheme": "dark"},
    {"locale": "zh-CN", "viewport": DESKTOP, "color_scheme": "light"},
)


class Looks:
    """A person who looks at each page in every language, width and colour scheme.

    Attributes:
        found: what was wrong, by the name of the picture.
        seen: the names of the screens.
    """

    def __init__(self, visit: Visit, found: list[str], seen: set[str]) -> None:
        self._pages = [(look, visit(**look, reduced_motion="reduce")) for look in LOOKS]
        self.found = found
        self.seen = seen

    def at(self, person: Visitor, path: str, shown: str, name: str, opens: Sequence[str] = ()) -> None:
        """Opens a page as a person, presses buttons, keeps pictures, and notes barriers and what is too wide."""
        self.seen.add(name)
        for look, each in self._pages:
            language = "zh-Hans" if look["locale"] == "zh-CN" else "en"
            person.send("/me/language", {"language": language}, "PUT")
            each.context.clear_cookies()
            each.context.add_cookies(person.context.cookies())
            page = each.open(path)
            for button in opens:
                page.get_by_test_id(button).click()
            page.get_by_test_id(shown).first.wait_for()
            page.wait_for_timeout(300)
            picture = f"screen-{name}-{language}-{look['viewport']['width']}"
            each.picture(picture)
            wrong = [*each.barriers(), *each.complaints]
            self.found += [f"{picture}: {one}" for one in wrong]
            if each.sideways_px():
                self.found.append(f"{picture}: {each.sideways_px()} px too wide")
            each.complaints.clear()


@pytest.fixture
def looks(visit: Visit) -> Iterator[Looks]:
    """Yields a person who looks, and fails if anything was wrong."""
    looks = Looks(visit, [], set())
    yield looks
    assert looks.found == []


def seat_all(visit: Visit, profile: str, seats: int, **members: Any) -> tuple[list[Visitor], str]:
    """Opens a table for guests. Returns them by seat, and the table, which begins."""
    people = [Organiser(visit(), name).visitor for name in NAMES[:seats]]
    table = str(people[0].send("/tables", {"profile": profile, "starts_when_full": True, **members})["id"])
    for seat, person in enumerate(people):
        person.send(f"/tables/{table}/commands", {"type": "sit", "seat": seat})
    return people, table


def question_of(moves: Json) -> str:
    """Returns the name of a kind of question, or nothing for a question that needs no picture."""
    asked = str(moves["asked"])
    if asked == "declare" and not moves["cards"]:
        return ""
    if asked != "play":
        return asked
    if moves.get("lead"):
        return "lead"
    # In Zheng Shangyou there may be no higher play.
    return "follow" if "suit" in moves else "beat" if moves["cards"] else "pass"


def command_for(moves: Json, hand: list[str]) -> Json:
    """Returns a legal answer. Declarations are made, so that the game has trumps."""
    if moves["asked"] == "declare" and moves["cards"]:
        return {"type": "declare", "cards": moves["cards"][0]}
    return legal_move(moves, lambda: hand)


def play(
    people: Sequence[Visitor], table: str, ask: Callable[[Visitor, str], None], *, until: Callable[[int], bool]
) -> None:
    """Plays by the API, until `until` says so of the number of finished hands.

    Before each answer, `ask` gets the person and the name of the question.
    """
    while (view := people[0].get(f"/tables/{table}"))["status"] == "playing":
        if until(view["match"]["hands_played"]):
            return
        person = people[view["asked"][0]["seat"]]
        moves = person.get(f"/tables/{table}/moves")["moves"]
        ask(person, question_of(moves))
        hand = person.get(f"/tables/{table}")["match"]["hand"]
        person.send(f"/tables/{table}/commands", command_for(moves, hand))


class Family(NamedTuple):
    """A family of games, and what its tables ask.

    Attributes:
        profile: a profile of the family.
        seats: the number of seats.
        members: further members of the table.
        questions: the questions.
    """

    profile: str
    seats: int
    members: Json
    questions: set[str]


FAMILIES = {
    "friends": Family(
        "zhao-peng-you", 5, {"options": {"decks": 1}}, {"declare", "bury", "call_friends", "lead", "follow"}
    ),
    "climbing": Family("zheng-shangyou-4-partners", 4, {}, {"lead", "beat", "pass", "pay_tribute", "take", "discard"}),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_each_question_at_a_table(visit: Visit, looks: Looks, name: str):
    family = FAMILIES[name]
    people, table = seat_all(visit, family.profile, family.seats, **family.members)

    def look_once(person: Visitor, question: str) -> None:
        screen = f"{name}-{question}"
        if question and screen not in looks.seen:
            looks.at(person, f"/tables/{table}", "hand", screen)

    wanted = {f"{name}-{each}" for each in family.questions}
    play(people, table, look_once, until=lambda _: wanted <= looks.seen)
    assert wanted <= looks.seen


def test_the_sheets_of_a_table_and_its_end(visit: Visit, looks: Looks):
    people, table = seat_all(visit, "zhang-2021", 4)
    host, address = people[0], f"/tables/{table}"
    plays = 0

    def count(_: Visitor, question: str) -> None:
        nonlocal plays
        plays += question in ("lead", "follow")
        if plays == 7:
            host.send(f"{address}/messages/seats", {"canned": "good_luck"})
            looks.at(host, address, "hand", "table")
            looks.at(host, address, "last-trick", "last-trick", ["open-last"])
            looks.at(host, address, "points-sheet", "points", ["points"])
            looks.at(host, address, "chat", "chat", ["open-chat"])
            looks.at(host, address, "help", "help", ["open-help"])
            looks.at(host, address, "menu", "menu", ["open-menu"])
            looks.at(host, address, "orders", "orders", ["open-menu", "open-orders"])
            looks.at(people[1], address, "settings-sheet", "settings", ["settings"])
            looks.at(Organiser(visit(), "Fay").visitor, f"/watch/{table}", "watching", "watch")
            host.send(f"{address}/commands", {"type": "propose", "what": "draw"})
            looks.at(people[1], address, "proposal", "proposal")
            people[1].send(f"{address}/commands", {"type": "disagree"})

    play(people, table, count, until=lambda hands: hands > 0)
    assert plays > 7
    host.send(f"{address}/commands", {"type": "propose", "what": "concede_match"})
    partner = people[2]
    if partner.get(address)["status"] == "playing":
        partner.send(f"{address}/commands", {"type": "agree", "what": "concede_match"})
    looks.at(host, address, "match-result", "match-result")
    looks.at(host, f"/replay/{table}", "replay", "replay")


def test_the_pages_before_a_table(visit: Visit, looks: Looks):
    person = Organiser(visit(), "Ada").visitor
    table = person.send("/tables", {"profile": "zhang-2021"})["id"]
    looks.at(person, f"/tables/{table}", "invite", "waiting")
