-- Tournaments of sandboxes: they are seen in their world alone, and go on by its clock.

ALTER TABLE shengji_read.tournament ADD COLUMN world text;

CREATE INDEX tournament_world ON shengji_read.tournament (world, id) WHERE world IS NOT NULL;

ALTER TABLE shengji.tournament_work ADD COLUMN world text, ADD COLUMN moment timestamptz;

CREATE INDEX tournament_work_world ON shengji.tournament_work (world, since) WHERE world IS NOT NULL;

COMMENT ON COLUMN shengji.tournament_work.moment IS 'when it happened, by the time of its world';

-- Tournaments of worlds that cannot be brought on though something is due in them: nobody looks again before they have
-- moved, or the clock of their world.
CREATE TABLE shengji.tournament_at_a_stand (
    clock timestamptz NOT NULL,
    version integer NOT NULL,
    stream text PRIMARY KEY,
    world text NOT NULL REFERENCES shengji.world (id)
);

CREATE INDEX tournament_at_a_stand_world ON shengji.tournament_at_a_stand (world);

COMMENT ON COLUMN shengji.tournament_at_a_stand.clock IS 'where the clock of the world stood when it was tried';

-- Whether something is due in a stream of a world at a time, and it was not tried in vain.
CREATE FUNCTION shengji.is_due_in_world(in_stream text, in_version integer, in_due_at timestamptz, in_clock timestamptz)
    RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT in_due_at <= in_clock AND NOT EXISTS (
    SELECT FROM shengji.tournament_at_a_stand AS s
    WHERE s.stream = in_stream AND s.version = in_version AND s.clock = in_clock
)
$$;

-- What tournaments wait for from players: that they agree to play for an entrant, or say that they are there. A read
-- model, kept by the subscription `tournaments`.
CREATE TABLE shengji_read.tournament_waiting (
    deadline_at timestamptz,
    player_id text NOT NULL,
    tournament_id text NOT NULL,
    entrant text NOT NULL,
    what text NOT NULL,
    PRIMARY KEY (player_id, tournament_id, entrant, what)
);

CREATE INDEX tournament_waiting_tournament ON shengji_read.tournament_waiting (tournament_id);

COMMENT ON COLUMN shengji_read.tournament_waiting.deadline_at IS 'until when it can be answered; null: that is not settled';

-- A webhook can be one for the events of a tournament, which its owner helps to run: it hears of these and of nothing else.
ALTER TABLE shengji.webhook ADD COLUMN tournament_id text;

CREATE INDEX webhook_tournament ON shengji.webhook (tournament_id) WHERE tournament_id IS NOT NULL;

COMMENT ON COLUMN shengji.webhook.tournament_id IS 'whose events are sent; null: those of the account';
