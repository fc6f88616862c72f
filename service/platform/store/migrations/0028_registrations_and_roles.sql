-- The times at which players are reminded of the end of a registration. The subscription `accounts` writes them with
-- its checkpoint. A reminder is marked in the transaction that sends it.
CREATE TABLE shengji.registration (
    closes_at timestamptz NOT NULL,
    told_at timestamptz NOT NULL,
    is_told boolean NOT NULL DEFAULT false,
    stream text PRIMARY KEY,
    world text
);

CREATE INDEX registration_told_at ON shengji.registration (told_at) WHERE NOT is_told AND world IS NULL;
CREATE INDEX registration_world ON shengji.registration (world, told_at) WHERE world IS NOT NULL;

COMMENT ON COLUMN shengji.registration.told_at IS 'when players are or were to be reminded';
COMMENT ON COLUMN shengji.registration.world IS 'the sandbox whose clock applies; null for real time';

-- An index that finds the players of a series through its tournaments.
CREATE INDEX tournament_series ON shengji_read.tournament (series, id) WHERE series IS NOT NULL;

-- The roles of staff, by player.
ALTER TABLE shengji_read.tournament ADD COLUMN staff jsonb NOT NULL DEFAULT '{}';
ALTER TABLE shengji_read.league ADD COLUMN staff jsonb NOT NULL DEFAULT '{}';

UPDATE shengji_read.tournament SET staff = jsonb_build_object(owner, 'owner');
UPDATE shengji_read.league SET staff = jsonb_build_object(owner, 'owner');

COMMENT ON COLUMN shengji_read.tournament.staff IS
    'for staff appointed before this column existed, only the owner, until the next event or a rebuild';
COMMENT ON COLUMN shengji_read.league.staff IS
    'for staff appointed before this column existed, only the owner, until the next event or a rebuild';
