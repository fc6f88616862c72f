"""Rules of this server that no description of the game has: off, or without effect, unless a table turns them on."""

from domain.games.sheng_ji.bombs import SMALLEST, can_be_bombed
from domain.games.sheng_ji.deal_shape import cards_removed, pack
from domain.games.sheng_ji.levels import LEVEL_NAMES, NO_TRUMP_LEVEL
from domain.games.sheng_ji.order import trump_tiers
from domain.games.sheng_ji.plans import PLAN_LIMIT
from domain.games.sheng_ji.rulebook.friends import callable_grid
from domain.games.sheng_ji.rulebook.playing import run_grid
from domain.games.sheng_ji.rulebook.wording import rank_name, shape_name
from domain.games.sheng_ji.rules import Rules, pack_of
from domain.games.sheng_ji.units import Unit
from domain.kernel.cards import RANKS
from domain.rulebook.entries import Chapter, Grid, rule
from domain.rulebook.wording import cards, counted, number


def removed_grid(rules: Rules) -> Grid | None:
    """Which cards are taken out, by trump rank."""
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
    return Grid("What is taken out of the pack", ("trump rank", "cards"), tuple(rows))


def _removed(rules: Rules) -> str:
    over = cards_removed(
        rules.decks, rules.deal_shape.cards, fillers=rules.filler_cards, jokers_removed=rules.jokers_removed
    )
    shape = rules.deal_shape
    return (
        f"Here {counted(over, 'card')} leave the pack, and {shape.hand} go to each hand and {shape.kitty} to the kitty."
    )


def bomb_grid(_: Rules) -> Grid:
    """Which leads of four cards can be bombed."""
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
        told = " + ".join(shape_name(*shape) for shape in shapes)
        rows.append((told, "yes" if can_be_bombed(units, sum(unit.size for unit in units)) else "no"))
    return Grid("Which leads of four cards a bomb of four can beat", ("led", "can be bombed"), tuple(rows))


def no_rank_grid(rules: Rules) -> Grid:
    """The trumps of the level NT."""
    tiers = trump_tiers(None, None, rules.ordering)
    rows = tuple((str(place), cards(faces)) for place, (_, faces) in enumerate(reversed(tiers), 1))
    return Grid("Trumps at level NT, high to low", ("", "cards"), rows)


def _clock(rules: Rules) -> str:
    end = (
        "After the last card no clock runs: declaring ends when all have passed, or as soon as whoever would take the "
        "kitty passes."
        if rules.declaration_window == "until_kitty_taken"
        else f"After the last card {rules.declare_seconds} seconds remain to declare, anew after each declaration; "
        "declaring ends before that when all have passed since the last declaration."
    )
    return f"Every {rules.draw_seconds} seconds all seats draw a card at once. {end}"


def _claims(rules: Rules) -> str:
    if rules.shows_voids:
        return "Every lead draws as many cards of its suit from each hand that has them, which counts for the proof."
    return "Here a lead proves nothing of the cards that others keep, since they may play another suit."


def _removes(rules: Rules) -> bool:
    return rules.value("kitty_removes_cards") == "on"


def _runs_changed(rules: Rules) -> bool:
    return rules.ordering.narrowest_run > 2 or rules.ordering.shortest_run > 2


def _run_shapes(rules: Rules) -> str:
    return (
        f"Here a run has {number(rules.ordering.shortest_run)} or more consecutive tuples of "
        f"{number(rules.ordering.narrowest_run)} or more identical cards each."
    )


def _hidden(_: Rules) -> str:
    return (
        "While a hand is played, views tell neither the points that the opponents have taken, nor the cards in which "
        "they lie, nor what each player took, nor penalties so far. Tricks are seen as ever, so players may count; "
        "when "
        "the hand is scored everything is told. With `history_view` = `last_trick` no view shows the earlier tricks "
        "either."
    )


EXTENSIONS: Chapter[Rules] = Chapter(
    "extensions",
    "Rules of this server",
    (
        rule(
            "EX-BACK-01",
            "Taking back",
            "The seat that acted last may ask to take back its play, or where declaring goes in turn its declaration "
            "or "
            "pass. It can do so until another seat acts, or until the stage is over: a pass that ends the declaring, "
            "and "
            "a play that ends the hand, stand. Every other seat then agrees or declines. When all agree, the hand is "
            "as "
            "it was before that move, with a trick it ended and a friend it brought; when one declines, or plays "
            "instead "
            "of answering, the move stands and cannot be asked back again.",
            "A throw that has failed cannot be taken back, because cards were shown. In a live draw and with sealed "
            "plans nothing that was declared is taken back. With `enforcement` = `honor` the last play of a hand can "
            "still be taken back while the hand is looked at.",
            when=lambda rules: rules.take_back,
            example={"take_back": "on"},
        ),
        rule(
            "EX-EARLY-01",
            "Ending a hand early",
            "Between two tricks any seat may end a hand whose result is settled: when the opponents have as many "
            "points "
            "as now, and when they had all points that are still out, counted with the largest factor that a last "
            "trick "
            "of the cards left could give, the same side wins the same number of levels. It is reckoned from what "
            "everybody knows. The hand is then scored with the points taken so far, and the kitty does not count.",
            "It is refused before the first trick is over, while a call is open, and in a hand of a trump rank that "
            "has a hook. Tables where a failed throw or a lost red five costs points cannot have it, nor those with "
            "`enforcement` = `honor`, where a revoke could still come out.",
            when=lambda rules: rules.end_early,
            example={"end_early": "on"},
        ),
        rule(
            "EX-CLAIM-01",
            "Claiming the rest",
            "The seat on lead may claim all tricks that are left, and say in which order it leads its cards. The claim "
            "holds when what the seat itself knows proves it: its own hand, the cards that are gone, the kitty if it "
            "buried it, and the suits in which others have shown that they are void. All other cards count as if any "
            "one of the other hands could have them, the partner's too. When each lead wins its trick wherever they "
            "lie, "
            "the tricks are played out at once: the claimer leads as stated, the others follow as they must, and the "
            "hand is scored as ever. Else the claim is refused, and costs nothing.",
            "A claim can be true and not proven. Without an order one is looked for: of the units of the hand the "
            "smallest that is sure to win is led first, trumps before other suits. Nobody claims while a call is open; "
            "nor an opponent of the dealer where `kitty_unit_source` is `any_play` and the last lead is neither one "
            "card nor one unit as wide as can be.",
            _claims,
        ),
        rule(
            "EX-CONCEDE-01",
            "Conceding a hand",
            "From the end of the first trick a side may give up the rest of the hand, when all its players agree. The "
            "points of the trick under way and of all hands then go to the other side. When the declarers concede, the "
            "opponents have the kitty too, as if they had won the last trick with a single card; when the opponents "
            "concede, they keep what they have taken. No hook is reckoned with.",
            "It is refused while a call is open, in a hand of a trump rank that has a hook, and while it is chosen "
            "what is led for a throw that has failed.",
        ),
        rule(
            "EX-KITTY-01",
            "A kitty of any size",
            "A `kitty_size` that does not leave equal hands takes cards out of the pack until hands are equal: of the "
            "lowest rank that is worth nothing and is no trump, one of clubs, diamonds, hearts and spades in turn, and "
            "when all of that rank are gone, of the next such rank. They are out before the shuffle, so which they are "
            "depends on the trump rank and on nothing else.",
            _removed,
            removed_grid,
            "It needs a `kitty_size` that is named, and a trump rank that is known before the deal: it does not go "
            "with "
            "`zpy_dealer` = `declare` nor with `redeal_dealer` = `up_for_grabs`.",
            when=_removes,
            example={"kitty_removes_cards": "on", "kitty_size": 10},
        ),
        rule(
            "EX-CALL-01",
            "Which cards may be called",
            "`friend_card` says what the dealer may call: `non_trump` any card but trumps, `any` trumps and jokers "
            "too, "
            "`no_highest` neither trumps nor aces, and no kings where ace is the trump rank, `no_points` neither "
            "trumps "
            "nor fives, tens and kings. Spare cards are never called. The other rules of calls hold with each of them.",
            callable_grid,
            when=lambda rules: rules.friends is not None,
        ),
        rule(
            "EX-JOIN-01",
            "Called cards played by declarers",
            "With `double_join` = `allowed` the called copy answers its call whoever plays it, so that declarers can "
            "be "
            "fewer than was meant. With `ignored` a copy that a declarer plays, the dealer included, is passed over: "
            "the "
            "call waits for the next copy that somebody else plays, and stays open when there is none. Copies that are "
            "passed over still count in the order of copies.",
            when=lambda rules: rules.friends is not None,
        ),
        rule(
            "EX-RUN-01",
            "What is long enough for a run",
            "Only consecutive tuples of at least `run_width` identical cards are a run, and only at least `run_length` "
            "of them. What is narrower or shorter is led as tuples by themselves, is read so in throws, is owed so by "
            "those who follow, and counts so for the kitty. `run_width` cannot exceed the number of decks.",
            _run_shapes,
            run_grid,
            when=_runs_changed,
            example={"run_length": 3},
        ),
        rule(
            "EX-BOMB-01",
            "Bombs",
            f"When {number(SMALLEST)} or more cards are led that are not all identical, a play of as many identical "
            "cards "
            "is a bomb. A bomb beats every play that is none, also of trumps; a throw is not the weaker for it, since "
            "only its own suit can beat its units. Of two bombs trumps beat side suits, then the higher card wins, by "
            "its rank between side suits, and of equals the earlier.",
            lambda rules: (
                "A bomb may be played although one holds the suit led, and although it answers the lead less well; so "
                "a "
                "play of another suit proves nothing about what its player holds."
                if rules.bombs == "any_suit"
                else "Who holds the suit led has to follow as ever, so a bomb comes from that suit, or from those who "
                "have too little of it."
            ),
            bomb_grid,
            "Bombs need four decks. The factor of the kitty follows `kitty_unit_source` as ever.",
            when=lambda rules: rules.bombs != "off",
            example={"bombs": "any_suit", "decks": 4},
        ),
        rule(
            "EX-LEVEL-01",
            "A level after ace",
            f"After ace comes a level {LEVEL_NAMES[NO_TRUMP_LEVEL]}, which is the final one and has to be won like "
            "ace, "
            "which it does not replace. A hand at that level has no trump rank and no trump suit: the jokers alone are "
            "trumps, and red fives and twos where the table makes them so. Nothing is declared or turned, nobody bids "
            "for the kitty, and all cards are dealt at once.",
            no_rank_grid,
            "With individual levels too it is passed only in a hand of its own kind. It does not go with a "
            "`final_level` below ace, nor with `zpy_dealer` = `declare`.",
            when=lambda rules: rules.levels.final_level == NO_TRUMP_LEVEL,
            example={"level_after_ace": "no_trump"},
        ),
        rule(
            "EX-HIDE-01",
            "Counting for oneself",
            _hidden,
            when=lambda rules: rules.hide_points,
            example={"hide_points": "on"},
        ),
        rule(
            "EX-HONOR-01",
            "Playing on one's honor",
            "The server checks that a play is of the player's own cards and has as many as were led, and that a lead "
            "is "
            "of one suit; whether a play answers the lead it leaves to the players. An opponent may challenge a play "
            "of "
            "a past trick, during the hand or when it is over. The challenge holds when the cards that its seat played "
            "in that trick and since, so far as they have come down, would have made a better answer; else it is "
            "refused "
            "and costs nothing.",
            "A challenge that holds ends the hand as SJ-ILLEGAL-02 says. The kitty then adds nothing and no hook "
            "counts, "
            "unless a revoke of a declarer is proven after the last trick: then the last trick counts for the "
            "opponents as ever. Friends who have not come out by then are not missing. After the last trick every "
            "seat passes or challenges before the hand is scored. Where `protect_tuples` is on, until the last card is "
            "played only the suit is judged. The leader of a trick cannot revoke in it.",
            when=lambda rules: rules.enforcement == "honor",
            example={"enforcement": "honor"},
        ),
        rule(
            "EX-LIVE-01",
            "The live draw",
            _clock,
            "During the draw and after it any seat may declare with cards that it has drawn; during the draw nobody "
            "passes. Declarations count in the order in which they arrive. Late reinforcing is over with the next "
            "round. "
            "Nobody sees what others draw. `draw_seconds` and `declare_seconds` go with this way of declaring only.",
            when=lambda rules: rules.deal_mode == "live_draw",
            example={"deal_mode": "live_draw"},
        ),
        rule(
            "EX-PLAN-01",
            "Sealed plans",
            f"Each seat, seeing its whole hand, files one plan of at most {PLAN_LIMIT} shows, or passes, which is a "
            "plan "
            "of none. The others learn of it nothing but that it was filed, and it cannot be changed. Each show names "
            "cards of the hand that could declare, and over whom: `nobody`, while nothing stands; `others`, over "
            "another "
            "seat; `opponents`, over one of the other side, or of any other seat where friends are called; `any`, "
            "whenever it is allowed, and only so over oneself, to reinforce.",
            "When all have filed, the draw is gone through card by card. After each card the seats are asked, "
            "beginning "
            "with the one that has drawn: the first show of a plan whose cards have been drawn, whose condition holds "
            "and which is allowed over what stands is made, each at most once; after each show it goes on with the "
            "seat "
            "to the right. With the last card declaring is over. Late reinforcing is over with one's own next card.",
            when=lambda rules: rules.deal_mode == "plan",
            example={"deal_mode": "plan"},
        ),
    ),
)
