-- A result that was overridden several times is corrected from the played result, not from the last correction.

ALTER TABLE shengji_read.rated_game ADD COLUMN recorded jsonb;
COMMENT ON COLUMN shengji_read.rated_game.recorded IS 'the game as its table has made it; none as long as its result was not corrected';
