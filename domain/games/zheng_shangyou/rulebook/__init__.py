"""The rule book of Zheng Shangyou for players; what it says in tables is worked out by what the game is played with."""
