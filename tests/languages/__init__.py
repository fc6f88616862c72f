"""Tests of texts in other languages, and the tool that writes their catalogues."""
