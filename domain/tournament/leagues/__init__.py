"""Leagues: divisions that play season after season, by themselves. A league's stream is `league-<id>`.

| module | holds |
|---|---|
| `plan` | what is settled about a league, and the settings of its tournaments |
| `state`, `events`, `commands` | a league as it knows itself, what happens in it, what can be asked of it |
| `seasons` | when a season is settled, begins and is cut short; who plays where in it |
| `membership` | registering, partners who agree, playing on, withdrawing |
| `moves` | why everybody plays where they do |
| `decide`, `evolve` | from commands to events, and from events to the league |

Who goes up and down is said by `domain.tournament.league`.
"""
