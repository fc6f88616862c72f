"""The API reference: static pages made from the contract, one for each operation and tag, and some for schemas."""
