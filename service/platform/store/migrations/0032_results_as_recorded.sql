-- A result that was overridden several times is corrected from the played result, not from the last correction.

ALTER TABLE shengji_read.rated_game ADD COLUMN recorded jsonb;
COMMENT ON COLUMN shengji_read.rated_game.recorded IS
    'the game as recorded at its table; null while its result was not corrected';
