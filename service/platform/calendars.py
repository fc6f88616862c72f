"""Calendars (RFC 5545)."""

from datetime import datetime

from icalendar import Calendar, Event


def new_calendar() -> Calendar:
    """Returns an empty calendar."""
    made = Calendar()
    made.add("prodid", "-//Sheng Ji//Tournaments//EN")
    made.add("version", "2.0")
    return made


def calendar_event(uid: str, now: datetime, starts_at: datetime, summary: str) -> Event:
    """Returns an event of a calendar. `now` is the time of the calendar."""
    event = Event()
    event.add("uid", f"{uid}@shengji")
    event.add("dtstamp", now)
    event.add("dtstart", starts_at)
    event.add("summary", summary)
    return event
