"""Tournaments, and the leagues and series that are made of them.

| module or folder | content |
|---|---|
| `decide`, `evolve`, `recorder` | from commands to events, and from events to the state |
| `state`, `parts` | the state of a tournament |
| `commands`, `entrant_commands`, `round_commands` | the commands: of the whole, about entrants, about rounds |
| `events`, `entrant_events`, `round_events` | the events in the same parts; `*_evolve` apply them |
| `settings`, `settings_checks`, `staff`, `gates` | the settings, the staff and their rights, and who may enter |
| `taking_part`, `partners`, `substitutes`, `leaving` | registering, partners, substitutes and byes, leaving |
| `playing`, `results`, `corrections`, `times` | rounds, their results, corrections, and what happens by time alone |
| `tables`, `match_tables`, `match_seats`, `unsealing` | the tables of matches: opened, read, filled up, unsealed |
| `adjudication`, `no_show` | results that no table decides |
| `format`, `formats`, `format_*` | the interface of formats, the formats by name, their figures, checks and standings |
| `pairing` | the engines that pair rounds; `admission` and `next_round` use them |
| `standings`, `tie_breaks`, `possible_ranks`, `exports` | standings, ranks that can still be reached, and files |
| `viewing` | what a viewer sees while results are sealed |
| `rated`, `graded` | what counts for ratings and grades |
| `boards` | duplicate boards: deals, movements, comparison |
| `exports` | standings and cross tables as documents and files |
| `leagues`, `series` | divisions that play season after season, and recurring tournaments |

Some folders have `commands`, `events`, `decide` or `evolve` of their own.
"""
