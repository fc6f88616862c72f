-- Records which tables of matches are sealed. A tournament unseals them when they become public.
ALTER TABLE shengji_read.tournament_table ADD COLUMN is_sealed boolean NOT NULL DEFAULT false;

UPDATE shengji_read.tournament_table AS t SET is_sealed = true FROM shengji.head AS h
WHERE h.stream = 'table-' || t.table_id AND (h.state->>'sealed')::boolean;

CREATE INDEX tournament_table_sealed ON shengji_read.tournament_table (tournament_id) WHERE is_sealed;

COMMENT ON COLUMN shengji_read.tournament_table.is_sealed IS 'whether only the players of the table can see it';

-- Matches of two against two on boards.
ALTER TABLE shengji.board_match
    ADD COLUMN challenger_partner text REFERENCES shengji.player (id),
    ADD COLUMN opponent_partner text REFERENCES shengji.player (id),
    ADD COLUMN agreed text[] NOT NULL DEFAULT '{}';

CREATE INDEX board_match_challenger_partner ON shengji.board_match (challenger_partner, id)
    WHERE challenger_partner IS NOT NULL;
CREATE INDEX board_match_opponent_partner ON shengji.board_match (opponent_partner, id) WHERE opponent_partner IS NOT NULL;

COMMENT ON COLUMN shengji.board_match.challenger_partner IS
    'the partner of the challenger; null if there is none, or the account is closed';
COMMENT ON COLUMN shengji.board_match.agreed IS 'the players who agreed to play, in a match of pairs';

ALTER TABLE shengji.board_play ADD COLUMN partner_id text REFERENCES shengji.player (id);

CREATE INDEX board_play_partner ON shengji.board_play (partner_id, board_id) WHERE partner_id IS NOT NULL;

COMMENT ON COLUMN shengji.board_play.partner_id IS
    'the player opposite at the table; they also have a row of their own, because they have seen the board';
