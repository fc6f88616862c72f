-- Webhooks: addresses to which the events of an account are sent. A delivery is one event for one webhook. Pending
-- deliveries are stored only here, so Redis and workers may be lost at any time.

CREATE TABLE shengji.webhook (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    disabled_at timestamptz,
    former_until timestamptz,
    leased_until timestamptz NOT NULL DEFAULT '-infinity',
    rests_until timestamptz NOT NULL DEFAULT '-infinity',
    claims bigint NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    id text PRIMARY KEY,
    player_id text NOT NULL REFERENCES shengji.player (id),
    url text NOT NULL,
    types text[] NOT NULL,
    disabled_by text CHECK (disabled_by IN ('owner', 'gone', 'failing')),
    secret text NOT NULL,
    former_secret text,
    CHECK ((disabled_at IS NULL) = (disabled_by IS NULL))
);

CREATE INDEX webhook_player ON shengji.webhook (player_id, id);

COMMENT ON COLUMN shengji.webhook.types IS 'the types of events to send; empty for all';
COMMENT ON COLUMN shengji.webhook.secret IS
    'the secret that signs messages; it must be readable, and is shown to its owner once';
COMMENT ON COLUMN shengji.webhook.former_secret IS 'the previous secret, which also signs messages until former_until';
COMMENT ON COLUMN shengji.webhook.claims IS 'the number of claims by workers; a worker identifies its claim by it';
COMMENT ON COLUMN shengji.webhook.leased_until IS 'until when a worker has claimed it, unless it releases it earlier';
COMMENT ON COLUMN shengji.webhook.failures IS 'the number of failed attempts since the last success';
COMMENT ON COLUMN shengji.webhook.rests_until IS 'until when nothing is sent, after failures';

CREATE TABLE shengji.delivery (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    next_attempt_at timestamptz,
    number integer,
    step integer NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0,
    id text PRIMARY KEY,
    webhook_id text NOT NULL REFERENCES shengji.webhook (id) ON DELETE CASCADE,
    player_id text NOT NULL,
    type text NOT NULL,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    UNIQUE (webhook_id, number),
    FOREIGN KEY (player_id, number) REFERENCES shengji.account_event (player_id, number) ON DELETE CASCADE
);

CREATE INDEX delivery_webhook ON shengji.delivery (webhook_id, id);
CREATE INDEX delivery_event ON shengji.delivery (player_id, number);
CREATE INDEX delivery_due ON shengji.delivery (next_attempt_at, webhook_id) WHERE state = 'pending';
CREATE INDEX delivery_next ON shengji.delivery (webhook_id, next_attempt_at) WHERE state = 'pending';

COMMENT ON COLUMN shengji.delivery.number IS 'the number of the event in the feed of the account; null for a test call';
COMMENT ON COLUMN shengji.delivery.step IS
    'the position in the schedule of attempts; it starts again when the delivery is sent again on request';
COMMENT ON COLUMN shengji.delivery.next_attempt_at IS 'null: when the webhook is enabled again, or never';

CREATE TABLE shengji.delivery_attempt (
    began_at timestamptz NOT NULL,
    number integer NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    delivery_id text NOT NULL REFERENCES shengji.delivery (id) ON DELETE CASCADE,
    error text,
    PRIMARY KEY (delivery_id, number)
);

COMMENT ON COLUMN shengji.delivery_attempt.error IS
    'our description of the failure; of the response, only the status is stored';

-- For metrics: the number of attempts by outcome, including those of deleted webhooks.
CREATE TABLE shengji.attempt_count (
    attempts bigint NOT NULL,
    outcome text PRIMARY KEY
);

-- Returns a new id that sorts by age (ULID), like those of the program, for rows that a statement creates.
CREATE FUNCTION shengji.ulid(moment timestamptz DEFAULT statement_timestamp()) RETURNS text
    LANGUAGE sql VOLATILE
    AS $$
SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', digit + 1, 1), '' ORDER BY place)
FROM (
    SELECT place, ((extract(epoch FROM moment) * 1000)::bigint >> (5 * (9 - place)) & 31)::integer AS digit
    FROM generate_series(0, 9) AS place
    UNION ALL
    -- The last eight bytes of a random UUID have five random bits each and more.
    SELECT 10 + 8 * half + place, get_byte(chance, 8 + place) & 31
    FROM (SELECT half, uuid_send(gen_random_uuid()) AS chance FROM generate_series(0, 1) AS half) AS halves,
        generate_series(0, 7) AS place
) AS digits
$$;

-- Tokens with all scopes get the new scope too, because players had no other way to grant it.
UPDATE shengji.token SET scopes = scopes || '{webhook:manage}'
WHERE scopes @> '{account:read,account:write,table:create,table:play,table:read}' AND NOT scopes @> '{webhook:manage}';
