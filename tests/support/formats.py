"""Settings of a tournament in each format."""

from dataclasses import replace

from domain.clocks.rules import ClockRules
from domain.tournaments.settings import PLAYERS, TableGame, TournamentSettings
from tests.support.tournament import PAIRS

CLOCK = ClockRules("simple", per_move_s=60)
PLAY = TableGame("sheng_ji", "zhang-2021", clock=CLOCK)


SWISS = TournamentSettings("Friday", PLAY, "swiss", {"rounds": 3}, entrants=PAIRS)
ROUND_ROBIN = replace(SWISS, format="round_robin", figures={})
KNOCK_OUT = replace(SWISS, format="knock_out", figures={})
NIGHT = replace(SWISS, format="night", entrants=replace(PLAYERS, least=4))
ARENA = replace(SWISS, format="arena", figures={"minutes": 60})
INDIVIDUALS = replace(NIGHT, format="individual_swiss")
