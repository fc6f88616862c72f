"""Leagues: divisions that play season after season, automatically. The stream of a league is `league-<id>`.

| module | content |
|---|---|
| `plan` | the plan of a league, and the settings of its tournaments |
| `state`, `events`, `commands` | the state, the events and the commands of a league |
| `seasons` | when a season is settled, begins and is cut short; its players and divisions |
| `membership` | registering, agreeing as a partner, continuing, withdrawing |
| `divisions` | promotion, relegation, and the divisions of the next season |
| `moves` | the moves between divisions and their reasons |
| `division_tournaments`, `corrections` | what follows from the tournaments of divisions, and from their corrections |
| `decide`, `evolve` | from commands to events, and from events to the state |
"""
