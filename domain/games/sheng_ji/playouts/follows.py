"""Follows in playouts, in plain Python. `native.c` does the same."""

from domain.games.sheng_ji.playouts.position import EVEN, Fourfold, Position
from domain.games.sheng_ji.playouts.problem import SUITS, TRUMPS

LEAST = -(1 << 30)
TEMPO_FOLLOW = 4
SHARES = 16
KEPT_SIDE, KEPT_TRUMP, KEPT_LATE = 8, 10, 24
"""The shares of the value of keeping a card that a follow pays: side cards, trumps, and trumps of the last cards."""
LATE = 5
"""The number of cards in a hand that are its last ones."""
KEPT_POINT = 6
"""The price of giving a point away, or its value for the own side, in sixteenths."""
VOID, VOID_TWO = 32, 8
"""The value of giving the only card of a side suit, or one of two, to a hand with trumps."""
PAIR, PAIR_TRUMP = 12, 28
"""The price of breaking a pair of a side suit, and of trumps."""


class Follows(Position):
    """A hand in one world whose seats can follow."""

    __slots__ = ()

    def _follow(self, seat: int) -> None:
        place = SUITS * seat + self.suit
        held, size = self.counts[place], self.size
        lose = self._chance_to_lose(seat)
        if not held:
            if not self._ruff(seat, lose):
                self._discard(seat, size, lose)
        elif held <= size:
            self._follow_short(seat, held, lose)
        elif size == 1:
            self._follow_single(seat, lose)
        elif len(self.units) > 1 or not self._follow_unit(seat, lose):
            self._fit(seat, lose)
        self._note_void(seat)

    def _follow_short(self, seat: int, held: int, lose: int) -> None:
        """Plays all cards of the suit, and others. They may win if they are as many as were led."""
        suit, place = self.suit, SUITS * seat + self.suit
        standing = None
        if held == self.size and len(self.units) == 1 and self.standing[0] == suit:
            width, length = self.units[0]
            runs = self._runs(suit, self.hands[width - 1][place], length) << (length - 1)
            if runs & self.over[suit][self.standing[3]]:
                standing = (suit, width, length, runs.bit_length() - 1)
        for row in self.hands[::-1]:
            if row[place]:
                self._take(seat, suit, row[place], 1)
        if held < self.size:
            self._discard(seat, self.size - held, lose)
        if standing is not None:
            self.standing, self.winner = standing, seat

    def _follow_single(self, seat: int, lose: int) -> None:
        """Plays the cheapest card of the suit, the cheapest outside pairs, or the lowest or highest card that wins."""
        suit = self.suit
        mask = self.hands[0][SUITS * seat + suit]
        over = self.over[suit][self.standing[3]] if self.standing[0] == suit else 0
        best, above = self._first(suit, mask, lose), mask & over
        alone = mask & ~self.hands[1][SUITS * seat + suit] if len(self.hands) > 1 else mask
        tries = [best]
        if alone and not alone >> best & 1:
            tries.append(self._first(suit, alone, lose))
        if above:
            tries.append((above & -above).bit_length() - 1)
            if self.left > 1:
                tries.append(above.bit_length() - 1)
        if len(tries) > 1:
            most = LEAST
            for slot in tries:
                wins = (suit, 1, 1, slot) if over >> slot & 1 else None
                score = self._score(seat, suit, 1 << slot, 1, lose, wins)
                if score > most:
                    best, most = slot, score
        self._take_one(seat, suit, best)
        if over >> best & 1:
            self.standing, self.winner = (suit, 1, 1, best), seat

    def _score(self, seat: int, suit: int, mask: int, width: int, lose: int, wins: Fourfold | None) -> int:
        """Returns the score of some cards."""
        own, kept = self._worth(suit, mask, width)
        if width == 1 and self._is_paired(seat, suit, mask):
            kept += PAIR_TRUMP if suit == TRUMPS else PAIR
        chance = lose if wins is None else self._chance(seat, wins, self.team[seat])
        share = KEPT_SIDE
        if suit == TRUMPS:
            first = SUITS * seat
            share = KEPT_TRUMP if sum(self.counts[first : first + SUITS]) > LATE else KEPT_LATE
        return chance * (self.table + TEMPO_FOLLOW) + (chance - EVEN) * own - kept * share // SHARES

    def _is_paired(self, seat: int, suit: int, mask: int) -> bool:
        """Returns whether the seat holds two copies of a card of the mask."""
        return len(self.hands) > 1 and self.hands[1][SUITS * seat + suit] & mask > 0

    def _follow_unit(self, seat: int, lose: int) -> bool:
        """Answers a tuple or a run with one of its shape. Returns whether the seat holds one."""
        suit = self.suit
        width, length = self.units[0]
        runs = self._runs(suit, self.hands[width - 1][SUITS * seat + suit], length)
        if not runs:
            return False
        over = self.over[suit][self.standing[3]] if self.standing[0] == suit else 0
        best, most, best_wins = 0, LEAST, None
        while runs:
            low = runs & -runs
            runs ^= low
            mask = (low << length) - low
            top = low.bit_length() - 2 + length
            wins = (suit, width, length, top) if over >> top & 1 else None
            score = self._score(seat, suit, mask, width, lose, wins)
            if score > most:
                best, most, best_wins = mask, score, wins
        self._take(seat, suit, best, width)
        if best_wins is not None:
            self.standing, self.winner = best_wins, seat
        return True

    def _fit(self, seat: int, lose: int) -> None:
        """Answers a lead as well as possible with cards of the suit that do not win."""
        suit, place, wanted = self.suit, SUITS * seat + self.suit, self.size
        for width, length in self.units:
            if width > 1:
                wanted -= self._fit_unit(seat, width, length)
        order = self.problem.feed[suit] if lose > EVEN else self.problem.hold[suit]
        for slot in order:
            while wanted and self.hands[0][place] >> slot & 1:
                self._take_one(seat, suit, slot)
                wanted -= 1

    def _fit_unit(self, seat: int, width: int, length: int) -> int:
        """Plays the best answer to one unit of a lead, and returns its number of cards."""
        suit, place, played = self.suit, SUITS * seat + self.suit, 0
        run = length
        while length and width > 1:
            runs = self._runs(suit, self.hands[width - 1][place], min(run, length))
            if runs:
                run = min(run, length)
                low = runs & -runs
                self._take(seat, suit, (low << run) - low, width)
                played += width * run
                length -= run
            elif run > 1:
                run = min(run, length) - 1
            else:
                width -= 1
        return played

    def _ruff(self, seat: int, lose: int) -> bool:
        """Trumps the trick if it is worth it. Returns whether it did."""
        trumps, size = SUITS * seat + TRUMPS, self.size
        if self.suit == TRUMPS or self.counts[trumps] < size:
            return False
        width, length = self.units[0]
        over = self.over[TRUMPS][self.standing[3]] if self.standing[0] == TRUMPS else (1 << 31) - 1
        runs = self._runs(TRUMPS, self.hands[width - 1][trumps], length) << (length - 1) & over
        if not runs or not self._holds_shapes(trumps):
            return False
        top = (runs & -runs).bit_length() - 1
        mask = ((1 << length) - 1) << top - length + 1
        wins = (TRUMPS, width, length, top)
        ruff = self._score(seat, TRUMPS, mask, width, lose, wins)
        if self.left > 1:
            high = runs.bit_length() - 1
            other, higher = ((1 << length) - 1) << high - length + 1, (TRUMPS, width, length, high)
            score = self._score(seat, TRUMPS, other, width, lose, higher)
            if score > ruff:
                ruff, mask, wins = score, other, higher
        suit, slot = self._cheapest(seat, lose)
        discard = self._score(seat, suit, 1 << slot, 1, lose, None)
        if ruff <= discard:
            return False
        self._take(seat, TRUMPS, mask, width)
        self.standing, self.winner = wins, seat
        wanted = size - width * length
        for rest in self.problem.hold[TRUMPS]:
            while wanted and self.hands[0][trumps] >> rest & 1:
                self._take_one(seat, TRUMPS, rest)
                wanted -= 1
        return True

    def _holds_shapes(self, place: int) -> bool:
        """Returns whether a hand has as many tuples of each width as a throw."""
        if len(self.units) == 1:
            return True
        return all(
            sum([length for wide, length in self.units if wide >= width]) <= self.hands[width - 1][place].bit_count()
            for width in range(2, self.units[0][0] + 1)
        )

    def _cheapest(self, seat: int, lose: int) -> tuple[int, int]:
        """Returns the suit and slot of the card that a hand gives first."""
        row, first = self.hands[0], SUITS * seat
        best, least = (0, 0), 1 << 30
        for suit in range(SUITS):
            mask = row[first + suit]
            if mask:
                slot = self._first(suit, mask, lose)
                price = self._price(seat, suit, slot, lose)
                if price < least:
                    best, least = (suit, slot), price
        return best

    def _price(self, seat: int, suit: int, slot: int, lose: int) -> int:
        """Returns the price of giving a card away: its value, its points, its pair, and what a short suit is worth."""
        counts, first = self.counts, SUITS * seat
        points = self.tables.worth[suit][slot]
        price = self.problem.keep[suit][slot] + (-KEPT_POINT if lose > EVEN else KEPT_POINT) * points
        if suit != TRUMPS and counts[first + TRUMPS]:
            held = counts[first + suit]
            price -= VOID if held == 1 else VOID_TWO if held == 2 else 0
        if self._is_paired(seat, suit, 1 << slot):
            price += PAIR_TRUMP if suit == TRUMPS else PAIR
        return price

    def _discard(self, seat: int, count: int, lose: int) -> None:
        """Plays the cheapest cards of a hand."""
        for _ in range(count):
            self._take_one(seat, *self._cheapest(seat, lose))
