-- Analyses of finished hands, and puzzles from them.
CREATE TABLE shengji.hand_analysis (
    table_id text NOT NULL,
    hand integer NOT NULL,
    game text NOT NULL,
    teacher text NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    decisions integer NOT NULL DEFAULT 0,
    judged integer NOT NULL DEFAULT 0,
    continued_at timestamptz,
    finished_at timestamptz,
    ended_at timestamptz NOT NULL,
    deal text NOT NULL DEFAULT '',
    players text[] NOT NULL DEFAULT '{}',
    costs jsonb NOT NULL DEFAULT '[]',
    open_values jsonb,
    puzzles jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (table_id, hand)
);

CREATE INDEX hand_analysis_going_on ON shengji.hand_analysis (asked_at) WHERE finished_at IS NULL;
CREATE INDEX hand_analysis_of_player ON shengji.hand_analysis USING gin (players) WHERE finished_at IS NOT NULL;
CREATE INDEX hand_analysis_of_deal ON shengji.hand_analysis (deal) WHERE finished_at IS NOT NULL;

COMMENT ON COLUMN shengji.hand_analysis.teacher IS 'the bot that judges, with its version';
COMMENT ON COLUMN shengji.hand_analysis.decisions IS 'the number of decisions to judge; 0 until it is known';
COMMENT ON COLUMN shengji.hand_analysis.continued_at IS 'when a job last worked on it; null before the first';
COMMENT ON COLUMN shengji.hand_analysis.ended_at IS 'when the hand ended';
COMMENT ON COLUMN shengji.hand_analysis.deal IS 'a hash of the rules and all cards; equal at all tables of a board';
COMMENT ON COLUMN shengji.hand_analysis.players IS 'the player of each seat; the empty text for a bot';
COMMENT ON COLUMN shengji.hand_analysis.open_values IS 'the value of each trick with all cards known; null if not solved';
COMMENT ON COLUMN shengji.hand_analysis.puzzles IS 'the clearest puzzles so far; they are listed when all is judged';
COMMENT ON COLUMN shengji.hand_analysis.costs IS 'for each seat and phase, the cost of the mistakes of its player';

CREATE TABLE shengji.judged_decision (
    table_id text NOT NULL,
    hand integer NOT NULL,
    number integer NOT NULL,
    document jsonb NOT NULL,
    PRIMARY KEY (table_id, hand, number),
    FOREIGN KEY (table_id, hand) REFERENCES shengji.hand_analysis (table_id, hand) ON DELETE CASCADE
);

CREATE TABLE shengji.puzzle (
    id text PRIMARY KEY,
    table_id text NOT NULL,
    hand integer NOT NULL,
    number integer NOT NULL,
    game text NOT NULL,
    profile text NOT NULL,
    phase text NOT NULL,
    position jsonb NOT NULL,
    solution jsonb NOT NULL,
    UNIQUE (table_id, hand, number)
);

COMMENT ON COLUMN shengji.puzzle.position IS 'what the seat saw, and what it could do';
COMMENT ON COLUMN shengji.puzzle.solution IS 'the moves that were considered, best first, and the reason';
