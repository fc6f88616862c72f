"""Proposals, answers and claims in random matches."""

from random import Random

from domain.games.registry import GAMES
from domain.games.sheng_ji.claims import can_claim
from domain.games.sheng_ji.commands import Claim
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.kernel.refusals import Refusal
from domain.table.commands import Act, Agree, Disagree, Propose, TableCommand, WithdrawProposal
from domain.table.decide import decide
from domain.table.events import ProposalKind
from domain.table.hands import Chance
from domain.table.proposals import awaited_seats
from domain.table.state import Table
from tests.support.table import player

KINDS: tuple[ProposalKind, ...] = (*["concede_hand"] * 9, "draw", "abandon", "concede_match")
"""The kinds of proposals besides undoing a move. Most of them do not end the match."""


def said_by_chance(table: Table, luck: Random, talk: float) -> TableCommand | None:
    """Returns a random answer, claim or proposal, or `None`. `talk` is the probability of a proposal; 0 allows none."""
    if talk and table.proposal is not None and luck.random() < 0.9:
        return _answer(table, luck)
    if talk and luck.random() < 0.5:
        return _claim(table)
    return _proposal(table, luck) if luck.random() < talk else None


def _proposal(table: Table, luck: Random) -> TableCommand | None:
    if table.proposal is not None:
        return None
    if table.undoable is not None and luck.random() < 0.7:
        proposal = Propose(player(table.undoable.seat), "undo")
    else:
        proposal = Propose(player(luck.randrange(len(table.seats))), luck.choice(KINDS))
    return proposal if is_taken(table, proposal) else None


def _answer(table: Table, luck: Random) -> TableCommand | None:
    asked = awaited_seats(table)
    said = luck.random()
    if said < 0.1:
        return WithdrawProposal(player(table.proposal.by))
    if said < 0.3:
        return Disagree(player(luck.choice(asked)))
    agreement = Agree(player(luck.choice(asked)), table.proposal.what)
    # Since the proposal, the hand may have reached a point where it cannot be conceded.
    return agreement if is_taken(table, agreement) else None


def _claim(table: Table) -> TableCommand | None:
    match: MatchState = table.match
    tricks = match.phase
    if not isinstance(tricks, Tricks) or not can_claim(match, tricks, tricks.turn):
        return None
    return Act(player(tricks.turn), Claim())


def is_taken(table: Table, command: TableCommand) -> bool:
    try:
        decide(GAMES, table, command, Chance(bytes(32)))
    except Refusal:
        return False
    return True
