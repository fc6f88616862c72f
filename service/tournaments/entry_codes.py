"""Entry codes: they let invited players enter a tournament."""

from domain.kernel.players import PlayerId
from domain.tournaments.entrants.gates import entry_code
from service.platform.store.vault import Vault


class EntryCodes:
    """Derives entry codes from the keys of the vault."""

    def __init__(self, vault: Vault) -> None:
        """Takes the vault."""
        self._vault = vault

    def secrets(self, tournament_id: str) -> tuple[bytes, ...]:
        """Returns the secrets of the entry codes of a tournament, one per key of the vault, newest key first."""
        return self._vault.derived(f"entry codes of {tournament_id}")

    def of(self, tournament_id: str, player: PlayerId) -> tuple[str, ...]:
        """Returns the valid entry codes of a player for a tournament, newest key first."""
        return tuple(entry_code(secret, player) for secret in self.secrets(tournament_id))
