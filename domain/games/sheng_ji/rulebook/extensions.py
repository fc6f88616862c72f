"""Rules of this server that the traditional games do not have. Most of them are off unless a table turns them on."""

from domain.games.sheng_ji.bombs import SMALLEST, can_be_bombed
from domain.games.sheng_ji.card_order import trump_tiers
from domain.games.sheng_ji.deal_shape import cards_removed, pack
from domain.games.sheng_ji.levels import LEVEL_NAMES, NO_TRUMP_LEVEL
from domain.games.sheng_ji.plans import PLAN_LIMIT
from domain.games.sheng_ji.rulebook.friends import callable_grid
from domain.games.sheng_ji.rulebook.leads import run_grid
from domain.games.sheng_ji.rulebook.wording import rank_name, shape_name, together
from domain.games.sheng_ji.rules import Rules, pack_of
from domain.games.sheng_ji.units import Unit
from domain.kernel.cards import RANKS
from domain.kernel.messages import Message, counted, message
from domain.kernel.wording import cards, number
from domain.rulebook.entries import Chapter, Grid, rule


def removed_grid(rules: Rules) -> Grid | None:
    """Lists the cards removed from the pack, by trump rank. Returns `None` if no cards are removed."""
    over = cards_removed(
        rules.decks, rules.deal_shape.cards, fillers=rules.filler_cards, jokers_removed=rules.jokers_removed
    )
    if not over:
        return None
    rows = []
    for rank in RANKS:
        left = list(pack_of(rules, rank))
        whole = pack(rules.decks, len(left) + over, fillers=rules.filler_cards, jokers_removed=rules.jokers_removed)
        out = []
        for card in whole:
            if card in left:
                left.remove(card)
            else:
                out.append(card)
        rows.append((rank_name(rank), cards(out)))
    return Grid(message("Cards removed from the pack"), (message("trump rank"), message("cards")), tuple(rows))


def _removed(rules: Rules) -> Message:
    over = cards_removed(
        rules.decks, rules.deal_shape.cards, fillers=rules.filler_cards, jokers_removed=rules.jokers_removed
    )
    shape = rules.deal_shape
    return message(
        "At this table, {cards} are removed. Each hand has {hand} cards and the kitty {kitty}.",
        cards=counted("{count} card", "{count} cards", over),
        hand=shape.hand,
        kitty=shape.kitty,
    )


def bomb_grid(_: Rules) -> Grid:
    """Lists which leads of four cards can be bombed."""
    leads: tuple[tuple[tuple[int, int], ...], ...] = (
        ((4, 1),),
        ((2, 2),),
        ((3, 1), (1, 1)),
        ((2, 1), (2, 1)),
        ((1, 1),) * 4,
    )
    rows = []
    for shapes in leads:
        units = tuple(Unit(width, length, 0, 0) for width, length in shapes)
        named = together(shape_name(*shape) for shape in shapes)
        rows.append(
            (named, message("yes") if can_be_bombed(units, sum(unit.size for unit in units)) else message("no"))
        )
    return Grid(
        message("Leads of four cards that a bomb of four can beat"),
        (message("led"), message("can be bombed")),
        tuple(rows),
    )


def no_rank_grid(rules: Rules) -> Grid:
    """Lists the trumps at level NT."""
    tiers = trump_tiers(None, None, rules.ordering)
    rows = tuple((str(place), cards(faces)) for place, (_, faces) in enumerate(reversed(tiers), 1))
    return Grid(message("Trumps at level NT, from high to low"), ("", message("cards")), rows)


def _clock(rules: Rules) -> Message:
    end = (
        message(
            "There is no clock after the last card. Declaring ends when all seats have passed, or when the player "
            "who would take the kitty passes."
        )
        if rules.declaration_window == "until_kitty_taken"
        else message(
            "After the last card, {declare_seconds} seconds remain to declare. Each declaration restarts this "
            "time. Declaring ends earlier if all seats pass after the last declaration.",
            declare_seconds=rules.declare_seconds,
        )
    )
    return message(
        "All seats draw a card at the same time. A round takes {seconds}. {end}",
        seconds=counted("{count} second", "{count} seconds", rules.draw_seconds),
        end=end,
    )


def _claims(rules: Rules) -> Message:
    if rules.shows_voids:
        return message("The proof also uses the rule that each hand must follow suit while it can.")
    return message("At this table, players need not follow the suit led. So plays do not show which cards others hold.")


def _claims_of_opponents(rules: Rules) -> Message | None:
    if rules.kitty_unit_source != "any_play":
        return None
    return message(
        "An opponent can claim only if the last lead is a single card or one unit of the greatest width, because any "
        "play of the last trick can give the factor of the kitty."
    )


def _called_by_declarers(rules: Rules) -> Message:
    if rules.value("double_join") == "ignored":
        return message(
            "A called copy is skipped if a declarer plays it, or the dealer. The call waits for the next copy that "
            "another player plays, and stays open if there is none. Skipped copies still count in the order of copies."
        )
    return message("The called copy answers its call no matter who plays it, so there can be fewer declarers.")


def _removes(rules: Rules) -> bool:
    return rules.value("kitty_removes_cards") == "on"


def _runs_changed(rules: Rules) -> bool:
    return rules.ordering.narrowest_run > 2 or rules.ordering.shortest_run > 2


def _run_shapes(rules: Rules) -> Message:
    return message(
        "At this table, a run has {shortest_run} or more consecutive tuples. Each has at least {narrowest_run} "
        "identical cards.",
        shortest_run=number(rules.ordering.shortest_run),
        narrowest_run=number(rules.ordering.narrowest_run),
    )


def _bombs_without_suit(rules: Rules) -> Message:
    if rules.bombs == "any_suit":
        return message(
            "A player who holds the led suit may still play a bomb of another suit, or one that matches the lead "
            "less well. A play of another suit therefore proves nothing about that player's hand."
        )
    return message(
        "A player who holds the led suit must follow as usual. A bomb therefore has the led suit, or comes from a "
        "player with too few cards of it."
    )


EXTENSIONS: Chapter[Rules] = Chapter(
    "extensions",
    message("Rules of this server"),
    (
        rule(
            "EX-BACK-01",
            message("Taking back"),
            message(
                "The seat that acted last may ask to take back its play. In declaring by turns it may ask to take "
                "back its declaration or pass. This is possible until another seat acts or the stage ends. A pass "
                "that ends the declaring cannot be taken back, nor a play that ends the hand."
            ),
            message(
                "Every other seat then agrees or declines. If all agree, the hand returns to the state before the "
                "move. That also undoes a trick that ended or a friend who joined. If a seat declines, or plays "
                "instead of answering, the move stands and the seat cannot ask again."
            ),
            message(
                "A failed throw cannot be taken back, because cards were shown. Declarations in a live draw or by "
                "sealed plans cannot be taken back. If players play on their honor, the last play of a hand can "
                "still be taken back while the hand is reviewed."
            ),
            when=lambda rules: rules.take_back,
            example={"take_back": "on"},
        ),
        rule(
            "EX-EARLY-01",
            message("Ending a hand early"),
            message(
                "Between two tricks, any seat may end a hand whose result is certain. The server compares two "
                "cases: the opponents win no more points, or they win all remaining points. The second case "
                "includes the kitty with the largest factor that the remaining cards allow. The result is certain "
                "if the same side wins the same levels in both. Only public facts are used. The hand is then "
                "scored with the points so far, without the kitty."
            ),
            message(
                "The command is refused before the first trick ends, while a call is open, and in a hand whose "
                "trump rank has a hook. The option is not available if a failed throw or a lost red five costs "
                "points. It is not available on one's honor either, because a revoke could still be "
                "proven."
            ),
            when=lambda rules: rules.end_early,
            example={"end_early": "on"},
        ),
        rule(
            "EX-CLAIM-01",
            message("Claiming the rest"),
            message(
                "The seat on lead may claim all remaining tricks, and may state the order of its leads. The claim "
                "must be proven by what that seat knows. It knows its own hand, the cards played, the kitty if it "
                "buried it, and which seats are void in a suit. Any other hand, including the partner's, could "
                "hold any of the other cards."
            ),
            message(
                "If every lead wins its trick wherever those cards are, the tricks are played out at once. The "
                "claimer leads in the stated order, the others follow as they must, and the hand is scored as "
                "usual. Otherwise the claim is refused, without a penalty."
            ),
            message(
                "A claim can be true and still not be proven. If no order is stated, the server looks for one: "
                "trumps first, and the smallest unit that is sure to win. Nobody can claim while a call is open."
            ),
            _claims_of_opponents,
            _claims,
        ),
        rule(
            "EX-CONCEDE-01",
            message("Conceding a hand"),
            message(
                "After the first trick, a side may concede the rest of the hand if all its players agree. The "
                "other side then gets the points of the current trick and of all hands. If the declarers concede, "
                "the opponents also get the kitty, as if they had won the last trick with a single card. If the "
                "opponents concede, they keep the points they have taken. Hooks have no effect."
            ),
            message(
                "Conceding is refused while a call is open, in a hand whose trump rank has a hook, and while a "
                "player chooses the lead after a failed throw."
            ),
        ),
        rule(
            "EX-KITTY-01",
            message("A kitty of any size"),
            message(
                "If the chosen kitty does not leave equal hands, cards are removed from the pack until it does. "
                "Removal starts with the lowest rank that has no points and is not a trump. One card each of "
                "clubs, diamonds, hearts and spades is removed in turn. When that rank is used up, the next such "
                "rank follows. The cards are removed before the shuffle and depend only on the trump rank."
            ),
            _removed,
            removed_grid,
            message(
                "This needs a chosen size of the kitty, and a trump rank that is known before the deal. So it "
                "cannot be combined with declarations at each player's own level."
            ),
            when=_removes,
            example={"kitty_removes_cards": "on", "kitty_size": 10},
        ),
        rule(
            "EX-CALL-01",
            message("Which cards may be called"),
            message(
                "The table decides which cards the dealer may call. Spare cards can never be called. The other "
                "rules for calls apply as well."
            ),
            callable_grid,
            when=lambda rules: rules.friends is not None,
        ),
        rule(
            "EX-JOIN-01",
            message("Called cards played by declarers"),
            _called_by_declarers,
            when=lambda rules: rules.friends is not None,
        ),
        rule(
            "EX-RUN-01",
            message("The minimum size of a run"),
            message(
                "The table sets how many consecutive tuples a run needs, and how many identical cards each of them "
                "has. Anything narrower or shorter counts as separate tuples when leading, throwing and following, "
                "and for the kitty. A tuple cannot be wider than the number of decks."
            ),
            _run_shapes,
            run_grid,
            when=_runs_changed,
            example={"run_length": 3},
        ),
        rule(
            "EX-BOMB-01",
            message("Bombs"),
            message(
                "A bomb is a play of {smallest} or more identical cards. It can answer any lead of as many cards "
                "that are not all identical. A bomb beats every other play, including trumps. It does not make a "
                "throw fail, because only units of the thrown suit can.",
                smallest=number(SMALLEST),
            ),
            message(
                "Of two bombs, trumps beat side suits. Then the higher card wins. Bombs of different side suits "
                "are compared by rank. Of equal bombs, the earlier wins."
            ),
            _bombs_without_suit,
            bomb_grid,
            message("Bombs need four decks. The factor of the kitty follows SJ-BONUS-03 as usual."),
            when=lambda rules: rules.bombs != "off",
            example={"bombs": "any_suit", "decks": 4},
        ),
        rule(
            "EX-LEVEL-01",
            message("A level after ace"),
            message(
                "After ace comes a final level {level_names}. It must be won like ace, and so must ace itself. A "
                "hand at that level has no trump rank and no trump suit. Only jokers are trumps, and red fives "
                "and twos if the table makes them trumps. Nobody declares, no card is turned, and nobody bids for "
                "the kitty. All cards are dealt at once.",
                level_names=LEVEL_NAMES[NO_TRUMP_LEVEL],
            ),
            no_rank_grid,
            message(
                "With individual levels, it can be passed only in a hand at that level. It cannot be combined "
                "with a final level below ace, or with dealers who are decided by declaring in each hand."
            ),
            when=lambda rules: rules.levels.final_level == NO_TRUMP_LEVEL,
            example={"level_after_ace": "no_trump"},
        ),
        rule(
            "EX-HIDE-01",
            message("Players count for themselves"),
            message(
                "While a hand is played, nobody is shown the opponents' points and point cards, each player's "
                "points, or penalties. Tricks are shown as usual, so players can count. When the hand is scored, "
                "everything is shown. DEC-94 says which past tricks are shown meanwhile."
            ),
            when=lambda rules: rules.hide_points,
            example={"hide_points": "on"},
        ),
        rule(
            "EX-HONOR-01",
            message("Playing on one's honor"),
            message(
                "The server checks that players play their own cards, as many as were led, and that a lead is of "
                "one suit. It does not check whether they follow. An opponent may challenge any past play until "
                "the hand is scored. The challenge succeeds if the cards that the seat has played in that trick "
                "and since would have been a better answer. Otherwise it is refused, without a penalty."
            ),
            message(
                "A successful challenge ends the hand as SJ-ILLEGAL-02 says. The kitty then adds nothing, and "
                "hooks have no effect. There is one exception: if a declarer's revoke is proven after the last "
                "trick, that trick counts for the opponents as usual. Friends who have not joined by then are not "
                "missing friends."
            ),
            message(
                "After the last trick, each player passes or challenges before the hand is scored. If pairs and "
                "larger tuples are protected, only the suit is judged until the last card is played. The leader of "
                "a trick cannot revoke in it."
            ),
            when=lambda rules: rules.enforcement == "honor",
            example={"enforcement": "honor"},
        ),
        rule(
            "EX-LIVE-01",
            message("The live draw"),
            _clock,
            message(
                "During the draw and after it, any seat may declare with cards that it has drawn. Nobody passes "
                "during the draw. Declarations count in the order in which they arrive. Late reinforcing ends "
                "with the next round. Nobody sees what other players draw."
            ),
            when=lambda rules: rules.deal_mode == "live_draw",
            example={"deal_mode": "live_draw"},
        ),
        rule(
            "EX-PLAN-01",
            message("Sealed plans"),
            message(
                "Each seat sees its whole hand and files one plan of at most {plan_limit} declarations. A seat "
                "passes by filing an empty plan. Other players see only that a plan was filed. It cannot be "
                "changed.",
                plan_limit=PLAN_LIMIT,
            ),
            message(
                "Each declaration of a plan names cards of the hand and a condition. The first condition is that "
                "no declaration stands; the second, that another player's stands. The third is that one of the "
                "other side stands, or of any other player if friends are called. The last one is always fulfilled, "
                "so the declaration is made whenever it is legal. Only with this one can players reinforce their own "
                "declaration."
            ),
            message(
                "When all plans are filed, the draw is replayed card by card. After each card the seats are "
                "checked in turn, from the seat that drew it. A seat makes the first declaration of its plan "
                "whose cards it has drawn, whose condition holds, and which is legal. After a declaration, the "
                "check continues with the seat to the right. Each declaration is made at most once. Declaring "
                "ends with the last card. Late reinforcing ends with the seat's next card."
            ),
            when=lambda rules: rules.deal_mode == "plan",
            example={"deal_mode": "plan"},
        ),
    ),
)
