"""Tournaments, and the leagues and series that are made of them.

| module or folder | content |
|---|---|
| `settings`, `settings_checks` | the settings of a tournament, and their checks |
| `staff` | roles, rights, and the commands that change them |
| `commands`, `decide`, `recorder` | from commands to events; `refusals` has what is refused |
| `events`, `evolve`, `state`, `parts` | from events to the state, and the parts of the state |
| `terms` | the terms that all formats share: entrant, match, round, result, and what a format knows when it pairs |
| `schedule` | what happens by time alone, and when |
| `viewing` | what a viewer sees while results are sealed |
| `entrants` | registration, gates, partners, substitutes and byes, leaving, entrants that are kept apart |
| `rounds` | the next round, proposed rounds and their checks, pairing, scheduling and closing |
| `matches` | the tables and seats of matches, their results, no-shows, adjudication, corrections, unsealing |
| `formats` | the interface of formats, the formats by name, their figures and checks |
| `pairing` | the engines that pair rounds |
| `standings` | standings, tie-breaks, and the ranks that can still be reached |
| `ladder` | the challenges of a ladder, and its order |
| `ratings` | what counts for ratings and grades |
| `boards` | duplicate boards: deals, movements, comparison |
| `exports` | standings and cross tables as documents and files |
| `leagues`, `series` | divisions that play season after season, and recurring tournaments |

Some folders have `commands`, `events`, `decide` or `evolve` of their own.
"""
