"""Compares the rules of Sheng Ji with another checkout of the repository: the same questions, and both answers.

    python -m tests.bench.compare_engines PATH [--questions 20000] [--seed 1]

Random matches under any options are played in this checkout. Each question goes to both engines, as a line of JSON. The
other engine is a subprocess that runs this file with the modules of the other checkout, so the two checkouts may store
cards differently. The kinds of questions:

    played     a move of the match: its events with their trick winners, throws and scores, and the fold of the events
    selected   random cards from a hand and beyond it, as a lead or a follow: the events, or the whole refusal
    thrown     random cards of one suit as a lead, some with named units
    legal      the legal moves of a seat, which include the first follows or leads
    foreseen   what a seat may know in advance about a random selection
    seen       the view of a seat or a spectator
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import track

from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import Move, Play
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.moves import MOVES, command_of
from domain.games.sheng_ji.rules import rules_of
from domain.games.sheng_ji.state import Tricks
from domain.kernel.cards import FACES
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.commands import Act, OpenTable, Sit, Start, TableCommand, Tick
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.state import Table
from tests.support.children import child

OUT = Console(soft_wrap=True, markup=False)
Question = dict[str, Any]
HOST = PlayerId("ply_host")
HANDS = 1
MOVES_OF_A_MATCH = (20, 60, 60, 2000)
"""Most matches are left early, so that more options are asked about."""


class Engine:
    """The rules of one checkout with the table that is being played. Answers are text, so they can be compared."""

    table: Table

    def answer(self, question: Question) -> str:
        """Returns the answer, and remembers the new table if the question says so."""
        match question["ask"]:
            case "opened":
                return self._open(question)
            case "legal":
                return _written(self.table.game.legal_moves(self.table.match, Seat(question["seat"])))
            case "seen":
                viewer = Onlooker.SPECTATOR if question["seat"] is None else Seat(question["seat"])
                return _written(self.table.game.view(self.table.match, viewer))
            case "foreseen":
                seat, move = Seat(question["seat"]), _move(question)
                game = self.table.game
                preview = game.preview if hasattr(game, "preview") else game.foresee  # the name in older checkouts
                return _or_refused(lambda: _written(preview(self.table.match, seat, move)))
            case "ticked":
                clock = self.table.game.clock(self.table.match)
                return self._decided(Tick(clock.tick if clock else None), keep=True)
            case _:
                seat = Seat(question["seat"])
                return self._decided(Act(_player(seat), _move(question), seat), keep=question["keep"])

    def _open(self, question: Question) -> str:
        self._seed = question["seed"]
        opening = OpenTable(HOST, "sheng_ji", question["profile"], question["options"], listed=True, hands=HANDS)
        self.table = decide(GAMES, None, opening, self._chance(1)).table
        for seat in range(len(self.table.seats)):
            self._decided(Sit(_player(Seat(seat)), Seat(seat), f"entropy {seat}"), keep=True)
        return self._decided(Start(HOST), keep=True)

    def _chance(self, number: int) -> Chance:
        return Chance(Random(f"{self._seed} {number}").randbytes(32))

    def _decided(self, command: TableCommand, *, keep: bool) -> str:
        """Returns the events of a command, and whether they fold into the table that was decided."""
        number = self.table.hand.number if self.table.hand else 0

        def decided() -> str:
            outcome = decide(GAMES, self.table, command, self._chance(number + 2))
            folded = fold(GAMES, outcome.events, self.table) == outcome.table
            if keep:
                self.table = outcome.table
            return f"{folded} {outcome.events!r}"

        return _or_refused(decided)


def _or_refused(work: Any) -> str:
    try:
        return str(work())
    except Refusal as refusal:
        return f"{refusal.code()} {vars(refusal)!r}"


def _written(document: Any) -> str:
    return json.dumps(document, sort_keys=True, default=repr)


def _player(seat: Seat) -> PlayerId:
    return PlayerId(f"ply_{seat}")


def _move(question: Question) -> Move:
    move: Move = MOVES[question["type"]].move(question["members"])
    return move


class Asker:
    """Plays random matches in this checkout, and asks about each state on the way."""

    def __init__(self, seed: int) -> None:
        self._luck = Random(seed)
        self.engine = Engine()

    def questions(self) -> Iterator[Question]:
        """Yields questions without end. The engine must answer each one before the next is taken."""
        while True:
            seed = self._luck.randrange(1 << 30)
            setting = self._setting(seed)
            yield {
                "ask": "opened",
                "seed": seed,
                "profile": setting.profile,
                "options": dict(setting.overrides),
            }
            left = self._luck.choice(MOVES_OF_A_MATCH)
            while self.engine.table.status == "playing" and left:
                left -= 1
                yield from self._about_state()
                yield self._next_move()

    def _setting(self, seed: int) -> Any:
        """Returns a random setting. One in four has many decks, which are rare otherwise."""
        # Only the asker needs the test support: the other engine loads this file without it.
        from tests.support.option_sets import by_luck

        if not self._luck.randrange(4):
            pinned = {"players": self._luck.randint(6, 9), "decks": self._luck.randint(4, 6)}
            setting = by_luck(seed, pinned=pinned)
            with suppress(Refusal):
                rules_of(setting.profile, setting.overrides)
                return setting
        return by_luck(seed)

    def _about_state(self) -> Iterator[Question]:
        """Yields questions that do not change the table."""
        luck, table = self._luck, self.engine.table
        seats = len(table.seats)
        if luck.random() < 0.1:
            yield {"ask": "seen", "seat": luck.choice([None, *range(seats)])}
        asked = table.game.asked(table.match)
        seat = luck.choice(asked).seat if asked else Seat(luck.randrange(seats))
        if luck.random() < 0.2:
            yield {"ask": "legal", "seat": seat}
        tricks = table.match.phase
        if isinstance(tricks, Tricks):
            for _ in range(2):
                move = self._selection(tricks, seat)
                yield _asked(luck.choice(("selected", "selected", "foreseen")), seat, move, keep=False)
            if tricks.trick is None and luck.random() < 0.5:
                yield _asked("thrown", seat, self._throw(tricks, seat), keep=False)

    def _selection(self, tricks: Tricks, seat: Seat) -> Play:
        """Returns random cards, in most cases from the hand and as many as were led."""
        luck = self._luck
        hand = hand_cards(tricks.deal.order, tricks.hands[seat].known)
        count = tricks.trick.lead.size if tricks.trick else luck.randint(1, 4)
        count = max(1, count + luck.choice((0,) * 18 + (1, -1)))
        led = tricks.trick.lead.suit if tricks.trick else None
        suit_of = tricks.deal.order.suit_of
        follows = [card for card in hand if suit_of[card] == led]
        among = follows if len(follows) >= count and luck.random() < 0.8 else list(hand)
        cards = luck.sample(among, min(count, len(among)))
        if luck.random() < 0.03:
            cards = [*cards[1:], luck.choice(FACES)]
        return Play(tuple(cards))

    def _throw(self, tricks: Tricks, seat: Seat) -> Play:
        luck = self._luck
        hand = hand_cards(tricks.deal.order, tricks.hands[seat].known)
        suit_of = tricks.deal.order.suit_of
        suit = suit_of[luck.choice(hand)]
        held = [card for card in hand if suit_of[card] == suit]
        # High cards make throws that succeed.
        held = held[-luck.randint(1, len(held)) :]
        cards = tuple(luck.sample(held, luck.randint(1, min(8, len(held)))))
        named = tuple((card,) for card in cards) if luck.random() < 0.2 else ()
        return Play(cards, named)

    def _next_move(self) -> Question:
        from tests.support.matches import interjection, move_by_chance

        match, game = self.engine.table.match, self.engine.table.game
        interjected = interjection(match, self._luck)
        if interjected is not None:
            return _asked("played", *interjected, keep=True)
        asked, clock = game.asked(match), game.clock(match)
        if clock is not None and (not asked or self._luck.random() < 0.1):
            return {"ask": "ticked"}
        seat = self._luck.choice(asked).seat
        return _asked("played", seat, move_by_chance(match, seat, self._luck), keep=True)


def _asked(ask: str, seat: Seat, move: Move, *, keep: bool) -> Question:
    kind, members = command_of(move)
    return {"ask": ask, "seat": seat, "type": kind, "members": members, "keep": keep}


def answer_lines() -> None:
    """Answers questions from the standard input until it ends, one line each."""
    engine = Engine()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(engine.answer(json.loads(line))) + "\n")
        sys.stdout.flush()


def compare(path: Path, count: int, seed: int) -> tuple[Counter[str], list[tuple[Question, str, str]]]:
    """Returns the number of questions of each kind, and the questions that were answered differently."""
    asker, asked = Asker(seed), Counter[str]()
    different: list[tuple[Question, str, str]] = []
    arguments = [sys.executable, "-P", str(Path(__file__).resolve()), "--answer"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with child(arguments, **pipes, env={"PYTHONPATH": str(path.resolve())}) as other:
        questions = asker.questions()
        for _ in track(range(count), description="comparing", console=OUT, transient=True):
            question = next(questions)
            other.stdin.write(json.dumps(question) + "\n")
            other.stdin.flush()
            mine = asker.engine.answer(question)
            theirs = json.loads(other.stdout.readline())
            asked[question["ask"]] += 1
            for word in ("TrickWon", "ThrowFailed", "HandScored", "must_follow", "cards_not_held"):
                asked[f"  with {word}"] += word in mine
            if mine != theirs or mine.startswith("False"):
                different.append((question, mine, theirs))
    return asked, different


def main(arguments: list[str] | None = None) -> None:
    """Compares the engines, and prints the number of differences and the first of them."""
    parser = argparse.ArgumentParser(prog="compare_engines", description=__doc__)
    parser.add_argument("path", type=Path, help="another checkout of the repository")
    parser.add_argument("--questions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    asked, different = compare(given.path, given.questions, given.seed)
    for kind, count in sorted(asked.items()):
        OUT.print(f"{kind:24}{count:8,}")
    OUT.print(f"{given.questions:,} questions, {len(different)} differences")
    for question, mine, theirs in different[:3]:
        OUT.print(f"\n{question}\nthis engine:  {mine[:2000]}\nother engine: {theirs[:2000]}")
    sys.exit(bool(different))


if __name__ == "__main__":
    if sys.argv[1:] == ["--answer"]:
        answer_lines()
    else:
        main()
