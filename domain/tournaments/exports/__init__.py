"""Exports of tournaments: CSV tables, documents for JSON, and FIDE's report. All functions are pure."""
