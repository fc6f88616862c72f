"""Questions to the rules lab about friends and ratings."""

from collections.abc import Callable, Mapping
from typing import cast

from domain.games.question import MOST_NUMBER, MOST_RATING, Answer, BadQuestion, Part
from domain.games.sheng_ji.friends import (
    WORDS,
    Call,
    CallWord,
    after_play,
    called,
    calls_wanted,
    check_call,
    missing_teammates,
    opponent_points,
)
from domain.games.sheng_ji.friends import declarers as declarers_of
from domain.games.sheng_ji.lab.setting import Setup
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scoring import Score, levels_of_winner
from domain.kernel.messages import message
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat
from domain.ratings.elo import Rated, RatingRules, changes


def _call(setting: Setup, asked: Part) -> Call:
    """Returns the call of a question, which has an ordinal, a style, or only a card."""
    if asked.has("ordinal"):
        return Call("ordinal", asked.card("card"), asked.whole("ordinal", 0, MOST_NUMBER))
    words = WORDS[setting.calls().style]
    word = asked.word("style", words) if asked.has("style") else words[0]
    return Call(words[words.index(cast("CallWord", word))], asked.card("card"))


def _calls(setting: Setup, asked: Part) -> list[Call]:
    return [_call(setting, call) for call in asked.parts("calls")]


def friend_call(setting: Setup, asked: Part) -> Answer:
    """Returns which of the calls the dealer may make together, and whether their number is right."""
    hand = asked.cards("dealer_hand", setting.decks, least=0) if asked.has("dealer_hand") else ()
    calls = _calls(setting, asked)
    legal: list[bool] = []
    for place, call in enumerate(calls):
        try:
            check_call(setting.calls(), setting.order(), hand, call, calls[:place])
        except Illegal:
            legal.append(False)
        else:
            legal.append(True)
    return {"legal": legal, "complete": len(calls) == calls_wanted(setting.players)}


def friend_reveal(setting: Setup, asked: Part) -> Answer:
    """Returns the declarers after these plays, and the number of missing friends."""
    dealer = asked.seat("dealer", setting.players)
    friends = called(_calls(setting, asked))
    for play in asked.parts("plays"):
        seat, cards = play.seat("seat", setting.players), play.play("cards", setting.copies)
        friends = after_play(friends, dealer, seat, cards, setting.calls().double_join)
    return {"declarers": sorted(declarers_of(friends, dealer)), "missing": missing_teammates(friends, dealer)}


def friend_points(setting: Setup, asked: Part) -> Answer:
    """Returns the opponents' points at the end, given the points that each seat captured."""
    seats = [str(seat) for seat in range(setting.players)]
    captured = asked.wholes_by_name("captured", -MOST_NUMBER, MOST_NUMBER)
    if not set(captured) <= set(seats):
        field = "input.captured"
        raise BadQuestion(
            message("{field}: give seats from 0 to {players}", field=field, players=setting.players - 1),
            facts={"field": field},
        )
    declarers = [Seat(seat) for seat in asked.seats("declarers_at_end", setting.players)]
    return {"opponent_points": opponent_points([captured.get(seat, 0) for seat in seats], declarers)}


def missing_bonus(setting: Setup, asked: Part) -> Answer:
    """Returns the levels that the dealer and the other declarers gain by a win with missing friends."""
    result = Score("declarers", asked.whole("levels"))
    missing, bonus = asked.whole("missing_teammates", 0, setting.players), setting.missing_bonus()
    dealer, others = (
        levels_of_winner(result, is_dealer=is_dealer, missing=missing, missing_bonus=bonus, solo=setting.solo)
        for is_dealer in (True, False)
    )
    return {"dealer_levels": dealer, "other_declarers_levels": others}


def night_rating(setting: Setup, asked: Part) -> Answer:
    """Returns the rating changes of a game between two teams. `games` has the number of earlier games by player."""
    ratings = asked.wholes_by_name("ratings", 0, MOST_RATING)
    games = asked.wholes_by_name("games", 0, MOST_NUMBER)
    winners = asked.words("winners", tuple(ratings))
    losers = [name for name in ratings if name not in winners]
    if not winners or not losers:
        raise BadQuestion(
            message("input.winners: give at least one player, but not all"), facts={"field": "input.winners"}
        )
    changed = changes(
        _rating_rules(setting.rules),
        [Rated(ratings[name], games.get(name, 0)) for name in winners],
        [Rated(ratings[name], games.get(name, 0)) for name in losers],
    )
    return {"delta": dict(zip([*winners, *losers], [*changed.winners, *changed.losers], strict=True))}


def _rating_rules(rules: Rules) -> RatingRules:
    """Returns the rating parameters of a table. If the option is a number, that K applies to all games."""
    usual = RatingRules()
    start, scale, k = (rules.value(name) for name in ("elo_start", "elo_scale", "elo_k"))
    return RatingRules(
        start=start if isinstance(start, int) else usual.start,
        scale=scale if isinstance(scale, int) else usual.scale,
        k=k if isinstance(k, int) else usual.k,
        later_k=k if isinstance(k, int) else usual.later_k,
    )


KINDS: Mapping[str, Callable[[Setup, Part], Answer]] = {
    "friend_call": friend_call,
    "friend_points": friend_points,
    "friend_reveal": friend_reveal,
    "missing_bonus": missing_bonus,
    "night_rating": night_rating,
}
