"""Leads in playouts, in plain Python. `native.c` does the same."""

from domain.games.sheng_ji.playouts.position import EVEN, FULL, Fourfold, Position
from domain.games.sheng_ji.playouts.problem import SUITS, TRUMPS, Led

TEMPO_LEAD = 2
GIVEN, GIVEN_TRUMP = 1, 5
"""The points that each card of a lead is expected to attract, in a side suit and in trumps."""
SHARES = 16
KEPT_LEAD, KEPT_LEAD_OPPONENT = 10, 22
"""The shares of the value of keeping trumps that leading them costs declarers and opponents."""
RUFFED_BY_FRIEND = 8
"""What a friend that may trump adds to the chance of a lead."""
LEAD_VOID = 16
"""The value of leading the last cards of a side suit from a hand with trumps."""

Found = list[tuple[int, int, tuple[Fourfold, ...]]]
"""Leads as score, suit and units."""


class Leads(Position):
    """A hand in one world whose seats can lead."""

    __slots__ = ()

    def _lead(self, seat: int) -> None:
        """Leads the unit with the highest score."""
        self.left = self.players
        found: Found = []
        for suit in range(SUITS):
            if self.hands[0][SUITS * seat + suit]:
                self._add_leads(seat, suit, found)
        _, suit, units = max(found, key=_score_of)
        if len(units) == 1:
            self._begin_unit(seat, suit, units[0])
        else:
            self.table = 0
            self._begin(seat, suit, tuple([Led(*unit) for unit in units]))

    def _add_leads(self, seat: int, suit: int, found: Found) -> None:
        """Adds the leads of a suit: the highest and lowest single, the highest of the longest runs, and the throw."""
        self.suit = suit
        mask = self.hands[0][SUITS * seat + suit]
        opponents, ruffs = self._opponents_after(seat, self.team[seat]), self._ruffs_of_friends(seat)
        others, over = self._with_others(seat, suit, 1), self.over[suit]
        worth, keep = self.tables.worth[suit], self.problem.keep[suit]
        top, low = mask.bit_length() - 1, self._first(suit, mask, 0)
        for slot in (top, low) if low != top else (top,):
            chance = min(self._chance_of_lead(seat, opponents, others & over[slot], 1) + ruffs, FULL)
            score = self._score_of_lead(seat, 1, chance, worth[slot], keep[slot])
            found.append((score, suit, ((1, 1, slot, 1 << slot),)))
        for width in range(2, len(self.hands) + 1):
            if self.hands[width - 1][SUITS * seat + suit]:
                self._add_longest(seat, width, opponents, ruffs, found)
        units = self._throw(seat, suit, others)
        if len(units) > 1:
            size = sum([width * length for width, length, _, _ in units])
            values = [self._worth(suit, slots, width) for width, _, _, slots in units]
            chance = min(self._chance_of_lead(seat, opponents, 0, size) + ruffs, FULL)
            own, kept = sum([one for one, _ in values]), sum([other for _, other in values])
            found.append((self._score_of_lead(seat, size, chance, own, kept), suit, units))

    def _ruffs_of_friends(self, seat: int) -> int:
        """Returns what the friends add to the chance of a lead of the current suit that they may trump."""
        team, led = self.team, self.suit
        return sum(
            [
                RUFFED_BY_FRIEND
                for other, voids in enumerate(self.voids)
                if other != seat and team[other] == team[seat] and voids >> led & 1 and not voids >> TRUMPS & 1
            ]
        )

    def _add_longest(self, seat: int, width: int, opponents: tuple[int, int], ruffs: int, found: Found) -> None:
        """Adds the highest of the longest runs of a width."""
        suit = self.suit
        tuples = self.hands[width - 1][SUITS * seat + suit]
        length, runs = 1, tuples
        while longer := self._runs(suit, tuples, length + 1):
            runs, length = longer, length + 1
        first = runs.bit_length() - 1
        slots, top = ((1 << length) - 1) << first, first + length - 1
        others = self._with_others(seat, suit, width)
        if length > 1:
            others = self._runs(suit, others, length) << (length - 1)
        above, size = others & self.over[suit][top], width * length
        chance = min(self._chance_of_lead(seat, opponents, above, size) + ruffs, FULL)
        own, kept = self._worth(suit, slots, width)
        found.append((self._score_of_lead(seat, size, chance, own, kept), suit, ((width, length, top, slots),)))

    def _throw(self, seat: int, suit: int, others: int) -> tuple[Fourfold, ...]:
        """Returns the units of all cards of a suit that no other hand can beat. The others hold singles in `others`."""
        place, over, joint = SUITS * seat + suit, self.over[suit], self.problem.joint[suit]
        units: list[Fourfold] = []
        for width, row in enumerate(self.hands, start=1):
            slots = row[place]
            if width < len(self.hands):
                slots &= ~self.hands[width][place]
            if slots and width > 1:
                others = self._with_others(seat, suit, width)
            while slots:
                bit = slots & -slots
                slots ^= bit
                slot = bit.bit_length() - 1
                if others & over[slot]:
                    continue
                wide, long, top, held = units[-1] if units else (0, 0, 0, 0)
                if width > 1 and wide == width and top == slot - 1 and joint >> top & 1:
                    units[-1] = (width, long + 1, slot, held | bit)
                else:
                    units.append((width, 1, slot, bit))
        return tuple(units)

    def _score_of_lead(self, seat: int, size: int, chance: int, own: int, kept: int) -> int:
        """Returns the score of a lead of the current suit with so many cards, points and value of keeping."""
        suit, place = self.suit, SUITS * seat
        if suit == TRUMPS:
            share = KEPT_LEAD if self.team[seat] else KEPT_LEAD_OPPONENT
            return chance * TEMPO_LEAD + (chance - EVEN) * (own + GIVEN_TRUMP * size) - kept * share // SHARES
        score = chance * TEMPO_LEAD + (chance - EVEN) * (own + GIVEN * size)
        return score + LEAD_VOID if self.counts[place + suit] == size and self.counts[place + TRUMPS] else score

    def _begin_unit(self, seat: int, suit: int, unit: tuple[int, int, int, int]) -> None:
        """Leads one unit."""
        width, length, top, slots = unit
        self.suit, self.left, self.winner, self.table = suit, self.players - 1, seat, 0
        self.units, self.size, self.standing = ((width, length),), width * length, (suit, width, length, top)
        if self.size == 1:
            self._take_one(seat, suit, top)
        else:
            self._take(seat, suit, slots, width)

    def _begin(self, seat: int, suit: int, units: tuple[Led, ...]) -> None:
        """Leads units of one suit."""
        best = max(units, key=relevance_of)
        self.suit, self.left, self.winner = suit, self.players - 1, seat
        self.units = tuple([(unit.width, unit.length) for unit in sorted(units, key=relevance_of, reverse=True)])
        self.size = sum([unit.width * unit.length for unit in units])
        self.standing = (suit, best.width, best.length, best.top)
        for unit in units:
            self._take(seat, suit, unit.slots, unit.width)


def _score_of(lead: tuple[int, int, tuple[Fourfold, ...]]) -> int:
    return lead[0]


def relevance_of(unit: Led | tuple[int, int]) -> tuple[int, int]:
    """Returns a sort key of units: the number of cards, then the width."""
    return unit[0] * unit[1], unit[0]
