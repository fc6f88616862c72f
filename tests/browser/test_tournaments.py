"""Tournaments in Chromium: run from the desk to the final standings, and entered by two people."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.organising import Organiser
from tests.support.pages import PHONE, Visitor
from tests.support.waiting import until

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
PAIRS = [("Mrs Wang", "Mr Li"), ("Ann", "Ben"), ("Cat", "Dan"), ("Eve", "Fay")]


def create_on_the_page(page: Any) -> str:
    """Creates a Swiss of two rounds, played elsewhere and paired by hand. Returns its address."""
    page.get_by_test_id("new-tournament").click()
    page.get_by_test_id("template-club-swiss").click()
    form = page.get_by_test_id("new-form")
    form.locator("input[name=name]").fill("Friday pairs")
    form.locator('input[name="figure.rounds"]').fill("2")
    form.locator("input[name=least]").fill("4")
    form.locator("input[name=automatic]").uncheck()
    form.locator("input[name=elsewhere]").check()
    page.get_by_test_id("create").click()
    page.get_by_test_id("next-text").wait_for()
    return str(page.url.removesuffix("/desk"))


def enter_pairs(page: Any) -> None:
    """Enters all pairs as guests, and checks that each guest has a code."""
    page.get_by_test_id("tab-desk-entrants").click()
    for number, names in enumerate(PAIRS, start=1):
        for seat, name in enumerate(names):
            page.locator(f"input[name=seat-{seat}]").fill(name)
        page.get_by_test_id("enter").click()
        page.get_by_test_id("codes").locator("li").nth(2 * number - 1).wait_for()
    assert page.get_by_test_id("codes").locator("code").count() == 2 * len(PAIRS)
    page.get_by_test_id("tab-desk").click()


def set_results(page: Any) -> None:
    """Lets the first side win the first match, and draws the second, at the desk."""
    page.get_by_test_id("tab-desk-results").click()
    for match, outcome in ((1, "first_won"), (2, "drawn")):
        page.get_by_test_id(f"set-{match}").click()
        sheet = page.get_by_test_id("reason-sheet")
        sheet.locator(f"input[value={outcome}]").check()
        sheet.locator("input[name=reason]").fill("as both sides say")
        page.get_by_test_id("send").click()
        page.get_by_test_id(f"set-{match}").get_by_text("Correct").wait_for()
    page.get_by_test_id("tab-desk").click()


def play_round(page: Any, number: int) -> None:
    """Pairs a round at the desk, sets its results and closes it."""
    page.get_by_role("button", name=f"Pair round {number}").click()
    page.get_by_test_id("verdict").wait_for()
    page.get_by_test_id("publish").click()
    page.get_by_test_id("next-text").get_by_text(f"Round {number} is being played").wait_for()
    set_results(page)
    page.get_by_role("button", name=f"Close round {number}").click()


def test_the_desk_runs_a_tournament_to_its_final_standings(visit: Visit):
    visitor = visit()
    page = visitor.open("/tournaments")
    tournament = create_on_the_page(page)
    enter_pairs(page)
    page.get_by_role("button", name="Start the tournament").click()
    play_round(page, 1)
    play_round(page, 2)
    page.get_by_role("button", name="Finish the tournament").click()
    page.get_by_role("button", name="Finish now").click()
    page.get_by_test_id("status").get_by_text("Finished").wait_for()

    page.goto(f"{tournament}/standings")
    page.get_by_role("heading", name="Final standings").wait_for()
    visitor.picture("tournament-final-standings")
    shown = page.get_by_test_id("standings").locator("tbody tr")
    expected = visitor.get(f"/tournaments/{tournament.rpartition('/')[2]}/standings")
    assert expected["is_final"]
    assert shown.count() == len(PAIRS)
    assert [row.locator("td strong").inner_text() for row in shown.all()] == [
        each["points"] for each in expected["standings"]
    ]
    assert visitor.complaints == []


def test_a_pairing_by_hand_shows_which_rules_it_breaks(visit: Visit):
    organiser = Organiser(visit())
    tournament = organiser.played_elsewhere(pairs=4)
    organiser.command(tournament, "start_tournament")
    organiser.command(tournament, "pair_round", round=1)
    before = organiser.visitor.get(f"/tournaments/{tournament}/rounds/1")["matches"][0]
    organiser.decide(tournament, 1)
    page = organiser.visitor.open(f"/tournaments/{tournament}/desk-pairing")
    page.get_by_test_id("verdict").wait_for()
    sides = page.get_by_test_id("draft").locator("select")
    sides.nth(0).select_option(before["first"])
    sides.nth(1).select_option(before["second"])
    page.get_by_test_id("remarks").get_by_text("have met before").first.wait_for()
    assert page.get_by_test_id("publish").is_disabled()
    assert organiser.visitor.barriers() == []
    page.get_by_role("button", name="Propose again").click()
    page.get_by_test_id("verdict").get_by_text("This is the pairing of the format.").wait_for()
    assert page.get_by_test_id("publish").is_enabled()


def test_pause_resume_and_undo_are_in_the_log(visit: Visit):
    organiser = Organiser(visit())
    tournament = organiser.played_elsewhere(pairs=4)
    organiser.command(tournament, "start_tournament")
    page = organiser.visitor.open(f"/tournaments/{tournament}/desk")
    page.get_by_test_id("pause_tournament").click()
    page.get_by_test_id("reason-sheet").locator("input[name=reason]").fill("the hall has no light")
    page.get_by_test_id("send").click()
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_test_id("publish").click()
    page.get_by_test_id("next-text").wait_for()
    page.get_by_test_id("tab-desk-log").click()
    log = page.get_by_test_id("log")
    log.get_by_text("Olga paused the tournament.").wait_for()
    log.get_by_text("Reason: the hall has no light").wait_for()
    page.get_by_test_id("undo").click()
    page.get_by_test_id("reason-sheet").locator("input[name=reason]").fill("a pair was forgotten")
    page.get_by_test_id("send").click()
    log.get_by_text("Olga undid the act before.").wait_for()
    assert organiser.visitor.get(f"/tournaments/{tournament}")["rounds"] == []
    assert organiser.visitor.complaints == []


def test_two_people_enter_as_a_pair_and_withdraw(visit: Visit):
    organiser = Organiser(visit())
    tournament = organiser.create("club-swiss")
    captain, partner = (
        Organiser(visit(viewport=PHONE), "Ann of the pair"),
        Organiser(visit(viewport=PHONE), "Ben of the pair"),
    )
    page = captain.visitor.open(f"/tournaments/{tournament}")
    page.locator("input[name=name]").fill("Red Pandas")
    page.locator("input[name=partner]").fill("Ben of the pair")
    page.get_by_role("button", name="Enter").click()
    page.get_by_text("Ben of the pair has been asked.").wait_for()
    assert captain.visitor.barriers() == []

    # The inbox is updated with a short delay.
    while not partner.visitor.get("/me/turns")["tournaments"]:
        page.wait_for_timeout(100)
    asked = partner.visitor.open("/inbox")
    asked.get_by_text("A player asks you to be partners in a tournament").click()
    asked.get_by_role("button", name="Agree").click()
    asked.get_by_text("You take part.").wait_for()
    page.get_by_text("You take part.").wait_for()
    partner.visitor.picture("tournament-entered")
    page.get_by_test_id("withdraw").click()
    page.get_by_test_id("withdraw-now").click()
    page.get_by_role("button", name="Enter").wait_for()
    assert organiser.visitor.get(f"/tournaments/{tournament}")["entrants"]["out"] == 1
    assert captain.visitor.complaints == partner.visitor.complaints == []


def test_players_report_and_confirm_the_result_of_their_match(visit: Visit):
    organiser = Organiser(visit())
    tournament = organiser.create(
        "knock-out", entrants={"least": 2}, rounds={"played_elsewhere": True, "is_automatic": False}
    )
    people = [Organiser(visit(viewport=PHONE), name) for name in ("Ann", "Ben")]
    players = [each.visitor.get("/me")["player"]["id"] for each in people]
    entrants = [{"players": [each], "guests": ["Somebody"]} for each in players]
    organiser.command(tournament, "enter_entrants", entrants=entrants)
    organiser.command(tournament, "start_tournament")
    organiser.command(tournament, "pair_round", round=1)
    first, second = (each.visitor.open(f"/tournaments/{tournament}") for each in people)
    first.get_by_label("We won").check()
    first.get_by_role("button", name="Report", exact=True).click()
    first.get_by_text("You have reported: We won.").wait_for()
    people[1].visitor.picture("tournament-report")
    assert people[1].visitor.barriers() == []
    second.get_by_role("button", name="That is right").click()
    second.get_by_text("Your match of this round is over.").wait_for()
    first.get_by_text("Your match of this round is over.").wait_for()
    [match] = organiser.visitor.get(f"/tournaments/{tournament}/rounds/1")["matches"]
    assert match["result"]["first"] != match["result"]["second"]


@pytest.mark.slow
def test_house_bots_play_a_cup_by_themselves(visit: Visit):
    organiser = Organiser(visit())
    cup = organiser.create(
        "knock-out", play={"hands": 1}, figures={"third_place": False}, rounds={"interval_s": 0}, corrections_s=0
    )
    page = organiser.visitor.open(f"/tournaments/{cup}/desk-entrants")
    page.get_by_test_id("kind-0").select_option("bot")
    page.get_by_test_id("kind-1").select_option("bot")
    page.locator("input[name=number]").fill("4")
    page.get_by_test_id("enter").click()
    page.get_by_test_id("desk-list").locator("li").nth(3).wait_for()
    page.get_by_test_id("tab-desk").click()
    page.get_by_role("button", name="Start the tournament").click()
    page.get_by_test_id("status").get_by_text("Finished").wait_for(timeout=180_000)
    page.goto(f"{organiser.visitor.address}/tournaments/{cup}/bracket")
    page.get_by_test_id("bracket").wait_for()
    assert page.locator(".bracket-match ol .won").count() == 3
    organiser.visitor.picture("tournament-cup-over")
    assert organiser.visitor.complaints == []


def test_players_of_a_night_are_paired_by_hand_and_named(visit: Visit):
    organiser = Organiser(visit())
    tournament = organiser.night(["Mrs Wang", "Mr Li", "Ann", "Ben", "Cat", "Dan", "Eve", "Fay"])
    organiser.command(tournament, "start_tournament")
    page = organiser.visitor.open(f"/tournaments/{tournament}/desk-pairing")
    page.get_by_test_id("verdict").wait_for()
    selects = page.get_by_test_id("draft").locator("select")
    assert selects.count() == 8
    drawn = [chosen_name(selects.nth(place)) for place in range(8)]
    assert len(set(drawn)) == 8
    # The first player of the first table changes places with the last of the second table.
    selects.nth(0).select_option(label=drawn[7])
    page.get_by_test_id("verdict").get_by_text("You have changed the pairing.").wait_for()
    wanted = [drawn[7], *drawn[1:7], drawn[0]]
    shown = [chosen_name(selects.nth(place)) for place in range(8)]
    assert [set(shown[at : at + 2]) for at in range(0, 8, 2)] == [set(wanted[at : at + 2]) for at in range(0, 8, 2)]
    page.get_by_test_id("publish").click()
    page.get_by_test_id("next-text").get_by_text("Round 1 is being played").wait_for()
    page.get_by_test_id("tab-desk-results").click()
    first = page.get_by_test_id("match-1")
    first.get_by_text(wanted[0]).wait_for()
    assert [name in first.inner_text() for name in wanted] == [True] * 4 + [False] * 4
    page.get_by_test_id("set-1").click()
    page.get_by_test_id("reason-sheet").get_by_text(f"{shown[0]} + {shown[1]}").first.wait_for()
    assert organiser.visitor.complaints == []


def chosen_name(select: Any) -> str:
    """Returns the text of the chosen option."""
    return str(select.evaluate("each => each.selectedOptions[0]?.textContent ?? ''"))


def test_codes_of_new_guests_stay_while_the_page_is_open(visit: Visit):
    organiser = Organiser(visit(viewport=PHONE))
    tournament = organiser.create("club-swiss")
    page = organiser.visitor.open(f"/tournaments/{tournament}/desk-entrants")
    page.locator("input[name=seat-0]").fill("Mrs Wang")
    page.locator("input[name=seat-1]").fill("Mr Li")
    page.get_by_test_id("enter").click()
    codes = page.get_by_test_id("codes").locator("code")
    codes.nth(1).wait_for()
    before = codes.all_inner_texts()
    page.get_by_test_id("tab-desk").click()
    page.get_by_test_id("next-text").wait_for()
    page.get_by_test_id("tab-desk-entrants").click()
    codes.nth(1).wait_for()
    assert codes.all_inner_texts() == before
    # Folded away, they can be shown and printed again.
    page.get_by_test_id("fold-codes").click()
    assert codes.count() == 0
    page.get_by_test_id("show-codes").click()
    assert codes.all_inner_texts() == before
    page.get_by_role("button", name="Print").wait_for()
    organiser.visitor.picture("codes-360")
    assert organiser.visitor.barriers() == []
    assert organiser.visitor.sideways_px() == 0


def reasons(organiser: Organiser, tournament: str) -> list[str]:
    """Returns the reasons of the corrections of a tournament."""
    found = organiser.visitor.get(f"/tournaments/{tournament}/corrections")["corrections"]
    return [each["reason"] for each in found]


@pytest.mark.parametrize(
    ("locale", "reason"), [("en-GB", "entered by the organiser"), ("zh-CN", "由主办人填写")], ids=["en", "zh"]
)
def test_a_result_of_the_organiser_has_a_reason_from_the_start(visit: Visit, locale: str, reason: str):
    organiser = Organiser(visit(locale=locale, viewport=PHONE))
    tournament = organiser.played_elsewhere(pairs=4)
    organiser.command(tournament, "start_tournament")
    organiser.command(tournament, "pair_round", round=1)
    language = "en" if locale == "en-GB" else "zh-Hans"
    organiser.visitor.send("/me/language", {"language": language}, method="PUT")
    page = organiser.visitor.open(f"/tournaments/{tournament}/desk-results")
    page.get_by_test_id("set-1").click()
    sheet = page.get_by_test_id("reason-sheet")
    assert sheet.locator("input[name=reason]").input_value() == reason
    assert sheet.locator("#reason-rule").inner_text().startswith(("A reason is needed.", "必须填写理由。"))
    organiser.visitor.picture(f"result-reason-{language}-360")
    assert organiser.visitor.barriers() == []
    sheet.locator("input[value=first_won]").check()
    page.get_by_test_id("send").click()
    # The focus is on the button again, which corrects the result now.
    page.locator("[data-testid=set-1]:focus").wait_for()
    until(lambda: reasons(organiser, tournament) == [reason], "the correction with its reason")
    # Without a reason nothing is sent.
    page.get_by_test_id("set-2").click()
    sheet.locator("input[value=drawn]").check()
    sheet.locator("input[name=reason]").fill("")
    page.get_by_test_id("send").click()
    assert sheet.is_visible()
