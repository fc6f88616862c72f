-- name: turns
-- Returns the turns of a player by deadline. Those without a deadline come last, in the order in which they began.
SELECT table_id, seat, asked, since, version, started_at, deadline_at, is_grace,
    coalesce(%(now)s::timestamptz, (
        SELECT w.clock FROM shengji.player AS p JOIN shengji.world AS w ON w.id = p.world WHERE p.id = %(player_id)s
    ), now())
FROM turn
WHERE player_id = %(player_id)s
    AND (coalesce(deadline_at, 'infinity'), since, table_id, seat)
        > (%(deadline)s::timestamptz, %(since)s::timestamptz, %(table_id)s::text, %(seat)s::integer)
ORDER BY coalesce(deadline_at, 'infinity'), since, table_id, seat LIMIT %(limit)s;

-- name: waiting_challenges
-- Returns the challenges that a player has to answer. Those to the oldest tables come first.
SELECT table_id, seat, challenger FROM challenge
WHERE player_id = %(player_id)s ORDER BY table_id LIMIT %(limit)s;

-- name: waiting_proposals
-- Returns the proposals that a player has to answer. Those at the oldest tables come first.
SELECT table_id, seat, what, proposer FROM proposal
WHERE player_id = %(player_id)s ORDER BY table_id LIMIT %(limit)s;

-- name: count_waiting
SELECT (SELECT count(*) FROM turn WHERE player_id = %(player_id)s),
    (SELECT count(*) FROM challenge WHERE player_id = %(player_id)s),
    (SELECT count(*) FROM proposal WHERE player_id = %(player_id)s),
    (SELECT count(*) FROM tournament_waiting WHERE player_id = %(player_id)s);

-- name: waiting_tournaments
-- Returns what tournaments expect of a player, by deadline.
SELECT tournament_id, what, entrant, deadline_at FROM tournament_waiting
WHERE player_id = %(player_id)s ORDER BY deadline_at NULLS LAST, tournament_id, entrant, what LIMIT %(limit)s;
