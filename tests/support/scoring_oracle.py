"""An oracle for the result of a hand: points, levels, hooks and the next dealer, computed from the events.

It uses the tested code only to divide plays into units. That division has its own oracle.
"""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domain.games.sheng_ji.card_order import order_of
from domain.games.sheng_ji.events import FriendsCalled, HandPrepared, KittyBid, KittyBuried, TrumpFixed
from domain.games.sheng_ji.holding import hand_of
from domain.games.sheng_ji.kitty_bonus import units_of_play
from domain.games.sheng_ji.play_events import (
    CallAnswered,
    CardsPlayed,
    HandConceded,
    HandScored,
    LeadForced,
    RevokeProven,
    TakenBack,
    ThrowFailed,
    TrickWon,
)
from domain.games.sheng_ji.rules import Rules
from domain.kernel.cards import NAMES, RANK_NAMES
from domain.table.events import CardsDealt

LADDER = (*RANK_NAMES, "NT")
WORTH = {"5": 5, "10": 10, "K": 10}


def points_of(names: Any) -> int:
    return sum(WORTH.get(name[:-1], 0) for name in names)


class Standing(NamedTuple):
    """The level of a team or a player."""

    level: str
    laps: int = 0
    attempted: frozenset[str] = frozenset()


@dataclass
class OfHand:
    """The facts of a hand on which its result depends."""

    rank: str | None = None
    suit: str | None = None
    dealer: int = 0
    declarers: set[int] = field(default_factory=set)
    calls: int = 0
    solo: bool = False
    kitty: list[str] = field(default_factory=list)
    points: Counter[int] = field(default_factory=Counter)
    penalties: Counter[int] = field(default_factory=Counter)
    fives: list[tuple[int, int]] = field(default_factory=list)
    trick: list[CardsPlayed] = field(default_factory=list)
    last: list[CardsPlayed] = field(default_factory=list)
    winner: int = 0
    thrown: int = 0
    played: int = 0
    dealt: int = 0
    offender: int | None = None
    conceded: set[int] = field(default_factory=set)


class ScoringOracle:
    """Follows a match and computes the expected result of every hand."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.option = rules.choices()
        self.players, self.decks = rules.players, rules.decks
        self.friends = self.option["team_mode"] == "friends"
        # The default of games with friends, as in their profile in the catalogue.
        if self.friends and self.option["missing_teammate_bonus"] is None:
            self.option["missing_teammate_bonus"] = "n_per_missing"
        start = Standing(str(self.option["initial_level"]))
        self.standing = [start] * (self.players if self.friends else 2)
        self.hand = OfHand()
        self._before = self.hand
        self.dealer: int | None = None

    def holder(self, seat: int) -> int:
        return seat if self.friends else seat % 2

    def follow(self, event: Any) -> None:  # noqa: C901, PLR0912 - one case for each event
        hand = self.hand
        match event:
            case HandPrepared(trump_rank=rank, dealer=dealer):
                self.hand = OfHand(rank=None if rank is None else LADDER[rank])
                self._check_prepared(dealer)
            case CardsDealt(seats=seats, hand_size=size):
                hand.dealt = seats * size
            case TrumpFixed(suit, dealer, rank):
                hand.suit = None if suit is None else "CDHS"[suit]
                hand.rank = LADDER[rank] if rank is not None else hand.rank
                hand.dealer = dealer
                hand.declarers = {seat for seat in range(self.players) if self._declares_at_first(seat)}
                assert hand.rank == self.standing[self.holder(dealer)].level
            case KittyBid(trump_suit=suit):
                hand.suit = None if suit is None else "CDHS"[suit]
            case KittyBuried(cards=cards):
                hand.kitty = [NAMES[card] for card in cards]
            case FriendsCalled(calls=calls, solo=solo):
                hand.calls, hand.solo = len(calls), solo
            case ThrowFailed(cards=cards):
                hand.thrown = len(cards)
            case LeadForced(seat=seat, cards=cards, penalty=penalty):
                self._check_penalty(penalty, len(cards))
                hand.penalties[seat] += penalty
            case CardsPlayed(cards=cards):
                if self.option["take_back"] == "on":
                    self._before = deepcopy(hand)
                hand.trick.append(event)
                hand.played += len(cards)
            case TrickWon():
                self._trick(event)
            case CallAnswered(seat=seat):
                hand.declarers.add(seat)
            case RevokeProven(offender=offender):
                hand.offender = offender
            case HandConceded(seats, winner, worth, red_fives):
                hand.conceded = set(seats)
                hand.points[winner] += worth
                hand.fives += [(owner, winner) for owner in red_fives]
            case TakenBack():
                self.hand = self._before if hand.played else hand
            case HandScored():
                self._scored(event)

    def _declares_at_first(self, seat: int) -> bool:
        dealer = self.hand.dealer
        return seat == dealer if self.friends else seat % 2 == dealer % 2

    def _check_prepared(self, dealer: int | None) -> None:
        """Checks that dealer and rank are known, unless declarations decide them (SJ-LEVEL-03, SJ-BID-13)."""
        if self.dealer is None:
            assert dealer is None
            assert self.hand.rank == self.option["initial_level"]
        elif dealer is not None:
            assert dealer == self.dealer
            assert self.hand.rank == self.standing[self.holder(dealer)].level
        else:
            assert self.option["zpy_dealer"] == "declare" or self.option["redeal_dealer"] == "up_for_grabs"

    def _check_penalty(self, penalty: int, led: int) -> None:
        """Checks a penalty (SJ-THROW-07). Where it depends on the division of the throw, only its range is checked."""
        exact = {"none": 0, "flat_10": 10, "per_withdrawn_card_10": 10 * (self.hand.thrown - led)}
        option = str(self.option["throw_penalty"])
        if option in exact:
            assert penalty == exact[option]
        else:
            assert penalty % 10 == 0
            assert 10 <= penalty <= 10 * self.hand.thrown

    def _trick(self, event: TrickWon) -> None:
        hand = self.hand
        names = [(play.seat, NAMES[card]) for play in hand.trick for card in play.cards]
        assert event.points == points_of(name for _, name in names)
        hand.points[event.seat] += event.points
        red = {"off": (), "h5": ("5H",), "h5_d5": ("5H", "5D")}[str(self.option["hong_wu"])]
        hand.fives += [(owner, event.seat) for owner, name in names if name in red]
        hand.last, hand.trick, hand.winner = hand.trick, [], event.seat

    # --- the result

    def _scored(self, event: HandScored) -> None:
        hand = self.hand
        over = hand.played == hand.dealt
        opponents_last = over and hand.winner not in hand.declarers and hand.offender in (None, *hand.declarers)
        if hand.conceded:
            over, opponents_last = True, hand.conceded == hand.declarers
        # If a seat revoked, the kitty counts only for opponents who did not. It counts only after the last trick.
        taken = opponents_last or (
            over and hand.offender is None and self.option["kitty_awarded_to"] == "last_trick_winner_team"
        )
        trick_points = sum(worth for seat, worth in hand.points.items() if seat not in hand.declarers)
        if over:
            # Conceded points go to a seat of the other side.
            assert sum(hand.points.values()) + points_of(hand.kitty) == 100 * self.decks
        kitty, factor = (points_of(hand.kitty), self._factor()) if taken else (0, 0)
        penalties = self._penalties()
        # Points of declarers do not count (DEC-78).
        total = self._after_revoke(trick_points + opponents_last * kitty * factor + penalties)
        winners, levels = self._result(total)
        levels += hand.offender is not None and self.option["revoke_penalty"] == "lose_hand_plus"
        reset = self._reset(total) if opponents_last and not hand.conceded else None
        advanced = [self._advance(place, winners, levels, reset) for place in range(len(self.standing))]
        won_by = tuple(seat for seat in range(self.players) if advanced[self.holder(seat)][1])
        assert [LADDER[level] for level in event.levels_before] == [each.level for each in self.standing]
        self.standing = [standing for standing, _ in advanced]
        self.dealer = self._next_dealer(winners)
        wanted = {
            "last_trick": hand.winner,
            "trick_points": trick_points,
            "kitty_points": kitty,
            "kitty_factor": factor,
            "penalties": penalties,
            "opponent_points": total,
            "declarers": tuple(sorted(hand.declarers)),
            "solo": hand.solo,
            "missing": self._missing(),
            "winners": winners,
            "levels_won": levels,
            "reset_to": reset,
            "revoked_by": hand.offender,
            "levels_after": [each.level for each in self.standing],
            "laps_after": [each.laps for each in self.standing],
            "attempted_after": [sorted(each.attempted, key=LADDER.index) for each in self.standing],
            "next_dealer": self.dealer,
            "match_won_by": won_by,
        }
        told = self._as_told(event)
        assert told == wanted, {name: (told[name], wanted.get(name)) for name in told if told[name] != wanted.get(name)}

    def _as_told(self, event: HandScored) -> dict[str, Any]:
        told = {name: getattr(event, name) for name in event.__slots__ if name != "levels_before"}
        return {
            **told,
            "reset_to": None if event.reset_to is None else LADDER[event.reset_to],
            "levels_after": [LADDER[level] for level in event.levels_after],
            "laps_after": list(event.laps_after),
            "attempted_after": [[LADDER[level] for level in attempted] for attempted in event.attempted_after],
        }

    @property
    def threshold(self) -> int:
        return 40 * self.decks

    @property
    def step(self) -> int:
        step = self.option["score_step"]
        return 20 * self.decks if step == "20d" else int(str(step))

    def _penalties(self) -> int:
        """Returns the points that the opponents gain from penalties (DEC-58, DEC-97).

        They gain the penalties of declarers and lose their own. The final sides count.
        """
        five, declarers = int(str(self.option["hong_wu_penalty"])), self.hand.declarers
        lost = [*self.hand.penalties.items()]
        lost += [(owner, five) for owner, winner in self.hand.fives if (owner in declarers) != (winner in declarers)]
        return sum(cost if seat in declarers else -cost for seat, cost in lost)

    def _after_revoke(self, total: int) -> int:
        """Returns the points after a revoke, with which the side of the offender loses the hand (SJ-ILLEGAL-02)."""
        if self.hand.offender is None:
            return total
        if self.hand.offender in self.hand.declarers:
            return max(total, self.threshold)
        return min(total, self.threshold - 5)

    def _result(self, total: int) -> tuple[str, int]:
        table, step = self.option["advancement"] == "table", self.step
        if total >= self.threshold:
            levels = (total - self.threshold) // step if table else 0
            return "opponents", levels + (self.option["auto_leveling"] == "on")
        if not table:
            return "declarers", 1
        if total < 0 and self.option["below_zero_row"] == "on":
            return "declarers", self.threshold // step + 2 + -total // step
        if total <= 0:
            return "declarers", self.threshold // step + 1
        return "declarers", (self.threshold - step * (total // step)) // step

    def _missing(self) -> int:
        hand = self.hand
        # A revoke may end a hand before its last trick. Friends could still have joined, so none counts as missing.
        cut_short = hand.offender is not None and hand.played < hand.dealt
        alone = not self.friends or hand.solo or cut_short
        return 0 if alone else hand.calls + 1 - len(hand.declarers)

    def _factor(self) -> int:
        """Returns the multiplier of the kitty (SJ-BONUS-02 to SJ-BONUS-04)."""
        if self.hand.conceded:
            return 2
        units, cards = self._decisive_play()
        size, width = max((width * length, width) for width, length in units)
        length = size // width
        option = self.option["kitty_multiplier"]
        if option == "twice_total_cards":
            return 2 * cards
        if len(units) > 1 and size == 1:
            return int(str(self.option["kitty_multiplier_singles_throw"]))
        if option == "flat_2":
            return 2
        if option == "pow2_cards":
            return int(2**size)
        if option == "twice_cards":
            return 2 * size
        if width == 1:
            return 2
        return int(width * 2**length) if option == "pow2_pairs" else 2 * (length + 1)

    def _decisive_play(self) -> tuple[list[tuple[int, int]], int]:
        """Returns the shapes of the units of the decisive play, and the number of cards of the lead."""
        hand, source = self.hand, self.option["kitty_unit_source"]
        shapes = [self._shapes(play) for play in hand.last]
        lead = hand.last[0]
        shapes[0] = [self._shape(unit) for unit in lead.units]
        if source == "winner":
            found = shapes[[play.seat for play in hand.last].index(hand.winner)]
        elif source == "any_play":
            found = max(shapes, key=lambda units: max((width * length, width) for width, length in units))
        else:
            found = shapes[0]
        return found, len(lead.cards)

    def _shape(self, unit: tuple[Any, ...]) -> tuple[int, int]:
        copies = Counter(unit).values()
        assert len(set(copies)) == 1
        return min(copies), len(copies)

    def _shapes(self, play: CardsPlayed) -> list[tuple[int, int]]:
        rank = None if self.hand.rank == "NT" else LADDER.index(str(self.hand.rank))
        suit = None if self.hand.suit is None else "CDHS".index(self.hand.suit)
        order = order_of(rank, suit, self.rules.ordering)
        return [unit.shape for unit in units_of_play(order, hand_of(order, play.cards))]

    def _reset(self, total: int) -> str | None:
        """Returns the level to which a hook puts the declarers back, or `None` (SJ-VAR-05 to SJ-VAR-07, DEC-85)."""
        hand = self.hand
        hooks = {"J": ("gou_dao_di", "2"), "Q": ("quan_yi_ban", "6"), "A": ("ace_hook", "J")}
        option, back_to = hooks.get(str(hand.rank), ("", ""))
        value = str(self.option.get(option, "off"))
        if value == "off" or (total < self.threshold and not value.endswith("no_threshold")):
            return None
        if value == "matching_suit_longest_unit":
            winning = [play.reading for play in hand.last if play.reading][-1]
            unit = max(winning, key=lambda unit: (len(unit), max(Counter(unit).values())))
            caught = f"{hand.rank}{hand.suit}" in [NAMES[card] for card in unit]
        else:
            (play,) = (play for play in hand.last if play.seat == hand.winner)
            caught = any(NAMES[card][:-1] == hand.rank for card in play.cards)
        return back_to if caught else None

    # --- levels

    def _levels_of(self, place: int, winners: str, levels: int) -> int:
        """Returns the levels that a team or player gains (FF-SCORE-01, FF-SCORE-03, LU-1V4-01)."""
        hand = self.hand
        declares = self._holder_declares(place)
        if declares != (winners == "declarers"):
            return 0
        if not declares:
            return levels
        if hand.solo:
            return 2 * levels
        everybody = self.option["missing_bonus_scope"] == "declarers"
        bonus = self.option["missing_teammate_bonus"] == "n_per_missing" and (everybody or place == hand.dealer)
        return levels * (1 + self._missing()) if self.friends and bonus else levels

    def _holder_declares(self, place: int) -> bool:
        return place in self.hand.declarers

    def _advance(self, place: int, winners: str, levels: int, reset: str | None) -> tuple[Standing, bool]:
        """Returns the new level of a team or player, and whether it wins the match.

        Rules: SJ-ADV-01 to SJ-ADV-04, SJ-VAR-02, SJ-LEVEL-06, RUL-06.
        """
        level, laps, attempted = self.standing[place]
        declares = self._holder_declares(place)
        if reset is not None and declares and level == self.hand.rank:
            return Standing(reset, laps), False
        final = "NT" if self.option["level_after_ace"] == "no_trump" else str(self.option["final_level"])
        always, must_play = {"A", final}, {*list(self.option["must_play"] or ())}
        own_hand = declares and self._is_at_own_level(level, always)
        if own_hand and self.option["must_play_needs_win"] == "off" and level in must_play - always:
            attempted |= {level}
        earned = level if own_hand and winners == "declarers" else None
        for _ in range(self._levels_of(place, winners, levels)):
            if level in must_play | always and level not in attempted and level != earned:
                break
            if level == final:
                laps += 1
                if laps == self.option["laps"]:
                    return Standing(level, laps, attempted), True
                level, attempted, earned = "2", frozenset(), None
            else:
                level = LADDER[LADDER.index(level) + 1]
        return Standing(level, laps, attempted), False

    def _is_at_own_level(self, level: str, always: set[str]) -> bool:
        if level == self.hand.rank:
            return True
        if not self.friends or level == "NT":
            return False
        return level not in always or self.option["zpy_win"] != "trump_rank_ace"

    def _next_dealer(self, winners: str) -> int:
        """Returns the next dealer (SJ-DEALER-02, SJ-DEALER-03, FF-DEALER-02, LU-DEALER-01, DEC-88)."""
        hand, declarers_won = self.hand, winners == "declarers"
        if declarers_won and self.option["succession"] == "levelup":
            return hand.dealer
        to_the_right = [(hand.dealer + step) % self.players for step in range(1, self.players + 1)]
        return next(seat for seat in to_the_right if (seat in hand.declarers) == declarers_won)
