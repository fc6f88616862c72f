"""The guides under `/docs/guides`, which are Markdown files, and the API reference under `/docs/api`."""
