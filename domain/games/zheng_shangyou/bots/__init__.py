"""Bots that play Zheng Shangyou."""
