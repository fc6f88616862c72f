-- Boards outside tournaments: recorded deals, their plays and scores, and matches on the same boards.

CREATE TABLE shengji.board_match (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    closes_at timestamptz NOT NULL,
    boards integer NOT NULL,
    id text PRIMARY KEY,
    challenger text REFERENCES shengji.player (id),
    opponent text REFERENCES shengji.player (id),
    setting jsonb NOT NULL,
    command_id uuid UNIQUE,
    fingerprint text
);

CREATE INDEX board_match_challenger ON shengji.board_match (challenger, id);
CREATE INDEX board_match_opponent ON shengji.board_match (opponent, id);

COMMENT ON COLUMN shengji.board_match.closes_at IS
    'when its time ends; set to the current time when everything was played';
COMMENT ON COLUMN shengji.board_match.challenger IS 'null: the account is closed';

CREATE TABLE shengji.board (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    closes_at timestamptz NOT NULL,
    number integer NOT NULL,
    id text PRIMARY KEY,
    match_id text REFERENCES shengji.board_match (id),
    pool text NOT NULL,
    setting jsonb NOT NULL,
    secret bytea NOT NULL
);

CREATE INDEX board_pool ON shengji.board (pool, closes_at) WHERE match_id IS NULL;
CREATE INDEX board_of_match ON shengji.board (match_id, number) WHERE match_id IS NOT NULL;

COMMENT ON COLUMN shengji.board.secret IS
    'the secret of the deal; its hash is public at once, and the secret when the board is closed';
COMMENT ON COLUMN shengji.board.pool IS 'identifies the rules, their revision and the bots';

-- Records that a player plays a board or has seen it. The row is written before the table is opened, and has its id.
CREATE TABLE shengji.board_play (
    begun_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    ended_at timestamptz,
    unsealed_at timestamptz,
    excess integer,
    levels integer,
    step integer,
    board_id text NOT NULL REFERENCES shengji.board (id),
    player_id text REFERENCES shengji.player (id),
    table_id text UNIQUE,
    UNIQUE (board_id, player_id)
);

CREATE INDEX board_play_player ON shengji.board_play (player_id, board_id);
CREATE INDEX board_play_sealed ON shengji.board_play (board_id) WHERE unsealed_at IS NULL AND table_id IS NOT NULL;

COMMENT ON COLUMN shengji.board_play.player_id IS 'null: the account is closed';
COMMENT ON COLUMN shengji.board_play.table_id IS 'null: the player has only seen the board, by taking a seat over';
COMMENT ON COLUMN shengji.board_play.excess IS
    'with levels and step the score of the side of the seat; null if there is none';

-- Indexes that find linked accounts.
CREATE INDEX mailbox_address ON shengji.mailbox (address) WHERE address IS NOT NULL;
CREATE INDEX webhook_url ON shengji.webhook (url);
