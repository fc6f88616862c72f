-- The match that a decision in a tournament is about, so that the inbox can name the commands that answer it.
ALTER TABLE shengji_read.tournament_waiting ADD COLUMN round integer;
ALTER TABLE shengji_read.tournament_waiting ADD COLUMN match integer;
ALTER TABLE shengji_read.tournament_waiting ADD COLUMN times text;

COMMENT ON COLUMN shengji_read.tournament_waiting.round IS 'the round of the match that the decision is about; null if it is about none';
COMMENT ON COLUMN shengji_read.tournament_waiting.times IS 'the times that the other side proposes, separated by spaces';
