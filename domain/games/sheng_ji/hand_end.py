"""What the end of a hand decides: points, levels, penalties and the next dealer."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.games.sheng_ji.early_end import opponents_points, score_of
from domain.games.sheng_ji.friends import missing_teammates
from domain.games.sheng_ji.holding import hand_of
from domain.games.sheng_ji.hooks import LastTrick, hooked_back
from domain.games.sheng_ji.kitty_bonus import factor_of_trick, kitty_factor, units_of_play
from domain.games.sheng_ji.levels import Advance, HandPlayed, advance_by
from domain.games.sheng_ji.play_events import HandScored, KittyRevealed
from domain.games.sheng_ji.play_evolve import BrokenHand
from domain.games.sheng_ji.recorder import HandRecorder
from domain.games.sheng_ji.revoke import points_after_revoke
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scoring import Score, levels_of_winner
from domain.games.sheng_ji.state import MatchState, Reviewing, Trick, Tricks, seats_in
from domain.games.sheng_ji.succession import next_dealer
from domain.games.sheng_ji.units import relevance, unit_cards
from domain.kernel.cards import points
from domain.kernel.seats import Seat


def end_hand(
    recorder: HandRecorder, last: Trick | None, revoked_by: Seat | None = None, conceded_by: tuple[Seat, ...] = ()
) -> None:
    """Scores the hand in the order of DEC-80: tricks, kitty bonus, penalties, table, levels, hooks, next dealer.

    Args:
        recorder: the recorder of the hand, all of whose tricks are over.
        last: the last trick. `None` if the hand ended earlier or the trick does not count. The kitty then counts only
            after a concession.
        revoked_by: the seat with a proven revoke.
        conceded_by: the side that conceded. Its opponents are treated as winners of the last trick.
    """
    rules = recorder.match.rules
    bonus = _kitty_bonus(recorder, last, conceded_by)
    tricks = recorder.tricks
    penalties = penalties_of(tricks, rules.hong_wu_penalty)
    total = opponents_points(tricks) + bonus.for_opponents + penalties
    if revoked_by is not None:
        total = points_after_revoke(total, rules, by_declarers=tricks.deal.declares(revoked_by))
    result = score_of(total, rules)
    if revoked_by is not None and rules.revoke_penalty == "lose_hand_plus":
        result = result._replace(levels=result.levels + 1)
    reset_to = _reset_by(recorder, last, result)
    # If a revoke ends the hand early, friends who could still have joined are not missing.
    cut_short = revoked_by is not None and not isinstance(recorder.match.phase, Reviewing)
    missing = 0 if cut_short else _missing(tricks)
    recorder.record(
        HandScored(
            last_trick=_last_winner(tricks),
            trick_points=opponents_points(tricks),
            kitty_points=bonus.points,
            kitty_factor=bonus.factor,
            penalties=penalties,
            opponent_points=total,
            declarers=seats_in(tricks.deal.declarers),
            solo=tricks.solo,
            missing=missing,
            winners=result.winners,
            levels_won=result.levels,
            reset_to=reset_to,
            revoked_by=revoked_by,
            next_dealer=_next_dealer(tricks, rules, result),
            **_standing_after(recorder.match, _advances(recorder.match, tricks, result, missing, reset_to)),
        )
    )


class _KittyBonus(NamedTuple):
    """The points of the kitty, their factor, and what the opponents get of them; all 0 if the kitty is not taken."""

    points: int
    factor: int
    for_opponents: int


def _kitty_bonus(recorder: HandRecorder, last: Trick | None, conceded_by: tuple[Seat, ...]) -> _KittyBonus:
    """Reveals the kitty if need be, and returns its bonus."""
    rules, declares = recorder.match.rules, recorder.tricks.deal.declares
    opponents_last = declares(conceded_by[0]) if conceded_by else last is not None and not declares(last.winner)
    # Declarers who take the kitty gain nothing: their points are not counted (SJ-BONUS-05, DEC-78).
    taken = opponents_last or (
        (last is not None or bool(conceded_by)) and rules.kitty_awarded_to == "last_trick_winner_team"
    )
    if taken or rules.kitty_reveal == "always_after_hand":
        recorder.record(KittyRevealed(recorder.tricks.kitty))
    if not taken:
        return _KittyBonus(0, 0, 0)
    worth, factor = points(recorder.tricks.kitty), _factor(recorder, last)
    return _KittyBonus(worth, factor, worth * factor if opponents_last else 0)


def _next_dealer(tricks: Tricks, rules: Rules, result: Score) -> Seat:
    return next_dealer(
        tricks.deal.dealer,
        rules.players,
        declarers_won=result.winners == "declarers",
        declarers=seats_in(tricks.deal.declarers),
        succession=rules.succession,
    )


def _standing_after(match: MatchState, advances: Sequence[Advance]) -> dict[str, Any]:
    """Returns the levels before and after the hand, and the winners of the match, as members of `HandScored`."""
    seats = map(Seat, range(match.rules.players))
    return {
        "levels_before": tuple(position.level for position in match.positions),
        "levels_after": tuple(advance.position.level for advance in advances),
        "laps_after": tuple(advance.position.laps for advance in advances),
        "attempted_after": tuple(advance.position.attempted for advance in advances),
        "match_won_by": tuple(seat for seat in seats if advances[match.holder(seat)].won),
    }


def last_trick_after_revoke(match: MatchState, offender: Seat) -> Trick | None:
    """Returns the last trick if it counts after a proven revoke, or `None`.

    It counts only if the opponents won it and prove a revoke of the declarers in review. The offender's side gains
    nothing.
    """
    reviewing = match.phase
    if not isinstance(reviewing, Reviewing):
        return None
    declares, last = reviewing.tricks.deal.declares, reviewing.last
    return last if declares(offender) and not declares(last.winner) else None


def _last_winner(tricks: Tricks) -> Seat:
    if tricks.last_trick is None:
        raise BrokenHand("a hand is scored before a trick was played")
    return tricks.last_trick.winner


def _missing(tricks: Tricks) -> int:
    """Returns the number of called friends who did not join (FF-TEAM-02)."""
    return 0 if tricks.friends is None or tricks.solo else missing_teammates(tricks.friends, tricks.deal.dealer)


def penalties_of(tricks: Tricks, red_five: int) -> int:
    """Returns all penalties as points of the opponents, who gain what declarers lose (DEC-58, DEC-97).

    A red five costs its player when the other side has won it. Sides are as known so far.
    """
    declares = tricks.deal.declares
    lost = [*enumerate(tricks.penalties)]
    lost += [(owner, red_five) for owner, winner in tricks.red_fives if declares(owner) != declares(winner)]
    return sum(cost if declares(Seat(seat)) else -cost for seat, cost in lost)


def _factor(recorder: HandRecorder, last: Trick | None) -> int:
    """Returns the multiplier of the kitty. A conceded last trick counts as one of single cards."""
    rules, order = recorder.match.rules, recorder.tricks.deal.order
    if last is None:
        return kitty_factor(rules.kitty_multiplier, width=1, length=1, cards=1)
    plays = [units_of_play(order, hand_of(order, play.cards)) for play in last.plays]
    place = [play.seat for play in last.plays].index(last.winner)
    return factor_of_trick(
        rules.kitty_multiplier,
        rules.kitty_multiplier_singles_throw,
        rules.kitty_unit_source,
        last.lead.units,
        plays,
        place,
    )


def _reset_by(recorder: HandRecorder, last: Trick | None, result: Score) -> Any:
    """Returns the level to which the last trick sets the declarers back, or `None` (SJ-VAR-05..07)."""
    if last is None:
        return None
    tricks = recorder.tricks
    deal, order = tricks.deal, tricks.deal.order
    longest = max(last.standing.reading, key=lambda unit: relevance(*unit.shape))
    cards = next(play.cards for play in last.plays if play.seat == last.winner)
    ending = LastTrick(
        won_by_opponents=not deal.declares(last.winner),
        cards=cards,
        longest_unit=unit_cards(order, last.standing.suit, longest),
        threshold_reached=result.winners == "opponents",
    )
    return hooked_back(recorder.match.rules, deal.trump_rank, deal.trump_suit, ending)


def _advances(match: MatchState, tricks: Tricks, result: Score, missing: int, reset_to: Any) -> tuple[Advance, ...]:
    """Returns the position of each team, or of each seat, after the hand."""
    rules, deal = match.rules, tricks.deal
    advances: list[Advance] = []
    for place, position in enumerate(match.positions):
        # In fixed teams, the seat with the number of a team belongs to it.
        seat = Seat(place)
        declares = deal.declares(seat)
        won = declares == (result.winners == "declarers")
        levels = 0
        if won:
            levels = levels_of_winner(
                result,
                is_dealer=seat == deal.dealer,
                missing=missing,
                missing_bonus=rules.missing_bonus,
                solo=tricks.solo,
            )
        played = HandPlayed(levels, deal.trump_rank, declares, won, reset_to)
        advances.append(advance_by(rules.levels, position, played))
    return tuple(advances)
