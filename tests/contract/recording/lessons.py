"""The analysis of a hand, the cost of mistakes, and a puzzle."""

from typing import Any

from domain.games.bots import BOTS
from domain.kernel.seats import Seat
from domain.table.bot import Luck
from domain.table.state import Table
from service.tables.analysis.jobs import continue_analysis
from tests.contract.recording.games import Game
from tests.contract.recording.meeting import four
from tests.contract.recording.recorder import Recorder
from tests.support.teachers import PuzzleMaker


def analyses(api: Recorder) -> None:
    """A hand of one deal, its analysis, and what the trainer shows of it."""
    bots, teacher = BOTS["sheng_ji"], PuzzleMaker(cost_of=_leads_cost_most)
    before = bots.get(teacher.name)
    bots[teacher.name] = teacher
    try:
        _analysed(api)
    finally:
        if before is None:
            del bots[teacher.name]
        else:
            bots[teacher.name] = before


def _leads_cost_most(view: Table, _seat: Seat, _move: Any, _luck: Luck) -> tuple[float, float]:
    """Returns a cost with which the puzzles of the hand are leads."""
    return (12.0 if getattr(view.match.phase, "trick", ()) is None else 10.0), 1.0


def _analysed(api: Recorder) -> None:
    players = four(api)
    ada, ben, *_ = players
    game = Game(api, players, hands=1).begun()
    path = f"{game.path}/analysis"
    api.keep("early", ada.post(path, {"hand": 1}))
    api.keep("early", ada.get(path))
    while game.mover():
        game.act(game.mover() or ada)
    api.keep("waiting", ada.post(path, {"hand": 1}))
    while continue_analysis(game.id, 1):
        pass
    found = ada.get(path)
    mistakes = [each for each in found.json["judgements"] if each["mistake"]]
    plain = [each for each in found.json["judgements"] if not each["mistake"]]
    costs = [{**each, "phases": each["phases"][:1]} for each in found.json["costs"][:2]]
    # How many earlier tricks are solved depends on the time that this takes.
    solved = found.json["open_values"][-2:]
    api.keep("done", found, judgements=[plain[0], mistakes[-1]], costs=costs, open_values=solved)
    own = ben.get("/v1/me/mistakes")
    api.keep("some", own)
    puzzles = ada.get("/v1/puzzles")
    [lead, *_] = [each for each in puzzles.json["puzzles"] if each["phase"] == "lead"]
    api.keep("one", puzzles, puzzles=[lead])
    puzzle = ada.get(f"/v1/puzzles/{lead['id']}")
    match = puzzle.json["match"]
    shown = {name: match[name] for name in ("phase", "hands_played") if name in match}
    api.keep("play", puzzle, match=shown, moves={"asked": puzzle.json["moves"]["asked"]})
    answers = f"/v1/puzzles/{puzzle.json['id']}/answers"
    tries = [ada.post(answers, {"move": {"type": "play", "cards": cards}}) for cards in puzzle.json["moves"]["cards"]]
    api.keep("wrong", next(each for each in tries if not each.json["right"]), "play")
    unheld = next(card for card in ("2C", "3C", "4C", "5C") if card not in match["hand"])
    api.keep("not_held", ada.post(answers, {"move": {"type": "play", "cards": [unheld]}}))
    api.keep("not_asked", ada.post(answers, {"move": {"type": "pass"}}))
    api.keep("other", ada.post(answers, {"move": {"type": "take", "card": "3S"}}))


SCENES = (analyses,)
