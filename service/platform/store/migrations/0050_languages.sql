-- The language in which a player reads texts.
ALTER TABLE shengji.player ADD COLUMN language text;

COMMENT ON COLUMN shengji.player.language IS 'the tag of the language of texts for the player; null if requests say it';
