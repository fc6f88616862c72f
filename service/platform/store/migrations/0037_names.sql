-- Finds players by their name. The case of the letters A to Z does not matter, by any collation of the database.
CREATE INDEX player_name ON shengji.player (lower(name COLLATE "C"), id) WHERE name IS NOT NULL;
