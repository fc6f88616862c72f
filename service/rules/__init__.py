"""The rules over HTTP: the lab, profiles, options, and pages to read."""
