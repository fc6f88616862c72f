"""The bots that play Zheng Shangyou."""
