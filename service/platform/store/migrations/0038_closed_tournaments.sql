-- Lists without a token leave out what its organisers have closed to the public.
ALTER TABLE shengji_read.tournament ADD COLUMN is_public boolean NOT NULL DEFAULT true;
ALTER TABLE shengji_read.series ADD COLUMN is_public boolean NOT NULL DEFAULT true;
ALTER TABLE shengji_read.league ADD COLUMN is_public boolean NOT NULL DEFAULT true;
