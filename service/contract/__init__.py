"""Composes openapi.yaml, the contract of the API, from the code and the texts beside each feature."""
