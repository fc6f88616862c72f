"""Tables: commands, views, feeds, records, bots and clocks."""
