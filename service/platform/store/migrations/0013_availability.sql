-- The availability of players: time zone, quiet hours, days off and vacations. It is never in an event; events have the
-- resulting deadlines.

CREATE TABLE shengji.availability (
    since timestamptz NOT NULL,
    player_id text NOT NULL REFERENCES shengji.player (id),
    quiet_start smallint,
    quiet_end smallint,
    automatic_vacation boolean NOT NULL,
    weekend smallint[] NOT NULL,
    time_zone text NOT NULL,
    PRIMARY KEY (player_id, since),
    CHECK ((quiet_start IS NULL) = (quiet_end IS NULL))
);

COMMENT ON TABLE shengji.availability IS
    'the last row of a player applies; earlier ones apply to turns that began under them';
COMMENT ON COLUMN shengji.availability.quiet_start IS 'in minutes since local midnight, like quiet_end';
COMMENT ON COLUMN shengji.availability.weekend IS 'days of the week, 0 for Monday';

CREATE TABLE shengji.vacation (
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    came_back_at timestamptz,
    is_applied boolean NOT NULL DEFAULT false,
    is_automatic boolean NOT NULL,
    player_id text NOT NULL REFERENCES shengji.player (id),
    id text PRIMARY KEY,
    CHECK (starts_at < ends_at AND (came_back_at IS NULL OR (came_back_at >= starts_at AND came_back_at < ends_at)))
);

CREATE INDEX vacation_player ON shengji.vacation (player_id, id);
CREATE INDEX vacation_not_applied ON shengji.vacation (player_id) WHERE NOT is_applied;

COMMENT ON COLUMN shengji.vacation.came_back_at IS 'when the player ended it early';
COMMENT ON COLUMN shengji.vacation.is_applied IS 'whether it is applied to all clocks of the player';
