"""Tournaments as others read them: tables of text, documents ready for JSON, and FIDE's report. All are pure."""
