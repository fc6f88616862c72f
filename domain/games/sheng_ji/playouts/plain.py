"""The policy of playouts, in plain Python. `native.c` does the same, and tests compare the two.

A lead or a follow is scored, in sixteenths of a point, as the bots do:

    chance of the own side, in sixteenths      x (points on the table + TEMPO)
    (chance - 8)                               x points of the played cards
    - a share of the value of keeping the played cards

The policy knows its own cards, the cards that are left in all hands, and the voids that were shown. Its numbers were
found by letting it play whole hands against itself with other numbers. `ending.py` takes its place in the last tricks.
"""

from domain.games.sheng_ji.playouts.ending import EVERY_SLOT, Ending, Turn
from domain.games.sheng_ji.playouts.follows import Follows
from domain.games.sheng_ji.playouts.groups import SHAPES
from domain.games.sheng_ji.playouts.leads import Leads, relevance_of
from domain.games.sheng_ji.playouts.problem import BURY, FOLLOW, LEAD, SUITS, TRUMPS, Led, Trial


class Playout(Leads, Follows):
    """The rest of a hand in one world."""

    __slots__ = ()

    def value(self, trial: Trial, ending: Ending | None = None) -> int:
        """Returns the points of the opponents at the end of the hand after a trial, negative if the seat declares.

        Args:
            trial: the tried move.
            ending: the search of the last tricks, if they are searched. A burial changes the kitty that it knows.
        """
        seat = self.try_move(trial)
        if ending is not None and trial.kind != BURY and any(self.counts):
            self.points += ending.value(self.hands, seat, self._turn() if self.left else None)
        else:
            if self.left:
                self._finish(seat)
                seat = self.winner
            self._play_out(seat)
        return -self.points if self.team[self.problem.seat] else self.points

    def try_move(self, trial: Trial) -> int:
        """Makes the tried move, and returns the seat that plays next."""
        problem, seat = self.problem, self.problem.seat
        trick, following = problem.trick, (seat + 1) % self.players
        if trick is not None:
            self.suit, self.size, self.units = trick.suit, trick.size, trick.units
            self.standing, self.winner, self.table, self.left = trick.standing, trick.winner, trick.points, trick.left
        if trial.kind == LEAD:
            self._lead_trial(seat, trial)
            return following
        if trial.kind == BURY:
            self._bury_trial(seat, trial)
            return problem.dealer
        if trial.kind != FOLLOW:
            return seat
        self._play_trial(seat, trial)
        if self.left:
            return following
        self._end_trick()
        return self.winner

    def _turn(self) -> Turn:
        """Returns the trick under way."""
        led, over, (suit, _, _, top) = self.suit, self.over, self.standing
        trumps = 0 if led == TRUMPS else over[TRUMPS][top] if suit == TRUMPS else EVERY_SLOT
        return Turn(
            led,
            self.size,
            SHAPES.index(self.units[0]),
            sum([length for width, length in self.units if width > 1]),
            len(self.units) > 1,
            over[suit][top] if suit == led else 0,
            trumps,
            self.winner,
            self.table,
            self.left,
        )

    def _play_out(self, leader: int) -> None:
        """Plays the tricks that are left."""
        counts = self.counts
        while any(counts[SUITS * leader : SUITS * leader + SUITS]):
            self._lead(leader)
            self._finish((leader + 1) % self.players)
            leader = self.winner
        if not self.team[leader]:
            width, length = max(self.units, key=relevance_of)
            self.points += self.kitty * self.problem.factors[width][length]

    def _finish(self, seat: int) -> None:
        """Lets the seats follow that are left, from this one on, and ends the trick."""
        players = self.players
        while self.left:
            self._follow(seat)
            self.left -= 1
            seat += 1
            if seat == players:
                seat = 0
        self._end_trick()

    def _end_trick(self) -> None:
        if not self.team[self.winner]:
            self.points += self.table
        self.table = 0

    # The trials

    def _lead_trial(self, seat: int, trial: Trial) -> None:
        """Leads what is tried. A throw that another hand beats is replaced by its weakest beatable unit."""
        units = trial.units
        suit = next(suit for suit in range(SUITS) if trial.cards[suit][0])
        if len(units) > 1:
            beatable = next((unit for unit in units if self._is_beaten(seat, suit, unit)), None)
            if beatable is not None:
                penalty = self.problem.penalty
                self.points += penalty if self.team[seat] else -penalty
                self._begin(seat, suit, (beatable,))
                return
        self._begin(seat, suit, units)

    def _is_beaten(self, seat: int, suit: int, unit: Led) -> bool:
        """Returns whether another hand holds a higher unit of the shape."""
        over = self.over[suit][unit.top]
        rows = self.hands[unit.width - 1]
        return any(
            self._runs(suit, rows[SUITS * other + suit], unit.length) << (unit.length - 1) & over
            for other in range(self.players)
            if other != seat
        )

    def _play_trial(self, seat: int, trial: Trial) -> None:
        for suit, rows in enumerate(trial.cards):
            for mask in rows:
                if mask:
                    self._take(seat, suit, mask, 1)
        self._note_void(seat)
        if trial.standing is not None:
            self.standing, self.winner = trial.standing, seat
        self.left -= 1

    def _bury_trial(self, seat: int, trial: Trial) -> None:
        for suit, rows in enumerate(trial.cards):
            for mask in rows:
                if mask:
                    self._take(seat, suit, mask, 1)
        self.kitty += self.table
        self.table = 0
