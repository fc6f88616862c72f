"""Composes openapi.yaml, the contract of the API, from the code and from the texts beside each feature."""
