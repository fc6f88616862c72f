"""Why one answer to a lead is better than another."""

from dataclasses import dataclass

from domain.games.lessons import OTHER, Reason
from domain.games.sheng_ji.card_order import TRUMPS
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.lessons.cards import (
    SUIT_WORDS,
    breaks_pair,
    broken_pair,
    emptied_suit,
    height,
    named,
    only_in,
    suit_word,
    trumps_in,
)
from domain.games.sheng_ji.lessons.phase_sizes import LAST_CARDS
from domain.games.sheng_ji.lessons.teams import opponents, partner
from domain.games.sheng_ji.state import MatchState, Trick, Tricks
from domain.games.sheng_ji.trick import WinningPlay, beats
from domain.kernel.cards import Cards, points
from domain.kernel.messages import Message, message
from domain.kernel.seats import Seat

FEW_POINTS = 5


def why_follow(match: MatchState, tricks: Tricks, seat: Seat, played: Cards, best: Cards) -> Reason:
    """Returns why the seat should have answered with the cards `best` instead of `played`."""
    if tricks.trick is None:
        return OTHER
    scene = _Scene(match, tricks, tricks.trick, seat, played, best)
    takes, would_take = scene.winning(played), scene.winning(best)
    if would_take and not takes:
        return _missed(scene)
    if takes and not would_take:
        return _taken(scene)
    if takes and would_take and takes != would_take:
        return _taken_differently(scene, takes, would_take)
    return _points(scene) or _shape(scene) or OTHER


@dataclass(frozen=True)
class _Scene:
    """What the seat sees of the trick."""

    match: MatchState
    tricks: Tricks
    trick: Trick
    seat: Seat
    played: Cards
    best: Cards

    @property
    def on_table(self) -> int:
        """The points in the trick so far."""
        return sum(points(play.cards) for play in self.trick.plays)

    @property
    def is_last(self) -> bool:
        return len(self.trick.plays) == self.match.rules.players - 1

    @property
    def is_ours(self) -> bool:
        """Whether a known partner is winning the trick."""
        deal = self.tricks.deal
        return deal.declares(self.trick.winner) == deal.declares(self.seat)

    @property
    def partner(self) -> Message:
        return partner(self.tricks, self.seat)

    @property
    def opponents(self) -> Message:
        return opponents(self.tricks)

    @property
    def has_partner_behind(self) -> bool:
        """Whether a known partner still has to play."""
        deal, players = self.tricks.deal, self.match.rules.players
        behind = [Seat((self.seat + step) % players) for step in range(1, players - len(self.trick.plays))]
        return any(deal.declares(each) == deal.declares(self.seat) for each in behind)

    def winning(self, cards: Cards) -> WinningPlay | None:
        order, rules = self.tricks.deal.order, self.match.rules
        play = hand_of(order, cards)
        return beats(order, self.trick.lead, self.trick.standing, play, rules.trump_throw_compare, rules.bombs)

    def ruffs(self, cards: Cards) -> bool:
        """Returns whether the cards are trumps on a side suit."""
        order = self.tricks.deal.order
        return self.trick.lead.suit != TRUMPS and trumps_in(order, cards) == len(cards)


def _missed(scene: _Scene) -> Reason:
    """Returns the reason for taking a trick that was left to others."""
    best, ours = named(scene.best), scene.partner.as_sentence()
    if scene.is_ours and scene.is_last:
        text = message("{who} wins the trick otherwise; with {cards} the seat wins it and leads.", who=ours, cards=best)
        return Reason("lead_missed", text)
    if scene.is_ours:
        text = message("{who} is winning the trick, but not for certain; {cards} makes it safer.", who=ours, cards=best)
        return Reason("partner_not_safe", text)
    code, is_ruff = ("ruff_missed", True) if scene.ruffs(scene.best) else ("trick_missed", False)
    return Reason(code, _not_taken(scene, is_ruff=is_ruff))


def _not_taken(scene: _Scene, *, is_ruff: bool) -> Message:
    """Returns that others are winning the trick, and that the better cards take it."""
    template = {
        (True, True): message("{who} are winning the trick, which has {points} points so far; {cards} ruffs it."),
        (True, False): message(
            "{who} are winning the trick, which has {points} points so far; {cards} beats their play."
        ),
        (False, True): message("{who} are winning the trick; {cards} ruffs it."),
        (False, False): message("{who} are winning the trick; {cards} beats their play."),
    }[scene.on_table > 0, is_ruff]
    return template.about(who=scene.opponents.as_sentence(), points=scene.on_table, cards=named(scene.best))


def _taken(scene: _Scene) -> Reason:
    """Returns the reason for leaving a trick that was taken."""
    played = named(scene.played)
    if scene.is_ours:
        text = message(
            "{who} already wins the trick; {cards} is not needed.", who=scene.partner.as_sentence(), cards=played
        )
        return Reason("partner_beaten", text)
    worth, hand = _worth(scene.on_table + points(scene.played)), scene.tricks.hands[scene.seat].known
    if scene.ruffs(scene.played):
        text = message("The trick {worth}; the trump {cards} is worth more later.", worth=worth, cards=played)
        return Reason("trump_spent", text)
    if hand.bit_count() <= LAST_CARDS:
        text = message("The trick {worth}; {cards} is needed for the last trick.", worth=worth, cards=played)
        return Reason("kept_for_the_end", text)
    text = message("The trick {worth}; {cards} takes more in a later trick.", worth=worth, cards=played)
    return Reason("high_card_spent", text)


def _worth(gain: int) -> Message:
    if not gain:
        return message("has no points")
    if gain <= FEW_POINTS:
        return message("has only {points} points", points=gain)
    return message("has {points} points", points=gain)


def _taken_differently(scene: _Scene, takes: WinningPlay, would_take: WinningPlay) -> Reason:
    """Returns the reason if both answers win the trick at that moment."""
    extra = points(scene.best) - points(scene.played)
    lower = [unit.top for unit in would_take.reading] < [unit.top for unit in takes.reading]
    played, best = named(scene.played), named(scene.best)
    if scene.is_last and extra > 0:
        text = message("{cards} wins the trick as well, with {points} more points.", cards=best, points=extra)
        return Reason("points_not_taken", text)
    if lower:
        text = message("{best} leads the trick as well, and keeps {played}.", best=best, played=played)
        return Reason("won_too_high", text)
    if not scene.is_last:
        text = message("A later seat can beat {played} more easily than {best}.", played=played, best=best)
        return Reason("won_too_low", text)
    return _shape(scene) or OTHER


def _points(scene: _Scene) -> Reason | None:
    """Returns the reason if the answers give different points, and neither wins."""
    more, best = points(scene.best) - points(scene.played), named(scene.best)
    if more < 0 and not scene.is_ours:
        return Reason("points_given", _given(scene))
    if more < 0 and not scene.is_last:
        text = message(
            "{cards} adds {points} more points to a trick that {who} may still lose.",
            cards=named(scene.played),
            points=-more,
            who=scene.partner,
        )
        return Reason("points_risked", text)
    if more > 0 and scene.is_ours:
        text = message(
            "{who} is winning the trick, and {cards} adds {points} more points.",
            who=scene.partner.as_sentence(),
            cards=best,
            points=more,
        )
        return Reason("points_kept", text)
    if more > 0 and scene.has_partner_behind:
        text = message(
            "{cards} gives {points} more points, which {who} behind may still win.",
            cards=best,
            points=more,
            who=scene.partner,
        )
        return Reason("points_for_later_partner", text)
    return None


def _given(scene: _Scene) -> Message:
    """Returns how many points are given to a trick of others, and how many the better cards give."""
    better = points(scene.best)
    template = {
        (True, True): message("{played} gives {points} points to a trick that {who} win; {best} gives {fewer}."),
        (True, False): message("{played} gives {points} points to a trick that {who} win; {best} gives none."),
        (False, True): message(
            "{played} gives {points} points to a trick that {who} are winning; {best} gives {fewer}."
        ),
        (False, False): message("{played} gives {points} points to a trick that {who} are winning; {best} gives none."),
    }[scene.is_last, better > 0]
    return template.about(
        played=named(scene.played),
        points=points(scene.played),
        who=scene.opponents,
        best=named(scene.best),
        fewer=better,
    )


def _shape(scene: _Scene) -> Reason | None:
    """Returns the reason in what the answers leave in the hand."""
    order, hand = scene.tricks.deal.order, scene.tricks.hands[scene.seat].known
    played, best = scene.played, scene.best
    spent, better = trumps_in(order, played), trumps_in(order, best)
    if spent > better and hand.bit_count() <= LAST_CARDS:
        text = message("The trump is needed for the last trick, which also decides the kitty.")
        return Reason("kept_for_the_end", text)
    if spent > better:
        return Reason("trump_spent", message("{cards} keeps a trump that takes a trick later.", cards=named(best)))
    pair = broken_pair(order, hand, played)
    if pair is not None and broken_pair(order, hand, best) is None:
        return Reason("pair_broken", breaks_pair(played, pair, best))
    emptied = emptied_suit(order, hand, best)
    if emptied is not None and emptied_suit(order, hand, played) != emptied and in_suit(hand, TRUMPS):
        text = message(
            "{cards} leaves no {suit}, so that the seat can ruff them later.",
            cards=named(best),
            suit=SUIT_WORDS[emptied],
        )
        return Reason("void_missed", text)
    if better > spent:
        text = message(
            "{cards} gives up a low trump and keeps the {suit}.", cards=named(best), suit=suit_word(order, played[0])
        )
        return Reason("trump_not_used", text)
    return _height(scene)


def _height(scene: _Scene) -> Reason | None:
    """Returns the reason in the height and the points of the cards that the answers leave in the hand."""
    order, played, best = scene.tricks.deal.order, scene.played, scene.best
    if height(order, played) > height(order, best):
        text = message(
            "{spent} is worth more later than {kept}.",
            spent=named(only_in(played, best)),
            kept=named(only_in(best, played)),
        )
        return Reason("high_card_spent", text)
    if points(played) < points(best):
        text = message(
            "{played} leaves {best} in the hand, whose points {who} can win later.",
            played=named(played),
            best=named(best),
            who=scene.opponents,
        )
        return Reason("points_left", text)
    return None
