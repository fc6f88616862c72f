"""The trainer and the analysis of a hand in Chromium: answers to puzzles, and mistakes with their cost."""

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest

from tests.support.analysed_hands import Lesson
from tests.support.organising import Organiser
from tests.support.pages import DESKTOP, LOOKS, PHONE, Visitor
from tests.support.running import all_running

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
Json = dict[str, Any]
NAMES = ("Lena", "Mia", "Noah", "Olaf")


class Analysed:
    """A hand whose analysis was asked for on the page, and the puzzles that came of it."""

    def __init__(self, people: Sequence[Organiser]) -> None:
        self.visitor = people[0].visitor
        self.progress: list[str] = []
        while True:
            self.lesson = Lesson(people, "si-shi-fen")
            self.table = self.lesson.table
            self._ask()
            self.puzzles = [
                self.visitor.get(f"/puzzles/{each['id']}") for each in self.visitor.get("/puzzles")["puzzles"]
            ]
            if self.to_play() and any(each["mistake"] for each in self.found["judgements"]):
                return

    def to_play(self) -> list[Json]:
        """Returns the puzzles that list the plays."""
        return [each for each in self.puzzles if each["moves"]["asked"] == "play" and len(each["moves"]["cards"]) > 1]

    def _ask(self) -> None:
        """Goes from the result of the match to the analysis, and asks for it."""
        page = self.visitor.open(f"/tables/{self.table}")
        page.get_by_test_id("match-result").get_by_test_id("analyse").click()
        page.get_by_test_id("ask").click()
        page.get_by_test_id("progress").wait_for()
        self.progress.append(page.get_by_test_id("progress").inner_text())
        self.found = self.lesson.wait_for_analysis()
        page.locator("[data-testid=analysis][data-status=done]").wait_for()


@pytest.fixture(scope="module")
def analysed(chromium: Any, address: str) -> Iterator[Analysed]:
    contexts = [chromium.new_context(locale="en-GB", viewport=DESKTOP) for _ in NAMES]
    yield Analysed([Organiser(Visitor(each, address), name) for each, name in zip(contexts, NAMES, strict=True)])
    for each in contexts:
        each.close()


SCREENS = {
    "puzzle": ("/train/{puzzle}", "puzzle"),
    "analysis": ("/tables/{table}/analysis", "whose"),
    "unknown-puzzle": ("/train/puz_01M7ZBS60RTPYMQ3Y4YK4PVHZ8", "problem"),
}


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(("viewport", "scheme", "locale"), LOOKS)
def test_a_screen_has_no_barriers_and_fits(
    visit: Visit, analysed: Analysed, screen: str, viewport: dict[str, int], scheme: str, locale: str
):
    visitor = visit(viewport=viewport, color_scheme=scheme, locale=locale)
    path, shown = SCREENS[screen]
    page = visitor.open(path.format(puzzle=analysed.to_play()[0]["id"], table=analysed.table))
    page.get_by_test_id(shown).wait_for()
    if screen == "analysis" and scheme == "dark" and viewport == PHONE:
        page.get_by_test_id("others").locator("summary").click()
        page.locator("[data-testid=others] .decision").first.wait_for()
    page.wait_for_timeout(200)
    visitor.picture(f"trainer-{screen}-{locale[:2]}-{scheme}-{viewport['width']}")
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0
    # Chromium itself reports the answer 404.
    assert [each for each in visitor.complaints if screen != "unknown-puzzle" or "404" not in each] == []


def rounded(points: float) -> str:
    """Returns points as the page rounds them: a half goes up."""
    return str(Decimal(points).quantize(Decimal("0.1"), ROUND_HALF_UP))


def answer_of(analysed: Analysed, puzzle: Json, cards: Sequence[str]) -> Json:
    """Returns what the server says about a play."""
    return dict(
        analysed.lesson.people[0].visitor.send(
            f"/puzzles/{puzzle['id']}/answers", {"move": {"type": "play", "cards": list(cards)}}
        )
    )


def choose(visitor: Visitor, cards: Sequence[str]) -> None:
    for card in cards:
        visitor.page.locator(f'[data-testid=hand] [data-card="{card}"][aria-selected=false]').first.click()


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [
        pytest.param(PHONE, "dark", id="phone-dark"),
        pytest.param(DESKTOP, "light", id="desktop-light", marks=pytest.mark.slow),
    ],
)
def test_a_wrong_answer_says_its_cost_and_the_best_move(
    visit: Visit, analysed: Analysed, viewport: dict[str, int], scheme: str
):
    puzzle = analysed.to_play()[0]
    cards = next(each for each in puzzle["moves"]["cards"] if not answer_of(analysed, puzzle, each)["right"])
    said = answer_of(analysed, puzzle, cards)
    visitor = visit(viewport=viewport, color_scheme=scheme)
    page = visitor.open(f"/train/{puzzle['id']}")
    page.get_by_test_id("hand").wait_for()
    choose(visitor, cards)
    page.get_by_test_id("play").click()
    verdict = page.get_by_test_id("verdict")
    verdict.get_by_role("heading", name="Another move is better").wait_for()
    cost = "did not consider" if said["cost"] is None else f"loses {rounded(said['cost'])} points a hand"
    assert cost in verdict.get_by_test_id("cost").inner_text()
    assert verdict.locator(".answer").last.get_by_role("img").count() == len(said["best"]["cards"])
    # Cards have signs on the page, so a long word stands for the sentence.
    assert max(re.findall("[a-z]+", said["reason"]["sentence"]), key=len) in verdict.inner_text()
    visitor.picture(f"trainer-wrong-{scheme}-{viewport['width']}")
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0

    verdict.get_by_role("link", name="The whole hand").click()
    page.locator(f".decision.wanted[data-number='{said['number']}']").wait_for()
    assert page.url.endswith(f"/tables/{said['table']}/analysis#{said['hand']}.{said['number']}")
    assert visitor.complaints == []


def test_the_keyboard_solves_a_puzzle(visit: Visit, analysed: Analysed):
    puzzle = analysed.to_play()[0]
    best = answer_of(analysed, puzzle, puzzle["moves"]["cards"][0])["best"]["cards"]
    page = visit(viewport=PHONE).open()
    page.get_by_role("link", name="Trainer").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("puzzle").wait_for()
    page.goto(f"{page.url.rpartition('/')[0]}/{puzzle['id']}")
    hand = page.get_by_test_id("hand")
    hand.focus()
    page.keyboard.press("Home")
    left = list(best)
    for option in range(hand.get_by_role("option").count()):
        card = str(hand.get_by_role("option").nth(option).get_attribute("data-card"))
        if card in left:
            left.remove(card)
            page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_test_id("verdict").get_by_role("heading", name="Right").wait_for()
    assert page.locator("#verdict").evaluate("each => each === document.activeElement")


def test_puzzles_follow_each_other_until_all_are_answered(visit: Visit, analysed: Analysed):
    visitor = visit()
    page = visitor.open("/train")
    seen = set()
    for _ in analysed.puzzles:
        page.get_by_test_id("puzzle").wait_for()
        seen.add(page.url.rpartition("/")[2])
        puzzle = next(each for each in analysed.puzzles if page.url.endswith(each["id"]))
        choose(visitor, _some_answer(puzzle))
        page.locator(".actions .primary:not([aria-disabled=true])").first.click()
        page.get_by_test_id("next-puzzle").click()
        page.get_by_test_id("verdict").wait_for(state="detached")
    page.get_by_role("heading", name="You have answered all puzzles.").wait_for()
    assert seen == {each["id"] for each in analysed.puzzles}
    page.get_by_role("button", name="Begin again").click()
    page.get_by_test_id("puzzle").wait_for()
    assert visitor.complaints == []


def _some_answer(puzzle: Json) -> list[str]:
    """Returns cards that answer a puzzle."""
    moves, hand = puzzle["moves"], puzzle["match"]["hand"]
    if moves["asked"] == "play":
        return list(moves["cards"][0]) if moves["cards"] else hand[:1]
    return list(hand[: moves["count"]]) if moves["asked"] == "bury" else []


def test_a_game_without_puzzles_says_how_they_come_to_be(visit: Visit, analysed: Analysed):
    visitor = visit(viewport=PHONE)
    page = visitor.open("/train")
    page.get_by_test_id("game").select_option("zheng_shangyou")
    page.get_by_test_id("no-puzzles").get_by_text("Puzzles come from the analysis").wait_for()
    assert visitor.barriers() == []
    assert analysed.puzzles


@pytest.mark.slow
def test_bots_play_a_hand_for_puzzles_on_a_new_server(chromium: Any):
    with all_running() as supervisor:
        visitor = Visitor(chromium.new_context(locale="zh-CN", viewport=PHONE), supervisor.address)
        page = visitor.open("/train")
        page.get_by_test_id("make-puzzles").wait_for()
        visitor.picture("trainer-none-zh-360")
        # A hand may have no clear decision. The first one is said to have none.
        without = "**/v1/puzzles?*"
        page.route(without, lambda route: route.fulfill(json={"puzzles": [], "next_cursor": None}))
        ended = page.get_by_test_id("puzzle").or_(page.get_by_text("这一局没有明显最好的一手"))
        page.get_by_test_id("make-puzzles").click()
        ended.wait_for(timeout=120_000)
        assert not page.get_by_test_id("puzzle").count()
        page.unroute(without)
        while not page.get_by_test_id("puzzle").count():
            page.get_by_test_id("make-puzzles").click()
            page.get_by_text("机器人正在打一局").or_(page.get_by_test_id("puzzle")).wait_for()
            ended.wait_for(timeout=120_000)
        assert page.url.rpartition("/")[2] in [each["id"] for each in visitor.get("/puzzles")["puzzles"]]
        assert [visitor.barriers(), visitor.complaints] == [[], []]
        visitor.context.close()


def test_the_analysis_lists_the_worst_mistakes_first_and_leads_to_the_replay(visit: Visit, analysed: Analysed):
    assert all("decisions are judged" in each or "waits" in each for each in analysed.progress)
    found = analysed.found
    mistakes = sorted((each for each in found["judgements"] if each["mistake"]), key=lambda each: -each["cost"])
    visitor = analysed.visitor
    page = visitor.open(f"/tables/{found['table']}/analysis#1")
    page.get_by_test_id("whose").select_option("")
    shown = page.locator("section .decision")
    shown.first.wait_for()
    assert [each.get_attribute("data-number") for each in shown.all()] == [str(each["number"]) for each in mistakes]
    own = found["costs"][0]
    assert page.get_by_test_id("cost-0").locator("h3").inner_text() == "You"
    assert rounded(own["points"]) in page.get_by_test_id(f"cost-{own['seat']}").inner_text()
    assert page.get_by_test_id(f"cost-{own['seat']}").locator("tbody tr").count() == len(own["phases"])

    # Keys open the replay too. The move that was judged is the step that is shown.
    shown.first.get_by_role("link").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("step").wait_for()
    version = mistakes[0]["version"]
    assert page.url.endswith(f"/replay/{found['table']}#{version}")
    [event] = [each for each in visitor.get(f"/tables/{found['table']}/record")["events"] if each["version"] == version]
    assert len(event["data"].get("cards", [])) == len(mistakes[0]["played"]["move"].get("cards", []))
    page.get_by_test_id("analyse").click()
    page.get_by_test_id("whose").wait_for()
    assert page.url.endswith(f"/tables/{found['table']}/analysis#1")
    assert visitor.complaints == []
