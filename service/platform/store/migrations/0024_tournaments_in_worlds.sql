-- Tournaments in sandboxes: they are visible only there, and use the sandbox's clock.

ALTER TABLE shengji_read.tournament ADD COLUMN world text;

CREATE INDEX tournament_world ON shengji_read.tournament (world, id) WHERE world IS NOT NULL;

ALTER TABLE shengji.tournament_work ADD COLUMN world text, ADD COLUMN moment timestamptz;

CREATE INDEX tournament_work_world ON shengji.tournament_work (world, since) WHERE world IS NOT NULL;

COMMENT ON COLUMN shengji.tournament_work.moment IS 'when it happened, by the time of its sandbox';

-- Tournaments of sandboxes with due work that made no progress. They are retried only when they have new events or the
-- clock was moved.
CREATE TABLE shengji.tournament_at_a_stand (
    clock timestamptz NOT NULL,
    version integer NOT NULL,
    stream text PRIMARY KEY,
    world text NOT NULL REFERENCES shengji.world (id)
);

CREATE INDEX tournament_at_a_stand_world ON shengji.tournament_at_a_stand (world);

COMMENT ON COLUMN shengji.tournament_at_a_stand.clock IS 'the time of the sandbox when it was tried';

-- Returns whether a stream of a sandbox has due work at a time that was not tried in vain.
CREATE FUNCTION shengji.is_due_in_world(in_stream text, in_version integer, in_due_at timestamptz, in_clock timestamptz)
    RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT in_due_at <= in_clock AND NOT EXISTS (
    SELECT FROM shengji.tournament_at_a_stand AS s
    WHERE s.stream = in_stream AND s.version = in_version AND s.clock = in_clock
)
$$;

-- What tournaments expect from players: to agree to play for an entrant, or to check in. A read model, maintained by
-- the subscription `tournaments`.
CREATE TABLE shengji_read.tournament_waiting (
    deadline_at timestamptz,
    player_id text NOT NULL,
    tournament_id text NOT NULL,
    entrant text NOT NULL,
    what text NOT NULL,
    PRIMARY KEY (player_id, tournament_id, entrant, what)
);

CREATE INDEX tournament_waiting_tournament ON shengji_read.tournament_waiting (tournament_id);

COMMENT ON COLUMN shengji_read.tournament_waiting.deadline_at IS
    'the deadline of the answer; null if it is not known yet';

-- A webhook can be for the events of a tournament that its owner runs. It then receives no others.
ALTER TABLE shengji.webhook ADD COLUMN tournament_id text;

CREATE INDEX webhook_tournament ON shengji.webhook (tournament_id) WHERE tournament_id IS NOT NULL;

COMMENT ON COLUMN shengji.webhook.tournament_id IS
    'the tournament whose events are sent; null for those of the account';
