"""Playouts of Zheng Shangyou: hands whose cards are all known, played to the end by simple rules."""
