"""The API reference: static pages made from the contract, one for each operation, tag and letter of schemas."""
