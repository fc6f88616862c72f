"""The guides: Markdown files, and the pages that show them under `/docs/guides`."""
