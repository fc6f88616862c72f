-- name: hold_boards
-- Serializes the assignment of boards of a pool, so that linked accounts do not get the same board at the same time.
SELECT pg_advisory_xact_lock(hashtextextended(%(pool)s, 20));

-- name: running_board
-- Returns the board that a player is playing outside matches.
SELECT p.board_id FROM shengji.board_play AS p JOIN shengji.board AS b ON b.id = p.board_id
WHERE p.player_id = %(player_id)s AND p.ended_at IS NULL AND p.table_id IS NOT NULL AND b.match_id IS NULL
    AND b.closes_at > statement_timestamp()
ORDER BY p.board_id LIMIT 1;

-- name: unseen_boards
-- Returns boards of a pool that none of these accounts has seen and that stay open for at least an hour, with the
-- players who have seen them.
SELECT b.id, (
    SELECT coalesce(array_agg(p.player_id) FILTER (WHERE p.player_id IS NOT NULL), '{}') FROM shengji.board_play AS p
    WHERE p.board_id = b.id
)
FROM shengji.board AS b
WHERE b.pool = %(pool)s AND b.match_id IS NULL AND b.closes_at > statement_timestamp() + interval '1 hour'
    AND NOT EXISTS (
        SELECT FROM shengji.board_play AS p WHERE p.board_id = b.id AND p.player_id = ANY(%(accounts)s)
    )
ORDER BY b.closes_at DESC LIMIT %(limit)s;

-- name: add_board
INSERT INTO shengji.board (id, match_id, number, pool, setting, secret, closes_at)
VALUES (%(id)s, %(match_id)s, %(number)s, %(pool)s, %(setting)s, %(secret)s,
    statement_timestamp() + make_interval(secs => %(lives_s)s));

-- name: add_play
-- Starts the play of a board. No row if the player has seen the board, or if it is closed.
INSERT INTO shengji.board_play (board_id, player_id, table_id, partner_id)
SELECT id, %(player_id)s, %(table_id)s, %(partner_id)s FROM shengji.board
WHERE id = %(board_id)s AND closes_at > statement_timestamp()
ON CONFLICT DO NOTHING RETURNING table_id;

-- name: add_partner_play
-- Records that the partner at the table has seen the board.
INSERT INTO shengji.board_play (board_id, player_id, ended_at)
VALUES (%(board_id)s, %(partner_id)s, statement_timestamp()) ON CONFLICT DO NOTHING;

-- name: boards_of_match
SELECT id FROM shengji.board WHERE match_id = %(match_id)s ORDER BY number;

-- name: plays_of_player
-- Returns the plays of these boards by one player. The plays of others are not read, because there may be many.
SELECT board_id, player_id, partner_id, table_id, begun_at, ended_at, excess, levels, step
FROM shengji.board_play
WHERE board_id = ANY(%(ids)s) AND (player_id = %(player_id)s OR partner_id = %(player_id)s) AND table_id IS NOT NULL
ORDER BY table_id;

-- name: boards_of_player
-- Returns a page of the boards that a player is playing or has played, the newest first.
SELECT board_id FROM shengji.board_play
WHERE (player_id = %(player_id)s OR partner_id = %(player_id)s) AND table_id IS NOT NULL AND board_id < %(before)s
ORDER BY board_id DESC LIMIT %(limit)s;

-- name: plays_of_tables
-- Returns the boards that are played at these tables, and their players.
SELECT p.table_id, p.board_id, p.player_id, b.setting, b.secret
FROM shengji.board_play AS p JOIN shengji.board AS b ON b.id = p.board_id WHERE p.table_id = ANY(%(tables)s);

-- name: end_play
-- Records the score of a board at a table. Later calls change nothing.
UPDATE shengji.board_play SET ended_at = statement_timestamp(), excess = %(excess)s, levels = %(levels)s, step = %(step)s
WHERE table_id = %(table_id)s AND ended_at IS NULL;

-- name: see_board
-- Records that a player has seen the board of a table.
INSERT INTO shengji.board_play (board_id, player_id, ended_at)
SELECT board_id, %(player_id)s, statement_timestamp() FROM shengji.board_play WHERE table_id = %(table_id)s
ON CONFLICT DO NOTHING;

-- name: close_played_matches
-- Closes the matches of these boards in which both sides have played all boards, and closes the boards of these
-- matches. Returns the boards.
WITH done AS (
    UPDATE shengji.board_match AS m SET closes_at = statement_timestamp()
    WHERE m.id IN (SELECT match_id FROM shengji.board WHERE id = ANY(%(boards)s))
        AND m.closes_at > statement_timestamp() AND 2 * m.boards = (
            SELECT count(*) FROM shengji.board AS b JOIN shengji.board_play AS p ON p.board_id = b.id
            WHERE b.match_id = m.id AND p.table_id IS NOT NULL AND p.ended_at IS NOT NULL
        )
    RETURNING m.id
)
UPDATE shengji.board AS b SET closes_at = statement_timestamp() FROM done WHERE b.match_id = done.id RETURNING b.id;

-- name: sealed_boards
-- Returns tables that are over and still sealed, and whose boards are closed.
SELECT p.table_id FROM shengji.board_play AS p JOIN shengji.board AS b ON b.id = p.board_id
WHERE p.unsealed_at IS NULL AND p.table_id IS NOT NULL AND p.ended_at IS NOT NULL
    AND b.closes_at <= statement_timestamp()
LIMIT %(limit)s;

-- name: note_unsealed
UPDATE shengji.board_play SET unsealed_at = statement_timestamp() WHERE table_id = %(table_id)s;

-- name: board_match_by_key
SELECT id, fingerprint FROM shengji.board_match WHERE command_id = %(command_id)s;

-- name: add_board_match
INSERT INTO shengji.board_match (id, challenger, opponent, challenger_partner, opponent_partner, agreed, boards, setting,
    closes_at, command_id, fingerprint)
VALUES (%(id)s, %(challenger)s, %(opponent)s, %(challenger_partner)s, %(opponent_partner)s, %(agreed)s, %(boards)s,
    %(setting)s, statement_timestamp() + make_interval(secs => %(lives_s)s), %(command_id)s, %(fingerprint)s)
RETURNING closes_at;

-- name: board_match
SELECT id, challenger, opponent, challenger_partner, opponent_partner, agreed, setting, created_at, closes_at,
    closes_at <= statement_timestamp()
FROM shengji.board_match
WHERE id = %(id)s AND %(player_id)s IN (challenger, opponent, challenger_partner, opponent_partner);

-- name: agree_to_board_match
-- Records the consent of a player to a match of pairs, once.
UPDATE shengji.board_match SET agreed = agreed || %(player_id)s::text
WHERE id = %(id)s AND NOT agreed @> ARRAY[%(player_id)s::text] AND closes_at > statement_timestamp() RETURNING id;

-- name: decline_board_match
-- Ends a match of pairs to which not all four players have agreed, and closes its boards.
WITH done AS (
    UPDATE shengji.board_match SET closes_at = statement_timestamp()
    WHERE id = %(id)s AND cardinality(agreed) < 4 AND closes_at > statement_timestamp() RETURNING id
)
UPDATE shengji.board AS b SET closes_at = statement_timestamp() FROM done WHERE b.match_id = done.id;

-- name: board_matches
-- Returns a page of the board matches of a player, the newest first.
SELECT id, challenger, opponent, challenger_partner, opponent_partner, agreed, setting, created_at, closes_at,
    closes_at <= statement_timestamp()
FROM shengji.board_match
WHERE (
    challenger = %(player_id)s OR opponent = %(player_id)s
    OR challenger_partner = %(player_id)s OR opponent_partner = %(player_id)s
) AND id < %(before)s ORDER BY id DESC LIMIT %(limit)s;

-- name: leave_boards
-- Removes the player from plays and matches. The scores stay.
WITH plays AS (
    UPDATE shengji.board_play SET player_id = nullif(player_id, %(player_id)s), partner_id = nullif(partner_id, %(player_id)s)
    WHERE player_id = %(player_id)s OR partner_id = %(player_id)s
)
UPDATE shengji.board_match
SET challenger = nullif(challenger, %(player_id)s), opponent = nullif(opponent, %(player_id)s),
    challenger_partner = nullif(challenger_partner, %(player_id)s),
    opponent_partner = nullif(opponent_partner, %(player_id)s), agreed = array_remove(agreed, %(player_id)s::text),
    command_id = NULL, fingerprint = NULL
WHERE %(player_id)s IN (challenger, opponent, challenger_partner, opponent_partner);
