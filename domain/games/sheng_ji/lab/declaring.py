"""Questions to the rules lab about the time before the play: first drawer, trumps, new deals and the kitty."""

from collections.abc import Callable, Mapping

from domain.games.question import MOST_DECKS, MOST_ITEMS, Answer, BadQuestion, Part
from domain.games.sheng_ji.card_order import printed_trump_suit
from domain.games.sheng_ji.chao import first_polled, ladder, next_polled
from domain.games.sheng_ji.declare import Floor, Shown, dealer_by, show
from domain.games.sheng_ji.first_drawer import count_of
from domain.games.sheng_ji.lab.setting import Setup, suit_name
from domain.games.sheng_ji.no_declaration import turn_kitty
from domain.games.sheng_ji.redeal import may_claim
from domain.kernel.cards import BIG_JOKER, NAMES, RANK_NAMES, read_card
from domain.kernel.messages import message
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat


def first_drawer(setting: Setup, asked: Part) -> Answer:
    """Returns how many seats to the right of the shuffler the first drawer sits, for an exposed card."""
    revealed = asked.word("revealed_rank", (*RANK_NAMES, "joker"))
    exposed = BIG_JOKER if revealed == "joker" else read_card(revealed + "C")
    count = count_of(exposed, setting.rules.first_drawer_ace)
    if count is None:
        return {"redraw": True}
    return {"count": count, "seats_right_of_shuffler": (count - 1) % setting.players}


def bid_sequence(setting: Setup, asked: Part) -> Answer:
    """Returns which of several shows in a row are legal, and the declaration that stands at the end."""
    trump_rank, first_hand, declaring = setting.rank(), setting.first_hand(), setting.rules
    seats: list[str] = []
    legal: list[bool] = []
    floor, shown = Floor(), list[Shown]()
    for event in asked.parts("events"):
        name = event.text("seat")
        if name not in seats:
            seats.append(name)
        seat, cards = Seat(seats.index(name)), event.cards("show", setting.copies)
        try:
            acts = show(declaring, trump_rank, floor, seat, cards)
        except Illegal:
            acts = ()
        if any(act.standing.copies > setting.decks for act in acts):
            acts = ()
        legal.append(bool(acts))
        for act in acts:
            floor = act.floor
            shown.append(Shown(seat, act.kind, act.cards))
    standing = floor.standing
    dealer = dealer_by(declaring.first_hand_dealer, shown) if shown else None
    return {
        "legal": legal,
        "trump": suit_name(printed_trump_suit(standing.card)) if standing else None,
        "holder": seats[standing.seat] if standing else None,
        "dealer": seats[dealer] if dealer is not None and first_hand else None,
    }


def no_declaration(setting: Setup, asked: Part) -> Answer:
    """Returns the result of turning kitty cards when nobody has declared."""
    rules = setting.rules
    kitty = asked.cards("kitty_in_order", MOST_DECKS)
    turned = turn_kitty(kitty, setting.rank(), rules.no_declaration, rules.no_declaration_joker)
    return {
        "trump": None if turned.redeal else suit_name(turned.trump_suit),
        "cards_revealed": turned.cards,
        "redeal": turned.redeal,
    }


def redeal_claim(setting: Setup, asked: Part) -> Answer:
    """Returns whether a player with this hand may ask for a new deal."""
    return {
        "may_claim": may_claim(
            setting.order(),
            asked.cards("hand", setting.copies),
            redeal_no_trump=setting.rules.redeal_no_trump,
            redeal_points_below=setting.rules.redeal_points_below,
        )
    }


def chao_order(setting: Setup, _: Part) -> Answer:
    """Returns what can be shown in bidding for the kitty, from the highest."""
    faces = [NAMES[card] for card in reversed(ladder(setting.rank()))]
    shown = [" ".join([name] * copies) for copies in range(setting.decks, 1, -1) for name in faces]
    return {"high_to_low": [*shown, f"any single {RANK_NAMES[setting.rank()]}"]}


def chao_turns(setting: Setup, asked: Part) -> Answer:
    """Returns the seats asked in bidding for the kitty: at first, and after the last override if the others pass."""
    players, rules = setting.players, setting.rules
    last_bidder = asked.seat("last_bidder", players) if asked.has("last_bidder") else None
    polled = first_polled(asked.seat("dealer", players), players, last_bidder if rules.chao_skip_last_bidder else None)
    overrides = asked.seats("overrides", MOST_ITEMS) if asked.has("overrides") else []
    answer: Answer = {"polled": list(polled)}
    for overrider in overrides:
        if overrider not in polled:
            field = "input.overrides"
            raise BadQuestion(
                message("{field}: seat {overrider} is no longer asked", field=field, overrider=overrider),
                facts={"field": field},
            )
        polled = polled[polled.index(Seat(overrider)) :]
        polled = next_polled(rules.chao_di_pi, polled, players, overrode=True)
    return {**answer, "polled_after_override": list(polled)} if overrides else answer


KINDS: Mapping[str, Callable[[Setup, Part], Answer]] = {
    "bid_sequence": bid_sequence,
    "chao_order": chao_order,
    "chao_turns": chao_turns,
    "first_drawer": first_drawer,
    "no_declaration": no_declaration,
    "redeal_claim": redeal_claim,
}
