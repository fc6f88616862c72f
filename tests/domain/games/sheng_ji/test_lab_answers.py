"""The rules lab: answers beyond the worked examples, and their bounded work."""

from collections.abc import Callable
from cProfile import Profile

import pytest

from domain.games.question import MOST_CARDS, MOST_LED, BadQuestion
from domain.games.sheng_ji import follow, packing
from tests.support.lab import ask, split
from tests.support.laws import law

# Answers -------------------------------------------------------------------------------------------------------------


def test_the_answer_about_following_names_the_broken_rule():
    legal = ask("follow", {"lead": ["AS", "AS"], "hand": split("3S 3S 4S"), "play": split("3S 3S")})
    number = ask("follow", {"lead": ["AS"], "hand": split("3S 4S"), "play": split("3S 4S")})
    structure = ask("follow", {"lead": ["AS", "AS"], "hand": split("3S 3S 4S"), "play": split("3S 4S")})
    not_held = ask("follow", {"lead": ["AS"], "hand": split("3S 4S"), "play": ["5S"]})

    assert legal == {"legal": True}
    assert (number["legal"], number["rule"]) == (False, "SJ-FOLLOW-01")
    assert (structure["legal"], structure["rule"]) == (False, "SJ-FOLLOW-03")
    assert not_held["legal"] is False


def test_the_answer_about_following_says_when_the_suit_led_was_withheld():
    suit = ask("follow", {"lead": ["AS"], "hand": split("3S 4D"), "play": ["4D"]})

    assert (suit["legal"], suit["rule"]) == (False, "SJ-FOLLOW-02")


def test_rul_01_cards_of_several_suits_are_not_a_unit():
    assert ask("unit", {"cards": ["AS", "8S"]})["unit"] is None
    assert ask("unit", {"cards": ["AH", "8S"]})["unit"] == "throw"


def test_rul_02_a_failed_throw_has_its_forced_unit():
    asked = {"lead": split("AS KS QS QS"), "other_hands": [split("AS KS KS"), ["3S"]]}
    weakest = ask("throw", asked)
    choice = ask("throw", asked, options={"throw_forced_lead": "leader_choice"})

    assert (weakest["valid"], weakest["forced"]) == (False, ["KS"])
    assert (choice["valid"], choice["forced"], choice["choices"]) == (False, None, [["KS"], ["QS", "QS"]])


def test_sj_throw_01_one_unit_is_no_throw_and_has_no_penalty():
    asked = {"lead": ["KS"], "other_hands": [["AS"]]}
    options = {"throw_penalty": "flat_10"}

    assert ask("throw", asked, options=options) == {"valid": True}
    assert ask("throw_penalty", asked, options=options)["penalty_points"] == 0


def test_dec_55_only_the_given_hands_count():
    assert ask("throw", {"lead": split("KS QS"), "other_hands": [["JS"], []]}) == {"valid": True}


@pytest.mark.parametrize("decks", [1, 2, 3, 6])
def test_sj_point_02_any_number_of_decks_has_its_points(decks):
    answer = ask("deck_points", {}, decks=decks)

    assert answer["total"] == 100 * decks
    assert answer["by_rank"] == {"K": 40 * decks, "10": 40 * decks, "5": 20 * decks}
    assert answer["per_suit_per_deck"] == 25


@pytest.mark.parametrize(("points", "levels"), [(0, 2), (80, 0), (120, 0), (180, 1)])
def test_sj_score_06_the_step_is_that_of_the_options_or_else_that_of_the_decks(points, levels):
    assert ask("score", {"opponent_points": points}, decks=3)["levels"] == {0: 3, 80: 1, 120: 0, 180: 1}[points]
    assert ask("score", {"opponent_points": points}, options={"score_step": 80})["levels"] == levels


# Bounds --------------------------------------------------------------------------------------------------------------


def everything(decks: int) -> list[str]:
    """All trumps of hearts at eight."""
    ranks = ["2", "3", "4", "5", "6", "7", "9", "10", "J", "Q", "K", "A"]
    faces = [*(rank + "H" for rank in ranks), "8C", "8D", "8S", "8H", "SJ", "BJ"]
    return [face for face in faces for _ in range(decks)]


def questions(decks: int) -> list[tuple[str, dict]]:
    """Long questions of the kinds that need a search."""
    trumps = everything(decks)[:MOST_CARDS]
    half = min(len(trumps) // 2, MOST_LED)
    every_other = trumps[::2][:half]
    five_pairs_five_singles = split("2H 2H 4H 4H 6H 6H 9H 9H JH JH KH AH 8C 8H SJ")
    return [
        ("unit", {"cards": trumps}),
        ("tractor", {"cards": trumps}),
        ("throw", {"lead": trumps[:half], "other_hands": [trumps] * 10}),
        ("throw", {"lead": five_pairs_five_singles, "other_hands": [trumps] * 10}),
        ("throw_decomposition", {"lead": trumps[:half]}),
        ("throw_penalty", {"lead": every_other, "other_hands": [trumps] * 10}),
        ("follow", {"lead": five_pairs_five_singles, "hand": trumps, "play": trumps[: len(five_pairs_five_singles)]}),
        ("follow", {"lead": trumps[:half], "hand": trumps, "play": trumps[-half:]}),
        ("follow", {"lead": every_other, "hand": trumps, "play": trumps[:half]}),
        ("trick_winner", {"plays": [{"seat": str(n), "cards": trumps[:half]} for n in range(10)]}),
        ("trick_winner", {"plays": [{"seat": "0", "cards": trumps[:half]}, {"seat": "1", "cards": trumps[-half:]}]}),
        (
            "trick_winner",
            {"plays": [{"seat": "0", "cards": every_other}, {"seat": "1", "cards": trumps[: len(every_other)]}]},
        ),
        ("bid_sequence", {"events": [{"seat": "N", "show": ["8S"]}] * 40}),
        ("level_step", {"level": "2", "as": "opponents", "levels_won": 10**9, "won": True, "trump_rank": "2"}),
        ("hand_sort", {"cards": trumps}),
    ]


LONG = [(decks, number) for decks in (2, 3, 4, 6) for number in range(len(questions(2)))]


def calls_of(work: Callable[[], object]) -> int:
    """Number of calls of a piece of work, which does not depend on the machine or its load."""
    profile = Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


def forget_what_was_worked_out() -> None:
    """Empties the caches of the rules, so that no question profits from an earlier one."""
    for module in (follow, packing):
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


MOST_CALLS = 100_000
"""Number of calls possible in 50 ms, with a reserve. One call of this code takes about 0.3 µs."""


@law
@pytest.mark.parametrize(("decks", "number"), LONG, ids=[f"{d} decks, {questions(2)[n][0]} {n}" for d, n in LONG])
def test_long_questions_take_little_work(decks, number):
    kind, asked = questions(decks)[number]
    forget_what_was_worked_out()

    assert calls_of(lambda: ask(kind, asked, decks=decks, first_hand=True)) < MOST_CALLS


WICKED = [
    # copies of each trump led and held, found by a search for longer and longer questions
    (6, [5, 0, 2, 0, 0, 2, 4, 2, 0, 4, 0, 0, 0, 2, 0, 2, 2, 5], [5, 0, 2, 1, 4, 3, 0, 0, 0, 2, 5, 3, 1, 2, 2, 0, 0, 2]),
    (6, [0, 0, 0, 0, 0, 2, 2, 2, 0, 5, 2, 4, 2, 3, 0, 2, 6, 0], [5, 2, 5, 4, 2, 2, 1, 3, 0, 1, 5, 1, 6, 4, 2, 0, 4, 1]),
    (5, [0, 5, 0, 2, 5, 3, 0, 4, 0, 2, 0, 0, 3, 0, 2, 2, 2, 0], [5, 4, 3, 0, 4, 1, 0, 4, 1, 5, 3, 1, 2, 3, 2, 0, 4, 2]),
    (4, [1, 0, 3, 0, 2, 3, 2, 0, 4, 2, 2, 2, 0, 3, 2, 0, 0, 4], [0, 4, 3, 3, 2, 2, 4, 3, 1, 2, 1, 2, 0, 1, 0, 0, 0, 4]),
]


@pytest.mark.parametrize("number", range(len(WICKED)))
def test_malicious_questions_take_little_work(number):
    decks, led, held = WICKED[number]
    lead, hand = (
        [face for face, copies in zip(everything(1), counts, strict=True) for _ in range(copies)]
        for counts in (led, held)
    )
    asked = {"lead": lead, "hand": hand, "play": hand[: len(lead)]}
    forget_what_was_worked_out()

    assert len(lead) <= MOST_LED
    assert calls_of(lambda: ask("follow", asked, decks=decks)) < MOST_CALLS


def test_a_lead_with_too_many_possible_answers_is_refused():
    with pytest.raises(BadQuestion) as refused:
        ask("follow", {"lead": everything(6)[: MOST_LED + 1], "hand": everything(6), "play": ["AH"]}, decks=6)

    assert refused.value.facts == {"field": "input.lead"}
