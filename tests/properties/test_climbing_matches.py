"""Invariants of every match of the climbing game in every form."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games import lab
from domain.games.registry import GAMES
from domain.games.zheng_shangyou.card_order import RUNG_NAMES
from domain.games.zheng_shangyou.commands import Play
from domain.games.zheng_shangyou.events import CombinationPlayed, PlacesScored
from domain.games.zheng_shangyou.scoring import winner
from domain.games.zheng_shangyou.state import Choosing, Climbing, Dealt, Discarding, MatchState, Paying, Returning
from domain.kernel.cards import FACES, Cards, read_cards, write_cards
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.events import MatchEnded
from domain.table.evolve import evolve
from domain.table.redact import redact
from domain.tools.verification import verify
from tests.support.cases import cases
from tests.support.climbing import FORMS, GAME, played_by_chance

SEEDS = st.integers(0, 2**32)


def all_cards(match: MatchState) -> Counter[int] | None:
    """All cards in hands, on the table and put aside. `None` if no hand is being played."""
    match match.phase:
        case Climbing(hands=hands, gone=gone):
            return Counter([*gone, *(card for hand in hands for card in hand.known)])
        case Choosing(hands=hands, offers=offers) | Returning(hands=hands, offers=offers):
            return Counter([*(offer.card for offer in offers), *(card for hand in hands for card in hand.known)])
        case Dealt(hands=hands) | Paying(hands=hands) | Discarding(hands=hands):
            return Counter(card for hand in hands for card in hand.known)
        case _:
            return None


@given(SEEDS, st.sampled_from(FORMS))
@cases(25)
def test_cards_are_conserved_and_every_viewer_can_count_them(seed, form):
    simulation = played_by_chance(seed, *form, 2)
    table, views = None, dict.fromkeys((Seat(0), Onlooker.SPECTATOR))
    for event in simulation.events:
        table = evolve(GAMES, table, event)
        for viewer, view in views.items():
            views[viewer] = evolve(GAMES, view, redact(GAME, event, viewer))
        if table.match is None:
            continue
        found = all_cards(table.match)
        # After one card of an offer has been taken, no move is asked until the other has been given.
        assert found in (None, Counter(FACES)) or isinstance(table.match.phase, Choosing | Returning)
        if found is not None:
            for view in views.values():
                sizes = [hand.size for hand in table.match.phase.hands]
                assert [hand.size for hand in view.match.phase.hands] == sizes
                assert all(
                    set(seen.known) <= set(true.known)
                    for seen, true in zip(view.match.phase.hands, table.match.phase.hands, strict=True)
                )


@pytest.mark.slow
@given(SEEDS, st.sampled_from(FORMS))
@cases(20)
def test_every_match_ends_and_each_hand_stays_within_bounds(seed, form):
    simulation = played_by_chance(seed, *form)
    players = len(simulation.table.seats)
    scores = [event for event in simulation.events if isinstance(event, PlacesScored)]
    moves = sum(
        GAME.move_of_events(None, simulation.events, place) is not None for place in range(len(simulation.events))
    )

    assert simulation.events[-1] == MatchEnded("won", scores[-1].won_by)
    assert moves <= len(scores) * (54 * players + 6)
    assert winner(scores[-1].totals_after, simulation.table.rules.target) is not None
    assert all(sorted(score.order) == list(range(players)) for score in scores)


@given(SEEDS, st.sampled_from(FORMS))
@cases(20)
def test_every_match_verifies_from_its_record(seed, form):
    events = [redact(GAME, event, Onlooker.ARCHIVE) for event in played_by_chance(seed, *form, 3).events]
    verified = verify(events)

    assert verified.disagreements == ()
    assert verified.hands == sum(isinstance(event, PlacesScored) for event in events)


@given(SEEDS, st.sampled_from(FORMS))
@cases(15)
def test_leaders_have_moves_followers_can_pass_and_listed_moves_are_accepted(seed, form):
    table, luck = None, Random(seed)
    for event in played_by_chance(seed, *form, 2).events:
        table = evolve(GAMES, table, event)
        if table.match is None or not GAME.asked(table.match) or luck.random() > 0.3:
            continue
        asked = luck.choice(GAME.asked(table.match))
        moves = GAME.legal_moves(table.match, asked.seat)
        assert moves["asked"] == asked.what
        if asked.what != "play":
            assert moves["cards"]
            continue
        leads = table.match.phase.standing is None
        assert (moves["lead"], moves["pass"]) == (leads, not leads)
        assert moves["cards"] or not leads
        assert len(moves["cards"]) == len(moves["combinations"]) <= 200


def accepted(table: Any, seat: Seat, cards: Cards) -> bool:
    try:
        GAME.preview(table.match, seat, Play(cards))
    except Refusal:
        return False
    return True


def allowed_by_the_lab(table: Any, cards: Cards) -> bool:
    rules, standing = table.match.rules, table.match.phase.standing
    setup = {"players": rules.players, "options": {"profile": rules.profile, **rules.options}}
    if standing is None:
        return lab.answer("zs_combo", setup, {"cards": write_cards(cards)})["valid"]
    kinds = {"single": "single", "set": "set", "sequence": "seq", "multiple_sequence": "mseq"}
    reading = standing.reading
    named = {"type": kinds[reading.pattern], "top": RUNG_NAMES[reading.top], "width": reading.width}
    asked = {"previous": write_cards(standing.cards), "previous_as": named, "play": write_cards(cards)}
    return lab.answer("zs_beats", setup, asked)["beats"]


@given(SEEDS, st.sampled_from(FORMS))
@cases(15)
def test_legal_moves_agree_with_the_rules_lab(seed, form):
    table, luck, agreed = None, Random(seed), Counter()
    for event in played_by_chance(seed, *form, 1).events:
        table = evolve(GAMES, table, event)
        if table.match is None or not isinstance(table.match.phase, Climbing):
            continue
        phase = table.match.phase
        hand = phase.hands[phase.turn].known
        size = phase.standing.reading.size if phase.standing else luck.randint(1, 6)
        listed = GAME.legal_moves(table.match, phase.turn)["cards"][:3]
        tries = [*map(read_cards, listed), *(tuple(luck.sample(hand, min(size, len(hand)))) for _ in range(3))]
        for cards in tries:
            if hand:
                legal = accepted(table, phase.turn, cards)
                assert legal == allowed_by_the_lab(table, cards)
                agreed[legal] += 1
    assert min(agreed[True], agreed[False]) > 5


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_every_standing_reading_is_the_announced_one(form):
    for event in played_by_chance("told", *form, 2).events:
        if isinstance(event, CombinationPlayed):
            assert event.reading.size == len(event.cards)


# Records that were tampered with --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_omitted_or_duplicated_event_of_a_record_is_detected():
    simulation = played_by_chance(5, "san-jia-xi", {}, 2)
    record = [redact(GAME, event, Onlooker.ARCHIVE) for event in simulation.events]
    assert verify(record).disagreements == ()
    luck = Random(0)
    start = next(place for place, event in enumerate(record) if type(event).__name__ == "TableStarted")
    for place in luck.sample(range(start + 1, len(record) - 1), 60):
        assert verify([*record[:place], *record[place + 1 :]]).disagreements != (), record[place]
        assert verify([*record[:place], record[place], *record[place:]]).disagreements != (), record[place]
