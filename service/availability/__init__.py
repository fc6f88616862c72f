"""When players are available: time zone, quiet hours, days off and vacations."""
