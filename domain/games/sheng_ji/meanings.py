"""Short descriptions for players of each value of each option.

Options with numbers have one sentence that describes any number, besides the values with descriptions of their own.
"""

from domain.rulebook.meanings import Meanings, switch

_SAYS: dict[str, dict[str | int, str]] = {
    "players": {
        4: "four players",
        5: "five players",
        6: "six players",
        7: "seven players",
        8: "eight players",
    },
    "team_mode": {
        "fixed_2x2": "two teams of two, partners opposite each other, for the whole match",
        "fixed_2x3": "two teams of three in alternate seats, for the whole match",
        "friends": "the dealer calls friends by their cards in every hand; everybody has a level of their own",
    },
    "decks": {
        "auto": "one deck for every two players, halves rounded down",
        1: "one deck of 54 cards",
        2: "two decks, 108 cards",
        3: "three decks, 162 cards",
        4: "four decks, 216 cards",
        5: "five decks, 270 cards",
        6: "six decks, 324 cards",
    },
    "kitty_size": {"auto": "the smallest kitty of six or more cards that leaves equal hands"},
    "filler_cards": {0: "no spare cards"},
    "jokers_removed": {0: "all jokers are in the pack"},
    "initial_level": {},
    "final_level": {},
    "after_final": {
        "end": "passing the final level wins the match",
        "wrap": "after the final level the ladder begins anew at 2, until enough laps are done",
    },
    "laps": {1: "passing the final level once wins the match"},
    "permanent_twos": switch(
        "twos are ordinary cards unless 2 is the trump rank", "all twos are trumps in every hand, just below the rank"
    ),
    "hong_wu": {
        "off": "fives of hearts and diamonds are ordinary cards",
        "h5": "the five of hearts is the highest trump",
        "h5_d5": "the five of hearts is the highest trump and the five of diamonds the second",
    },
    "hong_wu_penalty": {0: "losing a red five to the other side costs nothing"},
    "first_drawer_method": {
        "random": "a seat drawn by lot draws first",
        "count": "a card is exposed, and its value is counted off around the table from the shuffler",
        "shuffler": "the shuffler, found by lot, draws first",
    },
    "first_drawer_ace": {
        "one": "an exposed ace counts one",
        "redraw": "an exposed ace is replaced by another card",
    },
    "cutter": {
        "left_of_first_drawer": "the player on the left of the first drawer cuts",
        "any_other": "any player but the first drawer cuts, found by lot",
    },
    "later_first_drawer": {
        "dealer": "the dealer draws first",
        "right_of_dealer": "the player on the dealer's right draws first",
        "right_of_previous_dealer": "the player on the right of the dealer of the hand before draws first",
    },
    "deal_mode": {
        "auction": "all cards are dealt at once, then the seats speak in turn",
        "live_draw": "the cards come one by one, and anybody may declare at any moment",
        "plan": "everybody files a sealed plan, and the draw is replayed with them",
    },
    "initial_declare": {
        "single": "one card of the trump rank opens; jokers cannot",
        "single_or_joker_pair": "one card of the trump rank opens, or identical jokers; a pair counts as two acts",
        "single_or_pair_or_joker_pair": "one or more equal cards of the trump rank open, or identical jokers",
    },
    "override_same_suit": {
        "forbidden": "an override has to change the trump suit",
        "allowed": "an override may repeat the suit that stands, with more cards",
    },
    "no_trump_declare": {
        "off": "jokers declare nothing",
        "joker_pair": "two or more identical jokers declare no-trump",
    },
    "joker_pair_order": {
        "big_over_small": "big jokers override as many small ones",
        "flat": "no order of the jokers is named; big jokers still override as many small ones",
    },
    "small_joker_declare": {
        "allowed": "small jokers declare like big ones",
        "disallowed": "only big jokers declare no-trump",
    },
    "joker_in_bid": switch(
        "a declaration has identical cards only", "jokers may be added to two or more cards of the trump rank"
    ),
    "late_reinforce": switch(
        "what has been overridden cannot be reinforced any more",
        "whoever was just overridden by cards of the trump rank may still add copies and take the suit back",
    ),
    "first_hand_dealer": {
        "last_declarer": "whoever declared last deals the first hand, jokers included",
        "last_suit_declarer": "whoever declared a suit last deals the first hand; an override into no-trump does not",
        "first_declarer": "whoever declared first deals the first hand",
        "first_pair": "whoever first showed two cards of the trump rank deals the first hand",
        "first_joker_pair": "whoever first showed identical jokers deals the first hand",
    },
    "declaration_window": {
        "draw": "declaring ends with the draw",
        "until_kitty_taken": "declaring goes on until the kitty is taken, and the last declarer is asked too",
    },
    "no_declaration": {
        "rank_then_highest": "kitty cards are turned until one has the trump rank; else the highest sets trumps",
        "first_card": "the first ordinary card of the kitty sets trumps",
    },
    "no_declaration_joker": {
        "skip": "a joker turned first is passed over",
        "no_trump": "a joker turned first means no-trump",
        "redeal": "a joker turned first means a new deal",
    },
    "first_dealer_fallback": {
        "first_drawer": "when nobody declares in the first hand, the first drawer deals it",
        "redeal": "when nobody declares in the first hand, it is dealt anew",
    },
    "kitty_reveal": {
        "always_after_hand": "the kitty is turned up after every hand",
        "on_opponents_last_trick": "the kitty is turned up only if it is taken with the last trick",
    },
    "redeal_no_trump": switch("a hand without trumps is played", "a hand without trumps may ask for a new deal"),
    "redeal_points_below": {
        0: "a hand without points is played",
        5: "a hand without a single point may ask for a new deal",
        10: "a hand worth fewer than ten points may ask for a new deal",
    },
    "redeal_dealer": {
        "keep": "after a redeal the same player deals",
        "up_for_grabs": "after a redeal the deal goes to the last to declare, with their own level",
    },
    "chao_di_pi": {
        "off": "the kitty is the dealer's",
        "single_pass": "each player but the dealer may bid once for the kitty",
        "repeat": "whenever somebody bids for the kitty, all the others are asked again",
    },
    "chao_skip_last_bidder": switch(
        "whoever declared last in the draw is asked like the others",
        "whoever declared last in the draw is left out of the first round",
    ),
    "succession": {
        "fixed": "the deal goes to the next player of the winning side, counted to the right",
        "next_winner_right": "the deal goes to the first winner on the right, to the dealer last of all",
        "levelup": "a dealer who wins deals again; else the first opponent on the right deals",
    },
    "zpy_dealer": {
        "rotate": "the succession names each dealer before the draw",
        "declare": "each hand's dealer is whoever declares last, everybody with cards of their own level",
    },
    "free_leads": {
        "any_tuple": "any number of equal cards is led as one unit",
        "full_tuples_only": "only all copies of a card are one unit; fewer count as single cards thrown together",
    },
    "tractor_adjacency": {
        "distinct_rank": "a run takes one tuple on each level, without a gap",
        "no_gap": "equally high tuples may stand in one run, if nothing between its ends is left out",
        "equal_rank_chain": "equally high tuples are neighbours too",
    },
    "throw_forced_lead": {
        "weakest": "the weakest unit that can be beaten is led instead",
        "leader_choice": "the leader chooses one of the units that can be beaten",
        "challenger_choice": "the first player to the right who can beat a unit chooses which is led",
        "all_beatable": "all units that can be beaten are led together",
    },
    "throw_ambiguity": {
        "longest_unit": "the unit with most cards is taken first, again and again",
        "leader_specifies": "the leader may name the units",
        "most_equal_copies": "equal cards stay together, and equally many neighbours make runs",
    },
    "throw_penalty": {
        "none": "a throw that can be beaten costs no points",
        "flat_10": "a throw that can be beaten costs 10 points",
        "per_invalid_unit_10": "10 points for each unit that can be beaten",
        "per_invalid_card_10": "10 points for each card of the units that can be beaten",
        "per_withdrawn_card_10": "10 points for each card that has to be taken back",
    },
    "throw_reveal": {
        "witness_cards": "one player who can beat the unit led is named, with the cards that beat it",
        "witness_seat": "one player who can beat the unit led is named",
        "none": "nothing is shown of the other hands",
    },
    "protect_tuples": switch(
        "wider tuples have to be broken where nothing else answers the lead",
        "cards of which one holds more copies than were led together count as single cards",
    ),
    "trump_throw_compare": {
        "longest_unit": "only the unit that answers the longest one of the lead is compared",
        "pairs_then_singles": "the highest unit of each width is compared, from the widest down",
        "all_units": "every unit has to be higher than the one that it answers",
    },
    "revoke_penalty": {
        "lose_hand": "the offender's side loses the hand",
        "lose_hand_plus": "the offender's side loses the hand, and the other side gains a level more",
    },
    "advancement": {
        "table": "levels by the table of points",
        "simple": "one level for declarers who win; opponents who win only take the deal",
    },
    "threshold": {"40d": "the opponents need 40 points a deck"},
    "score_step": {
        "20d": "a level for every 20 points a deck",
        10: "a level for every 10 points",
        20: "a level for every 20 points",
    },
    "below_zero_row": switch(
        "points below zero count as none", "points below zero give the declarers still more levels"
    ),
    "kitty_multiplier": {
        "pow2_pairs": "twice the width of the unit, doubled for every further tuple of a run",
        "pow2_cards": "doubled for every card of the unit",
        "twice_cards": "twice the number of cards of the unit",
        "twice_len_plus_one": "twice one more than the tuples of the unit; a single card doubles",
        "twice_total_cards": "twice the number of cards of the whole play",
        "flat_2": "always double",
    },
    "kitty_multiplier_singles_throw": {
        2: "single cards thrown together double the kitty",
        3: "single cards thrown together treble the kitty",
    },
    "kitty_unit_source": {
        "lead": "the lead of the last trick gives the factor",
        "any_play": "the largest unit that anybody played to the last trick gives the factor",
        "winner": "the play that won the last trick gives the factor",
    },
    "kitty_awarded_to": {
        "opponents": "only the opponents can gain by the kitty",
        "last_trick_winner_team": "the side that wins the last trick gains the kitty; that of declarers is not counted",
    },
    "must_play": {},
    "must_play_needs_win": switch(
        "one attempt at a must-play level is enough, won or lost", "a must-play level has to be won"
    ),
    "gou_dao_di": {
        "off": "no jack throws anybody back",
        "any_trump_jack": "at level J, a last trick won with a jack by opponents who reach the threshold",
        "matching_suit_longest_unit": "at level J, the same with a jack of the trump suit in the longest unit",
        "any_jack_no_threshold": "at level J, a last trick won with a jack by opponents, whatever their points",
    },
    "quan_yi_ban": {
        "off": "no queen throws anybody back",
        "any_trump_queen": "at level Q, a last trick won with a queen by opponents who reach the threshold",
        "matching_suit_longest_unit": "at level Q, the same with a queen of the trump suit in the longest unit",
    },
    "ace_hook": {
        "off": "no ace throws anybody back",
        "any_ace_no_threshold": "at level A, a last trick won with an ace by opponents, whatever their points",
        "matching_suit_longest_unit": "at level A, opponents reach the threshold and win the last trick with an ace "
        "of the trump suit in the longest unit",
    },
    "friend_call_style": {
        "ordinal": "a call names a card and which of its copies, in the order in which they are played",
        "first_other": "a call names a card, as First when the dealer holds no copy and as Other when one is held",
        "card_owner": "a call names a card of which the dealer lacks a copy at least",
    },
    "solo_call": switch("the dealer has to call", "the dealer may play alone instead of calling"),
    "missing_teammate_bonus": {
        "off": "winning with fewer friends brings nothing more",
        "n_per_missing": "the levels of a win count once more for each friend that is missing",
    },
    "missing_bonus_scope": {
        "dealer": "only the dealer gains by missing friends",
        "declarers": "every declarer gains by missing friends",
    },
    "auto_leveling": switch(
        "opponents who win gain what the table says", "opponents who win gain one level more than the table says"
    ),
    "zpy_win": {
        "own_level_ace": "ace is passed by a declarer who stands at ace, whatever the trump rank",
        "trump_rank_ace": "ace is passed only in a hand whose trump rank is ace",
    },
    "history_view": {
        "last_trick": "of the past tricks of a hand only the last is shown",
        "all": "all past tricks of a hand are shown",
    },
    "elo_start": {1500: "ratings begin at 1500"},
    "elo_k": {
        "32_then_16": "a result moves a rating by 32 at the most in the first rated games, then by 16",
        32: "a result moves a rating by 32 at the most",
        16: "a result moves a rating by 16 at the most",
    },
    "elo_scale": {400: "400 points of rating stand for odds of ten to one"},
    "enforcement": {
        "server": "the server refuses plays that do not follow",
        "honor": "the server takes any play of the right number of cards; opponents may challenge it",
    },
    "take_back": switch("what is played is played", "the last play is taken back when all the others agree"),
    "end_early": switch(
        "every hand is played to its last trick", "a hand whose result cannot change any more may be ended by any seat"
    ),
    "kitty_removes_cards": switch(
        "a kitty that does not leave equal hands is refused",
        "harmless cards are taken out of the pack until the kitty leaves equal hands",
    ),
    "friend_card": {
        "non_trump": "any card that is no trump may be called",
        "any": "trumps and jokers may be called too",
        "no_highest": "neither trumps nor the highest cards of the side suits may be called",
        "no_points": "neither trumps nor cards that are worth points may be called",
    },
    "double_join": {
        "allowed": "a declarer who plays a called card uses the call up",
        "ignored": "a called card played by a declarer is passed over, and the call waits",
    },
    "run_width": {2: "pairs and wider tuples make runs"},
    "run_length": {2: "two consecutive tuples are a run"},
    "bombs": {
        "off": "there are no bombs",
        "on": "four or more identical cards beat other plays of as many cards",
        "any_suit": "the same, and bombs may be played without following suit",
    },
    "level_after_ace": {
        "off": "ace is the last level",
        "no_trump": "a level NT without a trump rank follows ace, and is the last",
    },
    "hide_points": switch(
        "views add up the points of the running hand", "views do not add up the points of the running hand"
    ),
    "draw_seconds": {1: "in a live draw a round of cards every second"},
    "declare_seconds": {10: "in a live draw ten seconds to declare after the last card"},
}

_OF_A_NUMBER: dict[str, str] = {
    "kitty_size": "a kitty of {}",
    "filler_cards": "{} spare cards join the pack as low trumps",
    "jokers_removed": "{} jokers are taken out of the pack, small and big in turn",
    "initial_level": "everybody starts at level {}",
    "final_level": "the level to pass is {}",
    "laps": "the final level has to be passed {} times",
    "hong_wu_penalty": "losing a red five to the other side costs its player {} points",
    "threshold": "the opponents need {} points",
    "score_step": "a level for every {} points",
    "must_play": "levels that nobody may pass over: {}",
    "elo_start": "ratings begin at {}",
    "elo_k": "a result moves a rating by {} at the most",
    "elo_scale": "{} points of rating stand for odds of ten to one",
    "run_width": "only {} or more equal cards of a kind make runs",
    "run_length": "{} or more consecutive tuples are a run",
    "draw_seconds": "in a live draw a round of cards every {} seconds",
    "declare_seconds": "in a live draw {} seconds to declare after the last card",
}

MEANINGS = Meanings(_SAYS, _OF_A_NUMBER)
