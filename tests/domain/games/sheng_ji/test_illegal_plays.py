"""SJ-ILLEGAL: illegal moves are refused with a reason and change nothing."""

import pytest

from domain.games.sheng_ji.check import MustFollow, NotYourTurn
from domain.games.sheng_ji.lead import MixedLead
from domain.games.sheng_ji.move_checks import WrongNumberOfCards
from domain.kernel.refusals import Illegal, Refusal, WrongMoment, all_refusals
from domain.kernel.seats import Seat
from domain.table.refusals import CardsNotHeld, WrongPhase
from tests.support.deals import burying, declaring, playing, started
from tests.support.laws import law
from tests.support.table import PASS, SHENG_JI, Given, buries, cards, declares, plays

HANDS = ["AS KS QS 3H", "9S 9S 4D 5D", "7S 6S 6D 7D", "4S 5S 9D 10D"]

DECLARING = declaring(HANDS)
BURYING = burying(HANDS, "3C 4C 5C 6C 7C 8C 9C 10C")
LEADING = playing(HANDS)
FOLLOWING = playing(HANDS).after_plays("0: AS")
MOVES = {"declare": declares("9S"), "pass": PASS, "bury": buries("9S"), "play": plays("9S")}
PHASES = {
    "declaring": (DECLARING, {"declare", "pass"}),
    "burying": (BURYING, {"bury"}),
    "leading": (LEADING, {"play"}),
    "following": (FOLLOWING, {"play"}),
}


@law
@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seat", [0, 1])
def test_sj_gen_08_a_move_of_another_phase_is_refused_for_every_seat(phase, move, seat):
    given, fitting = PHASES[phase]
    refusal = given.when(seat, MOVES[move]).refusal if move not in fitting else None

    assert (type(refusal) is WrongPhase) == (move not in fitting)
    assert refusal is None or (refusal.rule, isinstance(refusal, WrongMoment)) == ("SJ-GEN-08", True)


@pytest.mark.parametrize("move", MOVES)
def test_sj_gen_08_plays_before_the_deal_and_after_the_hand_are_refused(move):
    match = SHENG_JI.new_match(started().table.rules)
    over = playing(["AS", "3S", "4S", "5S"], match=started(hands=1)).after_plays("0: AS", "1: 3S", "2: 4S", "3: 5S")

    for state in (match, over.table.match):
        with pytest.raises(WrongPhase):
            SHENG_JI.decide(state, Seat(0), MOVES[move])


@pytest.mark.parametrize("given", [LEADING, FOLLOWING], ids=["leading", "following"])
@pytest.mark.parametrize("seat", [2, 3])
def test_sj_gen_04_a_play_out_of_turn_is_refused(given, seat):
    given.when(seat, plays(HANDS[seat].split()[0])).then_refused(NotYourTurn, "SJ-GEN-04")


def test_the_table_knows_the_seat_to_move():
    assert LEADING.when(3, plays("4S")).refusal.facts == {"turn": 0}
    assert FOLLOWING.when(3, plays("4S")).refusal.facts == {"turn": 1}


@pytest.mark.parametrize(
    ("given", "seat", "play", "missing"),
    [
        (LEADING, 0, "9S", ["9S"]),
        (LEADING, 0, "AS AS", ["AS"]),
        (LEADING, 0, "AS BJ 2D", ["2D", "BJ"]),
        (FOLLOWING, 1, "9S 9S 9S", ["9S"]),
        (FOLLOWING, 1, "AS", ["AS"]),
    ],
)
def test_a_refusal_names_the_cards_that_a_seat_does_not_hold(given, seat, play, missing):
    refused = given.when(seat, plays(play))

    refused.then_refused(CardsNotHeld)
    assert sorted(refused.refusal.facts["missing"]) == missing


def test_played_cards_are_no_longer_held():
    given = FOLLOWING.after_plays("1: 9S", "2: 7S", "3: 4S")

    given.when(0, plays("AS")).then_refused(CardsNotHeld)


def test_buried_cards_cannot_be_played():
    playing(HANDS, buried="2S 2S").when(0, plays("2S")).then_refused(CardsNotHeld)


@pytest.mark.parametrize(
    ("given", "seat", "move"),
    [(LEADING, 0, plays("")), (FOLLOWING, 1, plays("")), (BURYING, 0, buries("")), (DECLARING, 0, declares(""))],
    ids=["lead", "follow", "bury", "declare"],
)
def test_sj_illegal_01_moves_without_cards_are_refused(given, seat, move):
    assert isinstance(given.when(seat, move).refusal, Refusal)


REFUSED = {
    "not your turn": (LEADING, 1, plays("9S"), NotYourTurn),
    "wrong phase": (LEADING, 0, PASS, WrongPhase),
    "cards not held": (FOLLOWING, 1, plays("AS"), CardsNotHeld),
    "wrong number": (FOLLOWING, 1, plays("9S 9S"), WrongNumberOfCards),
    "mixed lead": (LEADING, 0, plays("AS 3H"), MixedLead),
    "must follow": (FOLLOWING, 1, plays("4D"), MustFollow),
    "bury too few": (BURYING, 0, buries("3C"), WrongNumberOfCards),
}
every_refusal = pytest.mark.parametrize("name", REFUSED)


@every_refusal
def test_a_refused_move_changes_nothing_and_a_legal_one_is_possible_afterwards(name):
    given, seat, move, refusal = REFUSED[name]
    before = given.table

    given.when(seat, move).then_refused(refusal)
    assert given.table == before
    ((asked, _),) = SHENG_JI.asked(given.table.match)
    assert asked == (1 if given is FOLLOWING else 0)


@every_refusal
def test_a_refusal_names_the_rule_that_was_broken(name):
    given, seat, move, _ = REFUSED[name]

    assert given.when(seat, move).refusal.rule


@every_refusal
def test_a_refusal_names_legal_alternatives_or_wrong_cards(name):
    given, seat, move, _ = REFUSED[name]
    refusal = given.when(seat, move).refusal

    assert refusal.hint or refusal.legal or refusal.facts or name == "wrong phase"


@pytest.mark.parametrize(("given", "wanted"), [(DECLARING, "declare or pass"), (BURYING, "bury"), (LEADING, "play")])
def test_the_refusal_of_a_move_of_another_phase_names_the_current_one(given, wanted):
    move = buries("3C") if given is not BURYING else PASS

    assert given.when(0, move).refusal.detail.endswith(f": {wanted}")


def test_each_refusal_belongs_to_the_family_of_its_kind_of_mistake():
    families = {name: WrongMoment if name in ("not your turn", "wrong phase") else Illegal for name in REFUSED}

    for name, (given, seat, move, _) in REFUSED.items():
        assert isinstance(given.when(seat, move).refusal, families[name])


def test_refusals_have_their_own_codes_and_titles():
    codes = [refusal.code() for refusal in all_refusals()]

    assert len(set(codes)) == len(codes) > 20
    assert all(refusal.title().endswith(".") for refusal in all_refusals())
    assert {"must_follow", "not_your_turn", "cards_not_held"} <= set(codes)


def test_sj_illegal_03_a_beatable_throw_is_no_illegal_play():
    hands = ["KS QS 3H", "9S 9S 4D", "AS 6S 6D", "4S 5S 9D"]
    events = playing(hands).when(0, plays("KS QS")).events

    assert len(events) == 3


def test_sj_follow_02_a_play_that_does_not_follow_suit_is_refused():
    given = Given(FOLLOWING.events)
    legal = [play for play in ("9S", "4D", "5D") if _is_accepted(given, play)]

    assert legal == ["9S"]


def _is_accepted(given: Given, play: str) -> bool:
    try:
        SHENG_JI.preview(given.table.match, Seat(1), plays(play))
    except Illegal:
        return False
    return set(cards(play)) <= set(cards(HANDS[1]))
