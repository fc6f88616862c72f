"""Series: recurring events that open their tournaments automatically. The stream of a series is `series-<id>`.

| module | content |
|---|---|
| `plan` | the settings of a series, and those of its tournaments |
| `events`, `decide` | the events; the state, the commands, and from commands to events |
| `steps` | the next automatic step |
"""
