"""Boards: recorded deals that several tables play, and how their results are compared.

| module | content |
|---|---|
| `records` | sets, boards and results, as they are stored |
| `dealing` | the cards of a board, derived from a secret |
| `sets` | the sets of a tournament: when they are dealt, chosen by staff, and public |
| `pools`, `choosing` | several deals of a board; who may not play a deal because they know it |
| `movements` | schedules of matches and their boards |
| `by_movement`, `seat_by_seat` | the formats of tournaments with boards |
| `line_ups` | the tables of a match and their players |
| `table_results`, `assigned`, `overriding` | results from tables, and scores that staff assign |
| `scores`, `matchpoints`, `imps`, `victory_points` | from a table to a score, and the scales |
| `comparison` | from scores to matchpoints, shares and IMPs |
| `closed_boards`, `standings` | the boards of closed sets, compared, and the standings that follow |
| `solo`, `solo_matches` | boards outside tournaments, played at any time with house bots |
"""
