"""The browser computes the shuffle of a hand as Python does, and finds changed cards, entropies and secrets."""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.kernel import shuffle
from domain.tools.verification import verify
from service.tables.records import events_of_record
from tests.support.pages import DESKTOP, PHONE, Visitor
from tests.support.recorded_matches import record_of_match

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
Json = dict[str, Any]

CHECK = """async (script, record) => {
  const { checkHand, handsOf } = await import(new URL("./shuffle_check.mjs", script.src).href);
  return Promise.all(handsOf(record.events).map((hand) => checkHand(record.events, hand)));
}"""
NUMBERS = """async (script, [secret, hand, entropies, cards]) => {
  const module = await import(new URL("./shuffle.mjs", script.src).href);
  const { commitmentOf, cutAt, dice, fromHex, seedOf, shuffled } = module;
  const seed = await seedOf(fromHex(secret), hand, entropies);
  const cuts = await Promise.all(entropies.map((entropy) => cutAt(entropy, hand, cards)));
  return [await commitmentOf(fromHex(secret)), cuts, await shuffled([...Array(cards).keys()], dice(seed, "shuffle"))];
}"""
FEW_CARDS = {"decks": 3, "jokers_removed": 3, "filler_cards": 1, "kitty_size": 8, "kitty_removes_cards": "on"}
MATCHES = {
    "two-decks": ("sheng_ji", "zhang-2021", {}),
    "one-deck": ("sheng_ji", "si-shi-fen", {}),
    "ace-counts-one": ("sheng_ji", "zhang-2016", {}),
    "any-cutter": ("sheng_ji", "levelup-5", {"cutter": "any_other"}),
    "six-players": ("sheng_ji", "six-player-teams", {}),
    "four-decks": ("sheng_ji", "zhao-peng-you", {"players": 8}),
    "removed-cards": ("sheng_ji", "zhang-2021", {**FEW_CARDS, "permanent_twos": "on"}),
    "live-draw": ("sheng_ji", "zhang-2021", {"deal_mode": "live_draw"}),
    "shuffler-draws": ("sheng_ji", "zhang-2021", {"first_drawer_method": "shuffler"}),
    "redeals": ("sheng_ji", "si-shi-fen", {"redeal_points_below": 10}),
    "redeals-for-anyone": (
        "sheng_ji",
        "si-shi-fen",
        {"redeal_points_below": 10, "redeal_dealer": "up_for_grabs", "first_dealer_fallback": "redeal"},
    ),
    "kitty-bids": ("sheng_ji", "zhang-2021", {"chao_di_pi": "repeat"}),
    "zheng-shangyou": ("zheng_shangyou", "zheng-shangyou", {}),
    "unequal-hands": ("zheng_shangyou", "zheng-shangyou", {"zs_players": 7}),
    "exposed-card": ("zheng_shangyou", "san-jia-xi", {}),
}


def record_of(name: str, hands: int = 3, seed: str = "0") -> Json:
    game, profile, options = MATCHES[name]
    return record_of_match(game, profile, hands, seed, **options)


@pytest.fixture(scope="module")
def home(chromium: Any, address: str) -> Iterator[Visitor]:
    """Yields the first page, whose modules compute."""
    visitor = Visitor(chromium.new_context(), address)
    visitor.open().get_by_test_id("play-now").wait_for()
    yield visitor
    visitor.context.close()


def checked(visitor: Visitor, record: Json) -> list[Json]:
    """Returns what the browser finds in each hand of the record."""
    found = visitor.page.locator("script[type=module]").evaluate(CHECK, record)
    assert isinstance(found, list)
    return found


def codes(found: Json) -> list[str]:
    return [each["code"] for each in found["differences"]]


def events(record: Json, kind: str) -> list[Json]:
    return [each["data"] for each in record["events"] if each["type"] == kind]


@pytest.mark.parametrize("name", MATCHES)
def test_the_browser_agrees_with_python(home: Visitor, name: str):
    record = record_of(name)
    assert verify(events_of_record(record)).disagreements == ()
    found = checked(home, record)
    assert len(found) == record["hands"] >= 3
    assert [(each["status"], each["differences"]) for each in found] == [("agrees", [])] * len(found)
    # Python's deal is of this many cards, and these redeals are in the record.
    assert [each["cards"] for each in found] == [len(each["order"]) for each in events(record, "cards_dealt")]
    assert bool(events(record, "hand_redealt")) == name.startswith("redeals")


@pytest.mark.parametrize("hand", [1, 2, 300])
@pytest.mark.parametrize("cards", [2, 54, 324])
def test_numbers_are_equal_for_entropies_in_any_script(home: Visitor, hand: int, cards: int):
    secret = hashlib.sha256(f"{hand} {cards}".encode()).digest()
    entropies = ["", "a", "随机", "🀄 ñ", "x" * 200]
    asked = [secret.hex(), hand, entropies, cards]
    dice = shuffle.Dice(shuffle.seed(secret, hand, entropies), b"shuffle")
    expected = [
        shuffle.commitment(secret),
        [shuffle.cut_at(each, hand, cards) for each in entropies],
        list(shuffle.shuffled(range(cards), dice)),
    ]
    assert home.page.locator("script[type=module]").evaluate(NUMBERS, asked) == expected


def exchange_cards(record: Json) -> None:
    order = events(record, "cards_dealt")[1]["order"]
    other = next(place for place, card in enumerate(order) if card != order[0])
    order[0], order[other] = order[other], order[0]


def change_card(record: Json) -> None:
    order = events(record, "cards_dealt")[1]["order"]
    order[5] = "3C" if order[5] != "3C" else "4C"


def change_secret(record: Json) -> None:
    published = events(record, "secret_published")[1]
    published["secret"] = f"{int(published['secret'][0], 16) ^ 1:x}{published['secret'][1:]}"


def change_entropy(record: Json) -> None:
    events(record, "hand_opened")[1]["entropies"][1] += "!"


def change_entropy_everywhere(record: Json) -> None:
    events(record, "seat_taken")[1]["entropy"] += "!"
    for opened in events(record, "hand_opened"):
        opened["entropies"][1] += "!"


def change_commitment(record: Json) -> None:
    commitment = events(record, "hand_opened")[1]["commitment"]
    events(record, "hand_opened")[1]["commitment"] = commitment[::-1]


def change_cut(record: Json) -> None:
    dealt = events(record, "cards_dealt")[1]
    dealt["cut"] += 1 if dealt["cut"] < 40 else -1


def change_first_drawer(record: Json) -> None:
    events(record, "cards_dealt")[1]["first_drawer"] = (events(record, "cards_dealt")[1]["first_drawer"] + 1) % 4


def claim_that_it_was_chosen(record: Json) -> None:
    events(record, "cards_dealt")[1].update(chosen=True, cut=0)


def change_kitty(record: Json) -> None:
    kitty = events(record, "kitty_taken")[1]["cards"]
    kitty[0] = "3C" if kitty[0] != "3C" else "4C"


FORGED = {
    "card": (change_card, "card"),
    "two-cards-exchanged": (exchange_cards, "card"),
    "secret": (change_secret, "secret"),
    "entropy": (change_entropy, "entropies"),
    "entropy-of-all-hands": (change_entropy_everywhere, "card"),
    "commitment": (change_commitment, "announced"),
    "cut": (change_cut, "cut"),
    "first-drawer": (change_first_drawer, "drawer_of_deal"),
    "chosen": (claim_that_it_was_chosen, "not_chosen"),
    "kitty": (change_kitty, "kitty"),
}


@pytest.mark.parametrize("change", FORGED)
def test_a_changed_record_is_found_wrong_as_python_does(home: Visitor, change: str):
    record = record_of("two-decks")
    forge, code = FORGED[change]
    forge(record)
    first, second, third = checked(home, record)
    assert second["status"] == "differs"
    assert code in codes(second)
    is_everywhere = change == "entropy-of-all-hands"
    assert [first["status"], third["status"]] == ["differs" if is_everywhere else "agrees"] * 2
    assert verify(events_of_record(record)).disagreements


@pytest.mark.parametrize(
    ("name", "kind", "code"), [("two-decks", "hand_prepared", "exposed"), ("exposed-card", "deal_prepared", "exposed")]
)
def test_a_changed_preparation_is_found_wrong(home: Visitor, name: str, kind: str, code: str):
    record = record_of(name)
    prepared = events(record, kind)[0]
    exposed = prepared["exposed"]
    prepared["exposed"] = ["7H"] if isinstance(exposed, list) else "7H" if exposed != "7H" else "8H"
    assert codes(checked(home, record)[0]) == [code]


def test_a_changed_cutter_is_found_wrong(home: Visitor):
    record = record_of("any-cutter")
    prepared = events(record, "hand_prepared")[1]
    prepared["cutter"] = (prepared["cutter"] + 1) % 5
    assert codes(checked(home, record)[1]) == ["cutter"]


def test_a_card_of_a_live_draw_is_compared_with_the_pack(home: Visitor):
    record = record_of("live-draw")
    drawn = events(record, "round_drawn")[3]["cards"]
    drawn[0], drawn[1] = drawn[1], drawn[0]
    assert codes(checked(home, record)[0]) == ["drawn"]


def test_a_hand_without_a_secret_is_told(home: Visitor):
    record = record_of("two-decks")
    record["events"] = [each for each in record["events"] if each["type"] != "secret_published"]
    assert {each["status"] for each in checked(home, record)} == {"secret"}


# -- the page ----------------------------------------------------------------------------------------------------------


def open_file(visitor: Visitor, record: Json, folder: Path) -> None:
    """Opens a record from a file."""
    path = folder / "record.json"
    path.write_text(json.dumps(record))
    page = visitor.open("/replay")
    page.get_by_test_id("record-file").set_input_files(path)
    page.get_by_test_id("replay").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_the_shuffle_of_the_hand_that_is_shown_is_verified(
    visit: Visit, viewport: dict[str, int], locale: str, tmp_path: Path
):
    scheme = "dark" if viewport == PHONE else "light"
    visitor = visit(viewport=viewport, locale=locale, color_scheme=scheme, reduced_motion="reduce")
    visitor.open().get_by_test_id("play-now").wait_for()
    visitor.send("/session/guest", {"name": "Ada"})
    record = record_of("two-decks")
    exchange_cards(record)
    open_file(visitor, record, tmp_path)
    page = visitor.page
    page.get_by_test_id("verify-shuffle").click()
    check = page.get_by_test_id("shuffle-check")
    page.locator("[data-status=agrees][data-hand='1']").wait_for()
    assert events(record, "secret_published")[0]["secret"] in check.inner_text()
    assert all(f"entropy of seat {seat}" in check.inner_text() for seat in range(4))
    check.locator("summary").click()
    assert check.get_by_text(events(record, "hand_opened")[0]["commitment"], exact=True).is_visible()
    check.locator("summary").scroll_into_view_if_needed()
    check.locator("h2").evaluate("each => each.scrollIntoView()")
    visitor.picture(f"shuffle-{viewport['width']}-{locale[:2]}")
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0

    # The server finds the exchanged cards too, and the replay goes as far as the record makes sense.
    page.get_by_test_id("hand-next").click()
    page.locator("[data-status=differs][data-hand='2']").wait_for()
    assert page.get_by_test_id("shuffle-differences").get_by_role("listitem").count() >= 1
    check.locator("h2").evaluate("each => each.scrollIntoView()")
    visitor.picture(f"shuffle-wrong-{viewport['width']}-{locale[:2]}")
    assert visitor.barriers() == []
    assert visitor.sideways_px() == 0
    assert visitor.complaints == []


def test_without_https_the_page_says_why_it_cannot_compute(visit: Visit, tmp_path: Path):
    visitor = visit()
    # Chromium offers this on localhost, where the tests run, and not on other pages without https.
    visitor.context.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    visitor.open().get_by_test_id("play-now").wait_for()
    visitor.send("/session/guest", {"name": "Ada"})
    open_file(visitor, record_of("zheng-shangyou"), tmp_path)
    visitor.page.get_by_test_id("verify-shuffle").click()
    assert "https" in visitor.page.get_by_test_id("shuffle-check").inner_text()


def test_a_chosen_deal_is_told(home: Visitor):
    record = record_of("two-decks")
    opened, dealt = events(record, "table_opened")[0], events(record, "cards_dealt")[0]
    opened["deals"] = [{"order": ["??"] * len(dealt["order"]), "written_from": None, "first_drawer": None}]
    dealt.update(chosen=True, cut=0)
    assert verify(events_of_record(record)).disagreements == ()
    assert [each["status"] for each in checked(home, record)] == ["chosen", "agrees", "agrees"]
