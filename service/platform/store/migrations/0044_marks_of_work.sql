-- A mark is used once. Marks that began again with 1 made the job for later work look like the one before.
CREATE SEQUENCE shengji.work_mark;

ALTER TABLE shengji.tournament_work ALTER COLUMN mark SET DEFAULT nextval('shengji.work_mark');
ALTER TABLE shengji.league_work ALTER COLUMN mark SET DEFAULT nextval('shengji.work_mark');

COMMENT ON COLUMN shengji.tournament_work.mark IS 'differs for each new event, so that work that arrives during processing is not lost';
COMMENT ON COLUMN shengji.league_work.mark IS 'differs for each new event, so that work that arrives during processing is not lost';
