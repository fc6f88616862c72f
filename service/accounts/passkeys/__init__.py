"""Passkeys: keys on devices of a player, with which browsers sign in without a password (WebAuthn)."""
