"""A hand in the middle of a playout: its cards, and the chances of the sides in a trick."""

from domain.games.sheng_ji.playouts.problem import SLOTS, SUITS, TRUMPS, Problem
from domain.games.sheng_ji.playouts.world import World

Fourfold = tuple[int, int, int, int]
"""A standing unit as suit, width, length and top, or a led unit as width, length, top and slots."""
FULL, EVEN = 16, 8
RUFFED_SINGLE, RUFFED_MORE = 10, 5
BEATEN, BEATEN_BY_EACH, BEATEN_AT_MOST = 4, 4, 8
BEATEN_MORE_BY_EACH, BEATEN_MORE_AT_MOST = 1, 10
SCARCE = 2
"""What an opponent that still has to play takes from the chance: if it is void, for the higher singles or units that it
may hold, and if few cards of the suit are left."""
HELPED = 1
"""What a friend that still has to play adds to the chance."""


class Tables:
    """What all playouts of a problem share.

    Attributes:
        worth: for each suit and slot, the points of a card.
        lowest: for each suit and mask, the card that is given first to an opponent.
        fed: the same for a friend.
    """

    __slots__ = ("fed", "lowest", "worth")

    def __init__(self, problem: Problem) -> None:
        self.worth = [
            [10 * (tens >> slot & 1) + 5 * (fives >> slot & 1) for slot in range(SLOTS)]
            for tens, fives in zip(problem.tens, problem.fives, strict=True)
        ]
        self.lowest: list[dict[int, int]] = [{} for _ in range(SUITS)]
        self.fed: list[dict[int, int]] = [{} for _ in range(SUITS)]


class Position:
    """A hand in one world."""

    __slots__ = (
        "counts",
        "down",
        "hands",
        "kitty",
        "left",
        "out",
        "outs",
        "over",
        "players",
        "points",
        "problem",
        "size",
        "standing",
        "suit",
        "table",
        "tables",
        "team",
        "units",
        "voids",
        "winner",
    )

    def __init__(self, problem: Problem, tables: Tables, world: World) -> None:
        self.problem = problem
        self.tables = tables
        self.players = problem.players
        self.over = problem.over
        self.hands = [row[:] for row in world.hands]
        self.out = [row[:] for row in world.out]
        self.down = [*zip(self.hands[::-1], self.out[::-1], strict=True)]
        self.counts = world.counts[:]
        self.outs = [sum([row[suit].bit_count() for row in self.out]) for suit in range(SUITS)]
        self.kitty = world.kitty
        self.team = [world.declarers >> seat & 1 for seat in range(self.players)]
        self.voids = [*problem.voids]
        self.points = sum([won for seat, won in enumerate(problem.points) if not self.team[seat]])
        self.suit, self.size, self.winner = 0, 0, 0
        self.units: tuple[tuple[int, int], ...] = ((1, 1),)
        self.standing: Fourfold = (0, 1, 1, 0)
        self.table, self.left = 0, 0

    # Cards

    def _take(self, seat: int, suit: int, mask: int, width: int) -> None:
        """Plays `width` copies of each face of a mask."""
        place = SUITS * seat + suit
        for _ in range(width):
            mine = others = mask
            for hands, out in self.down:
                here = hands[place] & mine
                hands[place] ^= here
                mine ^= here
                here = out[suit] & others
                out[suit] ^= here
                others ^= here
        number = width * mask.bit_count()
        self.counts[place] -= number
        self.outs[suit] -= number
        problem = self.problem
        self.table += width * (
            10 * (mask & problem.tens[suit]).bit_count() + 5 * (mask & problem.fives[suit]).bit_count()
        )

    def _runs(self, suit: int, mask: int, length: int) -> int:
        """Returns the lowest slots of the runs of that length in a mask of slots."""
        runs, joint = mask, mask & self.problem.joint[suit]
        for _ in range(length - 1):
            runs = joint & runs >> 1
        return runs

    def _with_others(self, seat: int, suit: int, width: int) -> int:
        """Returns the slots of which the other hands hold `width` copies together."""
        place, found = SUITS * seat + suit, 0
        hands, out = self.hands, self.out
        for layer in range(len(hands) - width + 1):
            found |= out[layer + width - 1][suit] & ~hands[layer][place]
        return found

    def _worth(self, suit: int, mask: int, width: int) -> tuple[int, int]:
        """Returns the points of the cards and the value of keeping them."""
        keep, worth = self.problem.keep[suit], self.tables.worth[suit]
        own = kept = 0
        while mask:
            low = mask & -mask
            slot = low.bit_length() - 1
            own += worth[slot]
            kept += keep[slot]
            mask ^= low
        return own * width, kept * width

    def _first(self, suit: int, mask: int, lose: int) -> int:
        """Returns the slot of the card of a mask that is given first."""
        known = (self.tables.fed if lose > EVEN else self.tables.lowest)[suit]
        slot = known.get(mask, -1)
        if slot < 0:
            order = (self.problem.feed if lose > EVEN else self.problem.hold)[suit]
            slot = known[mask] = next(slot for slot in order if mask >> slot & 1)
        return slot

    def _take_one(self, seat: int, suit: int, slot: int) -> None:
        """Plays one card."""
        place, bit = SUITS * seat + suit, 1 << slot
        for row in self.hands[::-1]:
            if row[place] & bit:
                row[place] ^= bit
                break
        for row in self.out[::-1]:
            if row[suit] & bit:
                row[suit] ^= bit
                break
        self.counts[place] -= 1
        self.outs[suit] -= 1
        self.table += self.tables.worth[suit][slot]

    def _note_void(self, seat: int) -> None:
        if not self.counts[SUITS * seat + self.suit]:
            self.voids[seat] |= 1 << self.suit

    # Chances

    def _chance(self, seat: int, standing: Fourfold, side: int) -> int:
        """Returns the chance of a side whose unit stands after this seat has played, in sixteenths."""
        beaters, ruffers = self._opponents_after(seat, side)
        if not beaters and not ruffers:
            return FULL
        suit, width, length, top = standing
        led, others = self.suit, self._with_others(seat, suit, width)
        if length > 1:
            others = self._runs(suit, others, length) << (length - 1)
        above = others & self.over[suit][top]
        chance = FULL
        if ruffers and led != TRUMPS and (above or suit != TRUMPS):
            chance -= ruffers * (RUFFED_SINGLE if self.size == 1 else RUFFED_MORE)
        if above and suit == led:
            chance -= beaters * _danger(self.size, above.bit_count())
        elif led != TRUMPS and self.outs[led] - self.counts[SUITS * seat + led] < self.players - 1:
            chance -= beaters * SCARCE
        return max(chance, 0)

    def _chance_of_lead(self, seat: int, opponents: tuple[int, int], above: int, size: int) -> int:
        """Returns what `_chance` returns for a lead of the current suit."""
        beaters, ruffers = opponents
        suit, chance = self.suit, FULL
        if suit != TRUMPS:
            chance -= ruffers * (RUFFED_SINGLE if size == 1 else RUFFED_MORE)
        if above:
            chance -= beaters * _danger(size, above.bit_count())
        elif suit != TRUMPS and self.outs[suit] - self.counts[SUITS * seat + suit] < self.players - 1:
            chance -= beaters * SCARCE
        return max(chance, 0)

    def _opponents_after(self, seat: int, side: int) -> tuple[int, int]:
        """Returns the numbers of opponents still to play that may follow suit, and that may only trump."""
        players, team, voids, led = self.players, self.team, self.voids, self.suit
        beaters = ruffers = 0
        for _ in range(self.left - 1):
            seat = seat + 1 if seat + 1 < players else 0
            if team[seat] != side:
                mask = voids[seat]
                if not mask >> led & 1:
                    beaters += 1
                elif not mask >> TRUMPS & 1:
                    ruffers += 1
        return beaters, ruffers

    def _chance_to_lose(self, seat: int) -> int:
        """Returns the chance of the seat's side if the seat does not take the trick."""
        own = self.team[seat]
        if self.team[self.winner] == own:
            return self._chance(seat, self.standing, own)
        return sum([HELPED for step in range(1, self.left) if self.team[(seat + step) % self.players] == own])


def _danger(size: int, higher: int) -> int:
    """Returns what an opponent takes from the chance if so many higher units are left."""
    if size == 1:
        return min(BEATEN + BEATEN_BY_EACH * higher, BEATEN_AT_MOST)
    return min(BEATEN_MORE_BY_EACH * higher, BEATEN_MORE_AT_MOST)
