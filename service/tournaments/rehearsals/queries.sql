-- name: add_rehearsal
INSERT INTO shengji.rehearsal (world, tournament_id, changed) VALUES (%(sandbox)s, %(tournament)s, %(changed)s);

-- name: rehearsal
SELECT tournament_id, changed, made_at, ended_at FROM shengji.rehearsal WHERE world = %(sandbox)s;

-- name: rehearsal_step
-- Returns how the rehearsal of a sandbox goes on: its tournament, the next time at which something is due, and whether
-- the projections have recorded all work of the sandbox. No row if it has no rehearsal that goes on.
SELECT r.tournament_id, (
    SELECT min(at) FROM shengji.head AS h, LATERAL (VALUES (h.turn_due_at), (h.clock_due_at)) AS due (at)
    WHERE h.world = r.world AND at > w.clock AND NOT shengji.is_left_alone(h.stream)
), NOT EXISTS (
    SELECT FROM shengji.subscription AS s
    JOIN shengji.event AS e ON (e.transaction, e.position) > (s.transaction, s.position)
    JOIN shengji.head AS h ON h.stream = e.stream
    WHERE h.world = r.world AND s.name = 'tournaments'
)
FROM shengji.rehearsal AS r JOIN shengji.world AS w ON w.id = r.world
WHERE r.world = %(sandbox)s AND r.ended_at IS NULL AND w.ended_at IS NULL;

-- name: end_rehearsal
UPDATE shengji.rehearsal SET ended_at = statement_timestamp() WHERE world = %(sandbox)s AND ended_at IS NULL;
